"""What each event books, where no rule shows it at once."""

import pytest

from games.engine import events as ev
from games.engine.cards import Color, card, cards
from games.engine.commands import LeaveSeat, TakeSeat
from games.engine.events import Ending, Pending
from games.engine.history import NotALog, evolve, replay
from games.engine.options import Options
from games.engine.state import Phase, Run, Setup, State, changed
from tests.engine.boxes import SUPER_116
from tests.engine.playouts import GAME, lobby, started
from tests.rulebook.table import table

OPENED = ev.GameOpened(GAME, "super-116", SUPER_116.box, Options(hand_size=5), 1, 3, bytes(32), "c0")
R5_LAID = ev.CardLaid(0, card("R5"), Color.RED, leads=True)
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


SETUP = Setup(GAME, "super-116", SUPER_116.box, Options(hand_size=5), 3, bytes(32), "c0")
BARE = {
    **{"setup": SETUP, "phase": Phase.LOBBY, "host": None, "taken": (), "in_play": (), "hands": ()},
    **{"pile": (), "discard": (), "top": (), "leading": None, "color": None, "direction": 1, "number": 0},
    **{"seat": 0, "pending": Pending.ORDINARY, "debt": 0, "run": None, "windows": (), "declared": ()},
    **{"drawn": None, "held_back": (), "stages": (), "bots": (), "stood_in": ()},
    **{"single_since": (), "forgot_in": (), "absent": (), "stirred": False, "idle_turns": 0, "shuffles": 0},
    **{"places": (), "given_up_points": (), "result": None, "disclosed": False, "next": None},
}


def test_a_state_of_which_nothing_is_said_is_an_empty_lobby() -> None:
    assert vars(State(SETUP)) == BARE


def test_an_opened_game_holds_what_the_event_says_and_a_place_for_each_seat() -> None:
    assert vars(replay([OPENED])) == BARE | {
        "hands": ((), (), ()),
        "declared": (False, False, False),
        "single_since": (0, 0, 0),
        "forgot_in": (0, 0, 0),
        "absent": (0, 0, 0),
        "places": (None, None, None),
        "given_up_points": (None, None, None),
        "stages": (1, 1, 1),
        "bots": (None, None, None),
        "stood_in": (False, False, False),
    }


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
    laid = evolve(state, R5_LAID)
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


def test_a_seat_is_played_by_the_bot_on_it_until_that_stands_up() -> None:
    story = lobby(1, 3)
    story.give(LeaveSeat(1))
    assert [story.now.is_played_by_bot(seat) for seat in range(3)] == [False, False, False]
    story.give(TakeSeat(1, bot="easy"))
    assert (story.now.bots, story.now.is_played_by_bot(1)) == ((None, "easy", None), True)
    story.give(LeaveSeat(1))
    assert (story.now.bots, story.now.taken) == ((None, None, None), (0, 2))


def test_a_bot_stands_in_until_the_seat_returns() -> None:
    state = evolve(at_table(absent=(2, 0, 1)), ev.BotStoodIn(0))
    assert (state.stood_in, state.absent) == ((True, False, False), (2, 0, 1))
    assert [state.is_played_by_bot(seat) for seat in (0, 2)] == [True, False]
    back = evolve(state, ev.SeatReturned(0))
    assert (back.stood_in, back.absent) == ((False, False, False), (0, 0, 1))


def test_a_turn_without_a_card_laid_or_drawn_is_idle() -> None:
    passed = ev.TurnPassed(2, 8, Pending.ORDINARY)
    assert evolve(at_table(idle_turns=2), passed).idle_turns == 3
    assert evolve(at_table(idle_turns=2, stirred=True), passed).idle_turns == 0
    after = evolve(at_table(stirred=True), passed)
    assert (after.seat, after.number, after.pending, after.stirred) == (2, 8, Pending.ORDINARY, False)


def test_the_first_turn_can_be_idle_and_what_was_before_it_cannot() -> None:
    passed = ev.TurnPassed(2, 2, Pending.ORDINARY)
    assert evolve(at_table(number=1), passed).idle_turns == 1
    assert evolve(at_table(number=0), passed).idle_turns == 0


@pytest.mark.parametrize(
    ("event", "before", "after"),
    [
        (ev.AnotherCardOwed(0), Pending.ORDINARY, Pending.PLUS),
        (ev.FreeCardGiven(0), Pending.ORDINARY, Pending.KING),
        (ev.RunOpened(0, Color.RED), Pending.ORDINARY, Pending.RUN),
        (ev.RunTaken(0), Pending.ORDINARY, Pending.RUN),
        (ev.RunLeftOpen(), Pending.RUN, Pending.ORDINARY),
        (ev.RunEnded(), Pending.RUN, Pending.ORDINARY),
        (ev.RunEnded(), Pending.KING, Pending.KING),
        (ev.RunEnded(), Pending.PLUS_THREE, Pending.PLUS_THREE),
        (ev.DebtPaid(), Pending.DEBT, Pending.ORDINARY),
        (ev.DebtCanceled(), Pending.DEBT, Pending.ORDINARY),
        (ev.DebtCanceled(), Pending.RUN, Pending.RUN),
        (ev.WindowOpened(0), Pending.ORDINARY, Pending.PLUS_THREE),
        (ev.WindowClosed(), Pending.PLUS_THREE, Pending.ORDINARY),
        (ev.TurnPassed(2, 8, Pending.DEBT), Pending.ORDINARY, Pending.DEBT),
        (R5_LAID, Pending.ORDINARY, Pending.ORDINARY),
        (R5_LAID, Pending.DEBT, Pending.ORDINARY),
        (R5_LAID, Pending.PLUS, Pending.ORDINARY),
        (R5_LAID, Pending.KING, Pending.ORDINARY),
        (R5_LAID, Pending.RUN, Pending.RUN),
        (R5_LAID, Pending.PLUS_THREE, Pending.PLUS_THREE),
        (ev.DebtRaised(4), Pending.PLUS, Pending.PLUS),
        (ev.CardsDrawn(0, cards("B1")), Pending.PLUS, Pending.PLUS),
        (ev.SeatGivenUp(2, 2, 5), Pending.KING, Pending.KING),
    ],
)
def test_an_event_books_what_binds_the_seat_from_then_on(
    event: ev.Event, before: Pending, after: Pending
) -> None:
    state = at_table(pending=before, run=Run(Color.RED, 0), debt=2)
    assert evolve(state, event).pending is after


def test_a_hand_of_two_has_come_to_nothing() -> None:
    state = changed(at_table(), hands=(cards("R5 G1 B3"), (), cards("Y1")))
    laid = evolve(state, R5_LAID)
    assert (laid.single_since, laid.forgot_in) == (state.single_since, state.forgot_in)


def test_the_first_turn_follows_none_that_could_be_idle() -> None:
    assert started(1, 2).now.idle_turns == 0


def test_a_finished_game_keeps_its_result() -> None:
    finished = ev.GameFinished(Ending.STALEMATE, (1, None, 2), (5, None, 6))
    after = evolve(at_table(), finished)
    assert (after.phase, after.places, after.result) == (Phase.FINISHED, (1, None, 2), finished)
