"""Secrets come from the environment, or from files that it names, and from nowhere else."""

from pathlib import Path

import pytest

from taki_api import environment
from taki_api.environment import BadEnvironment
from tests.deploy.production import KEY, python

SECRETS = ["TAKI_SECRET_KEY", "DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A secret as containers are given it."""
    held = tmp_path / "secret"
    held.write_text("from-a-file\n")
    return held


@pytest.fixture(autouse=True)
def _unset(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TAKI_X", "TAKI_X_FILE"):
        monkeypatch.delenv(name, raising=False)


def test_a_secret_is_read_from_the_file_that_is_named(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    assert environment.secret("TAKI_X", "default") == "default"
    monkeypatch.setenv("TAKI_X_FILE", str(file))
    assert environment.secret("TAKI_X", "default") == "from-a-file"


def test_the_variable_itself_comes_before_the_file(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    monkeypatch.setenv("TAKI_X_FILE", str(file))
    monkeypatch.setenv("TAKI_X", "from-the-environment")
    assert environment.secret("TAKI_X") == "from-the-environment"


def test_a_file_that_holds_no_secret_is_told(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    monkeypatch.setenv("TAKI_X_FILE", str(file))
    file.write_text("\n")
    with pytest.raises(BadEnvironment, match=rf"^TAKI_X_FILE: {file} is empty\.$"):
        environment.secret("TAKI_X", "default")
    file.unlink()
    with pytest.raises(BadEnvironment, match=rf"^TAKI_X_FILE: {file} cannot be read \(No such file or"):
        environment.secret("TAKI_X", "default")


def test_every_secret_of_the_settings_may_be_a_file(tmp_path: Path) -> None:
    values = [KEY, "postgresql://taki@db/taki", "redis://cache/0", "amqp://rabbit"]
    variables = {}
    for name, value in zip(SECRETS, values, strict=True):
        (tmp_path / name).write_text(value)
        variables[f"{name}_FILE"] = str(tmp_path / name)
    run = python(
        "-c",
        "from django.conf import settings as s\n"
        "print(s.SECRET_KEY, s.DATABASES['default']['HOST'], s.REDIS_URL, s.CELERY_BROKER_URL)",
        **variables,
    )
    assert run.stdout == f"{KEY} db redis://cache/0 amqp://rabbit\n"


def test_no_settings_file_holds_a_secret_that_works_in_production() -> None:
    run = python(
        "-c", "from django.conf import settings as s; print(s.HAS_SECRET_KEY, s.CORS_ALLOWED_ORIGINS)"
    )
    assert run.stdout == "False []\n"
