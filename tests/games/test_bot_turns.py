"""Which bots have something to consider, and from when on: in the standing, and in the head's column."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from games.bot_turns import asked, is_window_of_bots
from games.engine import events as ev
from games.engine.cards import card
from games.engine.commands import DeclareLastCard, Draw, Lay
from tests.conftest import NOON, FixedClock
from tests.games.bot_tables import with_bots
from tests.games.tables import Table, beat

pytestmark = pytest.mark.django_db
type Tables = Callable[..., Table]

NUMBERS = ("R5 G5 B5", "R7 G7 B7", "Y8 G8 B8")


def test_without_bots_none_is_waited_for(playing: Table) -> None:
    assert asked(playing.standing().state) == ()
    assert playing.head().bot_at is None


def test_in_a_lobby_bots_have_nothing_to_do() -> None:
    assert with_bots("easy").head().bot_at is None


def test_while_a_person_is_to_move_a_bot_has_nothing_to_do() -> None:
    table = with_bots("easy", "easy")
    table.deal(*NUMBERS, leading="R3")
    assert table.head().bot_at is None


def test_a_bot_is_waited_for_from_the_moment_at_which_it_has_the_turn(clock: FixedClock) -> None:
    table = with_bots("easy", "easy")
    table.deal(*NUMBERS, leading="R3")
    clock.advance(seconds=7)
    table.play(0, Draw())
    assert asked(table.standing().state) == (1,)
    assert table.head().bot_at == NOON + timedelta(seconds=7)


def test_whoever_comes_to_one_card_may_first_say_so(clock: FixedClock) -> None:
    table = with_bots("easy")
    table.deal("R5 G5", "R7 G7 B7", leading="R3")
    table.play(0, Lay(card("R5")))
    assert table.head().bot_at == NOON + timedelta(seconds=2)
    table.play(0, DeclareLastCard())
    assert table.head().bot_at == NOON


def test_a_bot_may_have_a_word_out_of_turn() -> None:
    table = with_bots("easy", last_card="called_out")
    table.deal("R5 G5", "R7 G7 B7", leading="R3", pile="G1 G3")
    table.play(0, Lay(card("R5")))
    assert asked(table.standing().state) == (1,)
    table = with_bots("easy", people=2, last_card="called_out")
    table.deal("R5 G5", "R7 G7 B7", "Y8 G8 B8", leading="R3")
    table.play(0, Lay(card("R5")))
    assert asked(table.standing().state) == (2,)


def test_in_a_window_every_bot_is_asked_whatever_it_holds() -> None:
    table = with_bots("easy", "hard")
    table.deal("+3 G5 B5", "R7 G7 B7", "X3 G8 B8", leading="R3")
    table.play(0, Lay(card("+3")))
    assert asked(table.standing().state) == (1, 2)
    assert is_window_of_bots(table.standing().state)
    assert table.head().bot_at == NOON


def test_a_window_that_a_person_might_answer_is_not_of_bots() -> None:
    table = with_bots("easy", people=2)
    table.deal("+3 G5 B5", "R7 G7 B7", "X3 G8 B8", leading="R3")
    assert not is_window_of_bots(table.standing().state)
    table.play(0, Lay(card("+3")))
    assert asked(table.standing().state) == (2,)
    assert not is_window_of_bots(table.standing().state)


def test_a_seat_for_which_a_bot_stands_in_is_asked_like_one(playing: Table) -> None:
    beat()
    playing.happen(ev.TurnSettled(0), ev.BotStoodIn(0))
    assert asked(playing.standing().state) == (0,)
    assert playing.head().bot_at == NOON


def test_a_game_that_is_over_asks_nobody(clock: FixedClock) -> None:
    table = with_bots("easy")
    table.deal("R5", "R7 G7 B7", leading="R3")
    table.play(0, Lay(card("R5")))
    assert table.head().bot_at is None
