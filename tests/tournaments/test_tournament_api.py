"""Tournaments over HTTP: who may do what, what everybody sees, what is refused; all as it is described."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from rest_framework.test import APIClient

from games import asking, boxes
from games.asking import SYSTEM, Caller
from games.handling import handle
from games.tournaments import commands
from games.tournaments.kinds import Kind
from games.tournaments.models import Entrant, StoredTournamentEvent, Tournament
from players.models import Player
from tests.conftest import FixedClock
from tests.games.api.described import API, DescribedClient
from tests.tournaments.played import Played

pytestmark = pytest.mark.django_db(transaction=True)

TOURNAMENTS = f"{API}/tournaments"
BEGINS = ["host", "random"]
BODY = {"kind": "swiss", "name": "Winter  Open ", "edition": "super-116", "entrants_limit": 8, "rounds": 2}


def somebody(name: str) -> DescribedClient:
    return DescribedClient.of(Player.objects.create_guest(name).pk)


@pytest.fixture
def dana(db: None) -> DescribedClient:
    """The director."""
    return somebody("Dana")


@pytest.fixture
def noa(db: None) -> DescribedClient:
    """Somebody else."""
    return somebody("Noa")


def opened(client: DescribedClient, **more: Any) -> str:
    answer = client.post(TOURNAMENTS, {**BODY, **more})
    assert answer.status_code == 201
    path: str = answer["Location"]
    return path


def refusal(answer: Any) -> tuple[Any, ...]:
    body = answer.json()
    return answer.status_code, body["code"], body.get("field"), body.get("allowed")


def played(path: str, director: DescribedClient) -> Played:
    return Played(UUID(path.rpartition("/")[2]), Caller(director.player.pk))


# --- opening


def test_whoever_opens_one_directs_it_and_does_not_play(dana: DescribedClient) -> None:
    view = dana.get(opened(dana)).json()
    assert view["name"] == "Winter Open"
    assert (view["status"], view["version"], view["entrants"]) == ("open", 1, 0)
    assert view["director"] == {"id": str(dana.player.pk), "name": "Dana"}
    assert view["you"] is None
    assert view["seed"] is None


def test_the_kind_sets_the_options_that_it_needs(dana: DescribedClient) -> None:
    series = dana.get(opened(dana, kind="series")).json()
    assert series["settings"]["options"]["scoring"] == "series"
    stages = dana.get(opened(dana, kind="stages", rounds=0, entrants_limit=4)).json()
    assert stages["settings"]["options"]["stages"] == 8


def test_tables_have_four_seats_where_nobody_says_so_or_as_many_as_may_be_in_it(
    dana: DescribedClient,
) -> None:
    chosen: list[dict[str, Any]] = [{}, {"entrants_limit": 2}, {"entrants_limit": 3}, {"table_size": 5}]
    views = [dana.get(opened(dana, **one)).json()["settings"] for one in chosen]
    assert [(view["table_size"], view["entrants_limit"]) for view in views] == [
        (4, 8),
        (2, 2),
        (3, 3),
        (5, 8),
    ]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"entrants_limit": 1}, (400, "invalid", "entrants_limit", {"min": 2, "max": 1000})),
        ({"table_size": 11}, (400, "invalid", "table_size", {"min": 2, "max": 10})),
        ({"name": ""}, (400, "wrong_length", "name", {"min": 1, "max": 80})),
        ({"name": " \n "}, (400, "wrong_length", "name", {"min": 1, "max": 80})),
        ({"name": "x" * 500}, (400, "wrong_length", "name", {"min": 1, "max": 80})),
        ({"description": "x" * 4_001}, (400, "wrong_length", "description", {"min": 0, "max": 4000})),
        ({"prizes": "x" * 4_001}, (400, "wrong_length", "prizes", {"min": 0, "max": 4000})),
        ({"edition": "x" * 33}, (400, "invalid", "edition", [*boxes.editions()])),
        ({"name": "Winter\x00Open"}, (400, "invalid", "name", None)),
        ({"description": "a\x00b"}, (400, "invalid", "description", None)),
        ({"prizes": "a\u202eb"}, (400, "invalid", "prizes", None)),
        ({"edition": "none"}, (400, "invalid", "edition", None)),
        ({"starts_at": "soon"}, (400, "invalid", "starts_at", None)),
        ({"starts_at": "2027-02-30T12:00:00Z"}, (400, "invalid", "starts_at", None)),
        (
            {"table_size": 9},
            (422, "field_too_small", "entrants_limit", {"min": 9, "max": 1000}),
        ),
        ({"kind": "duplicate"}, (422, "field_too_small", "entrants_limit", None)),
        ({"kind": "knockout"}, (422, "not_in_this_kind", "rounds", [0])),
        ({"advance": 2}, (422, "not_in_this_kind", "advance", [1])),
        ({"options": {"turn_seconds": 0}}, (422, "clock_required", "options.turn_seconds", None)),
        ({"options": {"first_seat": "named"}}, (422, "not_in_this_kind", "options.first_seat", BEGINS)),
        ({"options": {"first_seat": "rotate"}}, (422, "not_in_this_kind", "options.first_seat", BEGINS)),
        ({"late_rounds": 2}, (400, "invalid", "late_rounds", {"min": 0, "max": 1})),
        ({"options": {"hand": 3}}, (400, "option_not_allowed", "options.hand", None)),
        ({"check_in_seconds": 60}, (422, "start_required", "starts_at", None)),
        ({"starts_at": "2020-01-01T00:00:00Z"}, (422, "start_out_of_range", "starts_at", None)),
        ({"starts_at": "2050-01-01T00:00:00Z"}, (422, "start_out_of_range", "starts_at", None)),
        ({"seed": "00"}, (400, "invalid", "seed", None)),
    ],
)
def test_settings_that_cannot_be_played_open_nothing(
    wrong: dict[str, Any], told: tuple[Any, ...], dana: DescribedClient
) -> None:
    body = {**BODY, **wrong}
    if wrong.get("kind") == "duplicate":
        body["entrants_limit"] = 7
    answer = refusal(dana.post(TOURNAMENTS, body))
    assert answer[:3] == told[:3]
    assert told[3] is None or answer[3] == told[3]
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(("seconds", "most"), [(240, None), (241, 240), (86_400, 240)])
def test_check_in_must_have_room_before_the_start(
    seconds: int, most: int | None, dana: DescribedClient, clock: FixedClock
) -> None:
    body = {**BODY, "starts_at": "2040-01-01T12:04:00Z", "check_in_seconds": seconds}
    answer = dana.post(TOURNAMENTS, body)
    if most is None:
        assert answer.status_code == 201
    else:
        assert refusal(answer) == (400, "invalid", "check_in_seconds", {"min": 0, "max": most})
        assert not Tournament.objects.exists()


# --- entering


def test_people_register_wait_and_come_in_when_somebody_withdraws(
    dana: DescribedClient, noa: DescribedClient
) -> None:
    path = opened(dana, entrants_limit=2, table_size=2)
    dana.post(f"{path}/entrants")
    somebody("Omer").post(f"{path}/entrants")
    assert noa.post(f"{path}/entrants").json()["you"] == {
        "entrant": 2,
        "part": "waiting",
        "checked_in": False,
        "place": None,
        "table": None,
        "bye": False,
    }
    assert dana.delete(f"{path}/entrants/me").json()["you"]["part"] == "withdrew"
    assert noa.get(path).json()["you"]["part"] == "in"
    listed = noa.get(f"{path}/entrants").json()["results"]
    assert [(one["player"]["name"], one["part"]) for one in listed] == [
        ("Dana", "withdrew"),
        ("Omer", "in"),
        ("Noa", "in"),
    ]


def test_nobody_registers_twice_over_the_limit_or_after_the_start(
    dana: DescribedClient, noa: DescribedClient
) -> None:
    path = opened(dana, entrants_limit=2, waiting_list=False)
    noa.post(f"{path}/entrants")
    assert refusal(noa.post(f"{path}/entrants"))[:2] == (409, "already_entered")
    dana.post(f"{path}/entrants")
    late = somebody("Late")
    assert refusal(late.post(f"{path}/entrants"))[:2] == (409, "tournament_full")
    assert dana.post(f"{path}/start").status_code == 200
    assert refusal(late.post(f"{path}/entrants"))[:2] == (409, "registration_closed")
    assert Entrant.objects.count() == 2


def test_who_was_disqualified_or_has_played_does_not_come_again(
    dana: DescribedClient, noa: DescribedClient
) -> None:
    path = opened(dana, late_rounds=1)
    for one in (noa, dana, somebody("Omer")):
        one.post(f"{path}/entrants")
    ruling = {"type": "disqualify", "entrant": 0, "reason": "Two accounts."}
    dana.post(f"{path}/rulings", ruling)
    assert refusal(noa.post(f"{path}/entrants"))[:2] == (403, "disqualified")
    dana.post(f"{path}/start")
    dana.delete(f"{path}/entrants/me")
    assert refusal(dana.post(f"{path}/entrants")) == (409, "already_left", None, None)
    assert dana.get(path).json()["you"]["part"] == "withdrew"
    assert somebody("Late").post(f"{path}/entrants").json()["you"]["part"] == "in"


def test_who_left_a_tournament_that_lets_nobody_come_late_is_told_so_too(
    dana: DescribedClient, noa: DescribedClient
) -> None:
    path = opened(dana)
    for one in (noa, dana, somebody("Omer")):
        one.post(f"{path}/entrants")
    dana.post(f"{path}/start")
    noa.delete(f"{path}/entrants/me")
    assert refusal(noa.post(f"{path}/entrants"))[:2] == (409, "already_left")
    assert Entrant.objects.count() == 3


def test_who_withdrew_before_the_start_or_was_not_there_at_it_may_come_late(
    dana: DescribedClient, noa: DescribedClient, clock: FixedClock
) -> None:
    starts_at = (clock.moment + timedelta(minutes=5)).isoformat()
    path = opened(dana, late_rounds=1, starts_at=starts_at, check_in_seconds=60)
    absent, others = somebody("Omer"), [somebody("Gal"), somebody("Tal")]
    for one in (noa, absent, *others):
        one.post(f"{path}/entrants")
    noa.delete(f"{path}/entrants/me")
    cup = played(path, dana)
    clock.advance(seconds=240)
    cup.tend()
    for one in others:
        assert one.post(f"{path}/check-in").status_code == 200
    clock.advance(seconds=60)
    cup.tend()
    parts = [one.get(path).json()["you"]["part"] for one in (noa, absent, *others)]
    assert parts == ["withdrew", "no_show", "in", "in"]
    for one in (noa, absent):
        assert one.post(f"{path}/entrants").json()["you"]["part"] == "in"
        assert refusal(one.post(f"{path}/entrants"))[:2] == (409, "already_entered")


def test_games_that_count_for_ratings_are_played_by_the_edition_s_rules(dana: DescribedClient) -> None:
    answer = dana.post(TOURNAMENTS, {**BODY, "rated": True, "options": {"hand_size": 5}})
    assert refusal(answer) == (422, "not_when_rated", "options.hand_size", [8])
    assert dana.get(opened(dana, rated=True, options={"turn_seconds": 5})).json()["settings"]["rated"]


def test_a_round_has_a_time_unless_the_director_says_otherwise(dana: DescribedClient) -> None:
    seconds = [
        dana.get(opened(dana, **chosen)).json()["settings"]["round_seconds"]
        for chosen in ({}, {"options": {"turn_seconds": 5}}, {"round_seconds": 0}, {"round_seconds": 90})
    ]
    assert seconds == [3600, 600, 0, 90]
    told = refusal(dana.post(TOURNAMENTS, {**BODY, "round_seconds": 59}))
    assert told == (400, "invalid", "round_seconds", {"min": 60, "max": 2_592_000, "also": [0]})


def test_a_registration_that_is_repeated_under_its_key_is_answered_again(
    dana: DescribedClient, noa: DescribedClient
) -> None:
    path = opened(dana)
    first, second = (noa.post(f"{path}/entrants", headers={"Idempotency-Key": "once"}) for _ in range(2))
    assert first.json() == second.json()
    other = opened(dana)
    answer = noa.post(f"{other}/entrants", headers={"Idempotency-Key": "once"})
    assert refusal(answer)[:2] == (422, "key_reused")


def test_an_opening_that_is_repeated_under_its_key_opens_one(dana: DescribedClient) -> None:
    first, second = (dana.post(TOURNAMENTS, BODY, headers={"Idempotency-Key": "one"}) for _ in range(2))
    assert first.json() == second.json()
    assert Tournament.objects.count() == 1


def test_who_sits_at_a_table_does_not_withdraw(
    dana: DescribedClient, noa: DescribedClient, clock: FixedClock
) -> None:
    path = opened(dana)
    for one in (dana, noa):
        one.post(f"{path}/entrants")
    dana.post(f"{path}/start")
    played(path, dana).tend()
    before = StoredTournamentEvent.objects.count()
    assert refusal(noa.delete(f"{path}/entrants/me"))[:2] == (409, "at_a_table")
    assert StoredTournamentEvent.objects.count() == before
    table = noa.get(f"{path}/tables/me").json()
    assert noa.get(path).json()["you"]["table"]["game"] == table["game"]
    game = noa.get(f"{API}/games/{table['game']}").json()
    assert game["status"] == "playing"
    assert game["context"] == {"kind": "tournament", "id": path.rpartition("/")[2]}


def test_check_in_opens_by_the_clock_and_who_does_not_come_is_out(
    dana: DescribedClient, noa: DescribedClient, clock: FixedClock
) -> None:
    path = opened(dana, starts_at="2040-01-01T13:04:00+01:00", check_in_seconds=120)
    people = [noa, somebody("Omer"), somebody("Away")]
    for one in people:
        one.post(f"{path}/entrants")
    assert refusal(noa.post(f"{path}/check-in"))[:2] == (409, "check_in_closed")
    clock.advance(minutes=2)
    for one in people[:2]:
        assert one.post(f"{path}/check-in").json()["you"]["checked_in"]
    assert refusal(dana.post(f"{path}/check-in"))[:2] == (409, "not_entered")
    clock.advance(minutes=2)
    played(path, dana).tend()
    assert people[2].get(path).json()["you"]["part"] == "no_show"
    assert noa.get(path).json()["status"] == "running"


# --- the director's


def test_only_the_director_directs(dana: DescribedClient, noa: DescribedClient) -> None:
    path = opened(dana, allow_bots=True)
    asked = [
        noa.patch(path, {"name": "Mine"}),
        noa.post(f"{path}/bots", {"level": "easy"}),
        noa.post(f"{path}/start"),
        noa.post(f"{path}/rulings", {"type": "cancel", "reason": "I do not like it."}),
    ]
    assert [refusal(answer)[:2] for answer in asked] == [(403, "not_the_director")] * 4
    assert StoredTournamentEvent.objects.count() == 1


def test_a_tournament_of_one_does_not_start(dana: DescribedClient) -> None:
    path = opened(dana)
    dana.post(f"{path}/entrants")
    told = refusal(dana.post(f"{path}/start"))
    assert told == (409, "too_few_entrants", "entrants", {"min": 2, "max": 8})
    assert dana.get(path).json()["status"] == "open"


def test_bots_enter_all_or_none(dana: DescribedClient) -> None:
    path = opened(dana, allow_bots=True, waiting_list=False)
    assert refusal(dana.post(f"{path}/bots", {"level": "easy", "count": 9}))[:2] == (409, "tournament_full")
    assert dana.post(f"{path}/bots", {"level": "easy", "count": 8}).json()["entrants"] == 8
    names = [one["player"]["name"] for one in dana.get(f"{path}/entrants").json()["results"]]
    assert names == [f"Easy {number}" for number in range(1, 9)]
    without = opened(dana)
    assert refusal(dana.post(f"{without}/bots", {"level": "easy"}))[:2] == (422, "no_bots")


@pytest.mark.parametrize("reason", ["", " ", "x" * 501])
def test_a_reason_of_any_wrong_length_is_told_how_long_it_may_be(reason: str, dana: DescribedClient) -> None:
    path = opened(dana)
    answer = dana.post(f"{path}/rulings", {"type": "cancel", "reason": reason})
    assert refusal(answer) == (422, "reason_required", "reason", {"min": 1, "max": 500})
    assert answer.json()["detail"].startswith("Say why, in 1–500 characters")
    assert dana.get(path).json()["status"] == "open"


@pytest.mark.parametrize(
    ("field", "text", "fewest", "most"),
    [
        ("name", "", 1, 80),
        ("name", "x" * 81, 1, 80),
        ("description", "x" * 4_001, 0, 4_000),
        ("prizes", "x" * 4_001, 0, 4_000),
    ],
)
def test_texts_of_a_wrong_length_are_not_taken_and_told_how_long_they_may_be(
    field: str, text: str, fewest: int, most: int, dana: DescribedClient
) -> None:
    path = opened(dana)
    before = dana.get(path).json()
    answer = dana.patch(path, {field: text})
    assert refusal(answer) == (400, "wrong_length", field, {"min": fewest, "max": most})
    assert answer.json()["detail"] == f"Correct {field}: it may have {fewest}–{most} characters."
    assert dana.get(path).json() == before


@pytest.mark.parametrize(
    ("ruling", "told"),
    [
        ({"type": "pause", "reason": " "}, (422, "reason_required", "reason")),
        ({"type": "pause", "reason": "a\x00b"}, (400, "invalid", "reason")),
        ({"type": "cancel", "reason": "\u200b"}, (400, "invalid", "reason")),
        ({"type": "nothing", "reason": "x"}, (400, "invalid", "type")),
        ({"type": "resume", "reason": "x"}, (409, "not_paused", None)),
        ({"type": "bye", "entrant": 99, "reason": "x"}, (422, "no_such_entrant", "entrant")),
        ({"type": "disqualify", "entrant": 99, "reason": "x"}, (422, "no_such_entrant", "entrant")),
        (
            {"type": "result", "round": 2, "table": 0, "places": [1, 2], "points": [0, 1], "reason": "x"},
            (422, "no_such_round", "round"),
        ),
        (
            {"type": "result", "round": 1, "table": 7, "places": [1, 2], "points": [0, 1], "reason": "x"},
            (422, "no_such_table", "table"),
        ),
        (
            {"type": "result", "round": 1, "table": 0, "places": [1, 3], "points": [0, 1], "reason": "x"},
            (422, "result_unfit", "places"),
        ),
        (
            {"type": "result", "round": 1, "table": 0, "places": [1, 2], "points": [0], "reason": "x"},
            (422, "result_unfit", "points"),
        ),
        ({"type": "pair_anew", "tables": [[0, 0]], "reason": "x"}, (422, "pairing_unfit", "tables")),
    ],
)
def test_rulings_that_make_no_sense_change_nothing(
    ruling: dict[str, Any], told: tuple[Any, ...], director: Player, clock: FixedClock
) -> None:
    cup = Played.open(Kind.SWISS, director.pk, table_size=2, rounds=2)
    cup.enter_bots(4)
    cup.start()
    cup.tend()
    client, before = DescribedClient.of(director.pk), cup.now
    assert refusal(client.post(f"{TOURNAMENTS}/{cup.id}/rulings", ruling))[:3] == told
    assert cup.now == before


def test_a_result_that_was_ruled_ends_the_game_that_ran_there(director: Player, clock: FixedClock) -> None:
    cup = Played.open(Kind.SWISS, director.pk, table_size=2, rounds=1)
    cup.enter_bots(2)
    cup.start()
    cup.tend()
    client = DescribedClient.of(director.pk)
    ruling = {
        "type": "result",
        "round": 1,
        "table": 0,
        "places": [2, 1],
        "points": [30, 0],
        "reason": "The screen went dark.",
    }
    view = client.post(f"{TOURNAMENTS}/{cup.id}/rulings", ruling).json()
    assert view["round"]["closed"]
    game = client.get(f"{TOURNAMENTS}/{cup.id}/rounds/1/tables/0").json()
    assert (game["finished"], game["ruled"]) == (True, True)
    cup.tend()
    cup.tend()
    assert client.get(f"{API}/games/{game['game']}").json()["status"] == "abandoned"
    assert client.get(f"{TOURNAMENTS}/{cup.id}").json()["status"] == "finished"
    placed = client.get(f"{TOURNAMENTS}/{cup.id}/standings").json()["results"]
    assert placed[0]["entrant"] == game["seats"][1]["entrant"]


def test_scores_of_a_duplicate_are_told_above_and_below_par(director: Player) -> None:
    client = DescribedClient.of(director.pk)
    cup = Played.open(Kind.DUPLICATE, director.pk, table_size=2, rounds=1)
    cup.enter_bots(5)
    cup.start()
    cup.tend()
    for number, points in ((0, (0, 14)), (1, (26, 0))):
        places = tuple(1 if each == 0 else 2 for each in points)
        cup.direct(commands.RuleResult(1, number, places, points, "As they say."))
    (first, second), (bye,) = (
        [one.entrants for one in cup.now.state.rounds[0].tables],
        cup.now.state.rounds[0].byes,
    )
    placed = client.get(f"{TOURNAMENTS}/{cup.id}/standings").json()["results"]
    assert [(one["entrant"], one["score"]) for one in placed] == [
        (first[0], 15.5),
        (second[1], 14.5),
        (bye, 0),
        (first[1], -9.5),
        (second[0], -20.5),
    ]


def test_the_standings_show_the_winner_that_the_tournament_has(director: Player, clock: FixedClock) -> None:
    cup = Played.open(Kind.SWISS, director.pk, rounds=1)
    cup.enter_bots(4)
    cup.start()
    cup.tend()
    first, *others = cup.now.state.rounds[0].tables[0].entrants
    cup.direct(commands.RuleResult(1, 0, (1, 2, 3, 4), (0, 5, 9, 12), "Tossed."))
    client = DescribedClient.of(director.pk)

    def standings() -> list[tuple[int, int, str, float]]:
        rows = client.get(f"{TOURNAMENTS}/{cup.id}/standings").json()["results"]
        return [(row["place"], row["entrant"], row["part"], round(row["score"], 2)) for row in rows]

    parts = zip((1, 2, 3, 4), (first, *others), ("in",) * 4, (1, 0.67, 0.33, 0), strict=True)
    assert standings() == [*parts]
    cup.direct(commands.Disqualify(first, "Looked into others' hands."))
    second, third, fourth = others
    expected = [
        (1, second, "in", 0.67),
        (2, third, "in", 0.33),
        (3, fourth, "in", 0),
        (4, first, "disqualified", 1),
    ]
    assert standings() == expected
    cup.tend()
    assert standings() == expected
    listed = client.get(f"{TOURNAMENTS}/{cup.id}/entrants").json()["results"]
    assert sorted((row["place"], row["entrant"]) for row in listed) == [row[:2] for row in expected]


# --- reading


def test_nobody_reads_or_writes_without_a_token(api: APIClient, dana: DescribedClient) -> None:
    path = opened(dana)
    reads = [
        "",
        "/entrants",
        "/standings",
        "/rounds",
        "/rounds/1",
        "/rounds/1/tables/0",
        "/tables/me",
        "/events",
    ]
    writes = ["/entrants", "/check-in", "/bots", "/start", "/rulings"]
    answers = [
        api.get(TOURNAMENTS),
        api.post(TOURNAMENTS, BODY),
        *(api.get(f"{path}{rest}") for rest in reads),
        *(api.post(f"{path}{rest}") for rest in writes),
        api.patch(path, {}),
        api.delete(f"{path}/entrants/me"),
    ]
    assert {answer.status_code for answer in answers} == {401}


def test_what_is_not_there_is_not_found(dana: DescribedClient) -> None:
    path = opened(dana)
    nowhere = f"{TOURNAMENTS}/0199f3c1-7a54-7d0e-9b2f-5f0c0f6f1d11"
    assert refusal(dana.get(nowhere))[:2] == (404, "not_found")
    assert refusal(dana.get(f"{path}/rounds/1"))[:2] == (404, "no_round")
    assert refusal(dana.get(f"{path}/tables/me"))[:2] == (404, "no_table")
    assert refusal(dana.get(f"{path}/events?after=2"))[:3] == (400, "invalid", "after")
    assert refusal(dana.get(f"{path}/standings?round=1"))[:3] == (400, "invalid", "round")
    assert refusal(dana.get(f"{path}/rounds?wait=1"))[:3] == (400, "invalid", "wait")


def test_who_has_a_bye_is_told_so_as_long_as_the_round_is_played(director: Player, clock: FixedClock) -> None:
    cup = Played.open(Kind.SWISS, director.pk, table_size=2, rounds=2, break_seconds=60)
    path, people = f"{TOURNAMENTS}/{cup.id}", [somebody(name) for name in ("Noa", "Omer", "Gal")]
    for one in people:
        one.post(f"{path}/entrants")
    cup.start()
    assert [one.get(path).json()["you"]["bye"] for one in people] == [False, False, False]
    cup.tend()
    (free,) = cup.now.state.rounds[0].byes
    assert [one.get(path).json()["you"]["bye"] for one in people] == [n == free for n in range(3)]
    assert refusal(people[free].get(f"{path}/tables/me")) == (404, "bye_this_round", None, None)
    assert people[free - 1].get(f"{path}/tables/me").status_code == 200
    assert refusal(DescribedClient.of(director.pk).get(f"{path}/tables/me"))[:2] == (404, "no_table")
    cup.direct(commands.RuleResult(1, 0, places=(1, 2), points=(0, 9), reason="The line was cut."))
    assert refusal(people[free].get(f"{path}/tables/me"))[:2] == (404, "no_table")
    assert not people[free].get(path).json()["you"]["bye"]


def test_who_has_a_bye_and_withdraws_has_none_any_more(director: Player, clock: FixedClock) -> None:
    cup = Played.open(Kind.SWISS, director.pk, table_size=2, rounds=2)
    path, people = f"{TOURNAMENTS}/{cup.id}", [somebody(name) for name in ("Noa", "Omer", "Gal")]
    for one in people:
        one.post(f"{path}/entrants")
    cup.start()
    cup.tend()
    (number,) = cup.now.state.rounds[0].byes
    free = people[number]
    assert not free.delete(f"{path}/entrants/me").json()["you"]["bye"]
    assert refusal(free.get(f"{path}/tables/me"))[:2] == (404, "no_table")


def test_lists_go_on_where_a_page_ends(dana: DescribedClient) -> None:
    paths = [opened(dana, allow_bots=True) for _ in range(3)]
    page = dana.get(f"{TOURNAMENTS}?limit=2").json()
    more = dana.get(page["next"]).json()
    ids = [one["id"] for one in (*page["results"], *more["results"])]
    assert ids == [path.rpartition("/")[2] for path in reversed(paths)]
    assert more["next"] is None
    dana.post(f"{paths[0]}/bots", {"level": "easy", "count": 3})
    page = dana.get(f"{paths[0]}/entrants?limit=2").json()
    assert [one["entrant"] for one in page["results"]] == [0, 1]
    assert [one["entrant"] for one in dana.get(page["next"]).json()["results"]] == [2]


def test_everything_is_told_in_order_and_from_any_version(director: Player, clock: FixedClock) -> None:
    cup = Played.open(Kind.KNOCKOUT, director.pk, table_size=2)
    cup.enter_bots(4)
    cup.start()
    cup.to_the_end(clock)
    client = DescribedClient.of(director.pk)
    path = f"{TOURNAMENTS}/{cup.id}/events"
    every = client.get(path).json()
    assert [one["version"] for one in every["events"]] == list(range(1, every["version"] + 1))
    assert client.get(f"{path}?after=5&limit=2").json()["events"] == every["events"][5:7]
    assert every["events"][0]["seed"] == cup.now.state.seed.hex()


@pytest.mark.parametrize("kind", [Kind.DUPLICATE, Kind.SWISS])
def test_the_seed_of_deals_is_told_when_the_last_game_has_ended(director: Player, kind: Kind) -> None:
    cup = Played.open(kind, director.pk, table_size=2, rounds=1)
    cup.enter_bots(4)
    cup.start()
    cup.tend()
    cup.direct(commands.Cancel("Rain."))
    client, path = DescribedClient.of(director.pk), f"{TOURNAMENTS}/{cup.id}"
    seed = cup.now.state.seed.hex()

    def told() -> list[str | None]:
        return [client.get(path).json()["seed"], client.get(f"{path}/events").json()["events"][0]["seed"]]

    assert told() == [seed if kind is Kind.SWISS else None] * 2
    cup.tend()
    assert told() == [seed] * 2


def test_results_of_a_round_that_was_never_closed_are_told_by_its_games_alone(director: Player) -> None:
    cup = Played.open(Kind.DUPLICATE, director.pk, table_size=2, rounds=1)
    cup.enter_bots(4)
    cup.start()
    cup.tend()
    first, _ = cup.now.state.rounds[0].tables
    handle(UUID(first.game), asking.call_time, SYSTEM)
    cup.tend()
    cup.direct(commands.Cancel("Rain."))
    client, path = DescribedClient.of(director.pk), f"{TOURNAMENTS}/{cup.id}"
    for _ in range(2):
        table, _ = client.get(f"{path}/rounds/1").json()["results"]
        assert (table["finished"], {seat["points"] for seat in table["seats"]}) == (True, {None})
        (finished,) = (
            event
            for event in client.get(f"{path}/events").json()["events"]
            if event["type"] == "table_finished"
        )
        assert (finished["places"], finished["points"]) == (None, None)
        cup.tend()
    assert client.get(f"{API}/games/{first.game}").json()["result"]["points"] is not None


def test_a_pause_keeps_the_next_round_from_being_paired(director: Player, clock: FixedClock) -> None:
    cup = Played.open(Kind.SERIES, director.pk, rounds=2)
    cup.enter_bots(3)
    cup.start()
    cup.direct(commands.Pause("Lunch."))
    cup.tend()
    assert cup.now.state.rounds == ()
    cup.direct(commands.Resume("Go on."))
    cup.tend()
    assert len(cup.now.state.rounds) == 1
