"""`POST games` with `after`: the same people at a new table, and how both parties find it."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from games import asking
from games.engine.commands import Resign
from games.handling import handle
from games.models import Game, KeyedCommand, StoredEvent
from tests.conftest import FixedClock
from tests.games.api.asking import RESIGN, games, refusal
from tests.games.api.conftest import Clients
from tests.games.api.described import API, DescribedClient
from tests.games.tables import Table

pytestmark = pytest.mark.django_db

type Tables = Callable[..., Table]

GAMES = f"{API}/games"
NOBODYS = "01a22a01-0533-723c-aba6-dd1456d89b79"


@pytest.fixture
def old(table: Tables) -> Table:
    """A game of three that seat 2 has won; everybody else gave up."""
    opened = table(3)
    opened.start()
    opened.play(0, Resign())
    opened.play(1, Resign())
    return opened


def after(old: Table, **more: Any) -> dict[str, Any]:
    return {"after": str(old.id), **more}


def keyed(key: str) -> dict[str, Any]:
    return {"headers": {"Idempotency-Key": key}}


def counted() -> tuple[int, int]:
    return StoredEvent.objects.count(), KeyedCommand.objects.count()


def test_the_first_opens_it_and_the_others_find_it(old: Table, clients: Clients) -> None:
    noa, dana, omer = clients(old)
    opened = dana.post(GAMES, after(old))
    view = opened.json()
    assert (opened.status_code, opened["Location"]) == (201, f"{GAMES}/{view['id']}")
    assert (view["version"], view["status"], view["host"], view["you"]["seat"]) == (3, "lobby", 1, 1)
    assert (view["previous"], view["next"]) == (str(old.id), None)
    assert view["options"] == dana.get(games(old)).json()["options"]

    found = omer.post(GAMES, after(old))
    assert (found.status_code, found["Location"]) == (200, opened["Location"])
    assert (found.json()["version"], found.json()["you"]["seat"], found.json()["host"]) == (4, 2, 1)
    again = dana.post(GAMES, after(old))
    assert (again.status_code, again.json()["version"]) == (200, 4)
    assert noa.post(GAMES, after(old)).json()["version"] == 5


def test_an_id_may_be_written_in_capitals(old: Table, clients: Clients) -> None:
    assert clients(old)[0].post(GAMES, {"after": str(old.id).upper()}).status_code == 201


def test_followers_of_the_old_game_learn_of_the_new_one(
    old: Table, clients: Clients, stranger: DescribedClient
) -> None:
    noa, dana, _ = clients(old)
    before = dana.get(games(old))
    assert (before.json()["next"], before.json()["previous"]) == (None, None)
    version = before.json()["version"]
    next_ = noa.post(GAMES, after(old)).json()["id"]
    for follower in (dana, stranger):
        now = follower.get(games(old), headers={"If-None-Match": before["ETag"]})
        assert (now.status_code, now.json()["next"]) == (200, next_)
        assert follower.get(games(old, f"/events?after={version}")).json() == {
            "events": [
                {
                    "type": "game_continued",
                    "version": version + 1,
                    "at": "2040-01-01T12:00:00.000000Z",
                    "next": next_,
                }
            ],
            "version": version + 1,
            "behind_seconds": 0,
        }
    assert dana.get(games(old, f"/history/{version}")).json()["next"] is None


def test_a_retried_move_that_won_knows_nothing_of_the_next_game(table: Tables, clients: Clients) -> None:
    old = table(2)
    old.start()
    noa, dana = clients(old)
    first = noa.post(games(old, "/moves"), {"move": RESIGN}, **keyed("a"))
    dana.post(GAMES, after(old))
    again = noa.post(games(old, "/moves"), {"move": RESIGN}, **keyed("a"))
    assert again.content == first.content
    assert again.json()["view"]["next"] is None


def test_moves_of_the_next_game_tell_of_the_one_before(old: Table, clients: Clients) -> None:
    noa, dana, _ = clients(old)
    view = noa.post(GAMES, after(old)).json()
    dana.post(GAMES, after(old))
    path = f"{GAMES}/{view['id']}"
    noa.post(f"{path}/start", {})
    answer = dana.post(f"{path}/moves", {"move": RESIGN}, **keyed("a")).json()
    assert (answer["view"]["previous"], answer["view"]["next"]) == (str(old.id), None)
    assert dana.post(f"{path}/moves", {"move": RESIGN}, **keyed("a")).json() == answer


def test_lists_tell_of_the_game_before(old: Table, clients: Clients) -> None:
    noa = clients(old)[0]
    noa.post(GAMES, after(old))
    assert [game["previous"] for game in noa.get(GAMES).json()["results"]] == [str(old.id), None]


def test_lists_offer_its_seats_to_its_people_alone(
    old: Table, clients: Clients, stranger: DescribedClient
) -> None:
    noa, dana, _ = clients(old)
    opened = noa.post(GAMES, after(old)).json()["id"]

    def offered(client: DescribedClient) -> list[str]:
        page = client.get(f"{GAMES}?status=lobby&open_seats=true").json()
        return [game["id"] for game in page["results"]]

    assert (offered(noa), offered(dana), offered(stranger)) == ([opened], [opened], [])


def test_who_begins_is_told_by_the_game_before(old: Table, clients: Clients) -> None:
    noa, dana, omer = clients(old)
    view = noa.post(GAMES, after(old, options={"first_seat": "previous_winner"})).json()
    assert view["options"]["first_seat"] == "previous_winner"
    path = f"{GAMES}/{view['id']}"
    omer.post(GAMES, after(old))
    assert noa.get(f"{path}/events").json()["events"][0]["begins"] == 2
    assert noa.post(f"{path}/start", {}).json()["turn"]["seat"] == 2
    omer.post(f"{path}/moves", {"move": RESIGN})
    following = Table(UUID(view["id"]), old.people)
    view = noa.post(GAMES, after(following, options={"first_seat": "rotate"})).json()
    omer.post(GAMES, after(following))
    assert noa.post(f"{GAMES}/{view['id']}/start", {}).json()["turn"]["seat"] == 0
    assert dana.post(GAMES, after(following)).json()["code"] == "not_of_that_game"


def test_without_a_game_before_nobody_can_begin_so(stranger: DescribedClient) -> None:
    body = {"edition": "super-116", "seats": 2, "options": {"first_seat": "rotate"}}
    assert refusal(stranger.post(GAMES, body)) == (422, "no_earlier_game", "options.first_seat")
    assert not Game.objects.exists()


# --- refused, and nothing has happened


@pytest.mark.parametrize(
    ("body", "code", "field", "allowed"),
    [
        ({"after": "1"}, "invalid", "after", None),
        ({"after": None}, "invalid", "after", None),
        ({"after": 7}, "invalid", "after", None),
        ({"after": NOBODYS.replace("-", "")}, "invalid", "after", None),
        ({"after": f"{NOBODYS}\n"}, "invalid", "after", None),
        ({"after": NOBODYS, "edition": "super-116"}, "invalid", "edition", ["after", "options"]),
        ({"after": NOBODYS, "seats": 3}, "invalid", "seats", ["after", "options"]),
        ({"after": NOBODYS, "public": True}, "invalid", "public", ["after", "options"]),
        ({"after": NOBODYS, "options": []}, "invalid", "options", None),
    ],
)
def test_a_body_of_another_form_is_refused(
    stranger: DescribedClient, body: object, code: str, field: str, allowed: object
) -> None:
    answer = stranger.post(GAMES, body)
    assert refusal(answer) == (400, code, field)
    assert answer.json().get("allowed") == allowed
    assert not Game.objects.exists()


def test_of_no_game_nobody_goes_on(stranger: DescribedClient) -> None:
    assert refusal(stranger.post(GAMES, {"after": NOBODYS})) == (404, "not_found", None)


@pytest.mark.parametrize(
    ("options", "code", "field", "allowed"),
    [
        ({"turn_seconds": 4}, "option_not_allowed", "turn_seconds", {"min": 5, "max": 604800, "also": [0]}),
        ({"hand_size": 8.5}, "option_not_allowed", "hand_size", {"min": 3, "max": 12}),
        ({"places": None}, "option_not_allowed", "places", ["first_only", "play_on"]),
        ({"bot_after_turns": 11}, "option_not_allowed", "bot_after_turns", {"min": 0, "max": 10}),
    ],
)
def test_options_are_checked_as_at_every_opening(
    old: Table, clients: Clients, options: dict[str, Any], code: str, field: str, allowed: object
) -> None:
    before = counted()
    answer = clients(old)[0].post(GAMES, after(old, options=options))
    assert refusal(answer) == (400, code, f"options.{field}")
    assert answer.json()["allowed"] == allowed
    assert counted() == before


def test_options_that_contradict_each_other_are_refused_as_at_every_opening(
    old: Table, clients: Clients
) -> None:
    before = counted()
    answer = clients(old)[0].post(GAMES, after(old, options={"stages": 9}))
    assert refusal(answer) == (422, "too_many_stages", "options.stages")
    assert (answer.json()["allowed"], answer.json()["rule"]) == ({"min": 1, "max": 8}, "options")
    assert counted() == before


def test_what_the_rules_say_of_the_old_game_is_told(
    old: Table, table: Tables, clients: Clients, stranger: DescribedClient
) -> None:
    noa, dana, omer = clients(old)
    assert refusal(stranger.post(GAMES, after(old))) == (403, "not_of_that_game", None)
    running = table(2)
    running.start()
    answer = clients(running)[0].post(GAMES, after(running))
    assert refusal(answer) == (409, "not_finished", "after")
    assert (answer.json()["rule"], answer.json()["version"]) == ("9", running.head().version)

    opened = noa.post(GAMES, after(old, options={"turn_seconds": 60})).json()
    path = f"{GAMES}/{opened['id']}"
    before = counted()
    answer = dana.post(GAMES, after(old, options={"turn_seconds": 90}))
    assert refusal(answer) == (409, "opened_otherwise", "options.turn_seconds")
    of_old = (old.head().version, opened["id"])
    assert (answer.json()["allowed"], answer.json()["rule"]) == ([60], "options")
    assert (answer.json()["version"], answer.json()["next"]) == of_old
    answer = omer.post(f"{path}/seats", {"seat": 1})
    assert refusal(answer) == (409, "seat_kept", "seat")
    assert (answer.json()["allowed"], answer.json()["rule"], answer.json()["version"]) == ([2], "1", 3)
    answer = stranger.post(f"{path}/seats", {})
    assert refusal(answer) == (403, "not_of_that_game", None)
    assert answer.json()["rule"] == "1"
    assert counted() == before
    omer.post(f"{path}/seats", {})
    noa.post(f"{path}/start", {})
    before = counted()
    answer = dana.post(GAMES, after(old))
    assert refusal(answer) == (409, "gone_on_without_you", "after")
    assert (answer.json()["version"], answer.json()["next"], answer.json()["rule"]) == (*of_old, "1")
    assert answer.json()["detail"] == (
        f"They started the next game, {opened['id']}: you may watch it. A game goes on only once: to play "
        "again, open a new game."
    )
    assert counted() == before
    assert dana.get(path).status_code == 200


def test_of_a_game_that_is_not_finished_the_same_is_told_whatever_it_is(
    table: Tables, clients: Clients, stranger: DescribedClient
) -> None:
    lobby, running, abandoned = table(2), table(2), table(2)
    running.start()
    for seat in (0, 1):
        handle(abandoned.id, asking.leave, abandoned.caller(seat))
    for game in (lobby, running, abandoned):
        for client in (clients(game)[1], stranger):
            answer = client.post(GAMES, after(game))
            assert refusal(answer) == (409, "not_finished", "after")
            assert answer.json()["version"] == game.head().version
            assert answer.json()["detail"] == (
                "Only a finished game goes on. While this one waits or is played, ask again when it is "
                "finished; if it was abandoned, open another table."
            )


@pytest.mark.parametrize(("language", "word"), [("en", "finished"), ("he", "הסתיים"), ("km", "ចប់")])
def test_a_refusal_is_told_in_the_language_of_its_reader(
    table: Tables, clients: Clients, language: str, word: str
) -> None:
    running = table(2)
    answer = clients(running)[0].post(GAMES, after(running), headers={"Accept-Language": language})
    assert word in answer.json()["detail"]


def test_whoever_has_signed_out_goes_on_with_nothing(old: Table, clients: Clients) -> None:
    noa = clients(old)[0]
    noa.post(f"{API}/auth/signout")
    before = counted()
    assert refusal(noa.post(GAMES, after(old))) == (401, "session_ended", None)
    assert counted() == before


# --- under a key


def test_a_retry_is_answered_with_the_same_status_and_version(old: Table, clients: Clients) -> None:
    noa, dana, _ = clients(old)
    opened = noa.post(GAMES, after(old), **keyed("a"))
    came = dana.post(GAMES, after(old), **keyed("a"))
    found = dana.post(GAMES, after(old), **keyed("b"))
    noa.post(f"{GAMES}/{opened.json()['id']}/start", {})
    before = counted()
    for client, key, first, status in (
        (noa, "a", opened, 201),
        (dana, "a", came, 200),
        (dana, "b", found, 200),
    ):
        again = client.post(GAMES, after(old), **keyed(key))
        assert (again.status_code, again.content) == (status, first.content)
    assert refusal(noa.post(GAMES, after(old, options={}), **keyed("a"))) == (422, "key_reused", None)
    assert counted() == before


def test_a_retry_finds_what_it_opened_though_another_took_its_place(
    old: Table, clients: Clients, clock: FixedClock
) -> None:
    noa, dana, _ = clients(old)
    first = noa.post(GAMES, after(old), **keyed("a")).json()
    noa.delete(f"{GAMES}/{first['id']}/seats/me")
    second = dana.post(GAMES, after(old)).json()
    assert second["id"] != first["id"]
    again = noa.post(GAMES, after(old), **keyed("a"))
    assert (again.status_code, again.json()["id"]) == (201, first["id"])
