"""`POST games`: a lobby, its options, and what nobody can ask for."""

from typing import Any

import pytest

from games import boxes
from games.engine.options import Options, as_mapping
from games.models import Game, KeyedCommand, Seat, StoredEvent
from tests.games.api.asking import refusal
from tests.games.api.described import API, DescribedClient

pytestmark = pytest.mark.django_db

GAMES = f"{API}/games"
FOUR = {"edition": "super-116", "seats": 4}


def nothing_there() -> bool:
    models = (Game, Seat, StoredEvent, KeyedCommand)
    return not any(model.objects.exists() for model in models)


def test_the_opener_sits_on_seat_0_and_hosts(stranger: DescribedClient) -> None:
    answer = stranger.post(GAMES, FOUR)
    assert answer.status_code == 201
    view = answer.json()
    assert answer["Location"] == f"{GAMES}/{view['id']}"
    commitment = view["fairness"].pop("commitment")
    assert len(commitment) == 64
    assert view == {
        "id": str(Game.objects.get().pk),
        "version": 3,
        "status": "lobby",
        "visibility": "public",
        "edition": "super-116",
        "options": as_mapping(Options()),
        "opened_at": "2040-01-01T12:00:00.000000Z",
        "host": 0,
        "code": None,
        "you": {"seat": 0, "hand": [], "declared": False, "stage": 1, "drawn": None},
        "seat_count": 4,
        "seats": [
            {
                "seat": 0,
                "player": {"id": str(stranger.player.pk), "name": "Stranger"},
                "bot": False,
                "level": None,
                "cards": 0,
                "declared": False,
                "stage": 1,
                "place": None,
                "absent": 0,
                "stood_in": False,
                "gives_up_at": None,
                "in_play": False,
                "given_up": False,
                "held_back": False,
            }
        ],
        "lobby_deadline": "2040-01-02T12:00:00.000000Z",
        "table": None,
        "turn": None,
        "legal": [],
        "result": None,
        "fairness": {"seed": None},
        "hands": None,
        "sealed": False,
        "context": None,
        "rated": False,
        "spectator_delay_seconds": 0,
        "previous": None,
        "next": None,
    }


def test_a_game_that_is_not_public_has_a_code(stranger: DescribedClient) -> None:
    view = stranger.post(GAMES, FOUR | {"public": False}).json()
    assert view["visibility"] == "code"
    assert view["code"] == Game.objects.get().code
    assert len(view["code"]) == 6


def test_options_can_be_chosen(stranger: DescribedClient) -> None:
    chosen: dict[str, object] = {
        "turn_seconds": 0,
        "lobby_seconds": 60,
        "hand_size": 12,
        "packs": 2,
        "stages": 12,
    }
    chosen |= {"first_seat": "named", "last_card": "called_out", "places": "play_on"}
    chosen |= {"bot_after_turns": 10, "give_up_after_seconds": 60}
    view = stranger.post(GAMES, FOUR | {"options": chosen}).json()
    assert {name: view["options"][name] for name in chosen} == chosen
    assert view["lobby_deadline"] == "2040-01-01T12:01:00.000000Z"


WHOLE_NUMBER_OR_ZERO = {"min": 5, "max": 604800, "also": [0]}
MINUTE_TO_WEEK = {"min": 60, "max": 604800}


@pytest.mark.parametrize(
    ("options", "code", "field", "allowed"),
    [
        ({"turn_seconds": 4}, "option_not_allowed", "options.turn_seconds", WHOLE_NUMBER_OR_ZERO),
        ({"turn_seconds": -1}, "option_not_allowed", "options.turn_seconds", WHOLE_NUMBER_OR_ZERO),
        ({"turn_seconds": 2**80}, "option_not_allowed", "options.turn_seconds", WHOLE_NUMBER_OR_ZERO),
        ({"turn_seconds": True}, "option_not_allowed", "options.turn_seconds", WHOLE_NUMBER_OR_ZERO),
        ({"turn_seconds": "30"}, "option_not_allowed", "options.turn_seconds", WHOLE_NUMBER_OR_ZERO),
        ({"lobby_seconds": 59}, "option_not_allowed", "options.lobby_seconds", MINUTE_TO_WEEK),
        ({"turn_seconds": 7.5}, "option_not_allowed", "options.turn_seconds", WHOLE_NUMBER_OR_ZERO),
        ({"turn_seconds": None}, "option_not_allowed", "options.turn_seconds", WHOLE_NUMBER_OR_ZERO),
        ({"turn_seconds": 1e300}, "option_not_allowed", "options.turn_seconds", WHOLE_NUMBER_OR_ZERO),
        ({"hand_size": []}, "option_not_allowed", "options.hand_size", {"min": 3, "max": 12}),
        (
            {"packs": {"auto": 1}},
            "option_not_allowed",
            "options.packs",
            {"min": 1, "max": 4, "also": ["auto"]},
        ),
        ({"places": ["play_on"]}, "option_not_allowed", "options.places", ["first_only", "play_on"]),
        ({"places": {}}, "option_not_allowed", "options.places", ["first_only", "play_on"]),
        ({"places": None}, "option_not_allowed", "options.places", ["first_only", "play_on"]),
        ({"voluntary_draw": 1}, "option_not_allowed", "options.voluntary_draw", [True, False]),
        ({"voluntary_draw": [True]}, "option_not_allowed", "options.voluntary_draw", [True, False]),
        ({"bot_after_turns": 11}, "option_not_allowed", "options.bot_after_turns", {"min": 0, "max": 10}),
        (
            {"give_up_after_seconds": 59},
            "option_not_allowed",
            "options.give_up_after_seconds",
            {"min": 60, "max": 3155760000},
        ),
    ],
)
def test_an_option_out_of_range_is_refused(
    stranger: DescribedClient, options: dict[str, Any], code: str, field: str, allowed: object
) -> None:
    answer = stranger.post(GAMES, FOUR | {"options": options})
    assert refusal(answer) == (400, code, field)
    assert answer.json()["allowed"] == allowed
    assert answer.json()["rule"] == "options"
    assert nothing_there()


@pytest.mark.parametrize(
    ("options", "code", "rule", "field", "allowed"),
    [
        ({"packs": 1, "hand_size": 12}, "too_few_cards", "1", "packs", ["auto", 2, 3, 4]),
        ({"first_seat": "rotate"}, "no_earlier_game", "1", "first_seat", ["host", "random", "named"]),
        ({"stages": 9}, "too_many_stages", "options", "stages", {"min": 1, "max": 8}),
        ({"stages": 8, "hand_size": 5}, "too_many_stages", "options", "stages", {"min": 1, "max": 5}),
    ],
)
def test_options_that_do_not_go_with_the_table_or_each_other_are_refused(
    stranger: DescribedClient, options: dict[str, Any], code: str, rule: str, field: str, allowed: object
) -> None:
    answer = stranger.post(GAMES, {"edition": "super-116", "seats": 10, "options": options})
    assert refusal(answer) == (422, code, f"options.{field}")
    assert (answer.json()["allowed"], answer.json()["rule"]) == (allowed, rule)
    assert nothing_there()


@pytest.mark.parametrize(
    ("options", "detail"),
    [
        (
            {"packs": 1, "hand_size": 12},
            "Choose a value for options.packs: auto, 2, 3, 4. Or choose fewer seats, or a smaller "
            "options.hand_size: every seat is dealt a full hand.",
        ),
        (
            {"stages": 8, "hand_size": 5},
            "Choose a value for options.stages: 1–5. Or choose a greater options.hand_size: there is at most "
            "one stage a card.",
        ),
    ],
)
def test_what_the_hand_size_speaks_against_is_told_with_it(
    stranger: DescribedClient, options: dict[str, Any], detail: str
) -> None:
    answer = stranger.post(GAMES, {"edition": "super-116", "seats": 10, "options": options})
    assert answer.json()["detail"] == detail


def test_an_unknown_option_is_refused_with_the_names_of_all(stranger: DescribedClient) -> None:
    answer = stranger.post(GAMES, FOUR | {"options": {"house": True}})
    assert refusal(answer) == (400, "option_not_allowed", "options.house")
    assert answer.json()["allowed"] == list(as_mapping(Options()))
    assert nothing_there()


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({}, "invalid", "edition"),
        ({"edition": "super-116"}, "invalid", "seats"),
        ({"edition": "super-117", "seats": 4}, "invalid", "edition"),
        ({"edition": "super-116\0", "seats": 4}, "invalid", "edition"),
        ({"edition": "x" * 33, "seats": 4}, "invalid", "edition"),
        ({"edition": 116, "seats": 4}, "invalid", "edition"),
        (FOUR | {"seats": 1}, "invalid", "seats"),
        (FOUR | {"seats": 11}, "invalid", "seats"),
        (FOUR | {"seats": True}, "invalid", "seats"),
        (FOUR | {"seats": "4"}, "invalid", "seats"),
        (FOUR | {"public": 1}, "invalid", "public"),
        (FOUR | {"options": []}, "invalid", "options"),
        (FOUR | {"options": None}, "invalid", "options"),
        (FOUR | {"options": "auto"}, "invalid", "options"),
        (FOUR | {"seed": "00" * 32}, "invalid", "seed"),
        ([FOUR], "malformed", None),
    ],
)
def test_a_body_of_another_form_is_refused(
    stranger: DescribedClient, body: Any, code: str, field: str | None
) -> None:
    assert refusal(stranger.post(GAMES, body)) == (400, code, field)
    assert nothing_there()


def test_allowed_values_are_told(stranger: DescribedClient) -> None:
    assert stranger.post(GAMES, FOUR | {"seats": 1}).json()["allowed"] == {"min": 2, "max": 10}
    assert stranger.post(GAMES, FOUR | {"edition": "x"}).json()["allowed"] == [*boxes.editions()]
    assert stranger.post(GAMES, FOUR | {"edition": "x" * 33}).json()["allowed"] == [*boxes.editions()]
    assert stranger.post(GAMES, FOUR | {"seed": 1}).json()["allowed"] == [
        *("edition", "seats", "options", "bots", "public", "rated", "spectator_delay_seconds")
    ]


def test_whoever_has_signed_out_opens_nothing(stranger: DescribedClient) -> None:
    stranger.post(f"{API}/auth/signout")
    assert refusal(stranger.post(GAMES, FOUR)) == (401, "session_ended", None)
    assert nothing_there()
