"""Environment variables read into Python values; it knows names and forms, not what they are for."""

import os
import re
from collections.abc import Collection
from pathlib import Path
from urllib.parse import urlsplit

import dj_database_url

_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"", "0", "false", "no", "off"}


class BadEnvironment(Exception):
    """A variable holds a value that cannot be used; the message says which and what to write."""


def flag(name: str) -> bool:
    """Say whether the variable means yes; unset and empty mean no.

    :raises BadEnvironment: for a word that is neither yes nor no.
    """
    word = os.environ.get(name, "").strip().lower()
    if word in _TRUE:
        return True
    if word in _FALSE:
        return False
    raise BadEnvironment(f"{name} must be 1 or 0, not {word!r}.")


def number(name: str, default: int, *, least: int = 0, most: int = 1_000_000) -> int:
    """Return the variable as an integer, `default` when it is unset or empty.

    :raises BadEnvironment: for anything but a whole number from `least` to `most`.
    """
    text = os.environ.get(name, "").strip()
    if not text:
        return default
    if not (text.isdecimal() and text.isascii()) or not least <= int(text[:20]) <= most:
        raise BadEnvironment(f"{name} must be a whole number from {least} to {most}, not {text!r}.")
    return int(text)


def rate(name: str) -> str:
    """Return the variable, so many requests in a time as `120/min`; empty when it is unset or empty.

    :raises BadEnvironment: for anything but a whole number above zero by `sec`, `min`, `hour` or `day`.
    """
    text = os.environ.get(name, "").strip()
    if text and not re.fullmatch(r"[1-9][0-9]{0,8}/(sec|min|hour|day)", text):
        raise BadEnvironment(f"{name} must be like 120/min (sec, min, hour or day), not {text!r}.")
    return text


def words(name: str, default: str = "") -> list[str]:
    """Return the comma-separated words of the variable."""
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


def origins(name: str, *, subdomains: bool = False) -> list[str]:
    """Return the comma-separated origins of the variable.

    :param subdomains: whether `*.` may stand for every subdomain of a host.
    :raises BadEnvironment: for anything but a scheme and a host, with a port or without.
    """
    given = words(name)
    for word in given:
        origin = word.replace("://*.", "://", 1) if subdomains else word
        if not re.fullmatch(r"https?://([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?", origin):
            raise BadEnvironment(
                f"{name} must be origins like https://HOST or http://HOST:PORT, not {word!r}."
            )
    return given


def folder(name: str) -> str:
    """Return the folder that the variable names, made where it is missing; empty when it is unset or empty.

    :raises BadEnvironment: where it cannot be made or not be written to.
    """
    named = text(name)
    if not named:
        return ""
    try:
        Path(named).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadEnvironment(f"{name}: {named} cannot be made ({error.strerror}).") from error
    if not os.access(named, os.R_OK | os.W_OK | os.X_OK):
        raise BadEnvironment(f"{name}: {named} cannot be written to.")
    return named


def text(name: str, default: str = "") -> str:
    """Return the variable as it is, `default` when it is unset or empty."""
    return os.environ.get(name) or default


def secret(name: str, default: str = "") -> str:
    """Return the variable, else what the file that `<name>_FILE` names holds, as containers give secrets.

    :raises BadEnvironment: for a file that cannot be read or is empty.
    """
    value, file = text(name), text(f"{name}_FILE")
    if value or not file:
        return value or default
    try:
        held = Path(file).read_text().strip()
    except OSError as error:
        raise BadEnvironment(f"{name}_FILE: {file} cannot be read ({error.strerror}).") from error
    if not held:
        raise BadEnvironment(f"{name}_FILE: {file} is empty.")
    return held


# psycopg's own default: so often a statement comes on a connection before it is prepared there.
_PREPARED_AFTER = 5


def database(*, statement_seconds: int, lock_seconds: int, pooled: bool) -> dj_database_url.DBConfig:
    """Return Django's database entry for `DATABASE_URL`, with both timeouts set as the connection opens.

    What comes often is prepared, so that the database plans it once a connection; `pooled`, where
    one connection of ours is now this of the database and now that, nothing is.

    A host that begins with `/` (percent-encoded in the URL, or as `?host=`) is a socket folder.
    Time limits travel in the start-up packet, so that they cost no statement of their own; 0 means
    no limit.

    :raises BadEnvironment: for anything but a URL of a PostgreSQL.
    """
    url = secret("DATABASE_URL", "postgresql:///taki")
    # Never the URL itself, which may hold a password.
    refusal = BadEnvironment("DATABASE_URL must be like postgresql://USER:PASSWORD@HOST/NAME.")
    if not url.startswith(("postgresql://", "postgres://")):
        raise refusal
    try:
        config = dj_database_url.parse(url, conn_max_age=None, conn_health_checks=True)
    except ValueError:
        raise refusal from None
    options = config.setdefault("OPTIONS", {})
    limits = f"-c statement_timeout={statement_seconds * 1000} -c lock_timeout={lock_seconds * 1000}"
    options["options"] = f"{options.get('options', '')} {limits}".strip()
    options.setdefault("connect_timeout", 5)
    options["server_side_binding"] = True
    options["prepare_threshold"] = None if pooled else _PREPARED_AFTER
    return config


def redis() -> str:
    """Return `REDIS_URL`, empty where there is none.

    :raises BadEnvironment: for anything but a URL of a Redis.
    """
    url = secret("REDIS_URL")
    if url and not _is_url(url, {"redis", "rediss", "unix"}):
        # Never the URL itself, which may hold a password.
        raise BadEnvironment("REDIS_URL must be like redis://:PASSWORD@HOST:PORT/NUMBER.")
    return url


# Redis and RabbitMQ, as kombu spells them; `memory` is one process alone.
_BROKERS = ("redis", "rediss", "redis+socket", "amqp", "amqps", "memory")


def broker(redis_url: str) -> str:
    """Return the Celery broker: `CELERY_BROKER_URL`, else the Redis in kombu's spelling, else in memory.

    :raises BadEnvironment: for anything but URLs of brokers that this server works with.
    """
    if chosen := secret("CELERY_BROKER_URL"):
        # Several, with semicolons, are tried one after another.
        if not all(_is_url(url, _BROKERS) for url in chosen.split(";")):
            raise BadEnvironment(
                "CELERY_BROKER_URL must be like redis://:PASSWORD@HOST:PORT/NUMBER or amqp://USER:PASSWORD@HOST:PORT"
                f" ({', '.join(_BROKERS)})."
            )
        return chosen
    if not redis_url:
        return "memory://"
    if urlsplit(redis_url).scheme == "unix":
        return redis_url.replace("unix://", "redis+socket://", 1)
    return redis_url


def _is_url(url: str, schemes: Collection[str]) -> bool:
    try:
        parts = urlsplit(url)
        port_is_good = parts.port != 0  # reading it raises, where it is no number up to 65535
    except ValueError:
        return False
    named = parts.scheme not in {"redis", "rediss"} or re.fullmatch(r"/?[0-9]*", parts.path)
    return port_is_good and parts.scheme in schemes and "://" in url and bool(named)
