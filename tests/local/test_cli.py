"""The words after ./taki: which function they reach, and what is said when they cannot."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from taki_api.local import cli, manage, serve, steps
from taki_api.local.address import Address
from taki_api.local.folder import DataFolder, Owner
from taki_api.local.unusable import Unusable


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


def test_steps_are_split_at_the_separators() -> None:
    words = ["+", "migrate", "--noinput", "+", "seed"]

    assert list(steps.commands(words)) == [["migrate", "--noinput"], ["seed"]]
