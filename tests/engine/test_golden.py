"""Whole games kept as text: each command still causes the very events that stand under it.

The files lie in `tests/playthroughs/`, a folder for each edition and one for other options;
`.venv/bin/python -m tests.playthroughs` writes them anew, and with the key of an edition two of that one.
A rule that changes on purpose changes them: that difference is reviewed like code.
"""

from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

from games.engine.events import Event
from games.engine.history import replay
from games.engine.notation import write_event
from tests.engine.boxes import EDITIONS, SHIPPED
from tests.engine.playouts import Playout
from tests.playthroughs.__main__ import out_of_the_box
from tests.playthroughs.transcripts import FOLDER, Playthrough, read, shown, written

FILES = sorted(FOLDER.glob("*/*.taki"))
# What no random game comes to; the rulebook and the tests of the lobby have it.
ELSEWHERE = {"SeatLeft", "GameAbandoned", "ClockExtended", "Intervened", "GameContinued"}


def kept(path: Path) -> Playthrough:
    return read(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=[f"{path.parent.name}/{path.stem}" for path in FILES])
def test_a_kept_game_goes_as_it_went(path: Path) -> None:
    game, playout = kept(path), Playout()
    for number, (command, events) in enumerate(game.answers):
        seen = [write_event(event) for event in playout.give(command)]
        assert seen == [write_event(event) for event in events], f"command {number}: {command}"
    assert tuple(playout.log) == game.log
    assert tuple(shown(playout.now)) == game.ending
    assert replay(game.log) == playout.now
    assert written(game.answers, playout.now) == path.read_text(encoding="utf-8")


def test_there_are_kept_games_of_every_size_that_is_tested() -> None:
    sizes = {path.stem[:2] for path in FILES if path.parent.name == "super-116"}
    assert sorted(sizes) == ["02", "03", "04", "07", "10"]


@pytest.mark.parametrize("key", EDITIONS)
def test_there_are_two_kept_games_of_an_edition_at_least(key: str) -> None:
    kept_of = Counter(path.parent.name for path in FILES)
    if key not in SHIPPED and kept_of[key] == 0:
        pytest.skip(f"no game of {key} is kept: `.venv/bin/python -m tests.playthroughs {key}` writes two")
    assert kept_of[key] >= 2


def test_a_kept_game_out_of_the_box_is_named_by_its_edition_seats_and_seed() -> None:
    written_anew = {path: (seed, repr(mix)) for path, seed, mix in out_of_the_box()}
    assert set(written_anew) == {path for path in FILES if path.parent.name != "options"}
    assert written_anew[FOLDER / "super-116" / "07-seats-seed-23.taki"] == (23, "super-116 seats=7")


def test_the_kept_games_hold_every_event_of_play() -> None:
    seen = {type(event) for path in FILES for event in kept(path).log}
    assert {kind.__name__ for kind in set(get_args(Event)) - seen} <= ELSEWHERE
