"""What each viewer is shown of what is hidden."""

from typing import Any

import pytest

from games.engine import events as ev
from games.engine import sight
from games.engine.cards import Card, Color, card, cards
from games.engine.commands import Draw, Lay, PlayMoves, Resign
from games.engine.events import Abandonment, Ending, Event, Pending
from games.engine.options import Options
from games.engine.sight import redact, view
from games.engine.state import Phase, Run, changed
from tests.engine.playouts import lobby, seed_of, started
from tests.rulebook.table import table

HANDS = (cards("R1 R3"), cards("K"), ())
PILE = cards("G1 G3 CC")
NOBODY = (False, False, False)


def sitting(seat: int, cards: int, **other: Any) -> sight.SeatView:
    """A seat in play of which nothing else is to be said."""
    plain = {"declared": False, "stage": 1, "place": None, "absent": 0, "in_play": True}
    plain |= {"bot": None, "stood_in": False, "given_up": False, "held_back": False}
    return sight.SeatView(seat, cards, **plain | other)


@pytest.mark.parametrize(
    ("event", "spectator", "seat_one"),
    [
        (ev.GameStarted(1, (0, 1), PILE), sight.StartSeen(1, (0, 1), 3), sight.StartSeen(1, (0, 1), 3)),
        (
            ev.HandsDealt(HANDS),
            sight.DealSeen((2, 1, 0), None),
            sight.DealSeen((2, 1, 0), cards("K")),
        ),
        (ev.CardsDrawn(0, PILE), sight.DrawSeen(0, 3), sight.DrawSeen(0, 3)),
        (ev.CardsDrawn(1, PILE), sight.DrawSeen(1, 3), ev.CardsDrawn(1, PILE)),
        (ev.DrawnCardKept(0, PILE[0]), sight.KeptSeen(0), sight.KeptSeen(0)),
        (ev.DrawnCardKept(0, None), sight.KeptSeen(0), sight.KeptSeen(0)),
        (ev.DrawnCardKept(1, PILE[0]), sight.KeptSeen(1), ev.DrawnCardKept(1, PILE[0])),
        (
            ev.HandsPassed(0, -1, HANDS, NOBODY),
            sight.PassSeen(0, -1, (2, 1, 0), None, NOBODY),
            sight.PassSeen(0, -1, (2, 1, 0), cards("K"), NOBODY),
        ),
        (
            ev.HandsPassed(0, -1, (HANDS[0], (), HANDS[1]), NOBODY),
            sight.PassSeen(0, -1, (2, 0, 1), None, NOBODY),
            sight.PassSeen(0, -1, (2, 0, 1), None, NOBODY),
        ),
        (ev.DiscardShuffled(2, PILE), sight.DiscardShuffleSeen(2, 3), sight.DiscardShuffleSeen(2, 3)),
        (ev.HandShuffledIn(1, 2, PILE), sight.HandShuffleSeen(1, 2, 3), sight.HandShuffleSeen(1, 2, 3)),
        (ev.SeatGivenUp(1, 2, 57), sight.GiveUpSeen(1, 2), sight.GiveUpSeen(1, 2)),
        (
            ev.GameFinished(Ending.EMPTY_HAND, (2, 1), (5, 0)),
            sight.FinishSeen(Ending.EMPTY_HAND, (2, 1)),
            sight.FinishSeen(Ending.EMPTY_HAND, (2, 1)),
        ),
    ],
)
def test_what_is_hidden_is_counted_not_shown(event: Event, spectator: object, seat_one: object) -> None:
    assert redact(event, None, disclosed=False) == spectator
    assert redact(event, 1, disclosed=False) == seat_one
    for viewer in (None, 0, 1):
        assert redact(event, viewer, disclosed=True) is event


@pytest.mark.parametrize(
    "event",
    [
        ev.SeatTaken(1),
        ev.SeatTaken(1, bot="normal"),
        ev.SeatLeft(1),
        ev.HostPassed(1),
        ev.GameAbandoned(Abandonment.EVERYONE_LEFT),
        ev.CardTurnedUp(card("R5"), leads=True),
        ev.TurnPassed(1, 2, Pending.ORDINARY),
        ev.CardLaid(1, card("R5"), Color.RED, leads=True),
        ev.RunOpened(1, Color.RED),
        ev.RunTaken(1),
        ev.RunLeftOpen(),
        ev.RunEnded(),
        ev.DirectionChanged(-1),
        ev.SeatSkipped(1),
        ev.DebtRaised(2),
        ev.DebtPaid(),
        ev.DebtCanceled(),
        ev.AnotherCardOwed(1),
        ev.FreeCardGiven(1),
        ev.WindowOpened(1),
        ev.PlusThreeBroken(1),
        ev.PlusThreeEvaded(1),
        ev.WindowClosed(),
        ev.LastCardDeclared(1),
        ev.LastCardForgotten(1),
        ev.LastCardCalledOut(1, 0),
        ev.LastCardUnnoticed(1),
        ev.StageReached(1, 3),
        ev.FinishHeldBack(1),
        ev.TurnSettled(1),
        ev.BotStoodIn(1),
        ev.SeatReturned(1),
        ev.ClockExtended(3, 3),
        ev.Intervened("A stuck game"),
        ev.SeatFinished(1, 1),
        ev.Disclosed(),
        ev.GameContinued("another"),
    ],
    ids=lambda event: type(event).__name__,
)
def test_what_everybody_knows_is_shown_as_it_is(event: Event) -> None:
    for viewer in (None, 0, 1):
        assert redact(event, viewer, disclosed=False) is event


def test_an_opened_game_shows_its_commitment_and_not_its_seed() -> None:
    opened = lobby(4, 2).log[0]
    seen = redact(opened, 0, disclosed=False)
    assert isinstance(opened, ev.GameOpened)
    assert seen == sight.OpeningSeen(
        opened.game, opened.edition, opened.box, opened.options, 1, 2, opened.commitment, None, False
    )
    assert not hasattr(seen, "seed")


def test_a_lobby_has_no_table_and_no_turn() -> None:
    seen = view(lobby(1, 3).now, 2)
    assert (seen.phase, seen.table, seen.turn, seen.legal, seen.result) == (Phase.LOBBY, None, None, (), None)
    assert (seen.host, [seat.seat for seat in seen.seats]) == (0, [0, 1, 2])
    assert seen.you == sight.OwnSeat(2, (), declared=False, stage=1, drawn=None)
    assert all(not seat.in_play and seat.cards == 0 for seat in seen.seats)


def test_a_spectator_sees_counts_and_may_do_nothing() -> None:
    seen = view(started(1, 3).now, None)
    assert (seen.you, seen.legal, seen.secrets) == (None, (), None)
    assert [seat.cards for seat in seen.seats] == [8, 8, 8]
    assert seen.table is not None
    assert seen.table.pile + 24 + len(seen.table.top) == 116


def test_when_the_game_is_over_all_is_open() -> None:
    game = started(6, 2)
    hands = game.now.hands
    game.give(PlayMoves(0, None, (Resign(),)))
    seen = view(game.now, None)
    assert seen.secrets == sight.Secrets(seed_of(6), hands)
    assert (seen.phase, seen.turn) == (Phase.FINISHED, None)


def held(hand: tuple[Card, ...]) -> set[str]:
    return {card.code for card in hand}


def test_a_seat_sees_its_own_hand() -> None:
    state = started(1, 2).now
    seen = view(state, 1)
    assert seen.you is not None
    assert held(seen.you.hand) == held(state.hands[1])


def test_the_clock_is_told_which_seats_hold_one_card() -> None:
    state = started(1, 3).now
    assert state.holds_one == ()
    single = changed(state, hands=(cards("R1"), cards("R1 R3"), cards("K")))
    assert single.holds_one == (0, 2)
    assert changed(single, in_play=(0, 1)).holds_one == (0,)


def test_a_seat_that_was_given_up_sees_what_a_spectator_sees() -> None:
    game = started(6, 3)
    game.give(PlayMoves(1, None, (Resign(),)))
    assert view(game.now, 1) == view(game.now, None)


CROWDED = """
leading  RT
above    +3
pending  plus_three
run      red open
pile     R1 R4 ...
discard  G1 G3
direction -1
turn     omer
number   9
absent   noa 2
stood    noa
bots     omer
declared noa
dana     K R5
omer     R4 B4 B5
noa      X3
roni     given up 30
"""


def test_a_view_shows_all_of_the_table_and_the_own_hand() -> None:
    state = table(CROWDED).state
    seen = view(state, 0)
    assert seen == sight.View(
        edition="super-116",
        phase=Phase.PLAYING,
        options=Options(),
        commitment=state.setup.commitment,
        host=0,
        you=sight.OwnSeat(0, cards("R5 K"), declared=False, stage=1, drawn=None),
        seats=(
            sitting(0, 2),
            sitting(1, 3, bot="normal"),
            sitting(2, 1, declared=True, absent=2, stood_in=True),
            sitting(3, 0, place=4, in_play=False, given_up=True),
        ),
        table=sight.TableView(
            leading=card("RT"),
            color=Color.RED,
            top=cards("RT +3"),
            pile=106,
            discard=2,
            direction=-1,
            debt=0,
            run=Run(Color.RED, None),
            plus_three=1,
        ),
        turn=sight.TurnView(9, None, Pending.PLUS_THREE),
        legal=(Lay(card("K")), Lay(card("K"), last_card=True)),
        result=None,
        secrets=None,
        sealed=False,
        next=None,
    )


def test_a_view_outside_of_a_window_names_the_seat_on_turn_and_what_it_owes() -> None:
    state = table("leading R+2\ndebt 4\nturn omer\ndana R5 G1\nomer R4 B4").state
    seen = view(state, 1)
    assert seen.turn == sight.TurnView(5, 1, Pending.DEBT)
    assert seen.table is not None
    assert (seen.table.debt, seen.table.plus_three) == (4, None)
    assert seen.legal == (Draw(),)
    assert view(state, 0).legal == ()


def test_a_finished_game_shows_its_result() -> None:
    game = started(6, 2)
    game.give(PlayMoves(1, None, (Resign(),)))
    assert view(game.now, 0).result == game.log[-2]
    assert view(game.now, 0).turn is None


def test_the_card_just_drawn_is_shown_to_its_own_seat_alone_while_it_may_be_laid() -> None:
    state = table("leading R3\ndrawn R5\ndana R5 K\nomer B3 B4").state
    assert [seen.drawn if (seen := view(state, seat).you) else None for seat in (0, 1)] == [card("R5"), None]
    assert view(state, None).you is None
    for over in (changed(state, phase=Phase.ABANDONED), changed(state, pending=Pending.PLUS)):
        you = view(over, 0).you
        assert you is not None
        assert you.drawn is None


def test_a_drawn_card_that_does_not_fit_looks_to_others_like_one_that_does() -> None:
    fits = table("leading R3\ndrawn R5\ndana R5 K\nomer B3 B4").state
    does_not = changed(fits, drawn=None)
    for viewer in (1, None):
        assert view(fits, viewer) == view(does_not, viewer)


def test_who_is_held_back_is_shown_to_all_while_the_game_runs() -> None:
    state = changed(table("leading R+2\ndebt 2\nturn omer\ndana R5\nomer B3 B4").state, held_back=(0,))
    for viewer in (0, 1, None):
        assert [seat.held_back for seat in view(state, viewer).seats] == [True, False]
    over = changed(state, phase=Phase.FINISHED)
    assert [seat.held_back for seat in view(over, None).seats] == [False, False]
