"""The words after ./taki: which function they reach, and what is said when they cannot."""

import errno
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from taki_api.local import cli, manage, serve, steps, valkey
from taki_api.local.address import Address
from taki_api.local.folder import DataFolder, Owner
from taki_api.local.migrations import ROOT, applied
from taki_api.local.unusable import Unusable

EARLIER = "password as set earlier (./taki manage changepassword operator sets another)"


def test_a_command_gets_its_words_and_its_environment() -> None:
    got: list[object] = []

    def fake(argv: Sequence[str], *, environment: Mapping[str, str]) -> int:
        got.extend([argv, environment])
        return 7

    assert cli.main(["test", "-k", "law"], environment={"A": "1"}, find=lambda _: fake) == 7
    assert got == [["-k", "law"], {"A": "1"}]


def test_what_stands_in_the_way_is_one_sentence_and_exit_code_2(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fake(argv: Sequence[str], *, environment: Mapping[str, str]) -> int:
        raise Unusable("Mend it.", details="what it said last\n")

    assert cli.main(["serve"], find=lambda _: fake) == 2
    assert capsys.readouterr().err == "what it said last\ntaki: Mend it.\n"


def test_an_unknown_command_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["dance"]) == 2
    assert capsys.readouterr().err == (
        "taki: There is no command 'dance': choose one of serve, test, play, manage.\n"
    )


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_has_a_function(name: str) -> None:
    assert callable(cli.load(name))


def test_serve_takes_its_options() -> None:
    options = serve.parse(["--port", "9000", "--host", "::1", "--data", "d"], {})

    assert options == serve.Options(Address("::1", 9000), Path("d"))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--port", "http"], "argument --port: 'http' is no port: give a number from 1 to 65535"),
        (["--port", "0"], "argument --port: '0' is no port: give a number from 1 to 65535"),
        (["--colour"], "unrecognized arguments: --colour"),
    ],
)
def test_serve_refuses_other_options_in_a_sentence(words: list[str], sentence: str) -> None:
    with pytest.raises(Unusable) as refused:
        serve.parse(words, {})

    assert str(refused.value) == f"{sentence} (see ./taki serve --help)."


def test_a_second_server_on_the_same_data_is_refused(folder: DataFolder) -> None:
    first = Owner("serve", 4711, "/run", postgres=True, valkey=True, url="http://127.0.0.1:8000")

    with folder.claimed(first), pytest.raises(Unusable) as refused:
        serve.main(["--data", str(folder.path)], environment={})

    assert str(refused.value) == (
        f"./taki serve (process 4711) already uses the data in {folder.path} "
        "at http://127.0.0.1:8000: end it, or choose another folder with --data."
    )


@pytest.mark.parametrize(
    ("words", "data", "command"),
    [
        (["check"], None, ["check"]),
        (["--data", "d", "check", "--data", "x"], "d", ["check", "--data", "x"]),
        (["--data=d", "check"], "d", ["check"]),
        ([], None, []),
    ],
)
def test_manage_keeps_only_a_leading_data(words: list[str], data: str | None, command: list[str]) -> None:
    assert manage.split(words) == (data, command)


def test_manage_wants_a_folder_after_data() -> None:
    with pytest.raises(Unusable) as refused:
        manage.split(["--data"])

    assert str(refused.value) == ("--data wants a folder: ./taki manage --data DIR COMMAND ...")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["verify"], True),
        (["shell", "-c", "1"], True),
        (["verify", "--help"], False),
        (["migrate", "--noinput"], False),
        (["makemigrations", "--check"], False),
        (["--version"], False),
    ],
)
def test_manage_knows_what_looks_into_data(words: list[str], expected: bool) -> None:
    assert manage.looks_into_data(words) is expected


def test_manage_makes_nothing_for_a_command_that_wants_data(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mistyped = tmp_path / "mistyped"

    assert cli.main(["manage", "--data", str(mistyped), "verify"], environment={}) == 2

    assert capsys.readouterr().err == (
        f"taki: {mistyped} holds no data yet: run ./taki serve or ./taki manage migrate on it first.\n"
    )
    assert not mistyped.exists()


@pytest.mark.parametrize(
    ("outcome", "caller", "hint"),
    [
        ("works", {"TAKI_OPERATOR_PASSWORD": "mine"}, "password as set in TAKI_OPERATOR_PASSWORD"),
        (
            "works",
            {"TAKI_OPERATOR_PASSWORD_FILE": "/mine"},
            "password as set in TAKI_OPERATOR_PASSWORD_FILE",
        ),
        ("works", {}, "password (in {path}/operator_password)"),
        ("differs", {"TAKI_OPERATOR_PASSWORD": "mine"}, EARLIER),
        ("differs", {}, EARLIER),
    ],
)
def test_serve_tells_only_a_password_that_works(
    folder: DataFolder, outcome: str, caller: dict[str, str], hint: str
) -> None:
    (folder.run / serve.SIGN_IN_FILE).write_text(outcome)

    assert serve.password_hint(folder, caller) == hint.format(path=folder.path)


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        (
            "redis://127.0.0.1:1",
            "The Redis in REDIS_URL does not answer (Error 111 connecting to 127.0.0.1:1. "
            "Connection refused): start it or correct the URL.",
        ),
        ("cache", "REDIS_URL is no URL of a Redis: write redis://HOST:PORT/NUMBER."),
    ],
)
def test_a_redis_that_does_not_answer_is_one_sentence(url: str, sentence: str) -> None:
    with pytest.raises(Unusable) as refused:
        valkey.check_given(url)

    assert str(refused.value) == sentence.replace("111", str(errno.ECONNREFUSED))


@pytest.mark.parametrize(
    "url", ["foo", "sqlite:///x", "mysql://u:secret@h/x", "host=x", "postgresql://h/x?unknown=1"]
)
def test_a_url_of_no_postgresql_is_one_sentence(url: str) -> None:
    with pytest.raises(Unusable) as refused:
        applied(url)

    assert str(refused.value) == (
        "DATABASE_URL is no URL of a PostgreSQL: write postgresql://USER:PASSWORD@HOST/NAME."
    )


def test_steps_are_split_at_the_separators() -> None:
    words = ["+", "migrate", "--noinput", "+", "seed"]

    assert list(steps.commands(words)) == [["migrate", "--noinput"], ["seed"]]


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("TAKI_WEB_THREADS", "abc", "TAKI_WEB_THREADS must be a whole number from 1 to 256, not 'abc'."),
        ("DATABASE_URL", "foo", "DATABASE_URL must be like postgresql://USER:PASSWORD@HOST/NAME."),
        (
            "TAKI_CORS_ORIGINS",
            "play.example",
            "TAKI_CORS_ORIGINS must be origins like https://HOST or http://HOST:PORT, not 'play.example'.",
        ),
    ],
)
def test_steps_refuse_a_bad_setting_in_a_sentence(
    bare: dict[str, str], name: str, value: str, sentence: str
) -> None:
    settings = {"DJANGO_SETTINGS_MODULE": "taki_api.settings", "TAKI_LOCAL": "1", "PYTHONPATH": str(ROOT)}

    done = subprocess.run(
        [sys.executable, "-P", "-m", "taki_api.local.steps", "migrate"],
        env=bare | settings | {name: value},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout, done.stderr) == (os.EX_CONFIG, "", f"{sentence}\n")
