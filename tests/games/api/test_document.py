"""What the OpenAPI document says of games, beyond what every answer in these tests is held against."""

from typing import Any, get_args

import pytest

from games.api.document import require_bodies
from games.engine.events import Event
from games.engine.options import KINDS
from games.engine.refusals import Refusal
from games.problems import STATUS
from tests.games.api.described import document

OPERATIONS = {
    "games_list": ("get", "/api/v1/games"),
    "games_open": ("post", "/api/v1/games"),
    "games_join": ("post", "/api/v1/games/join"),
    "games_read": ("get", "/api/v1/games/{game_id}"),
    "games_sit": ("post", "/api/v1/games/{game_id}/seats"),
    "games_leave": ("delete", "/api/v1/games/{game_id}/seats/me"),
    "games_start": ("post", "/api/v1/games/{game_id}/start"),
    "games_play": ("post", "/api/v1/games/{game_id}/moves"),
    "games_events": ("get", "/api/v1/games/{game_id}/events"),
    "games_history": ("get", "/api/v1/games/{game_id}/history/{version}"),
    "games_transcript": ("get", "/api/v1/games/{game_id}/transcript"),
    "editions_list": ("get", "/api/v1/editions"),
    "games_rules": ("get", "/api/v1/games/{game_id}/rules"),
    "editions_read": ("get", "/api/v1/editions/{key}"),
    "themes_list": ("get", "/api/v1/themes"),
    "themes_read": ("get", "/api/v1/themes/{key}"),
    "editions_rules": ("get", "/api/v1/editions/{key}/rules"),
}


def operation(name: str) -> dict[str, Any]:
    method, path = OPERATIONS[name]
    described: dict[str, Any] = document()["paths"][path][method]
    return described


@pytest.mark.parametrize("name", OPERATIONS)
def test_each_operation_is_described(name: str) -> None:
    described = operation(name)
    assert described["operationId"] == name
    assert all(parameter["description"] for parameter in described.get("parameters", []))
    assert described.get("security") == (
        [{}] if name.startswith(("editions", "themes")) else [{"bearer": []}]
    )


@pytest.mark.parametrize("name", ["open", "join", "sit", "start", "play", "leave"])
def test_whatever_changes_a_game_takes_a_key(name: str) -> None:
    names = [parameter["name"] for parameter in operation(f"games_{name}")["parameters"]]
    assert "Idempotency-Key" in names


@pytest.mark.parametrize(
    ("name", "is_required"),
    [("open", True), ("join", True), ("play", True), ("sit", False), ("start", False)],
)
def test_a_body_is_required_where_something_in_it_is(name: str, is_required: bool) -> None:
    assert operation(f"games_{name}")["requestBody"].get("required", False) is is_required


def test_a_body_without_a_form_of_its_own_is_left_as_it_is() -> None:
    operation = {"requestBody": {"content": {"application/json": {"schema": {"type": "object"}}}}}
    result = {"paths": {"/x": {"post": operation}}, "components": {"schemas": {}}}
    require_bodies(result)
    assert operation == {"requestBody": {"content": {"application/json": {"schema": {"type": "object"}}}}}


def test_every_refusal_of_the_rules_has_a_status() -> None:
    assert {STATUS[refusal] for refusal in Refusal} == {403, 409, 422}


def test_moves_and_events_are_unions_by_type() -> None:
    schemas = document()["components"]["schemas"]
    assert list(schemas["Move"]["discriminator"]["mapping"]) == [
        *("lay", "draw", "close_taki", "end_turn", "declare_last_card"),
        *("call_out", "break_plus_three", "return", "resign"),
    ]
    assert len(schemas["Event"]["anyOf"]) == len(get_args(Event))
    assert schemas["LayMove"]["properties"]["type"] == {"type": "string", "const": "lay"}
    assert schemas["GameView"]["properties"]["legal"]["items"] == {"$ref": "#/components/schemas/Move"}
    assert schemas["EventsPage"]["properties"]["events"]["items"] == {"$ref": "#/components/schemas/Event"}
    assert schemas["MovesToPlayRequest"] == {
        "oneOf": [
            {"$ref": "#/components/schemas/OneMoveRequest"},
            {"$ref": "#/components/schemas/SeveralMovesRequest"},
        ]
    }


def test_what_is_never_listed_and_when_a_turn_ends_is_said_of_the_view() -> None:
    schemas = document()["components"]["schemas"]
    legal = schemas["GameView"]["properties"]["legal"]["description"]
    assert (
        "`return` and `resign` are possible at any time of a running game, without a turn, and not listed"
        in legal
    )
    assert "`stood_in`" in schemas["ReturnMove"]["description"]
    deadline = schemas["Turn"]["properties"]["deadline"]["description"]
    assert deadline.endswith("null where turns have no clock and no +3 is open.")


def test_the_options_that_are_chosen_have_types_and_may_each_be_left_out() -> None:
    schemas = document()["components"]["schemas"]
    chosen = schemas["OptionsChosen"]
    assert (list(chosen["properties"]), chosen["additionalProperties"]) == (list(KINDS), False)
    assert "required" not in chosen
    assert all(described["description"] for described in chosen["properties"].values())
    types = {
        name: {key: said for key, said in described.items() if key != "description"}
        for name, described in chosen["properties"].items()
    }
    assert types["hand_size"] == {"type": "integer", "minimum": 3, "maximum": 12}
    assert types["places"] == {"type": "string", "enum": ["first_only", "play_on"]}
    assert types["voluntary_draw"] == {"type": "boolean"}
    assert types["packs"] == {
        "anyOf": [{"type": "string", "const": "auto"}, {"type": "integer", "minimum": 1, "maximum": 4}]
    }
    assert types["turn_seconds"] == {
        "anyOf": [{"type": "integer", "const": 0}, {"type": "integer", "minimum": 5, "maximum": 604800}]
    }
    assert chosen["properties"]["stages"]["description"].endswith(
        "no more hands than everybody is dealt cards."
    )
    for form in ("OpenGameRequest", "GoOnRequest"):
        assert schemas[form]["properties"]["options"]["$ref"] == "#/components/schemas/OptionsChosen"


def test_the_options_that_are_answered_have_types_and_are_all_there() -> None:
    schemas = document()["components"]["schemas"]
    values = schemas["OptionValues"]
    assert values["properties"] == schemas["OptionsChosen"]["properties"]
    assert (values["required"], values["additionalProperties"]) == (list(KINDS), False)
    for form in ("GameView", "GameOpened", "RulesView"):
        assert schemas[form]["properties"]["options"]["$ref"] == "#/components/schemas/OptionValues"
