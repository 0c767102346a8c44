"""The server's own processes as parts of the supervisor: web, workers, beat, and what runs before them."""

import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace

from taki_api.local.folder import DataFolder
from taki_api.local.migrations import ROOT
from taki_api.local.processes import Part
from taki_api.local.steps import SEPARATOR

_CELERY = ("-m", "celery", "--app", "taki_api")


def preparation(environment: Mapping[str, str], *commands: tuple[str, ...]) -> Part:
    """Management commands that run one after another before the server does."""
    words = [word for command in commands for word in (SEPARATOR, *command)]
    # As in manage.py: a migration takes as long as it takes.
    unlimited = dict(environment) | {
        "DJANGO_SETTINGS_MODULE": "taki_api.settings",
        "TAKI_STATEMENT_SECONDS": "0",
    }
    return _python("preparation", unlimited, "-m", "taki_api.local.steps", *words)


def web(environment: Mapping[str, str], host: str, port: int) -> Part:
    """The ASGI application under Granian: one process, one port.

    Granian does not bring a dead worker process back but ends, so that the supervisor, which
    waits less long, starts both again.
    """
    address = ("--host", host, "--port", str(port))
    # Whoever holds a connection open, a stream or a long poll, may hold up neither the end nor others:
    # as many as the server lets wait (TAKI_HELD_POLLS) must fit beside those who are served.
    limits = ("--workers", "1", "--workers-kill-timeout", "3", "--backlog", "4096")
    options = ("--interface", "asgi", *address, *limits, "--log-level", "warning")
    part = _python("web", environment, "-m", "granian", *options, "taki_api.asgi:application")
    return replace(part, ends_first=True)


def worker(name: str, environment: Mapping[str, str], folder: DataFolder, queues: Iterable[str]) -> Part:
    """A Celery worker for these queues, in processes: tasks that take too long can then be ended."""
    # Unique a data folder, since two servers may share a broker.
    node = ("--hostname", f"taki-{name}-{folder.path.stat().st_ino}@%h")
    quiet = ("--without-gossip", "--without-mingle", "--loglevel", "WARNING")
    return _python(name, environment, *_CELERY, "worker", *node, "--queues", ",".join(queues), *quiet)


def beat(environment: Mapping[str, str], folder: DataFolder) -> Part:
    """The clock that hands the worker its periodic tasks."""
    schedule = ("--schedule", str(folder.run / "beat-schedule"), "--pidfile", "")
    return _python("beat", environment, *_CELERY, "beat", *schedule, "--loglevel", "WARNING")


def _python(name: str, environment: Mapping[str, str], *arguments: str) -> Part:
    return Part(
        name=name,
        command=(sys.executable, "-P", *arguments),
        environment=environment,
        directory=ROOT,
    )
