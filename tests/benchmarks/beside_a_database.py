"""A program with Django's settings beside a database of its own; what it measures is not known here."""

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from taki_api.local import foreground, parts
from taki_api.local.environment import Needs, for_django
from taki_api.local.folder import DataFolder
from taki_api.local.postgres import OWNER_ROLE
from taki_api.local.progress import Progress
from taki_api.local.services import Services
from taki_api.local.signals import Signals, StopRequested
from taki_api.local.supervisor import Supervisor
from taki_api.local.unusable import Unusable
from tests.benchmarks.served import bare_environment


def run(module: str, arguments: Sequence[str]) -> int:
    """Run a module beside a fresh database, durable, on a folder that is gone afterwards.

    Returns its exit status, or 2 where the database cannot be had.
    """
    with (
        tempfile.TemporaryDirectory(prefix="taki-benchmark-", ignore_cleanup_errors=True) as directory,
        Signals() as signals,
    ):
        folder = DataFolder.open(Path(directory))
        supervisor = Supervisor(folder, signals)
        try:
            return _run((module, *arguments), folder, supervisor, signals)
        except Unusable as problem:
            sys.stderr.write(f"{problem.details}\n{problem}\n")
            return 2
        except StopRequested:
            return 130
        finally:
            supervisor.close()


def _run(program: Sequence[str], folder: DataFolder, supervisor: Supervisor, signals: Signals) -> int:
    environment = bare_environment()
    services = Services.plan(folder, Needs.of(environment), environment)
    services.start(supervisor, Progress(sys.stderr))
    django = for_django(environment, folder, services.sockets, role=OWNER_ROLE)
    django["DJANGO_SETTINGS_MODULE"] = "taki_api.settings"
    with Progress(sys.stderr).step("migrations"):
        supervisor.run(parts.preparation(django, ("migrate", "--noinput")))
    command = (sys.executable, "-P", "-m", *program)
    return foreground.run(command, django, Path.cwd(), supervisor=supervisor, signals=signals)
