"""Events keep their stored form for ever, and come back from it exactly."""

import json
from dataclasses import dataclass, fields
from pathlib import Path
from random import Random
from typing import Any, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.codec import GAME_EVENTS, Codec, Unreadable, canonical, type_name
from games.engine.cards import CARDS, Card, Color, card, cards
from games.engine.events import (
    CardLaid,
    CardsDrawn,
    ClockExtended,
    Disclosed,
    Event,
    GameFinished,
    GameOpened,
    HandsDealt,
    Pending,
    SeatTaken,
    TurnPassed,
)
from games.engine.options import Options
from tests.engine.mixes import every_mix
from tests.engine.playouts import play_mix

EXAMPLES = Path(__file__).parent / "examples"
PAIRS = [(type_, schema) for type_ in GAME_EVENTS.types for schema in range(1, GAME_EVENTS.schema(type_) + 1)]


def example(type_: str, schema: int) -> dict[str, Any]:
    stored: dict[str, Any] = json.loads((EXAMPLES / f"{type_}.{schema}.json").read_text(encoding="utf-8"))
    return stored


def any_event() -> st.SearchStrategy[Event]:
    st.register_type_strategy(Card, st.sampled_from(list(CARDS.values())))
    st.register_type_strategy(Options, st.builds(Options, turn_seconds=st.sampled_from([0, 5, 604_800])))
    return st.one_of([st.from_type(event_type) for event_type in GAME_EVENTS.types.values()])


def test_every_type_in_every_schema_has_an_example_and_nothing_else_has() -> None:
    assert {path.name for path in EXAMPLES.iterdir()} == {f"{type_}.{schema}.json" for type_, schema in PAIRS}


@pytest.mark.parametrize(("type_", "schema"), PAIRS)
def test_every_example_is_still_read(type_: str, schema: int) -> None:
    stored = example(type_, schema)
    assert (stored["type"], stored["schema"]) == (type_, schema)
    event = GAME_EVENTS.decode(type_, schema, stored["payload"])
    assert type_name(type(event)) == type_
    if schema == GAME_EVENTS.schema(type_):
        assert GAME_EVENTS.encode(event) == (type_, schema, stored["payload"])


def test_the_stored_form_is_told_by_these() -> None:
    laid = CardLaid(0, card("CC"), Color.BLUE, True)
    assert GAME_EVENTS.encode(laid) == (
        "card_laid",
        1,
        {"seat": 0, "card": "CC", "color": "B", "leads": True},
    )
    assert GAME_EVENTS.encode(HandsDealt((cards("R5 CC"), ()))).payload == {"hands": [["R5", "CC"], []]}
    assert GAME_EVENTS.encode(TurnPassed(2, 7, Pending.PLUS_THREE)).payload["pending"] == "plus_three"
    assert GAME_EVENTS.encode(Disclosed()) == ("disclosed", 1, {})


def test_a_seed_is_written_in_hexadecimal_and_options_by_name() -> None:
    box = ((card("R1"), 2),)
    opened = GameOpened("g", "super-116", box, Options(), 1, 2, bytes(range(32)), "c")
    payload = GAME_EVENTS.encode(opened).payload
    assert payload["seed"] == "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
    assert payload["box"] == [["R1", 2]]
    assert payload["options"]["packs"] == "auto"
    assert list(payload["options"]) == [field.name for field in fields(Options)]


@given(event=any_event())
def test_every_event_comes_back_exactly(event: Event) -> None:
    type_, schema, payload = GAME_EVENTS.encode(event)
    back = GAME_EVENTS.decode(type_, schema, json.loads(canonical(payload)))
    assert back == event
    assert repr(back) == repr(event)  # tuples are tuples, words are words of their kind, True is not 1


def test_whole_games_come_back_exactly_with_the_very_same_cards() -> None:
    for mix in every_mix():
        *_, (playout, _, _) = play_mix(7, mix)
        for event in playout.log:
            back = GAME_EVENTS.decode(*GAME_EVENTS.encode(event))
            assert back == event  # cards compare by identity
            assert repr(back) == repr(event)


def test_no_payload_can_hold_a_fraction() -> None:
    hints = [str(get_type_hints(event_type)) for event_type in GAME_EVENTS.types.values()]
    assert not any(word in hint for hint in hints for word in ("float", "Decimal", "Fraction", "Any"))


@pytest.mark.parametrize(
    ("type_", "schema", "payload", "why"),
    [
        ("card_sold", 1, {}, "no event is called 'card_sold'"),
        ("disclosed", 0, {}, "disclosed has the schemas 1 to 1, not 0"),
        ("disclosed", 2, {}, "disclosed has the schemas 1 to 1, not 2"),
        ("seat_left", 1, {}, "seat_left has the fields ['seat'], not []"),
        ("seat_left", 1, {"seat": 0, "x": 1}, "seat_left has the fields ['seat'], not ['seat', 'x']"),
        ("seat_left", 1, {"seat": 1.0}, "seat_left: int expected, not float"),
        ("seat_left", 1, {"seat": True}, "seat_left: int expected, not bool"),
        ("seat_left", 1, {"seat": None}, "seat_left: int expected, not NoneType"),
        ("seat_taken", 2, {"seat": 0}, "seat_taken has the fields ['bot', 'seat'], not ['seat']"),
        ("seat_taken", 2, {"seat": 0, "bot": 3}, "seat_taken: str expected, not int"),
        ("cards_drawn", 1, {"seat": 0, "cards": "R5"}, "cards_drawn: list expected, not str"),
        ("cards_drawn", 1, {"seat": 0, "cards": ["R2"]}, "cards_drawn: R2"),
        ("run_opened", 1, {"seat": 0, "color": "P"}, "run_opened: 'P' is not a valid Color"),
        ("run_opened", 1, {"seat": 0, "color": None}, "run_opened: str expected, not NoneType"),
    ],
)
def test_another_form_is_unreadable(type_: str, schema: int, payload: dict[str, Any], why: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        GAME_EVENTS.decode(type_, schema, payload)
    assert str(refusal.value) == why


def test_options_are_whole_and_allowed_or_unreadable() -> None:
    payload = example("game_opened", 1)["payload"]
    lacking = {name: value for name, value in payload["options"].items() if name != "stages"}
    with pytest.raises(Unreadable, match=r"options missing or unknown: \['stages'\]"):
        GAME_EVENTS.decode("game_opened", 1, {**payload, "options": lacking})
    with pytest.raises(Unreadable, match="option stages may not be 13"):
        GAME_EVENTS.decode("game_opened", 1, {**payload, "options": {**lacking, "stages": 13}})


def test_an_opening_of_before_games_went_on_from_another_is_read_as_one_of_today() -> None:
    old = example("game_opened", 1)["payload"]
    opened = GAME_EVENTS.decode("game_opened", 1, old)
    assert GAME_EVENTS.encode(opened) == ("game_opened", 3, {**old, "begins": None, "sealed": False})
    assert "begins" not in old


def test_an_opening_of_before_games_were_sealed_is_read_as_one_that_its_end_discloses() -> None:
    old = example("game_opened", 2)["payload"]
    opened = GAME_EVENTS.decode("game_opened", 2, old)
    assert GAME_EVENTS.encode(opened) == ("game_opened", 3, {**old, "sealed": False})


def test_who_sat_down_before_bots_did_is_a_person() -> None:
    taken = GAME_EVENTS.decode(*example("seat_taken", 1).values())
    assert taken == SeatTaken(0, bot=None)
    assert GAME_EVENTS.encode(taken) == ("seat_taken", 2, {"seat": 0, "bot": None})
    assert GAME_EVENTS.decode(*example("seat_taken", 2).values()) == SeatTaken(2, bot="hard")


def test_time_given_back_of_before_it_was_told_apart_is_the_same_for_turn_and_waiting() -> None:
    assert GAME_EVENTS.decode(*example("clock_extended", 1).values()) == ClockExtended(42, 42)
    assert GAME_EVENTS.decode(*example("clock_extended", 2).values()) == ClockExtended(42, 300)


def test_optional_values_and_pairs_keep_their_place() -> None:
    finished = GAME_EVENTS.decode(*example("game_finished", 1).values())
    assert isinstance(finished, GameFinished)
    assert (finished.places, finished.points) == ((1, None, 2), (0, None, 35))
    with pytest.raises(Unreadable):
        GAME_EVENTS.decode("game_opened", 1, {**example("game_opened", 1)["payload"], "box": [["R1", 2, 3]]})


def test_drawn_cards_are_the_cards_there_are() -> None:
    drawn = GAME_EVENTS.decode("cards_drawn", 1, {"seat": 0, "cards": ["R5"]})
    assert isinstance(drawn, CardsDrawn)
    assert drawn.cards[0] is card("R5")


# --- canonical JSON


def test_canonical_json_sorts_keys_and_leaves_no_blanks() -> None:
    assert canonical({"b": [1, -2, None], "a": {"d": True, "c": False}}) == (
        b'{"a":{"c":false,"d":true},"b":[1,-2,null]}'
    )


def test_canonical_json_escapes_what_rfc_8785_escapes() -> None:
    text = "".join(map(chr, range(0x20))) + '"\\/\x7f\u2028\U0001f600'
    assert canonical(text) == json.dumps(text, ensure_ascii=False).encode()
    assert canonical("\x0b\x1f") == rb'"\u000b\u001f"'


def test_canonical_json_does_not_depend_on_the_order_of_keys() -> None:
    items = list(example("game_opened", 1)["payload"]["options"].items())
    shuffled = items[:]
    Random(1).shuffle(shuffled)
    assert canonical(dict(shuffled)) == canonical(dict(items))


# --- upcasters, on events that have changed their form twice


@dataclass(frozen=True)
class ChairMoved:
    chair: int
    by: str
    far: bool


CHAIRS = Codec(
    [ChairMoved],
    schemas={"chair_moved": 3},
    upcasters={
        ("chair_moved", 1): lambda old: {"chair": old["number"], "by": old["by"]},
        ("chair_moved", 2): lambda old: {**old, "far": False},
    },
)


@pytest.mark.parametrize(
    ("schema", "payload"),
    [
        (1, {"number": 4, "by": "dana"}),
        (2, {"chair": 4, "by": "dana"}),
        (3, {"chair": 4, "by": "dana", "far": False}),
    ],
)
def test_an_old_schema_is_read_as_the_present_one(schema: int, payload: dict[str, Any]) -> None:
    before = dict(payload)
    assert CHAIRS.decode("chair_moved", schema, payload) == ChairMoved(4, "dana", False)
    assert payload == before


def test_events_are_written_in_the_present_schema() -> None:
    assert CHAIRS.encode(ChairMoved(1, "omer", True)) == (
        "chair_moved",
        3,
        {"chair": 1, "by": "omer", "far": True},
    )
