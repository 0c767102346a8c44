"""What is shown while games are played, and what is said of them afterwards."""

import io
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from taki_api.local import cli
from taki_api.local.play import command
from taki_api.local.play.figures import Figures, percentile
from taki_api.local.play.game import Played
from taki_api.local.play.screen import Screen
from taki_api.local.play.summary import summary
from tests.local.play.pretend import Pretender


def view(turn: int | None) -> dict[str, Any]:
    counts = [{"cards": 5}, {"cards": 2}]
    return {"turn": turn and {"number": turn}, "seats": counts, "table": {"pile": 40}}


def shown(games: int, *, terminal: bool) -> str:
    stream, figures = io.StringIO(), Figures(moves=9)
    console = Console(file=stream, force_terminal=terminal, width=120, highlight=False)
    with Screen(games, figures, console) as screen:
        for turn in (3, 25, 26, 50, None):
            screen.moved(view(turn))
        screen.finished(1, 2, 9, "empty_hand")
    return stream.getvalue()


def test_a_pipe_gets_a_line_now_and_then() -> None:
    assert shown(1, terminal=False).splitlines() == [
        "  turn 25, cards 5 2, pile 40",
        "  turn 50, cards 5 2, pile 40",
        "  1/1  game 1, 2 seats, 9 moves: empty_hand",
    ]


def test_a_pipe_gets_a_line_for_each_of_many_games() -> None:
    assert shown(2, terminal=False).splitlines() == ["  1/2  game 1, 2 seats, 9 moves: empty_hand"]


def test_how_many_games_there_will_be_may_be_told_late() -> None:
    stream = io.StringIO()
    screen = Screen(1, Figures(), Console(file=stream, width=120, highlight=False))
    screen.expect(8)
    with screen:
        screen.moved(view(25))
        screen.finished(1, 2, 9, "empty_hand")
    assert stream.getvalue() == "  1/8  game 1, 2 seats, 9 moves: empty_hand\n"


def test_a_terminal_gets_one_live_line() -> None:
    assert "turn -, cards 5 2, pile 40" in shown(1, terminal=True)
    assert "9 moves" in shown(2, terminal=True)


def test_a_percentile_is_one_of_the_values() -> None:
    assert percentile([4.0, 1.0, 3.0, 2.0], 50) == 3.0
    assert percentile([4.0, 1.0], 99) == 4.0
    assert percentile([], 50) == 0.0


def test_a_summary_tells_all_figures() -> None:
    figures = Figures(
        seconds={"GET /games/{id}": [0.01, 0.02], "POST /games": [0.1]},
        moves=30,
        races=Counter({"too_late": 1}),
        repeats=2,
    )
    games = [
        Played("a", "super-116", 2, 10, "empty_hand", ""),
        Played("b", "crazy-112", 4, 20, "stalemate", ""),
    ]

    assert summary(games, figures, seed=7, seconds=10.0).splitlines() == [
        "2 games played to the end in 10.0 s with seed 7, every answer as described.",
        "  editions   1 x crazy-112, 1 x super-116",
        "  seats      1 x 2 at the table, 1 x 4 at the table",
        "  endings    1 x empty_hand, 1 x stalemate",
        "  moves      30, 3.0 a second",
        "  requests   3, 0.3 a second",
        "             GET /games/{id}                             2   p50    20.0 ms   p99    20.0 ms",
        "             POST /games                                 1   p50   100.0 ms   p99   100.0 ms",
        "  races      1 x too_late",
        "  retries    none needed",
        "  repeats    2 requests sent twice, each answered byte for byte as before",
    ]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Pretender:
    """A pretended server that answers at every URL."""
    pretender = Pretender()
    monkeypatch.setattr(command, "connecting", lambda _: pretender.client)
    monkeypatch.setattr("taki_api.local.play.server._answers", lambda _: True)
    return pretender


PLAY = ["--edition", "tiny", "--players", "2", "--seed", "0"]


def test_the_transcript_goes_before_the_summary(
    server: Pretender, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(PLAY, environment={}) == 0

    assert capsys.readouterr().out.startswith("a transcript\n\n1 game played to the end in ")


def test_a_broken_promise_is_exit_code_1_and_a_block(
    server: Pretender, capsys: pytest.CaptureFixture[str]
) -> None:
    server.tamper = lambda _, status, body: (202, body)

    assert command.main(PLAY, environment={}) == 1

    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("FAULT: an answer that the OpenAPI document does not describe\n")
    assert "\n  problem   status 202, described: 201, 401, 404, 409, 500, 503\n" in told.err


def test_an_unknown_edition_is_exit_code_2_and_a_sentence_with_the_known_ones(
    server: Pretender, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["play", "--edition", "huge"], environment={}) == 2

    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == "taki: There is no edition 'huge': choose one of tiny, or all with --edition.\n"


def test_a_file_is_compared_with_the_server(
    server: Pretender, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    notes = str(tmp_path / "acknowledged")
    command.main([*PLAY, "--acknowledged", notes], environment={})
    capsys.readouterr()

    assert command.main(["--check", notes], environment={}) == 0

    assert capsys.readouterr().out == (
        "games in the file: 1, answers: 6; each is told as it was acknowledged.\n"
    )
