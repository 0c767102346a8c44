"""A NUL in any text that a client may send: PostgreSQL cannot hold one, and yet nothing fails."""

import copy
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from django.contrib.admin import site
from django.contrib.auth import SESSION_KEY
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from games.asking import Caller
from games.opening import open_game
from games.tournaments.kinds import Kind
from tests.games.api.described import DescribedClient, document
from tests.games.tables import guest, opening
from tests.tournaments.played import Played

pytestmark = pytest.mark.django_db(transaction=True)

NUL = "a\x00b"

type Steps = tuple[str | int, ...]


def _resolved(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the forms that a schema allows, without references."""
    if "$ref" in schema:
        return _resolved(document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
    for word in ("oneOf", "anyOf"):
        if word in schema:
            return [form for one in schema[word] for form in _resolved(one)]
    return [schema]


def _value(schema: dict[str, Any]) -> Any:
    """Return a value that a form takes."""
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    match schema.get("type"):
        case "object":
            needed = schema.get("required", [])
            return {name: _value(_resolved(schema["properties"][name])[0]) for name in needed}
        case "array":
            return [_value(_resolved(schema["items"])[0])]
        case "integer" | "number":
            return schema.get("minimum", 1)
        case "boolean":
            return False
        case _:
            return "super-116"  # no text of any other field does harm in its place


def _texts(schema: dict[str, Any], at: Steps = ()) -> Iterator[tuple[Steps, list[Any]]]:
    """Yield the way to each text in a form, with the values that lead there where they are optional."""
    for form in _resolved(schema):
        match form.get("type"):
            case "object":
                for name, inner in form.get("properties", {}).items():
                    for steps, values in _texts(inner, (*at, name)):
                        yield steps, [_value(form), *values]
            case "array":
                for steps, values in _texts(form["items"], (*at, 0)):
                    yield steps, [_value(form), *values]
            case "string":
                yield at, []


def _body(steps: Steps, values: list[Any]) -> Any:
    """Return a body that is fit but for a NUL at the end of the way."""
    inner: Any = NUL
    for step, around in reversed([*zip(steps, values, strict=True)]):
        whole = copy.deepcopy(around)
        if isinstance(whole, list):
            whole = [inner]
        else:
            whole[step] = inner
        inner = whole
    return inner


def _operations() -> list[Any]:
    return [
        pytest.param(method, path, told, id=f"{method} {path}")
        for path, operations in document()["paths"].items()
        for method, told in operations.items()
    ]


@pytest.fixture
def client(transactional_db: None) -> DescribedClient:
    """Somebody who hosts a game and directs a tournament."""
    return DescribedClient.of(guest("Dana"))


@pytest.fixture
def places(client: DescribedClient) -> dict[str, str]:
    """What stands in paths, by the names of the document."""
    dana = Caller(client.player.pk)
    return {
        "game_id": str(open_game(opening(2), dana).game_id),
        "tournament_id": str(Played.open(Kind.SWISS, client.player.pk, table_size=2, rounds=1).id),
        "player_id": str(client.player.pk),
        "key": "super-116",
        "family": "super-116",
        **dict.fromkeys(("version", "seat", "round", "table"), "1"),
    }


@pytest.mark.parametrize(("method", "path", "told"), _operations())
def test_a_nul_in_any_text_of_a_body_is_refused(
    method: str, path: str, told: dict[str, Any], client: DescribedClient, places: dict[str, str]
) -> None:
    content = told.get("requestBody", {}).get("content", {})
    for steps, values in _texts(content["application/json"]["schema"]) if content else ():
        answer = getattr(client, method)(path.format_map(places), _body(steps, values))
        assert 400 <= answer.status_code < 500, steps


@pytest.mark.parametrize(("method", "path", "told"), _operations())
def test_a_nul_in_a_path_a_query_or_a_header_is_no_failure(
    method: str, path: str, told: dict[str, Any], client: DescribedClient, places: dict[str, str]
) -> None:
    for parameter in told.get("parameters", []):
        at, query, headers = path.format_map(places), "", {}
        match parameter["in"]:
            case "path":
                at = path.format_map({**places, parameter["name"]: quote(NUL)})
            case "query":
                query = f"?{parameter['name']}={quote(NUL)}"
            case "header":
                headers = {parameter["name"]: NUL}
        answer = getattr(client, method)(at + query, headers=headers)
        assert answer.status_code < 500, parameter["name"]


@pytest.mark.parametrize("field", ["username", "password"])
def test_nobody_signs_in_to_the_admin_with_a_nul(field: str) -> None:
    sent = {"username": "dana", "password": "secret", field: NUL}
    client = Client()
    assert client.post("/admin/login/", sent).status_code == 200
    assert SESSION_KEY not in client.session


@pytest.mark.parametrize("model", [*site._registry], ids=lambda model: model._meta.label_lower)
def test_a_nul_in_the_search_or_a_filter_of_an_admin_list_is_no_failure(
    model: type[Model], admin_client: Client
) -> None:
    options = model._meta
    path = reverse(f"admin:{options.app_label}_{options.model_name}_changelist")
    for name in ("q", "o", "p", "e", *(field.name for field in options.concrete_fields)):
        assert admin_client.get(path, {name: NUL}).status_code < 500, name
    assert admin_client.get(f"{path}{quote(NUL)}/change/").status_code < 500
