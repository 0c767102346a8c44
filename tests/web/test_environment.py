"""What the environment may say, and what is said of that which it may not."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from taki_api import environment
from taki_api.environment import BadEnvironment

ROOT = Path(__file__).parents[2]


def python(code: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run `code` in a process of its own, whose environment says only this of the project."""
    ours = ("TAKI_", "DATABASE_URL", "REDIS_URL", "CELERY_")
    base = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, env=base | variables, cwd=ROOT, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("word", "meant"), [("1", True), ("true", True), ("ON", True), ("0", False), ("", False)]
)
def test_a_flag_says_yes_or_no(monkeypatch: pytest.MonkeyPatch, word: str, meant: bool) -> None:
    monkeypatch.setenv("TAKI_X", word)
    assert environment.flag("TAKI_X") is meant


def test_a_flag_says_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAKI_X", "maybe")
    with pytest.raises(BadEnvironment, match="TAKI_X must be 1 or 0, not 'maybe'"):
        environment.flag("TAKI_X")


def test_a_number_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TAKI_X", raising=False)
    assert environment.number("TAKI_X", 8) == 8
    monkeypatch.setenv("TAKI_X", "12")
    assert environment.number("TAKI_X", 8) == 12


@pytest.mark.parametrize("word", ["-1", "1.5", "two", "0", "65", "٣", "9" * 5000])
def test_a_number_out_of_range_is_refused_with_the_range(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    monkeypatch.setenv("TAKI_X", word)
    with pytest.raises(BadEnvironment) as refusal:
        environment.number("TAKI_X", 8, least=1, most=64)
    assert str(refusal.value) == f"TAKI_X must be a whole number from 1 to 64, not {word!r}."


@pytest.mark.parametrize("word", ["1", "64"])
def test_the_ends_of_a_range_belong_to_it(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    monkeypatch.setenv("TAKI_X", word)
    assert environment.number("TAKI_X", 8, least=1, most=64) == int(word)


@pytest.mark.parametrize("word", ["", "1/sec", "120/min", "5/hour", "999999999/day"])
def test_a_rate_is_so_many_in_a_time(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    monkeypatch.setenv("TAKI_X", word)
    assert environment.rate("TAKI_X") == word


@pytest.mark.parametrize("word", ["120", "0/min", "120/", "x/min", "120/month", "-1/min", "120 / min"])
def test_what_is_no_rate_is_refused(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    monkeypatch.setenv("TAKI_X", word)
    with pytest.raises(BadEnvironment) as refusal:
        environment.rate("TAKI_X")
    assert str(refusal.value) == f"TAKI_X must be like 120/min (sec, min, hour or day), not {word!r}."


@pytest.mark.parametrize(
    ("name", "word", "refusal"),
    [
        ("TAKI_WORKER_PROCESSES", "0", "must be a whole number from 1 to 64, not '0'."),
        ("TAKI_BOT_ITERATIONS", "100000", "must be a whole number from 1 to 4000, not '100000'."),
        ("TAKI_BOT_PACE_PERCENT", "401", "must be a whole number from 0 to 400, not '401'."),
        ("TAKI_WEB_THREADS", "0", "must be a whole number from 1 to 256, not '0'."),
        ("TAKI_JOIN_RATE", "many", "must be like 120/min (sec, min, hour or day), not 'many'."),
        ("TAKI_CORS_ORIGINS", "foo", "must be origins like https://HOST or http://HOST:PORT, not 'foo'."),
        ("TAKI_CSRF_ORIGINS", "foo", "must be origins like https://HOST or http://HOST:PORT, not 'foo'."),
        (
            "CELERY_BROKER_URL",
            "http://x",
            "must be like redis://:PASSWORD@HOST:PORT/NUMBER or amqp://USER:PASSWORD@HOST:PORT "
            "(redis, rediss, redis+socket, amqp, amqps, memory).",
        ),
    ],
)
def test_no_process_starts_with_a_setting_that_makes_no_sense(name: str, word: str, refusal: str) -> None:
    run = python("import taki_api.settings", TAKI_LOCAL="1", **{name: word})
    assert run.returncode == 1
    assert run.stderr.splitlines()[-1] == f"taki_api.environment.BadEnvironment: {name} {refusal}"


def test_words_stand_between_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAKI_X", " a, b,,")
    assert environment.words("TAKI_X") == ["a", "b"]


@pytest.mark.parametrize(
    ("url", "host", "options"),
    [
        ("postgresql://taki@%2Ftmp%2Fpg/taki", "/tmp/pg", {}),
        ("postgresql:///taki?host=/tmp/pg", "", {"host": "/tmp/pg"}),
        ("postgresql://taki:secret@db:5433/taki", "db", {}),
    ],
)
def test_the_database_may_be_a_socket(
    monkeypatch: pytest.MonkeyPatch, url: str, host: str, options: dict[str, str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    config = environment.database(statement_seconds=15, lock_seconds=3, pooled=False)
    assert config["HOST"] == host
    assert config["CONN_MAX_AGE"] is None
    assert config["OPTIONS"] == {
        **options,
        "options": "-c statement_timeout=15000 -c lock_timeout=3000",
        "connect_timeout": 5,
        "server_side_binding": True,
        "prepare_threshold": 5,
    }


def test_nothing_is_prepared_through_a_pooler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql:///taki")
    config = environment.database(statement_seconds=15, lock_seconds=3, pooled=True)
    assert config["OPTIONS"]["prepare_threshold"] is None


def test_options_of_the_url_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql:///taki?options=-c%20jit%3Doff")
    config = environment.database(statement_seconds=0, lock_seconds=3, pooled=False)
    assert config["OPTIONS"]["options"] == "-c jit=off -c statement_timeout=0 -c lock_timeout=3000"


@pytest.mark.parametrize("url", ["", "redis://:secret@cache/1", "rediss://cache", "unix:///tmp/v.sock"])
def test_a_redis_is_taken_as_it_is_named(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("REDIS_URL", url)
    assert environment.redis() == url


@pytest.mark.parametrize(
    "url",
    [
        "cache:6379",
        "http://:secret@cache",
        "amqp://rabbit",
        "redis://:secret@cache:notaport/0",
        "redis://:secret@cache:65536",
        "redis://:secret@cache/first",
        "redis://[::1",
        "redis:cache",
    ],
)
def test_what_is_no_redis_is_refused_without_its_password(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("REDIS_URL", url)
    with pytest.raises(BadEnvironment) as refusal:
        environment.redis()
    assert str(refusal.value) == "REDIS_URL must be like redis://:PASSWORD@HOST:PORT/NUMBER."


@pytest.mark.parametrize(
    ("chosen", "redis", "broker"),
    [
        ("", "", "memory://"),
        ("", "redis://cache:6379/0", "redis://cache:6379/0"),
        ("", "unix:///tmp/v.sock", "redis+socket:///tmp/v.sock"),
        ("amqp://rabbit", "unix:///tmp/v.sock", "amqp://rabbit"),
    ],
)
def test_the_broker_is_the_redis_unless_another_is_chosen(
    monkeypatch: pytest.MonkeyPatch, chosen: str, redis: str, broker: str
) -> None:
    monkeypatch.setenv("CELERY_BROKER_URL", chosen)
    assert environment.broker(redis) == broker


@pytest.mark.parametrize(
    "url",
    [
        "redis+socket:///tmp/v.sock",
        "rediss://:secret@cache:6380/1",
        "amqps://taki:secret@rabbit:5671/taki",
        "amqp://rabbit;amqp://other:5673//",
        "memory://",
    ],
)
def test_a_broker_is_taken_as_it_is_named(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("CELERY_BROKER_URL", url)
    assert environment.broker("") == url


@pytest.mark.parametrize(
    "url",
    [
        "foo",
        "http://:secret@x",
        "sqs://",
        "sentinel://:secret@cache:26379",
        "redis://127.0.0.1:notaport/0",
        "redis://127.0.0.1:0/0",
        "redis://127.0.0.1/first",
        "amqp://taki:secret@rabbit:70000",
        "amqp://rabbit;http://x",
        "amqp://rabbit;",
        "amqp:rabbit",
    ],
)
def test_what_is_no_broker_is_refused_without_its_password(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("CELERY_BROKER_URL", url)
    with pytest.raises(BadEnvironment) as refusal:
        environment.broker("")
    assert str(refusal.value) == (
        "CELERY_BROKER_URL must be like redis://:PASSWORD@HOST:PORT/NUMBER or amqp://USER:PASSWORD@HOST:PORT "
        "(redis, rediss, redis+socket, amqp, amqps, memory)."
    )


@pytest.mark.parametrize(
    "origin", ["https://play.example", "http://localhost:5173", "http://[::1]:5173", "http://127.0.0.1"]
)
def test_an_origin_is_a_scheme_and_a_host(monkeypatch: pytest.MonkeyPatch, origin: str) -> None:
    monkeypatch.setenv("TAKI_X", f"{origin}, https://other.example")
    assert environment.origins("TAKI_X") == [origin, "https://other.example"]


@pytest.mark.parametrize(
    "word",
    ["foo", "play.example", "https://", "https://a/", "https://a/b", "https://a:b", "ftp://a", "https://*.a"],
)
def test_what_is_no_origin_is_refused(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    monkeypatch.setenv("TAKI_X", f"https://play.example,{word}")
    with pytest.raises(BadEnvironment) as refusal:
        environment.origins("TAKI_X")
    assert str(refusal.value) == (
        f"TAKI_X must be origins like https://HOST or http://HOST:PORT, not {word!r}."
    )


def test_an_origin_may_be_every_subdomain_where_that_is_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAKI_X", "https://*.play.example")
    assert environment.origins("TAKI_X", subdomains=True) == ["https://*.play.example"]


def test_a_folder_is_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TAKI_X", str(tmp_path / "a" / "b"))
    assert environment.folder("TAKI_X") == str(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").is_dir()
    monkeypatch.setenv("TAKI_X", "")
    assert environment.folder("TAKI_X") == ""


@pytest.mark.parametrize(("below", "why"), [("", "File exists"), ("/counts", "Not a directory")])
def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path, below: str, why: str) -> None:
    file = tmp_path / "file"
    file.touch()
    run = python("import taki_api.settings", TAKI_LOCAL="1", TAKI_METRICS_FOLDER=f"{file}{below}")
    assert run.stderr.splitlines()[-1] == (
        f"taki_api.environment.BadEnvironment: TAKI_METRICS_FOLDER: {file}{below} cannot be made ({why})."
    )


def test_production_does_not_serve_without_a_secret() -> None:
    run = python("import taki_api.wsgi", DJANGO_SETTINGS_MODULE="taki_api.settings")
    assert run.returncode == 1
    assert "Set TAKI_SECRET_KEY to a long random text before serving." in run.stderr


def test_the_production_set_up_passes_the_deployment_checks() -> None:
    run = python(
        "import runpy, sys; sys.argv = ['manage.py', 'check', '--deploy', '--fail-level', 'INFO'];"
        "runpy.run_path('manage.py', run_name='__main__')",
        TAKI_SECRET_KEY="0123456789abcdefghijklmnopqrstuvwxyz" * 2,
        TAKI_PROXIES="1",
    )
    assert run.stderr == ""
    assert run.stdout == "System check identified no issues (0 silenced).\n"
