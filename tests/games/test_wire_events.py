"""Events as JSON: each has its form, tells all of itself, and hides what `sight` hides."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, get_args
from uuid import UUID

import msgspec
import pytest
from jsonschema import Draft202012Validator

from games.codec import type_name
from games.engine import events as ev
from games.engine.cards import Color, card, cards
from games.engine.events import Event
from games.engine.options import Options, as_mapping
from games.envelope import NO_DIGEST, Recorded
from games.wire.events import EventForm, event_form
from games.wire.schemas import components, ref
from games.wire.view_forms import GameView

AT = datetime(2026, 11, 30, 1, 2, 3, 4, tzinfo=UTC)
NOA = UUID("01a22a01-0533-723c-aba6-dd1456d89b79")
BOX = ((card("R5"), 2), (card("CC"), 4))
OPENED = ev.GameOpened("01a22a01", "super-116", BOX, Options(), 1, 4, b"\x01" * 32, "c0ffee")
OPENED_TOLD = {
    "game": "01a22a01",
    "edition": "super-116",
    "box": [{"card": "R5", "count": 2}, {"card": "CC", "count": 4}],
    "options": as_mapping(Options()),
    "rules": 1,
    "seats": 4,
    "commitment": "c0ffee",
    "begins": None,
    "sealed": False,
}
TWO = cards("R5 CC")
PASSED_TOLD = {"seat": 2, "direction": -1, "counts": [2, 0, 1], "declared": [False, False, True]}

# Each event with what everybody is told of it.
OPEN: list[tuple[Event, dict[str, Any]]] = [
    (ev.SeatTaken(2), {"seat": 2, "player": str(NOA), "bot": None}),
    (ev.SeatTaken(2, bot="hard"), {"seat": 2, "player": str(NOA), "bot": "hard"}),
    (ev.SeatLeft(2), {"seat": 2, "player": str(NOA)}),
    (ev.HostPassed(1), {"seat": 1}),
    (ev.GameAbandoned(ev.Abandonment.EVERYONE_LEFT), {"reason": "everyone_left"}),
    (ev.CardTurnedUp(card("R5"), True), {"card": "R5", "leads": True}),
    (ev.TurnPassed(1, 4, ev.Pending.DEBT), {"seat": 1, "number": 4, "pending": "debt"}),
    (
        ev.CardLaid(1, card("CC"), Color.BLUE, True),
        {"seat": 1, "card": "CC", "color": "B", "leads": True},
    ),
    (ev.CardLaid(1, card("K"), None, False), {"seat": 1, "card": "K", "color": None, "leads": False}),
    (ev.RunOpened(1, Color.RED), {"seat": 1, "color": "R"}),
    (ev.RunTaken(1), {"seat": 1}),
    (ev.RunLeftOpen(), {}),
    (ev.RunEnded(), {}),
    (ev.DirectionChanged(-1), {"direction": -1}),
    (ev.SeatSkipped(3), {"seat": 3}),
    (ev.DebtRaised(4), {"total": 4}),
    (ev.DebtPaid(), {}),
    (ev.DebtCanceled(), {}),
    (ev.AnotherCardOwed(0), {"seat": 0}),
    (ev.FreeCardGiven(0), {"seat": 0}),
    (ev.WindowOpened(0), {"seat": 0}),
    (ev.PlusThreeBroken(1), {"seat": 1}),
    (ev.PlusThreeEvaded(1), {"seat": 1}),
    (ev.WindowClosed(), {}),
    (ev.LastCardDeclared(1), {"seat": 1}),
    (ev.LastCardForgotten(1), {"seat": 1}),
    (ev.LastCardCalledOut(1, 2), {"seat": 1, "by": 2}),
    (ev.LastCardUnnoticed(1), {"seat": 1}),
    (ev.StageReached(1, 7), {"seat": 1, "stage": 7}),
    (ev.FinishHeldBack(1), {"seat": 1}),
    (ev.TurnSettled(1), {"seat": 1}),
    (ev.BotStoodIn(1), {"seat": 1}),
    (ev.SeatReturned(1), {"seat": 1}),
    (ev.ClockExtended(9, 60), {"seconds": 9, "waiting": 60}),
    (ev.Intervened("stuck"), {"reason": "stuck"}),
    (ev.SeatFinished(1, 1), {"seat": 1, "place": 1}),
    (ev.Disclosed(), {}),
    (ev.GameContinued("01a22a01"), {"next": "01a22a01"}),
]
# Each event that hides something: what its own seat is told, what others are told, and what all are told
# once the game is disclosed.
HIDING: list[tuple[Event, dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    (
        OPENED,
        OPENED_TOLD | {"seed": None},
        OPENED_TOLD | {"seed": None},
        OPENED_TOLD | {"seed": "01" * 32},
    ),
    (
        ev.GameStarted(1, (0, 2), TWO),
        {"packs": 1, "seats": [0, 2], "count": 2, "pile": None},
        {"packs": 1, "seats": [0, 2], "count": 2, "pile": None},
        {"packs": 1, "seats": [0, 2], "count": 2, "pile": ["R5", "CC"]},
    ),
    (
        ev.HandsDealt((TWO, (), cards("B1"))),
        {"counts": [2, 0, 1], "hands": None, "hand": ["R5", "CC"]},
        {"counts": [2, 0, 1], "hands": None, "hand": []},
        {"counts": [2, 0, 1], "hands": [["R5", "CC"], [], ["B1"]], "hand": None},
    ),
    (
        ev.CardsDrawn(0, TWO),
        {"seat": 0, "count": 2, "cards": ["R5", "CC"]},
        {"seat": 0, "count": 2, "cards": None},
        {"seat": 0, "count": 2, "cards": ["R5", "CC"]},
    ),
    (
        ev.DrawnCardKept(0, card("R5")),
        {"seat": 0, "card": "R5"},
        {"seat": 0, "card": None},
        {"seat": 0, "card": "R5"},
    ),
    (
        ev.HandsPassed(2, -1, (TWO, (), cards("B1")), (False, False, True)),
        PASSED_TOLD | {"hands": None, "hand": ["R5", "CC"]},
        PASSED_TOLD | {"hands": None, "hand": None},
        PASSED_TOLD | {"hands": [["R5", "CC"], [], ["B1"]], "hand": None},
    ),
    (
        ev.DiscardShuffled(3, TWO),
        {"nonce": 3, "count": 2, "pile": None},
        {"nonce": 3, "count": 2, "pile": None},
        {"nonce": 3, "count": 2, "pile": ["R5", "CC"]},
    ),
    (
        ev.HandShuffledIn(0, 3, TWO),
        {"seat": 0, "nonce": 3, "count": 2, "pile": None},
        {"seat": 0, "nonce": 3, "count": 2, "pile": None},
        {"seat": 0, "nonce": 3, "count": 2, "pile": ["R5", "CC"]},
    ),
    (
        ev.SeatGivenUp(0, 3, 22),
        {"seat": 0, "place": 3, "points": None},
        {"seat": 0, "place": 3, "points": None},
        {"seat": 0, "place": 3, "points": 22},
    ),
    (
        ev.GameFinished(ev.Ending.STALEMATE, (1, None, 2), (-100, None, 12)),
        {"ending": "stalemate", "places": [1, None, 2], "points": None},
        {"ending": "stalemate", "places": [1, None, 2], "points": None},
        {"ending": "stalemate", "places": [1, None, 2], "points": [-100, None, 12]},
    ),
]


def told(event: Event, viewer: int | None, *, disclosed: bool = False, subject: UUID | None = NOA) -> Any:
    recorded = Recorded(7, event, None, subject, NOA, AT, NO_DIGEST)
    return msgspec.json.decode(msgspec.json.encode(event_form(recorded, viewer, disclosed=disclosed)))


def stamped(event: Event, payload: dict[str, Any]) -> dict[str, Any]:
    # The digest of a row is in no form: it could be guessed from before the game is disclosed.
    return {"version": 7, "type": type_name(type(event)), "at": "2026-11-30T01:02:03.000004Z", **payload}


def test_every_event_is_told_of_here() -> None:
    here = [type(event) for event, _ in OPEN] + [type(event) for event, *_ in HIDING]
    assert set(here) == set(get_args(Event))


@pytest.mark.parametrize(("event", "payload"), OPEN, ids=lambda value: type(value).__name__)
def test_what_hides_nothing_is_told_to_all(event: Event, payload: dict[str, Any]) -> None:
    for viewer in (0, 1, None):
        for disclosed in (False, True):
            assert told(event, viewer, disclosed=disclosed) == stamped(event, payload)


@pytest.mark.parametrize(("event", "own", "others", "open_"), HIDING, ids=lambda value: type(value).__name__)
def test_what_is_hidden_is_told_to_its_own_seat_and_to_all_in_the_end(
    event: Event, own: dict[str, Any], others: dict[str, Any], open_: dict[str, Any]
) -> None:
    assert told(event, 0) == stamped(event, own)
    assert told(event, 1) == stamped(event, others)
    spectators = others | {"hand": None} if "hand" in others else others
    assert told(event, None) == stamped(event, spectators)
    for viewer in (0, 1, None):
        assert told(event, viewer, disclosed=True) == stamped(event, open_)


def test_a_drawn_card_that_fits_and_one_that_does_not_look_alike_to_others() -> None:
    fits, does_not = ev.DrawnCardKept(0, card("R5")), ev.DrawnCardKept(0, None)
    for viewer in (1, None):
        assert told(fits, viewer) == told(does_not, viewer)
    assert told(does_not, 0)["card"] is None


def test_the_seat_that_an_earlier_game_lets_begin_is_told_to_all() -> None:
    opened = replace(OPENED, begins=2)
    for viewer in (0, None):
        assert told(opened, viewer)["begins"] == 2


def test_a_seat_may_be_nobodys() -> None:
    assert told(ev.SeatTaken(2), None, subject=None)["player"] is None


@pytest.mark.parametrize(
    "event", [event for event, _ in OPEN] + [event for event, *_ in HIDING], ids=lambda e: type(e).__name__
)
def test_every_event_is_as_its_schema_says(event: Event) -> None:
    described = components(GameView)
    # Each form is closed and has all its fields, so that no event can pass for another.
    schema = {**ref("Event"), "components": {"schemas": described}}
    for viewer in (0, 1, None):
        for disclosed in (False, True):
            Draft202012Validator(schema).validate(told(event, viewer, disclosed=disclosed))


def test_the_union_has_a_form_for_each_type() -> None:
    forms = get_args(EventForm.__value__)
    assert {form.__struct_config__.tag for form in forms} == {type_name(kind) for kind in get_args(Event)}
    described = components(GameView)
    assert described["Event"]["discriminator"]["propertyName"] == "type"
    for form in forms:
        schema = described[form.__name__]
        assert sorted(schema["required"]) == sorted(schema["properties"])
        assert schema["additionalProperties"] is False
        assert schema["description"] == form.__doc__
