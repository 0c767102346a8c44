"""Events of tournaments keep their stored form for ever, and come back from it exactly."""

import json
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.codec import Unreadable, canonical, type_name
from games.engine.cards import CARDS, Card
from games.engine.options import Options
from games.tournaments.codec import TOURNAMENT_EVENTS
from games.tournaments.events import (
    Cancellation,
    EntrantRegistered,
    Event,
    RoundPaired,
    TournamentCanceled,
    TournamentOpened,
)
from games.tournaments.kinds import Kind
from tests.tournaments.deciding import opened

EXAMPLES = Path(__file__).parent / "examples"
PAIRS = [
    (type_, schema)
    for type_ in TOURNAMENT_EVENTS.types
    for schema in range(1, TOURNAMENT_EVENTS.schema(type_) + 1)
]


def example(type_: str, schema: int) -> dict[str, Any]:
    stored: dict[str, Any] = json.loads((EXAMPLES / f"{type_}.{schema}.json").read_text(encoding="utf-8"))
    return stored


def any_event() -> st.SearchStrategy[Event]:
    st.register_type_strategy(Card, st.sampled_from(list(CARDS.values())))
    st.register_type_strategy(Options, st.builds(Options, turn_seconds=st.sampled_from([0, 5, 604_800])))
    return st.one_of([st.from_type(event_type) for event_type in TOURNAMENT_EVENTS.types.values()])


def test_every_type_in_every_schema_has_an_example_and_nothing_else_has() -> None:
    assert {path.name for path in EXAMPLES.iterdir()} == {f"{type_}.{schema}.json" for type_, schema in PAIRS}


@pytest.mark.parametrize(("type_", "schema"), PAIRS)
def test_every_example_is_still_read(type_: str, schema: int) -> None:
    stored = example(type_, schema)
    assert (stored["type"], stored["schema"]) == (type_, schema)
    event = TOURNAMENT_EVENTS.decode(type_, schema, stored["payload"])
    assert type_name(type(event)) == type_
    if schema == TOURNAMENT_EVENTS.schema(type_):
        assert TOURNAMENT_EVENTS.encode(event) == (type_, schema, stored["payload"])


def test_the_stored_form_is_told_by_these() -> None:
    paired = RoundPaired(1, ((3, 0), (2, 1)), ("a", "b"), (4,))
    assert TOURNAMENT_EVENTS.encode(paired) == (
        "round_paired",
        1,
        {"round": 1, "tables": [[3, 0], [2, 1]], "games": ["a", "b"], "byes": [4]},
    )
    assert TOURNAMENT_EVENTS.encode(EntrantRegistered(0, None, True)).payload == {
        "entrant": 0,
        "bot": None,
        "waiting": True,
    }
    canceled = TournamentCanceled(Cancellation.TOO_FEW_ENTRANTS, "")
    assert TOURNAMENT_EVENTS.encode(canceled).payload == {"cancellation": "too_few_entrants", "reason": ""}


def test_the_settings_are_stored_by_name_with_all_that_was_not_said() -> None:
    payload = TOURNAMENT_EVENTS.encode(opened(Kind.KNOCKOUT)).payload
    assert payload["seed"] == "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
    said = payload["settings"]
    assert (said["kind"], said["starts_at"], said["rounds"], said["options"]["packs"]) == (
        "knockout",
        None,
        0,
        "auto",
    )
    assert said["box"][:2] == [["R1", 2], ["R3", 2]]
    assert said.keys() == example("tournament_opened", 1)["payload"]["settings"].keys()


@given(event=any_event())
def test_every_event_comes_back_exactly(event: Event) -> None:
    type_, schema, payload = TOURNAMENT_EVENTS.encode(event)
    back = TOURNAMENT_EVENTS.decode(type_, schema, json.loads(canonical(payload)))
    assert back == event
    assert repr(back) == repr(event)  # tuples are tuples, words are words of their kind, True is not 1


def test_no_payload_can_hold_a_fraction() -> None:
    hints = [str(get_type_hints(event_type)) for event_type in TOURNAMENT_EVENTS.types.values()]
    assert not any(word in hint for hint in hints for word in ("float", "Decimal", "Fraction", "Any"))


@pytest.mark.parametrize(
    ("type_", "schema", "payload", "why"),
    [
        ("card_laid", 1, {}, "no event is called 'card_laid'"),
        ("round_closed", 2, {"round": 1}, "round_closed has the schemas 1 to 1, not 2"),
        ("round_closed", 1, {}, "round_closed has the fields ['round'], not []"),
        ("round_closed", 1, {"round": True}, "round_closed: int expected, not bool"),
        (
            "tournament_canceled",
            1,
            {"cancellation": "rain", "reason": ""},
            "tournament_canceled: 'rain' is not a valid Cancellation",
        ),
        (
            "table_finished",
            1,
            {"round": 1, "table": 0, "game": "a", "places": 1, "points": [0]},
            "table_finished: list expected, not int",
        ),
    ],
)
def test_another_form_is_unreadable(type_: str, schema: int, payload: dict[str, Any], why: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        TOURNAMENT_EVENTS.decode(type_, schema, payload)
    assert str(refusal.value) == why


def test_settings_are_whole_or_unreadable() -> None:
    payload = example("tournament_opened", 1)["payload"]
    lacking = {name: value for name, value in payload["settings"].items() if name != "advance"}
    with pytest.raises(Unreadable, match=r"tournament_opened: the fields \['advance', .* expected, not "):
        TOURNAMENT_EVENTS.decode("tournament_opened", 1, {**payload, "settings": lacking})
    with pytest.raises(Unreadable, match="tournament_opened: 'league' is not a valid Kind"):
        TOURNAMENT_EVENTS.decode(
            "tournament_opened", 1, {**payload, "settings": {**payload["settings"], "kind": "league"}}
        )


def test_an_opening_brings_back_the_very_same_cards() -> None:
    event = TOURNAMENT_EVENTS.decode(*example("tournament_opened", 1).values())
    assert isinstance(event, TournamentOpened)
    assert [card for card, _ in event.settings.box] == [CARDS["R1"], CARDS["CC"]]
    assert event.settings.box[0][0] is CARDS["R1"]
