"""What each event books, where no rule shows it at once."""

import pytest

from games.engine import events as ev
from games.engine.cards import card, cards
from games.engine.events import Ending, Pending
from games.engine.history import NotALog, evolve, replay
from games.engine.options import Options
from games.engine.state import Phase, Setup, State, changed
from tests.engine.boxes import SUPER_116
from tests.engine.playouts import GAME, lobby, started
from tests.rulebook.table import table

OPENED = ev.GameOpened(GAME, "super-116", SUPER_116.box, Options(hand_size=5), 1, 3, bytes(32), "c0")
TABLE = """
leading  R3
number   7
pile     B1 B3 B4
dana     R5 G1
omer
noa      Y1
"""


def at_table(**changes: object) -> State:
    layout = TABLE.replace("omer\n", "omer     empty\n")
    return changed(table(layout).state, **changes)  # type: ignore[arg-type]


def test_a_log_has_at_least_one_event() -> None:
    with pytest.raises(NotALog, match=r"^a log has at least one event$"):
        replay([])


def test_a_log_begins_with_the_opening() -> None:
    with pytest.raises(NotALog, match=r"^a log begins with GameOpened$"):
        replay([ev.SeatTaken(0)])


def test_a_game_is_opened_once() -> None:
    with pytest.raises(NotALog, match=r"^a game is opened once$"):
        replay([OPENED, OPENED])


def test_an_opened_game_holds_what_the_event_says_and_nothing_else() -> None:
    state = replay([OPENED])
    assert state == State(
        setup=Setup(GAME, "super-116", SUPER_116.box, Options(hand_size=5), 3, bytes(32), "c0"),
        hands=((), (), ()),
        declared=(False, False, False),
        single_since=(0, 0, 0),
        forgot_in=(0, 0, 0),
        absent=(0, 0, 0),
        places=(None, None, None),
        given_up_points=(None, None, None),
    )


def test_replaying_a_log_is_evolving_by_each_event() -> None:
    log = started(3, 2).log
    state = None
    for event in log:
        state = evolve(state, event)
    assert replay(log) == state


def test_every_shuffle_is_counted() -> None:
    assert lobby(1, 2).now.shuffles == 0
    assert started(1, 2).now.shuffles == 1
    state = at_table(shuffles=4)
    assert evolve(state, ev.DiscardShuffled(4, cards("R1"))).shuffles == 5
    assert evolve(state, ev.HandShuffledIn(0, 4, cards("R1"))).shuffles == 5


def test_a_hand_that_comes_to_one_card_may_be_declared_from_that_turn_on() -> None:
    state = at_table(forgot_in=(3, 0, 0))
    laid = evolve(state, ev.CardLaid(0, card("R5"), card("R5").color, leads=True))
    assert (laid.single_since, laid.forgot_in) == ((7, 0, 6), (0, 0, 0))
    drawn = evolve(changed(state, hands=((), (), cards("Y1"))), ev.CardsDrawn(0, cards("B1")))
    assert (drawn.single_since, drawn.forgot_in) == ((7, 0, 6), (0, 0, 0))
    two = evolve(state, ev.CardsDrawn(2, cards("B1")))
    assert (two.single_since, two.forgot_in) == ((0, 0, 6), (3, 0, 0))


def test_a_card_drawn_takes_back_what_was_declared_of_that_hand_alone() -> None:
    state = at_table(declared=(True, False, True))
    assert evolve(state, ev.CardsDrawn(2, cards("B1"))).declared == (True, False, False)
    assert evolve(state, ev.CardsDrawn(2, ())) is state


def test_drawing_takes_from_the_top_of_the_pile() -> None:
    after = evolve(at_table(), ev.CardsDrawn(0, cards("B1 B3")))
    assert (after.pile, after.hands[0], after.stirred) == (cards("B4"), cards("R5 G1 B1 B3"), True)


def test_a_seat_given_up_is_out_of_play_and_its_points_are_kept() -> None:
    after = evolve(at_table(declared=(False, False, True)), ev.SeatGivenUp(2, 2, 41))
    assert (after.in_play, after.places, after.given_up_points) == ((0,), (None, None, 2), (None, None, 41))
    assert (after.declared, after.stirred) == ((False, False, False), True)


def test_a_turn_without_a_card_laid_or_drawn_is_idle() -> None:
    passed = ev.TurnPassed(2, 8, Pending.ORDINARY)
    assert evolve(at_table(idle_turns=2), passed).idle_turns == 3
    assert evolve(at_table(idle_turns=2, stirred=True), passed).idle_turns == 0
    after = evolve(at_table(stirred=True), passed)
    assert (after.seat, after.number, after.pending, after.stirred) == (2, 8, Pending.ORDINARY, False)


def test_the_first_turn_follows_none_that_could_be_idle() -> None:
    assert started(1, 2).now.idle_turns == 0


def test_a_finished_game_keeps_its_result() -> None:
    finished = ev.GameFinished(Ending.STALEMATE, (1, None, 2), (5, None, 6))
    after = evolve(at_table(), finished)
    assert (after.phase, after.places, after.result) == (Phase.FINISHED, (1, None, 2), finished)
