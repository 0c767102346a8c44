"""The notation: each line as people know it, everything there and back, and what cannot be read."""

import dataclasses
import typing
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import commands as co
from games.engine import events as ev
from games.engine.cards import CARDS, Card, Color, UnknownCard, card, cards
from games.engine.commands import Command, CommandInGame, Move
from games.engine.editions import Edition
from games.engine.events import Abandonment, Ending, Event, Pending
from games.engine.lobby import MOST_SEATS
from games.engine.notation import (
    _COMMAND_LINES,
    DEFAULT_NAMES,
    TurnNotNamed,
    UnfitNames,
    Unreadable,
    brief,
    read_command,
    read_event,
    write_command,
    write_event,
)
from games.engine.notation_events import _LINES
from games.engine.notation_forms import RESERVED
from games.engine.options import KINDS, Choice, Flag, Kind, Options, Value, Whole, as_mapping
from games.engine.seating import Side

NAMES = ("dana", "omer", "noa")
PENDING = "ordinary, debt, plus, king, run, drawn_card, plus_three"
ENDING = "empty_hand, last_seat, stalemate, time_called"
RED, BLUE = Color.RED, Color.BLUE

EVENT_LINES: list[tuple[Event, str]] = [
    (ev.SeatTaken(1), "omer sat down"),
    (ev.SeatTaken(1, bot="normal"), "omer sat down as bot normal"),
    (ev.SeatLeft(1), "omer stood up"),
    (ev.HostPassed(2), "host noa"),
    (ev.GameAbandoned(Abandonment.EVERYONE_LEFT), "abandoned everyone_left"),
    (ev.GameStarted(1, (0, 2), cards("R5 CC")), "started dana noa ; packs 1 pile R5 CC"),
    (ev.HandsDealt((cards("R5 G1"), (), cards("K"))), "dealt ; R5 G1, -, K"),
    (ev.CardTurnedUp(card("R5"), leads=True), "turned up R5"),
    (ev.CardTurnedUp(card("X3"), leads=False), "turned up X3 goes to the bottom"),
    (ev.TurnPassed(1, 13, Pending.DEBT), "turn omer ; 13 debt"),
    (ev.CardLaid(0, card("K"), RED, leads=False), "dana lays K ; R beneath"),
    (ev.CardLaid(0, card("CC"), BLUE, leads=True), "dana lays CC ; B leads"),
    (ev.CardLaid(0, card("+3"), None, leads=False), "dana lays +3 ; - beneath"),
    (ev.CardsDrawn(2, cards("R1 G3 G3 CC")), "noa draws 4 ; R1 G3 G3 CC"),
    (ev.CardsDrawn(2, ()), "noa draws 0 ; -"),
    (ev.DrawnCardKept(2, card("R1")), "noa may lay what it drew ; R1"),
    (ev.DrawnCardKept(2, None), "noa may lay what it drew ; -"),
    (
        ev.HandsPassed(0, -1, (cards("R5 G1"), (), cards("K")), (False, False, True)),
        "dana passes hands right ; declared no no yes hands R5 G1, -, K",
    ),
    (ev.DiscardShuffled(3, cards("R1 G3")), "discard shuffled 2 ; 3 R1 G3"),
    (ev.HandShuffledIn(0, 4, cards("R1 G3")), "dana shuffled in ; 4 R1 G3"),
    (ev.RunOpened(0, RED), "run red dana"),
    (ev.RunTaken(1), "run taken omer"),
    (ev.RunLeftOpen(), "run left open"),
    (ev.RunEnded(), "run ended"),
    (ev.DirectionChanged(-1), "direction -1"),
    (ev.SeatSkipped(2), "skip noa"),
    (ev.DebtRaised(2), "debt 2"),
    (ev.DebtPaid(), "debt paid"),
    (ev.DebtCanceled(), "debt canceled"),
    (ev.AnotherCardOwed(0), "dana owes another card"),
    (ev.FreeCardGiven(0), "dana has a free card"),
    (ev.WindowOpened(0), "window dana"),
    (ev.PlusThreeBroken(2), "noa breaks +3"),
    (ev.PlusThreeEvaded(2), "noa evades +3"),
    (ev.WindowClosed(), "window closed"),
    (ev.LastCardDeclared(0), "dana says last card"),
    (ev.LastCardForgotten(0), "dana forgot last card"),
    (ev.LastCardCalledOut(0, 2), "dana called out by noa"),
    (ev.LastCardUnnoticed(0), "dana not called out"),
    (ev.StageReached(0, 7), "dana reaches stage 7"),
    (ev.FinishHeldBack(0), "dana waits to finish"),
    (ev.TurnSettled(0), "dana settled"),
    (ev.BotStoodIn(0), "bot stands in for dana"),
    (ev.SeatReturned(0), "dana returns"),
    (ev.ClockExtended(45, 300), "clock extended 45 waiting 300"),
    (ev.Intervened("nobody moves; a fault of ours"), 'operator ; "nobody moves; a fault of ours"'),
    (ev.SeatGivenUp(0, 3, 25), "dana gives up place 3 points 25"),
    (ev.SeatFinished(0, 1), "dana finishes 1"),
    (
        ev.GameFinished(Ending.EMPTY_HAND, (1, 2, None, 2), (0, 13, None, 20)),
        "finished empty_hand places 1 2 - 2 points 0 13 - 20",
    ),
    (
        ev.GameFinished(Ending.EMPTY_HAND, (1, 2), (-100, 13)),
        "finished empty_hand places 1 2 points -100 13",
    ),
    (ev.Disclosed(), "disclosed"),
    (ev.GameContinued("01a22a01"), "continued ; 01a22a01"),
]

COMMAND_LINES: list[tuple[Command, str]] = [
    (co.TakeSeat(1), "omer sits"),
    (co.TakeSeat(1, bot="normal"), "omer sits as bot normal"),
    (co.LeaveSeat(1), "omer leaves"),
    (co.StartGame(0), "dana starts"),
    (co.StartGame(0, first=2), "dana starts with noa"),
    (co.StartGame(None), "organizer starts"),
    (co.StartGame(None, first=2), "organizer starts with noa"),
    (co.CallTime(), "organizer calls time"),
    (co.Disclose(), "organizer discloses"),
    (co.AbandonLobby(), "clock abandons lobby"),
    (co.SettleTurn(12), "clock settles @12"),
    (co.CloseWindow(12), "clock closes window @12"),
    (co.GiveUpAbsent(2), "clock gives up noa"),
    (co.ExtendClock(0, 5), "clock extends 0 waiting 5"),
    (co.ContinueGame("01a22a01"), "continue ; 01a22a01"),
    (co.AbortGame("a fault of ours"), 'operator aborts ; "a fault of ours"'),
    (co.GiveUpSeat(1, "asleep"), 'operator gives up omer ; "asleep"'),
    (co.PlayMoves(0, 12, (co.Lay(card("R+2")),)), "dana lays R+2 @12"),
    (co.PlayMoves(0, 12, (co.Lay(card("CC"), BLUE, last_card=True),)), "dana lays CC color B last card @12"),
    (co.PlayMoves(0, 12, (co.Lay(card("CZ"), side=Side.LEFT),)), "dana lays CZ passing left @12"),
    (co.PlayMoves(0, 12, (co.Draw(),)), "dana draws @12"),
    (co.PlayMoves(0, 12, (co.EndTurn(),)), "dana ends turn @12"),
    (co.PlayMoves(0, 12, (co.DeclareLastCard(),)), "dana declares last card @12"),
    (co.PlayMoves(0, 12, (co.CallOut(1),)), "dana calls out omer @12"),
    (co.PlayMoves(0, 12, (co.BreakPlusThree(),)), "dana breaks +3 @12"),
    (co.PlayMoves(0, 12, (co.BreakPlusThree(last_card=True),)), "dana breaks +3 last card @12"),
    (co.PlayMoves(0, None, (co.Resign(),)), "dana resigns"),
    (co.PlayMoves(0, 12, (co.Resign(),)), "dana resigns @12"),
    (co.PlayMoves(0, None, (co.Return(),)), "dana returns"),
    (co.PlayMoves(0, 12, (co.Return(), co.Draw())), "dana returns, draws @12"),
    (co.StandIn(0, 12, (co.Lay(card("R5")),)), "bot for dana lays R5 @12"),
    (
        co.PlayMoves(0, 12, (co.Lay(card("RT")), co.Lay(card("R5")), co.CloseTaki())),
        "dana lays RT, lays R5, closes taki @12",
    ),
]


@pytest.mark.parametrize(("event", "line"), EVENT_LINES, ids=[line for _, line in EVENT_LINES])
def test_an_event_is_written_as_its_line_and_read_back(event: Event, line: str) -> None:
    assert write_event(event, (*NAMES, "roni")) == line
    assert read_event(line, (*NAMES, "roni")) == event
    assert brief(event, NAMES) == line.partition(" ; ")[0]


@pytest.mark.parametrize(("command", "line"), COMMAND_LINES, ids=[line for _, line in COMMAND_LINES])
def test_a_command_is_written_as_its_line_and_read_back(command: Command, line: str) -> None:
    assert write_command(command, NAMES) == line
    assert read_command(line, NAMES) == command


EDITION = Edition(
    "tiny 2", {"en": "Tiny; or small", "he": "טאקי"}, ((card("R5"), 2), (card("CC"), 1)), Options()
)


def test_a_game_s_opening_is_written_in_one_line() -> None:
    line = write_command(co.OpenGame("g-1", EDITION, Options(hand_size=3), 4, bytes(range(32))), NAMES)
    assert line.startswith('open "tiny\\x202" for 4 ; game g-1 seed 000102')
    assert " options hand_size=3 packs=auto first_seat=host" in line
    assert " voluntary_draw=true drawn_card_playable=false " in line
    assert ' names en="Tiny\\x3b\\x20or\\x20small" he="\\u05d8\\u05d0\\u05e7\\u05d9" box R5*2 CC*1 ' in line
    assert line.endswith(" lobby_seconds=86400")


def test_a_game_that_is_sealed_is_written_so() -> None:
    opening = co.OpenGame("g-1", EDITION, Options(), 4, bytes(32), begins=1, sealed=True)
    line = write_command(opening, NAMES)
    assert " begins omer sealed options hand_size=8 " in line
    assert read_command(line, NAMES) == opening
    opened = ev.GameOpened("g-1", "tiny", (), Options(), 1, 2, bytes(32), "c", sealed=True)
    line = write_event(opened, NAMES)
    assert " commitment c sealed options hand_size=8 " in line
    assert read_event(line, NAMES) == opened


def test_what_is_called_out_is_written_where_an_edition_has_it() -> None:
    opening = co.OpenGame(
        "g-1", dataclasses.replace(EDITION, shout={"en": "last card"}), Options(), 4, bytes(32)
    )
    line = write_command(opening, NAMES)
    assert ' shout en="last\\x20card" options hand_size=8 ' in line
    assert read_command(line, NAMES) == opening
    with pytest.raises(Unreadable) as unreadable:
        read_command(line.replace(' shout en="last\\x20card"', ' shout en="\\q"'), NAMES)
    assert unreadable.value.wanted == "what is called out, as en=TAKI"


@pytest.mark.parametrize(
    ("seat", "told"), [(0, " for 4 ; "), (2, " for 4 by noa ; "), (None, " for 4 by - ; ")]
)
def test_an_opener_who_does_not_sit_on_the_first_seat_is_named(seat: int | None, told: str) -> None:
    opened = co.OpenGame("g-1", EDITION, Options(), 4, bytes(32), begins=1, seat=seat)
    line = write_command(opened, NAMES)
    assert told in line
    assert read_command(line, NAMES) == opened


@pytest.mark.parametrize(
    ("there", "instead", "part", "wanted"),
    [
        ('en="Tiny', 'en="\\qTiny', None, "texts by language, as en=TAKI"),
        ("defaults hand_size=8", "defaults hand_size=1", None, "options, as hand_size=8"),
        ("open ", 'open "', '""tiny\\x202"', "a word"),
    ],
)
def test_an_opening_that_cannot_be_read_is_refused(
    there: str, instead: str, part: str | None, wanted: str
) -> None:
    line = write_command(co.OpenGame("g-1", EDITION, Options(), 4, bytes(32)), NAMES)
    with pytest.raises(Unreadable) as error:
        read_command(line.replace(there, instead), NAMES)
    assert error.value.wanted == wanted
    assert error.value.part == part or part is None


def test_an_opening_that_breaks_off_is_refused_as_a_whole() -> None:
    line = write_command(co.OpenGame("g-1", EDITION, Options(), 4, bytes(32)), NAMES)
    short = line.removesuffix(" lobby_seconds=86400")
    with pytest.raises(Unreadable) as error:
        read_command(short, NAMES)
    assert (error.value.part, error.value.at, error.value.wanted) == (short, 0, repr(line))


# --- every event and every command there and back

SEATS = st.integers(0, 9)
NUMBERS = st.integers(0, 10**6)
ONE_CARD = st.sampled_from([*CARDS.values()])
PILES = st.lists(ONE_CARD, max_size=5).map(tuple)
BOXES = st.lists(st.tuples(ONE_CARD, st.integers(1, 9)), max_size=4).map(tuple)
SCORES = st.lists(st.none() | st.integers(-100, 10**6), min_size=2, max_size=10).map(tuple)
SEEDS = st.binary(min_size=32, max_size=32)


def values_of(kind: Kind) -> st.SearchStrategy[Value]:
    match kind:
        case Choice(words):
            return st.sampled_from(words)
        case Flag():
            return st.booleans()
        case Whole(lowest, highest, also):
            return st.integers(lowest, highest) | st.sampled_from([lowest, highest, *also])


OPTIONS = st.fixed_dictionaries({name: values_of(kind) for name, kind in KINDS.items()}).map(
    lambda values: Options(**values)  # type: ignore[arg-type]  # each is of its kind
)
EDITIONS = st.builds(
    Edition,
    key=st.text(),
    names=st.dictionaries(st.text(), st.text(), max_size=3),
    box=BOXES,
    options=OPTIONS,
)
BY_NAME: Mapping[str, st.SearchStrategy[Any]] = {
    "seat": SEATS,
    "by": SEATS,
    "hands": st.lists(PILES, min_size=2, max_size=10).map(tuple),
    "box": BOXES,
    "places": SCORES,
    "points": SCORES,
    "seed": SEEDS,
    "direction": st.sampled_from([1, -1]),
}
BY_TYPE: Mapping[Any, st.SearchStrategy[Any]] = {
    int: NUMBERS,
    bool: st.booleans(),
    str: st.text(),
    Options: OPTIONS,
    Edition: EDITIONS,
    Card: ONE_CARD,
    Color: st.sampled_from(Color),
    str | None: st.none() | st.text(),
    Color | None: st.none() | st.sampled_from(Color),
    Card | None: st.none() | ONE_CARD,
    Side | None: st.none() | st.sampled_from(Side),
    int | None: st.none() | SEATS,
    tuple[bool, ...]: st.lists(st.booleans(), min_size=2, max_size=10).map(tuple),
    tuple[Card, ...]: PILES,
    tuple[int, ...]: st.lists(SEATS, unique=True).map(tuple),
    Pending: st.sampled_from(Pending),
    Ending: st.sampled_from(Ending),
    Abandonment: st.sampled_from(Abandonment),
}


def any_of(kind: type[Any]) -> st.SearchStrategy[Any]:
    """Return a strategy for every value of a dataclass of the engine."""
    hints = typing.get_type_hints(kind)
    fields = [field.name for field in dataclasses.fields(kind)]
    # `points` is a number where a seat gives up.
    names = {name for name in fields if not (name in {"places", "points"} and hints[name] is int)}
    return st.builds(
        kind,
        **{
            name: BY_NAME[name] if name in BY_NAME.keys() & names else BY_TYPE[hints[name]] for name in fields
        },
    )


def some_of(moves: object) -> st.SearchStrategy[Any]:
    """Return a strategy for one to four moves of a union of them."""
    one = st.one_of([any_of(kind) for kind in typing.get_args(moves)])
    return st.lists(one, min_size=1, max_size=4).map(tuple)


WITH_MOVES = {
    co.PlayMoves: st.builds(co.PlayMoves, seat=SEATS, turn=NUMBERS, moves=some_of(Move)),
    co.StandIn: st.builds(co.StandIn, seat=SEATS, turn=NUMBERS, moves=some_of(co.MoveForOther)),
}


@pytest.mark.parametrize("kind", typing.get_args(Event), ids=lambda kind: kind.__name__)
def test_every_event_survives_the_notation(kind: type[Event]) -> None:
    @given(any_of(kind))
    def check(event: Event) -> None:
        line = write_event(event)
        back = read_event(line)
        assert back == event
        assert repr(back) == repr(event)  # types too: tuples, colors, flags
        assert len(line.splitlines()) == 1

    check()


@pytest.mark.parametrize(
    "kind", [co.OpenGame, *typing.get_args(CommandInGame)], ids=lambda kind: kind.__name__
)
def test_every_command_survives_the_notation(kind: type[Command]) -> None:
    @given(WITH_MOVES[kind] if kind in WITH_MOVES else any_of(kind))
    def check(command: Command) -> None:
        line = write_command(command)
        assert read_command(line) == command
        assert len(line.splitlines()) == 1

    check()


# --- the turn

TURNS = [
    ("dana draws", co.PlayMoves(0, 7, (co.Draw(),))),
    ("bot for dana draws", co.StandIn(0, 7, (co.Draw(),))),
    ("clock settles", co.SettleTurn(7)),
]


@pytest.mark.parametrize(("line", "command"), [*TURNS, ("clock closes window", co.CloseWindow(7))])
def test_a_line_without_a_turn_means_the_one_that_the_reader_knows(line: str, command: Command) -> None:
    assert read_command(line, NAMES, 7) == command
    with pytest.raises(TurnNotNamed) as unnamed:
        read_command(line, NAMES)
    assert str(unnamed.value) == line


def test_a_turn_that_is_named_is_the_one_meant() -> None:
    assert read_command("dana draws @3", NAMES, 7) == co.PlayMoves(0, 3, (co.Draw(),))


def test_returning_means_no_turn() -> None:
    assert read_command("dana returns", NAMES, 7) == co.PlayMoves(0, None, (co.Return(),))
    assert read_command("dana returns, resigns", NAMES) == co.PlayMoves(0, None, (co.Return(), co.Resign()))
    with pytest.raises(TurnNotNamed):
        read_command("dana draws, returns", NAMES)


def test_giving_up_means_no_turn() -> None:
    assert read_command("dana resigns", NAMES, 7) == co.PlayMoves(0, None, (co.Resign(),))
    with pytest.raises(TurnNotNamed):
        read_command("dana draws, resigns", NAMES)


def test_blanks_in_a_command_do_not_matter() -> None:
    assert read_command("  dana   lays R5  @3 ", NAMES) == co.PlayMoves(0, 3, (co.Lay(card("R5")),))


# --- what cannot be read


def test_what_is_wrong_and_where_is_told() -> None:
    said = "'R2' at column 19 of 'dana lays RT, lays R2' is not a card"
    with pytest.raises(Unreadable, match=said) as error:
        read_command("dana lays RT, lays  R2", NAMES, 1)
    wrong = error.value
    assert (wrong.text, wrong.part, wrong.at, wrong.wanted) == ("dana lays RT, lays R2", "R2", 19, "a card")


@pytest.mark.parametrize(
    ("line", "part", "at", "wanted"),
    [
        ("", "", 0, "a command"),
        ("dana", "dana", 0, "a command"),
        ("gal draws", "gal", 0, "the name of a seat"),
        ("dana leaps", "leaps", 5, "a move"),
        ("dana lays R10", "R10", 10, "a card"),
        ("dana lays r5", "r5", 10, "a card"),
        ("dana lays CC color Q", " color Q", 12, "a color (R, G, B, Y)"),
        ("dana lays CC last card color B", "lays CC last card color B", 5, "a move"),
        ("dana calls out gal", "gal", 15, "the name of a seat"),
        ("dana lays R5, ", "R5,", 10, "a card"),
        ("bot for dana resigns @1", "resigns", 13, "a move that can be done for another"),
        ("bot for dana draws, returns @1", "returns", 20, "a move that can be done for another"),
        ("bot for gal draws @1", "gal", 8, "the name of a seat"),
        ("clock gives up gal", "gal", 15, "the name of a seat"),
        ("dana lays R5,lays R6", "lays R5,lays R6", 5, "a move"),
        ("dana draws @x", " @x", 10, "@ and the number of a turn"),
        ("dana draws @07", "07", 12, "'7'"),
        ("dana draws @", "dana draws @", 0, "a command"),
        ("clock extends soon waiting 5", "soon", 14, "a whole number"),
        ("clock stops", "clock", 0, "the name of a seat"),
    ],
)
def test_a_command_that_cannot_be_read_is_refused(line: str, part: str, at: int, wanted: str) -> None:
    with pytest.raises(Unreadable) as error:
        read_command(line, NAMES, 1)
    assert (error.value.part, error.value.at, error.value.wanted) == (part, at, wanted)


@pytest.mark.parametrize(
    ("line", "part", "at", "wanted"),
    [
        ("", "", 0, "an event"),
        ("dana  settled", "dana  settled", 0, "an event"),
        ("gal settled", "gal", 0, "the name of a seat"),
        ("debt many", "many", 5, "a whole number"),
        ("debt 02", "02", 5, "'2'"),
        ("noa draws 3 ; R1 R3", "3 ; R1 R3", 10, "'2 ; R1 R3'"),
        ("noa draws many ; R1 R3", "many", 10, "a number of cards"),
        ("noa draws 1", "noa draws 1", 0, "an event"),
        ("noa draws 1 ; R2", "R2", 14, "a card"),
        ("turn omer ; 13 drunk", "drunk", 15, f"what is pending ({PENDING})"),
        ("run purple dana", "purple", 4, "a color (red, green, blue, yellow)"),
        ("dana lays R5 ; Q leads", "Q", 15, "a color (R, G, B, Y), or -"),
        ("dana lays R5 ; R follows", "dana lays R5 ; R follows", 0, "an event"),
        ("finished early places 1 2 points 3 4", "early", 9, f"how a game ends ({ENDING})"),
        ("finished stalemate places 1 x points 3 4", "x", 28, "a whole number, or -"),
        ("abandoned bored", "bored", 10, f"why a lobby ends ({', '.join(Abandonment)})"),
        ("started dana gal ; packs 1 pile -", "gal", 13, "the name of a seat"),
        ("dealt ; R1, R2", "R2", 12, "a card"),
        ("dealt ; R1, R3 R4 R5, R6 R2 R7", "R2", 25, "a card"),
        ("dana passes hands up ; declared no no no hands R1, -, -", "up", 18, "left or right"),
        ("dana passes hands left ; declared no maybe no hands R1, -, -", "maybe", 37, "yes or no"),
        ("disclosed ", "disclosed ", 0, "an event"),
    ],
)
def test_an_event_that_cannot_be_read_is_refused(line: str, part: str, at: int, wanted: str) -> None:
    with pytest.raises(Unreadable) as error:
        read_event(line, NAMES)
    assert (error.value.part, error.value.at, error.value.wanted) == (part, at, wanted)
    assert str(error.value) == f"{part!r} at column {at} of {line!r} is not {wanted}"


GAME = ev.GameOpened("g-1", "tiny", ((card("R5"), 2),), Options(), 1, 2, bytes(32), "c0ffee")


@pytest.mark.parametrize(
    ("there", "instead"),
    [
        ("hand_size=8", "hand_size=2"),
        ("hand_size=8", "hand=8"),
        ("hand_size=8 ", ""),
        ("voluntary_draw=true", "voluntary_draw=1"),
        ("box R5*2", "box R2*2"),
        ("box R5*2", "box R5"),
        ("seed 00", "seed 0g"),
        ("game g-1", 'game "g-1"'),
        ("game g-1", 'game "g'),
        ("game g-1", 'game "\\q"'),
        ("game g-1", "game ש"),
        ("for 2", "for two"),
    ],
)
def test_an_opening_that_was_tampered_with_is_not_read(there: str, instead: str) -> None:
    line = write_event(GAME)
    assert read_event(line) == GAME
    with pytest.raises(Unreadable):
        read_event(line.replace(there, instead))


def test_an_opening_is_written_so() -> None:
    options = " ".join(f"{name}={str(value).lower()}" for name, value in as_mapping(Options()).items())
    begin = f'opened "X\\x201" for 2 ; game G_1 rules 1 seed {"00" * 32} commitment c0ffee'
    said = f"{begin} options {options} box R5*2"
    box = ((card("R5"), 2),)
    assert write_event(ev.GameOpened("G_1", "X 1", box, Options(), 1, 2, bytes(32), "c0ffee")) == said


@pytest.mark.parametrize(
    ("there", "instead", "part", "at", "wanted"),
    [
        ("seed 00", "seed 0g", "0g" + "00" * 31, 42, "bytes in hexadecimal"),
        ("for 2", "for two", "two", 16, "a whole number"),
        ("game g-1", 'game "g', '"g', 25, "a word"),
        ("box R5*2", "box R5", "R5", 899, "a card and how many of it, as R5*2"),
        ("hand_size=8", "hand=8", None, 133, "options, as hand_size=8"),
    ],
)
def test_what_is_wrong_with_an_opening_is_told(
    there: str, instead: str, part: str | None, at: int, wanted: str
) -> None:
    line = write_event(GAME).replace(there, instead)
    with pytest.raises(Unreadable) as error:
        read_event(line)
    found = error.value
    assert (found.at, found.wanted) == (at, wanted)
    assert line[at:].startswith(found.part)
    assert found.part == part or part is None


@pytest.mark.parametrize(
    ("reason", "written"),
    [
        ("A Xmas; a=b, @c", '"A Xmas; a=b, @c"'),
        ("a  b", '"a \\x20b"'),
        ('say "x" \\ y', '"say \\x22x\\x22 \\x5c y"'),
        ("é\u202eb", '"é\\u202eb"'),
        ("\x07\x9f\xad", '"\\x07\\x9f\\xad"'),
        ("\uffff\U0001f0cf\U000e0001", '"\\uffff\U0001f0cf\\U000e0001"'),
        ("שלום", '"שלום"'),
    ],
)
def test_a_reason_stays_readable_and_what_would_be_lost_is_escaped(reason: str, written: str) -> None:
    assert write_event(ev.Intervened(reason)) == f"operator ; {written}"
    assert write_command(co.AbortGame(reason)) == f"operator aborts ; {written}"
    assert read_command(f"operator aborts ; {written}") == co.AbortGame(reason)


# --- names


def test_seats_have_names_of_their_own_where_none_are_given() -> None:
    assert write_event(ev.SeatSkipped(9)) == "skip seat9"
    assert DEFAULT_NAMES[0] == "seat0"


@pytest.mark.parametrize("name", ["turn", "clock", "om er", "omer;", "omer,", "o@mer", "-", ""])
def test_a_name_that_could_not_be_told_apart_is_refused(name: str) -> None:
    said = f"a seat cannot be called {name!r} in notation"
    with pytest.raises(UnfitNames) as unwritten:
        write_event(ev.SeatSkipped(0), ("dana", name))
    with pytest.raises(UnfitNames) as unread:
        read_command("dana draws @1", ("dana", name))
    assert (str(unwritten.value), str(unread.value)) == (said, said)


def test_two_seats_of_one_name_are_refused() -> None:
    with pytest.raises(UnfitNames, match=r"^two seats have the same name$"):
        write_event(ev.SeatSkipped(0), ("dana", "dana"))


def test_no_seat_is_called_by_a_word_that_a_line_begins_with() -> None:
    templates = [line for _, line in (*_LINES, *_COMMAND_LINES)] + ["open"]
    words = {template.split()[0] for template in templates if not template.startswith("{")}
    assert words == RESERVED


def test_as_many_seats_have_a_name_as_a_table_can_have() -> None:
    assert tuple(f"seat{seat}" for seat in range(MOST_SEATS)) == DEFAULT_NAMES


def test_a_seat_without_a_name_is_not_written() -> None:
    with pytest.raises(UnfitNames, match=r"^seat 3 has no name$"):
        write_event(ev.SeatSkipped(3), NAMES)
    with pytest.raises(UnfitNames, match=r"^seat -1 has no name$"):
        write_event(ev.SeatSkipped(-1), NAMES)


def test_names_may_be_of_any_script() -> None:
    assert read_event(write_event(ev.SeatSkipped(1), ("דנה", "សុខ")), ("דנה", "សុខ")) == ev.SeatSkipped(1)


def test_an_unknown_card_is_still_an_error_of_its_own() -> None:
    with pytest.raises(UnknownCard):
        card("R2")
