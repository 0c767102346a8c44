"""The glossary names every command, move, event, refusal and option, and nothing that is gone."""

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from games.codec import type_name
from games.engine.cards import card
from games.engine.commands import (
    BreakPlusThree,
    CallOut,
    CloseTaki,
    Command,
    DeclareLastCard,
    Draw,
    EndTurn,
    Lay,
    Move,
    Resign,
    Return,
)
from games.engine.events import Event
from games.engine.options import KINDS, Options, as_mapping
from games.engine.refusals import RULES, Refusal
from games.tournaments.commands import Command as CommandToTournament
from games.tournaments.events import Event as EventOfTournament
from games.wire.moves import listed
from problems.problem import known

PAGE = (Path(__file__).parents[2] / "docs" / "glossary.md").read_text()


def rows(heading: str) -> list[list[str]]:
    """The cells of the table under a heading, code marks aside."""
    (part,) = re.findall(rf"^## {heading}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    lines = [line for line in part.splitlines() if line.startswith("|")][2:]
    return [[cell.strip().strip("`") for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


def names(heading: str) -> list[str]:
    return [row[0] for row in rows(heading)]


def test_every_move_is_named_as_it_is_sent() -> None:
    one_of_each: list[Move] = [Lay(card("R5")), Draw(), CloseTaki(), EndTurn(), DeclareLastCard()]
    one_of_each += [CallOut(1), BreakPlusThree(), Return(), Resign()]
    assert [type(move) for move in one_of_each] == [*get_args(Move)]
    sent = [msgspec.to_builtins(form)["type"] for form in listed(one_of_each)]
    assert [tuple(row[:2]) for row in rows("Moves")] == [
        (type(move).__name__, type_) for move, type_ in zip(one_of_each, sent, strict=True)
    ]


def test_every_command_is_named() -> None:
    assert names("Commands") == [command.__name__ for command in get_args(Command)]


def test_every_event_is_named_with_its_type() -> None:
    expected = [(event.__name__, type_name(event)) for event in get_args(Event)]
    assert [tuple(row[:2]) for row in rows("Events")] == expected


def test_every_command_to_a_tournament_is_named() -> None:
    expected = [command.__name__ for command in get_args(CommandToTournament)]
    assert names("Commands of tournaments") == expected


def test_every_event_of_a_tournament_is_named_with_its_type() -> None:
    expected = [(event.__name__, type_name(event)) for event in get_args(EventOfTournament)]
    assert [tuple(row[:2]) for row in rows("Events of tournaments")] == expected


def test_every_refusal_is_named_with_its_rule() -> None:
    assert [tuple(row[:2]) for row in rows("Refusals")] == [(one.value, RULES[one]) for one in Refusal]


def test_every_other_refusal_is_named_with_its_status() -> None:
    others = {code: status for code, status in known().items() if code not in [*Refusal]}
    assert {code: status for code, status, _ in rows("Refusals that no rule makes")} == {
        code: f"{status:d}" for code, status in others.items()
    }


def test_every_option_is_named_with_its_default_and_its_values() -> None:
    assert names("Options") == list(KINDS)
    defaults = as_mapping(Options())
    for name, default, values, _ in rows("Options"):
        assert default == written(defaults[name])
        assert values == ", ".join(written(value) for value in KINDS[name].allowed)


def written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.parametrize(
    "heading",
    [
        *("Moves", "Commands", "Events", "The words of tournaments", "Commands of tournaments"),
        *("Events of tournaments", "Refusals", "Refusals that no rule makes", "Options"),
    ],
)
def test_every_row_says_what_it_means(heading: str) -> None:
    assert all(row[-1] for row in rows(heading))
