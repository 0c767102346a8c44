"""`POST games/{id}/moves`: what is played, and what every refusal names."""

from collections.abc import Callable
from typing import Any

import pytest

from games.engine import events as ev
from games.models import Game
from tests.conftest import FixedClock
from tests.games.api.asking import DRAW, RESIGN, games, lay, one, refusal, several
from tests.games.api.conftest import Clients
from tests.games.api.described import API, DescribedClient
from tests.games.tables import Table, beat

pytestmark = pytest.mark.django_db

type Tables = Callable[..., Table]

HANDS = ("R5 R+2 B5 CC RT R6 K +3", "R3 R9 G1 X3 K", "G7 G8 Y1 Y3")
AT = "2040-01-01T12:00:00.000000Z"


@pytest.fixture
def running(table: Tables) -> Table:
    """A game of three; the turn is seat 0's, and R1 leads."""
    opened = table(3)
    opened.deal(*HANDS, leading="R1")
    return opened


def without_names(view: dict[str, Any]) -> dict[str, Any]:
    for seat in view["seats"]:
        del seat["player"]["name"]
    return view


# --- what is played


def test_a_move_is_answered_with_what_it_caused_and_the_view_after_it(
    running: Table, clients: Clients
) -> None:
    noa, dana, _ = clients(running)
    answer = noa.post(games(running, "/moves"), one(1, lay("R5")))
    assert answer.status_code == 200
    body = answer.json()
    assert body["version"] == running.standing().version
    first = body["version"] - 1
    assert body["events"] == [
        {
            "type": "card_laid",
            "version": first,
            "at": AT,
            "seat": 0,
            "card": "R5",
            "color": "R",
            "leads": True,
        },
        {
            "type": "turn_passed",
            "version": first + 1,
            "at": AT,
            "seat": 1,
            "number": 2,
            "pending": "ordinary",
        },
    ]
    assert body["view"] == without_names(noa.get(games(running)).json())
    assert dana.get(games(running)).json()["turn"]["seat"] == 1


def test_several_moves_land_as_one(running: Table, clients: Clients) -> None:
    moves = several(1, lay("RT"), lay("R5"), {"type": "close_taki"})
    body = clients(running)[0].post(games(running, "/moves"), moves).json()
    assert [event["type"] for event in body["events"]] == [
        *("card_laid", "run_opened", "card_laid", "run_ended", "turn_passed")
    ]
    assert body["view"]["table"]["top"] == ["R5"]


def test_a_color_is_chosen_with_the_card(running: Table, clients: Clients) -> None:
    body = clients(running)[0].post(games(running, "/moves"), one(1, lay("CC", color="B"))).json()
    assert body["view"]["table"]["color"] == "B"


def test_a_card_that_is_drawn_is_seen_by_its_own_seat_alone(running: Table, clients: Clients) -> None:
    noa, dana, _ = clients(running)
    body = noa.post(games(running, "/moves"), one(1, DRAW)).json()
    drawn = body["events"][0]
    assert (drawn["type"], drawn["count"], drawn["cards"]) == ("cards_drawn", 1, ["G1"])
    page = dana.get(games(running, f"/events?after={drawn['version'] - 1}&limit=1")).json()
    assert page["events"] == [drawn | {"cards": None}]


def test_what_is_listed_as_legal_is_accepted_as_listed(table: Tables, clients: Clients) -> None:
    legal = [
        *(lay("R5"), lay("R6"), lay("R+2"), lay("RT")),
        *(lay("CC", color=color) for color in "RGBY"),
        *(lay("K"), lay("+3"), DRAW),
    ]
    for move in legal:
        opened = table(3)
        opened.deal(*HANDS, leading="R1")
        noa = clients(opened)[0]
        assert noa.get(games(opened)).json()["legal"] == legal
        assert noa.post(games(opened, "/moves"), one(1, move)).status_code == 200


def test_a_window_opens_and_the_breaker_closes_it(running: Table, clients: Clients) -> None:
    noa, dana, _ = clients(running)
    body = noa.post(games(running, "/moves"), one(1, lay("+3"))).json()
    assert body["view"]["turn"] == {
        "number": 1,
        "seat": None,
        "pending": "plus_three",
        "deadline": "2040-01-01T12:00:06.000000Z",
    }
    assert body["view"]["table"]["plus_three"] == {"seat": 0}
    assert dana.get(games(running)).json()["legal"] == [
        {"type": "lay", "card": "K"},
        {"type": "break_plus_three"},
    ]
    body = dana.post(games(running, "/moves"), one(1, {"type": "break_plus_three"})).json()
    assert [event["type"] for event in body["events"]] == [
        *("card_laid", "plus_three_broken", "window_closed", "cards_drawn", "turn_passed")
    ]
    assert body["view"]["turn"]["seat"] == 1


def test_resigning_names_no_turn(running: Table, clients: Clients) -> None:
    body = clients(running)[2].post(games(running, "/moves"), {"move": RESIGN}).json()
    assert [event["type"] for event in body["events"]] == ["seat_given_up", "hand_shuffled_in"]
    assert body["events"][0]["points"] is None
    assert body["events"][1]["pile"] is None
    assert body["view"]["you"] is None  # a given-up seat sees what a spectator sees


def test_returning_names_no_turn_and_takes_the_seat_back_from_the_bot(
    running: Table, clients: Clients
) -> None:
    running.happen(ev.TurnSettled(2), ev.BotStoodIn(2))
    omer = clients(running)[2]
    away = omer.get(games(running)).json()["seats"][2]
    assert (away["absent"], away["stood_in"], away["bot"]) == (1, True, False)
    body = omer.post(games(running, "/moves"), {"move": {"type": "return"}}).json()
    assert body["events"] == [{"type": "seat_returned", "version": body["version"], "at": AT, "seat": 2}]
    back = body["view"]["seats"][2]
    assert (back["absent"], back["stood_in"]) == (0, False)


def test_returning_changes_nothing_where_there_is_nothing_to_return_from(
    running: Table, clients: Clients
) -> None:
    version = running.head().version
    for turn in ({}, {"turn": 1}):
        answer = clients(running)[1].post(games(running, "/moves"), {"move": {"type": "return"}} | turn)
        assert answer.status_code == 200
        assert (answer.json()["version"], answer.json()["events"]) == (version, [])
    assert running.head().version == version


def test_the_last_card_ends_the_game_and_opens_it(table: Tables, clients: Clients) -> None:
    opened = table(2)
    opened.deal("R5", "R3 R9", leading="R1")
    noa, dana = clients(opened)
    body = noa.post(games(opened, "/moves"), one(1, lay("R5"))).json()
    assert [event["type"] for event in body["events"]] == [
        *("card_laid", "seat_finished", "game_finished", "disclosed")
    ]
    assert body["view"]["result"] == {"ending": "empty_hand", "places": [1, 2], "points": [0, 12]}
    assert body["view"]["hands"] == [[], ["R3", "R9"]]
    assert dana.get(games(opened)).json()["fairness"]["seed"] == opened.standing().state.setup.seed.hex()


def test_a_drawn_card_may_be_laid_or_kept(table: Tables, clients: Clients) -> None:
    opened = table(2, drawn_card_playable=True)
    opened.deal("R5 B5", "R3 R9", leading="R1", pile="R7 B9 Y3")
    noa, dana = clients(opened)
    path = games(opened, "/moves")
    body = noa.post(path, one(1, DRAW)).json()
    assert [event["type"] for event in body["events"]] == ["cards_drawn", "drawn_card_kept"]
    assert body["events"][1]["card"] == body["view"]["you"]["drawn"] == "R7"
    assert body["view"]["turn"]["pending"] == "drawn_card"
    assert body["view"]["legal"] == [lay("R7"), {"type": "end_turn"}]
    shown = dana.get(games(opened, "/events?after=8")).json()["events"]
    assert [event.get("cards", event.get("card")) for event in shown] == [None, None]
    refused = noa.post(path, one(1, lay("R5")))
    assert refusal(refused) == (422, "only_the_drawn_card", "move.card")
    assert refused.json()["allowed"] == ["R7"]
    assert noa.post(path, one(1, lay("R7"))).json()["view"]["you"]["drawn"] is None
    body = dana.post(path, one(2, DRAW)).json()
    assert (body["view"]["you"]["drawn"], body["view"]["legal"]) == (None, [{"type": "end_turn"}])
    assert dana.post(path, one(2, {"type": "end_turn"})).json()["view"]["turn"]["number"] == 3


def test_hands_are_passed_to_the_side_that_was_named(table: Tables, clients: Clients) -> None:
    opened = table(3)
    opened.deal("CZ R5", "B1 B3 B4", "Y1 Y3", leading="R1")
    noa, dana, _ = clients(opened)
    body = noa.post(games(opened, "/moves"), one(1, lay("CZ", side="right", last_card=False))).json()
    assert [event["type"] for event in body["events"]] == ["card_laid", "hands_passed", "turn_passed"]
    passed = body["events"][1]
    assert (passed["direction"], passed["counts"]) == (-1, [3, 2, 1])
    assert (passed["hand"], passed["hands"]) == (["B1", "B3", "B4"], None)
    assert passed["declared"] == [False, False, True]
    assert body["view"]["you"]["hand"] == ["B1", "B3", "B4"]
    assert dana.get(games(opened)).json()["you"]["hand"] == ["Y1", "Y3"]


def test_who_forgot_is_called_out_where_that_is_listed(table: Tables, clients: Clients) -> None:
    opened = table(3, last_card="called_out", last_card_penalty=2)
    opened.deal("R5 B5", "R3 R9", "G7 G8", leading="R1")
    noa, _, omer = clients(opened)
    call = {"type": "call_out", "seat": 0}
    view = noa.post(games(opened, "/moves"), one(1, lay("R5"))).json()["view"]
    assert call not in view["legal"]
    assert call in omer.get(games(opened)).json()["legal"]
    body = omer.post(games(opened, "/moves"), one(2, call)).json()
    assert [event["type"] for event in body["events"]] == ["last_card_called_out", "cards_drawn"]
    assert (body["events"][0]["seat"], body["events"][0]["by"]) == (0, 2)
    assert body["events"][1] == body["events"][1] | {"seat": 0, "count": 2, "cards": None}
    again = omer.post(games(opened, "/moves"), one(2, call))
    assert refusal(again) == (409, "too_late", "move")


def test_a_stage_is_left_with_an_empty_hand(table: Tables, clients: Clients) -> None:
    opened = table(2, stages=8)
    opened.deal("R5", "R3 R9", leading="R1", pile="G1 G3 G4 G5 G6 G7 G8 G9")
    body = clients(opened)[0].post(games(opened, "/moves"), one(1, lay("R5"))).json()
    assert [event["type"] for event in body["events"]] == [
        *("card_laid", "stage_reached", "cards_drawn", "turn_passed")
    ]
    assert (body["events"][1]["stage"], body["events"][2]["count"]) == (7, 7)
    assert (body["view"]["you"]["stage"], len(body["view"]["you"]["hand"])) == (7, 7)
    assert [seat["stage"] for seat in body["view"]["seats"]] == [7, 8]


# --- refusals of the rules


@pytest.mark.parametrize(
    ("seat", "body", "told", "rule"),
    [
        (0, one(1, lay("G9")), (422, "card_not_held", "move.card"), "1"),
        (0, one(1, lay("B5")), (422, "does_not_match", "move.card"), "1"),
        (0, one(1, lay("CC")), (422, "color_required", "move.color"), "1"),
        (0, one(1, lay("R5", color="R")), (422, "color_not_allowed", "move.color"), "1"),
        (0, one(1, lay("R5", last_card=True)), (422, "not_one_card", "move.last_card"), "6"),
        (0, one(1, {"type": "end_turn"}), (422, "may_not_end_turn", "move"), "1"),
        (0, one(1, {"type": "close_taki"}), (422, "no_run_of_yours", "move"), "3"),
        (0, one(1, {"type": "declare_last_card"}), (422, "not_one_card", "move"), "6"),
        (0, one(1, {"type": "call_out", "seat": 1}), (422, "no_calling_out", "move"), "6"),
        (1, one(1, {"type": "break_plus_three"}), (422, "no_window", "move"), "5"),
        (0, one(2, lay("R5")), (409, "stale_turn", "turn"), "1"),
        (1, one(1, lay("R3")), (409, "not_your_turn", "move"), "1"),
        (0, several(1, lay("RT"), lay("B5")), (422, "not_in_run", "moves[1].card"), "3"),
        (0, several(1, DRAW, lay("R5")), (422, "only_as_last_move", "moves[0]"), "1"),
        (0, several(1, lay("R5"), lay("R6")), (422, "only_as_last_move", "moves[0]"), "1"),
    ],
)
def test_the_rules_refuse_with_code_rule_and_place(
    running: Table,
    clients: Clients,
    seat: int,
    body: Any,
    told: tuple[Any, ...],
    rule: str,
) -> None:
    before = running.rows()
    answer = clients(running)[seat].post(games(running, "/moves"), body)
    assert refusal(answer) == told
    assert (answer.json()["rule"], answer.json()["version"]) == (rule, running.standing().version)
    assert running.rows() == before


@pytest.mark.parametrize(
    ("options", "hand", "move", "told", "rule"),
    [
        ({}, "CZ R5 R6", lay("CZ"), ("side_required", "move.side", ["left", "right"]), "1"),
        ({}, "R5 R6", lay("R5", side="left"), ("side_not_allowed", "move.side", []), "1"),
        (
            {"crazy_direction": "left"},
            "CZ R5 R6",
            lay("CZ", side="left"),
            ("side_not_allowed", "move.side", []),
            "1",
        ),
        ({"voluntary_draw": False}, "R5 B6 CC", DRAW, ("must_lay", "move.card", ["R5", "CC"]), "1"),
        ({"plus_last": "refused"}, "R+", lay("R+"), ("may_not_be_last", "move.card", []), "9"),
        ({"finish_on_action": False}, "RS", lay("RS"), ("may_not_be_last", "move.card", []), "9"),
        (
            {"last_card": "off"},
            "R5 R6",
            lay("R5", last_card=True),
            ("no_declaring", "move.last_card", [False]),
            "6",
        ),
        ({"last_card": "off"}, "R5", {"type": "declare_last_card"}, ("no_declaring", "move", None), "6"),
        (
            {"last_card": "called_out"},
            "R5",
            {"type": "call_out", "seat": 1},
            ("nothing_to_call_out", "move", None),
            "6",
        ),
        (
            {"last_card": "called_out"},
            "R5",
            {"type": "call_out", "seat": 0},
            ("no_such_seat", "move.seat", [1, 2]),
            "1",
        ),
    ],
)
def test_options_refuse_with_code_rule_place_and_what_is_allowed(
    table: Tables,
    clients: Clients,
    options: dict[str, Any],
    hand: str,
    move: dict[str, Any],
    told: tuple[Any, ...],
    rule: str,
) -> None:
    opened = table(3, **options)
    opened.deal(hand, "R3 R9", "G7 G8", leading="R1")
    before = opened.rows()
    answer = clients(opened)[0].post(games(opened, "/moves"), one(1, move))
    body = answer.json()
    assert answer.status_code == 422
    assert (body["code"], body["field"], body.get("allowed"), body["rule"]) == (*told, rule)
    assert opened.rows() == before


def test_a_refusal_tells_what_is_allowed(running: Table, clients: Clients) -> None:
    noa = clients(running)[0]
    path = games(running, "/moves")
    assert noa.post(path, one(7, lay("R5"))).json()["allowed"] == [1]
    assert noa.post(path, one(1, lay("CC"))).json()["allowed"] == ["R", "G", "B", "Y"]
    assert noa.post(path, one(1, lay("G9"))).json()["allowed"] == [
        *("R5", "R6", "R+2", "RT", "B5", "CC", "K", "+3")
    ]


def test_a_refusal_is_told_in_the_readers_language(running: Table, clients: Clients) -> None:
    noa = clients(running)[0]
    said = {
        language: noa.post(
            games(running, "/moves"), one(1, lay("B5")), headers={"Accept-Language": language}
        ).json()["title"]
        for language in ("en", "he", "km")
    }
    assert said["en"] == "The card does not match"
    assert len(set(said.values())) == 3


def test_nothing_is_played_in_the_lobby_or_after_the_end(table: Tables, clients: Clients) -> None:
    lobby = table(2)
    noa, dana = clients(lobby)
    assert refusal(noa.post(games(lobby, "/moves"), one(1, DRAW))) == (409, "not_started", None)
    lobby.start()
    noa.post(games(lobby, "/moves"), {"move": RESIGN})
    before = lobby.rows()
    assert refusal(dana.post(games(lobby, "/moves"), one(1, DRAW))) == (409, "game_over", None)
    assert lobby.rows() == before


def test_a_seat_that_was_given_up_plays_no_more(running: Table, clients: Clients) -> None:
    noa = clients(running)[0]
    noa.post(games(running, "/moves"), {"move": RESIGN})
    before = running.rows()
    assert refusal(noa.post(games(running, "/moves"), {"move": RESIGN})) == (409, "seat_given_up", None)
    assert running.rows() == before


def test_whoever_watches_does_not_play(running: Table, stranger: DescribedClient) -> None:
    before = running.rows()
    answer = stranger.post(games(running, "/moves"), one(1, DRAW))
    assert refusal(answer) == (403, "not_seated", None)
    assert running.rows() == before


def test_nobody_plays_in_a_private_game_of_others(table: Tables, stranger: DescribedClient) -> None:
    private = table(2, visibility=Game.Visibility.CODE)
    private.start()
    before = private.rows()
    assert refusal(stranger.post(games(private, "/moves"), one(1, DRAW))) == (404, "not_found", None)
    assert private.rows() == before


def test_whoever_has_signed_out_does_not_play(running: Table, clients: Clients) -> None:
    noa = clients(running)[0]
    noa.post(f"{API}/auth/signout")
    before = running.rows()
    assert refusal(noa.post(games(running, "/moves"), one(1, DRAW))) == (401, "session_ended", None)
    assert running.rows() == before


def test_a_late_move_finds_its_turn_settled(running: Table, clients: Clients, clock: FixedClock) -> None:
    clock.advance(seconds=30)
    beat()
    answer = clients(running)[0].post(games(running, "/moves"), one(1, lay("R5")))
    assert refusal(answer) == (409, "stale_turn", "turn")
    assert answer.json()["version"] == running.standing().version
    assert running.standing().state.absent == (1, 0, 0)
