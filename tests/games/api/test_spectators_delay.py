"""The spectators' delay: who does not sit there sees a game as it was so long ago, in every way out."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import asking
from games.asking import SYSTEM
from games.engine.commands import Draw, Resign
from games.handling import handle
from games.models import Game
from tests.conftest import FixedClock
from tests.games.api.asking import DRAW, games, one, refusal
from tests.games.api.conftest import Clients
from tests.games.api.described import API, DescribedClient
from tests.games.tables import Table

pytestmark = pytest.mark.django_db(transaction=True)

type Tables = Callable[..., Table]

GAMES = f"{API}/games"
DELAY = 30
STEP = 10  # seconds between what happens


def delayed(table: Table, seconds: int = DELAY) -> Table:
    Game.objects.filter(pk=table.id).update(spectator_delay_seconds=seconds)
    return table


@pytest.fixture
def running(table: Tables, clock: FixedClock) -> Table:
    """A game of two that was dealt a while ago; its turns have no clock."""
    opened = delayed(table(2, turn_seconds=0))
    clock.advance(seconds=STEP)
    opened.start()
    clock.advance(seconds=2 * DELAY)
    return opened


def everything(client: DescribedClient, table: Table) -> dict[str, Any]:
    """All that a client gets to know of a game in whatever way, but for the delay itself."""
    version = client.get(games(table)).json()["version"]
    calls: list[tuple[str, str, Any]] = [
        ("get", games(table), None),
        ("get", games(table, "/events"), None),
        ("get", games(table, f"/events?after={version}"), None),
        ("get", games(table, f"/events?after={version + 1}"), None),
        ("get", games(table, f"/history/{version}"), None),
        ("get", games(table, f"/history/{version + 1}"), None),
        ("get", games(table, f"/history/{version}?seat=0"), None),
        ("get", games(table, "/transcript"), None),
        ("get", games(table, "/rules"), None),
        *(("get", f"{GAMES}?{query}", None) for query in QUERIES),
        ("post", games(table, "/moves"), one(1, DRAW)),
        ("post", games(table, "/start"), {}),
        ("post", games(table, "/bots"), {"level": "easy"}),
        ("delete", games(table, "/bots/1"), None),
        ("delete", games(table, "/seats/me"), None),
        ("post", games(table, "/seats"), {}),
        ("post", games(table, "/seats"), {"seat": 7}),
        ("post", GAMES, {"after": str(table.id)}),
    ]
    told = {}
    for method, path, body in calls:
        answer = getattr(client, method)(path, body)
        content = answer.content.decode()
        if answer["Content-Type"].startswith("application/json"):
            content = json.loads(content, object_hook=but_the_delay)
        told[f"{method} {path} {body}"] = (answer.status_code, content, answer.get("ETag"))
    return told


QUERIES = ("", "status=lobby", "status=playing", "status=finished", "status=abandoned", "open_seats=false")


def but_the_delay(told: dict[str, Any]) -> dict[str, Any]:
    return {
        name: each for name, each in told.items() if name not in ("spectator_delay_seconds", "behind_seconds")
    }


def steps(table: Table, clock: FixedClock) -> Iterator[None]:
    """A whole game and what follows, each step some seconds after the one before."""
    for do in (
        table.start,
        lambda: table.play(table.standing().state.seat, Draw()),
        lambda: table.play(table.standing().state.seat, Draw()),
        lambda: table.play(0, Resign()),
        lambda: None,
        lambda: None,
        lambda: None,
        lambda: None,
    ):
        clock.advance(seconds=STEP)
        do()
        yield


def test_a_stranger_is_told_in_every_way_what_was_to_be_told_so_long_ago(
    table: Tables, clock: FixedClock, stranger: DescribedClient
) -> None:
    played = table(2, turn_seconds=0)
    at_once, late = [everything(stranger, played)], []
    for _ in steps(played, clock):
        at_once.append(everything(stranger, delayed(played, 0)))
        late.append(everything(stranger, delayed(played)))
    for number, told in enumerate(late):
        then = at_once[max(0, number + 1 - DELAY // STEP)]
        for call in told:
            if "/seats" not in call or then is not at_once[0]:  # nobody can sit down where play has begun
                assert told[call] == then[call], (number, call)
    assert late[-1] == at_once[-1]
    assert len({json.dumps(told) for told in at_once}) == 5


def test_who_would_sit_down_is_told_that_play_has_begun_and_not_that_it_is_over(
    table: Tables, clock: FixedClock, stranger: DescribedClient
) -> None:
    lobby = delayed(table(3, taken=2, turn_seconds=0))
    clock.advance(seconds=STEP)
    lobby.start()
    lobby.play(0, Resign())
    before = lobby.rows()
    answer = stranger.post(games(lobby, "/seats"), {})
    assert (refusal(answer), answer.json()["version"]) == ((409, "already_started", None), 4)
    clock.advance(seconds=DELAY)
    answer = stranger.post(games(lobby, "/seats"), {})
    assert (refusal(answer), answer.json()["version"]) == ((409, "game_over", None), lobby.head().version)
    assert lobby.rows() == before


def test_a_lobby_is_seen_as_it_is_so_that_strangers_can_sit_down(
    table: Tables, stranger: DescribedClient
) -> None:
    lobby = delayed(table(3, taken=2))
    seen = stranger.get(games(lobby)).json()
    assert (seen["version"], seen["spectator_delay_seconds"]) == (4, DELAY)
    assert stranger.post(games(lobby, "/seats"), {}).status_code == 200
    handle(lobby.id, asking.abort("The hall is closed."), SYSTEM)
    Game.objects.filter(pk=lobby.id).update(visibility=Game.Visibility.PUBLIC)
    assert stranger.get(games(lobby)).json()["status"] == "abandoned"


def test_who_sits_there_sees_everything_at_once_and_so_does_who_has_given_up(
    running: Table, clients: Clients
) -> None:
    for client in clients(running):
        assert client.get(games(running)).json()["version"] == running.head().version
        assert client.get(games(running, "/events")).json()["behind_seconds"] == 0
    running.play(0, Resign())
    noa = clients(running)[0]
    assert noa.get(games(running)).json()["status"] == "finished"
    assert [game["status"] for game in noa.get(f"{GAMES}?status=finished").json()["results"]] == ["finished"]


def test_an_end_is_disclosed_to_strangers_when_they_are_told_of_it(
    running: Table, clock: FixedClock, stranger: DescribedClient
) -> None:
    before = stranger.get(games(running))
    running.play(0, Resign())
    clock.advance(seconds=DELAY - 1)
    answer = stranger.get(games(running))
    assert (answer.content, answer["ETag"]) == (before.content, before["ETag"])
    assert stranger.get(games(running), headers={"If-None-Match": before["ETag"]}).status_code == 304
    assert refusal(stranger.get(games(running, "/transcript"))) == (409, "not_disclosed", None)
    clock.advance(seconds=1)
    seen = stranger.get(games(running)).json()
    assert (seen["status"], seen["hands"] is None, seen["fairness"]["seed"] is None) == (
        "finished",
        False,
        False,
    )
    assert stranger.get(games(running, "/transcript")).status_code == 200


def test_the_next_game_is_there_for_strangers_when_they_are_told_of_the_end(
    running: Table, clients: Clients, clock: FixedClock, stranger: DescribedClient
) -> None:
    running.play(0, Resign())
    noa, dana = clients(running)
    following = noa.post(GAMES, {"after": str(running.id)}).json()
    path = f"{GAMES}/{following['id']}"
    assert following["spectator_delay_seconds"] == DELAY
    clock.advance(seconds=DELAY - 1)
    assert refusal(stranger.get(path)) == (404, "not_found", None)
    assert refusal(stranger.post(f"{path}/moves", one(1, DRAW))) == (404, "not_found", None)
    assert [game["id"] for game in stranger.get(GAMES).json()["results"]] == [str(running.id)]
    assert stranger.get(games(running)).json()["next"] is None
    assert dana.get(path).status_code == 200
    assert [game["id"] for game in dana.get(GAMES).json()["results"]] == [following["id"], str(running.id)]
    clock.advance(seconds=1)
    assert stranger.get(path).status_code == 200
    assert stranger.get(games(running)).json()["next"] == following["id"]
    assert [game["id"] for game in stranger.get(GAMES).json()["results"]] == [
        following["id"],
        str(running.id),
    ]
    assert dana.post(f"{path}/seats", {}).status_code == 200


def test_a_stranger_who_would_go_on_is_not_told_that_the_game_is_over(
    running: Table, clock: FixedClock, stranger: DescribedClient
) -> None:
    version = running.head().version
    running.play(0, Resign())
    answer = stranger.post(GAMES, {"after": str(running.id)})
    assert (refusal(answer), answer.json()["version"]) == ((409, "not_finished", "after"), version)
    clock.advance(seconds=DELAY)
    assert refusal(stranger.post(GAMES, {"after": str(running.id)}))[:2] == (403, "not_of_that_game")


def test_who_opens_a_game_chooses_the_delay_and_a_retry_is_told_it_again(stranger: DescribedClient) -> None:
    body = {"edition": "super-116", "seats": 2, "spectator_delay_seconds": 3600}
    opened = [stranger.post(GAMES, body, headers={"Idempotency-Key": "once"}) for _ in range(2)]
    assert [answer.status_code for answer in opened] == [201, 201]
    assert opened[0].content == opened[1].content
    assert opened[0].json()["spectator_delay_seconds"] == 3600
    assert Game.objects.get().spectator_delay_seconds == 3600
    (row,) = stranger.get(GAMES).json()["results"]
    assert row["spectator_delay_seconds"] == 3600


@pytest.mark.parametrize("seconds", [-1, 3601, "60", None, 0.5, True])
def test_a_delay_out_of_range_is_refused(stranger: DescribedClient, seconds: object) -> None:
    body = {"edition": "super-116", "seats": 2, "spectator_delay_seconds": seconds}
    assert refusal(stranger.post(GAMES, body)) == (400, "invalid", "spectator_delay_seconds")
    assert not Game.objects.exists()


def test_a_rated_game_has_no_delay_since_ratings_tell_of_its_end(stranger: DescribedClient) -> None:
    body = {"edition": "super-116", "seats": 2, "rated": True, "spectator_delay_seconds": 1}
    answer = stranger.post(GAMES, body)
    assert refusal(answer) == (422, "not_when_rated", "spectator_delay_seconds")
    assert answer.json()["allowed"] == [0]
    assert not Game.objects.exists()


def test_who_is_behind_costs_a_statement_more_and_who_is_not_costs_none(
    running: Table, clients: Clients, clock: FixedClock, stranger: DescribedClient
) -> None:
    def statements(client: DescribedClient) -> int:
        with CaptureQueriesContext(connection) as queries:
            client.get(games(running))
        return len(queries)

    noa, _ = clients(running)
    assert (statements(noa), statements(stranger)) == (2, 2)
    running.play(running.standing().state.seat, Draw())
    assert (statements(noa), statements(stranger)) == (2, 3)
    clock.advance(seconds=DELAY)
    assert (statements(noa), statements(stranger)) == (2, 2)


def test_a_list_costs_one_statement_more_however_many_delayed_games_are_in_it(
    table: Tables, clock: FixedClock, stranger: DescribedClient
) -> None:
    def statements() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert len(stranger.get(GAMES).json()["results"]) == count
        return len(queries)

    for count in (1, 5):
        while Game.objects.count() < count:
            delayed(table(2, turn_seconds=0)).start()
        clock.advance(seconds=2 * DELAY)
        assert statements() == 4
