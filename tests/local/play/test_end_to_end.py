"""The command as a user types it: a server of its own, one game over HTTP, and nothing left running."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from taki_api.local.address import is_ready
from taki_api.local.migrations import ROOT
from taki_api.local.play import acknowledged, main
from taki_api.local.unusable import Unusable
from tests.local.ports import ReservedPort


@pytest.fixture
def url() -> Iterator[str]:
    """The root of a server that is not there, at a port that is free."""
    with ReservedPort() as port:
        yield port.url


def test_it_starts_a_server_and_plays_to_the_last_card(
    bare: dict[str, str], url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    notes = tmp_path / "acknowledged"
    where = ["--url", url, "--data", str(tmp_path / "data"), "--acknowledged", str(notes)]

    assert main([*where, "--players", "2", "--quick", "--seed", "7"], environment=bare) == 0

    told = capsys.readouterr()
    ((game, answers),) = acknowledged.read(notes).items()
    version = answers[-1].view["version"]
    lines = told.out.splitlines()
    assert lines[0] == f"# game {game}"
    assert next(line for line in lines if line.startswith(f"{version} ")).endswith(" disclosed")
    assert any(line.startswith("1 game played to the end in ") for line in lines)
    assert "1/1  game 1, 2 seats, " in told.err
    assert not is_ready(url)


def test_it_plays_against_the_server_s_own_bots(
    bare: dict[str, str], url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["--url", url, "--data", str(tmp_path / "data"), "--players", "3", "--quick", "--seed", "7"]
    at_once = {**bare, "TAKI_BOT_PACE_PERCENT": "0", "TAKI_BOT_ITERATIONS": "10"}

    assert main([*where, "--bots", "easy,normal"], environment=at_once) == 0

    lines = capsys.readouterr().out.splitlines()
    assert any(line.endswith(" sat down as bot normal") for line in lines)
    assert not any(" settled" in line for line in lines)
    assert any(line.startswith("1 game played to the end in ") for line in lines)


def test_it_plays_every_edition_that_the_server_has(
    bare: dict[str, str], url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["--url", url, "--data", str(tmp_path / "data")]

    assert main([*where, "--edition", "all", "--players", "2,3", "--quick"], environment=bare) == 0

    told = capsys.readouterr()
    editions = sorted(path.stem for path in (ROOT / "seeds" / "editions").glob("*.toml"))
    played = ", ".join(f"1 x {edition}" for edition in editions)
    assert f"  editions   {played}" in told.out.splitlines()
    assert f"{len(editions)}/{len(editions)}  game " in told.err


def test_a_server_that_cannot_start_says_why(bare: dict[str, str], url: str, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")

    with pytest.raises(Unusable, match=r"The data folder .* cannot be written"):
        main(["--url", url, "--data", str(tmp_path / "data")], environment=bare)


def test_nothing_is_started_on_another_machine(bare: dict[str, str]) -> None:
    with pytest.raises(Unusable, match=r"No server answers at http://taki\.invalid: start one there"):
        main(["--url", "http://taki.invalid"], environment=bare)
