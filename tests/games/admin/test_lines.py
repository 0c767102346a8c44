"""Events as lines: what is hidden is in none of them, what is not is as in every transcript."""

import pytest

from games.admin.lines import Line, line, move_line
from games.engine import events as ev
from games.engine.cards import card, cards
from games.engine.commands import Lay
from games.engine.notation import brief, write_event
from games.engine.sight import redact
from tests.engine.playouts import lobby, play

HELD = (cards("R1"), cards("R3"))


@pytest.mark.parametrize("seats", [2, 4, 10])
def test_lines_before_disclosure_say_what_is_briefly_said(seats: int) -> None:
    *_, (playout, _) = play(11, seats)
    for event in playout.log:
        if not isinstance(event, ev.SeatGivenUp | ev.GameFinished):
            assert line(redact(event, None, disclosed=False)).brief == brief(event)


def test_the_points_of_a_hand_that_was_given_up_are_not_told_before_disclosure() -> None:
    event = ev.SeatGivenUp(2, 4, 57)
    assert line(redact(event, None, disclosed=False)) == Line("seat2 gives up place 4", "")
    assert line(event) == Line("seat2 gives up place 4 points 57", "")


def test_the_points_of_the_hands_at_the_end_are_not_told_before_disclosure() -> None:
    event = ev.GameFinished(ev.Ending.TIME_CALLED, (2, None, 1), (57, None, 4))
    assert line(redact(event, None, disclosed=False)) == Line("finished time_called places 2 - 1", "")
    assert line(event) == Line("finished time_called places 2 - 1 points 57 - 4", "")


@pytest.mark.parametrize(
    ("event", "seen"),
    [
        (ev.GameStarted(1, (0, 2), cards("R1 R3")), Line("started seat0 seat2", "")),
        (ev.HandsDealt((cards("R1"), (), cards("R3"))), Line("dealt", "")),
        (ev.CardsDrawn(1, cards("R1 R3")), Line("seat1 draws 2", "")),
        (ev.DrawnCardKept(1, card("R1")), Line("seat1 may lay what it drew", "")),
        (ev.DrawnCardKept(1, None), Line("seat1 may lay what it drew", "")),
        (ev.HandsPassed(1, 1, HELD, (True, True)), Line("seat1 passes hands left", "")),
        (ev.HandsPassed(1, -1, HELD, (True, True)), Line("seat1 passes hands right", "")),
        (ev.LastCardCalledOut(1, 0), Line("seat1 called out by seat0", "")),
        (ev.LastCardUnnoticed(1), Line("seat1 not called out", "")),
        (ev.StageReached(1, 3), Line("seat1 reaches stage 3", "")),
        (ev.FinishHeldBack(1), Line("seat1 waits to finish", "")),
        (ev.SeatTaken(1), Line("seat1 sat down", "")),
        (ev.SeatTaken(1, bot="easy"), Line("seat1 sat down as bot easy", "")),
        (ev.BotStoodIn(1), Line("bot stands in for seat1", "")),
        (ev.SeatReturned(1), Line("seat1 returns", "")),
        (ev.DiscardShuffled(1, cards("R1 R3 R4")), Line("discard shuffled 3", "")),
        (ev.HandShuffledIn(1, 1, cards("R1 R3 R4")), Line("seat1 shuffled in", "")),
        (ev.CardLaid(0, card("CC"), card("B1").color, leads=True), Line("seat0 lays CC", "B leads")),
    ],
)
def test_a_spectator_reads(event: ev.Event, seen: Line) -> None:
    assert line(redact(event, None, disclosed=False)) == seen


def test_the_opening_keeps_its_seed() -> None:
    opened = lobby(1, 3).log[0]
    assert line(redact(opened, None, disclosed=False)) == Line("opened super-116 for 3", "")


def test_after_disclosure_a_line_is_the_whole_notation() -> None:
    *_, (playout, _) = play(3, 3)
    for event in playout.log:
        shown = line(redact(event, None, disclosed=True))
        assert f"{shown.brief} ; {shown.rest}".removesuffix(" ; ") == write_event(event)


def test_only_a_long_rest_is_folded_away() -> None:
    assert not Line("dealt", "x" * 90).is_long
    assert Line("dealt", "x" * 91).is_long


def test_a_move_is_written_with_its_seat() -> None:
    assert move_line(1, Lay(card("R5"), last_card=True)) == "seat1 lays R5 last card"
