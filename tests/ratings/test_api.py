"""Leaderboards and ratings over HTTP: who sees what, in which order, and what is refused."""

from math import nan
from typing import Any
from uuid import UUID, uuid4

import pytest

from games.models import Game
from games.ratings import updating
from games.ratings.api import cursors
from games.ratings.models import Rating
from games.ratings.selectors import Spot
from players import erasure
from players.models import Player
from tests.conftest import NOON, FixedClock
from tests.games.api.asking import refusal
from tests.games.api.described import API, DescribedClient
from tests.games.tables import guest
from tests.ratings.tables import ended

pytestmark = pytest.mark.django_db(transaction=True)
BOARD = f"{API}/leaderboards/super"


@pytest.fixture
def people() -> list[UUID]:
    return [guest(name) for name in ("Noa", "Dan", "Ruth")]


def played(clock: FixedClock, *sitters: Any, times: int = 1, **more: Any) -> None:
    for _ in range(times):
        ended(*sitters, **more)
        clock.advance(seconds=10)
    updating.update()


def ratings(player: UUID, rest: str = "") -> str:
    return f"{API}/players/{player}/ratings{rest}"


def names(page: dict[str, Any]) -> list[tuple[int | None, str]]:
    return [(row["rank"], row["player"]["name"]) for row in page["results"]]


def pages(client: DescribedClient, address: str) -> list[dict[str, Any]]:
    """All pages of a list, by what each says of the next."""
    found = []
    while address:
        found.append(client.get(address).json())
        address = (found[-1]["next"] or "").removeprefix("http://testserver")
    return found


def test_every_family_has_a_ladder_for_people_and_one_for_bots(
    stranger: DescribedClient, people: list[UUID], clock: FixedClock
) -> None:
    played(clock, *people, times=20)
    played(clock, "easy", "hard")
    page = stranger.get(f"{API}/leaderboards").json()
    found = [(row["family"], row["ladder"], row["ranked"], row["provisional"]) for row in page["results"]]
    empty = [
        (family, ladder, 0, 0) for family in ("classic", "crazy", "japan") for ladder in ("people", "bots")
    ]
    assert found == [*empty, ("super", "people", 3, 0), ("super", "bots", 0, 2)]
    assert page["results"][6]["editions"] == ["super-112", "super-116"]
    assert page["next"] is None


def test_the_best_come_first_and_who_is_provisional_apart(
    stranger: DescribedClient, people: list[UUID], clock: FixedClock
) -> None:
    played(clock, *people, times=20)
    played(clock, guest("Avi"), people[2])
    page = stranger.get(BOARD).json()
    assert names(page) == [(1, "Noa"), (2, "Dan"), (3, "Ruth")]
    assert page["results"][0] == {
        "rank": 1,
        "player": {"id": str(people[0]), "name": "Noa"},
        "rating": 1752,
        "mu": 42.949748301898765,
        "sigma": 5.962373865861694,
        "games": 20,
        "provisional": False,
        "updated_at": "2040-01-01T12:03:10.000000Z",
    }
    assert names(stranger.get(f"{BOARD}?provisional=true").json()) == [(None, "Avi")]
    assert names(stranger.get(f"{BOARD}?ladder=bots&provisional=true").json()) == []


def test_a_leaderboard_is_read_page_by_page(
    stranger: DescribedClient, people: list[UUID], clock: FixedClock
) -> None:
    played(clock, *people, times=20)
    Rating.objects.update(ordinal=10.0)  # all share the first rank, and stand by their ids
    seen = [row for page in pages(stranger, f"{BOARD}?limit=1&ladder=people") for row in names(page)]
    assert seen == [(1, "Noa"), (1, "Dan"), (1, "Ruth")]
    page = stranger.get(f"{BOARD}?limit=3").json()
    assert (names(page), page["next"]) == (seen, None)


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 5])
def test_a_rank_that_is_shared_across_pages_counts_all_who_share_it(
    stranger: DescribedClient, people: list[UUID], clock: FixedClock, limit: int
) -> None:
    more = [guest(name) for name in ("Avi", "Tal")]
    played(clock, *people, *more, times=20)
    for player, ordinal in zip([*people, *more], (20.0, 20.0, 20.0, 15.0, 10.0), strict=True):
        Rating.objects.filter(player=player).update(ordinal=ordinal)
    seen = [row for page in pages(stranger, f"{BOARD}?limit={limit}") for row in names(page)]
    assert seen == [(1, "Noa"), (1, "Dan"), (1, "Ruth"), (4, "Avi"), (5, "Tal")]


@pytest.mark.parametrize(
    ("meanwhile", "expected"),
    [
        ({"sigma": 8.0}, [(1, "Dan"), (2, "Ruth")]),
        ({"ordinal": -50.0}, [(1, "Dan"), (2, "Ruth"), (3, "Noa")]),
        ({"ordinal": 50.0}, [(2, "Dan"), (3, "Ruth")]),
    ],
    ids=["no rank any more", "fallen", "risen"],
)
def test_a_leaderboard_goes_on_where_the_last_one_stood_whatever_became_of_them(
    stranger: DescribedClient,
    people: list[UUID],
    clock: FixedClock,
    meanwhile: dict[str, float],
    expected: list[tuple[int, str]],
) -> None:
    played(clock, *people, times=20)
    first = stranger.get(f"{BOARD}?limit=1").json()
    assert names(first) == [(1, "Noa")]
    address = first["next"].replace("limit=1", "limit=5").removeprefix("http://testserver")
    Rating.objects.filter(player=people[0]).update(**meanwhile)
    assert names(stranger.get(address).json()) == expected
    Rating.objects.filter(player=people[0]).delete()
    assert names(stranger.get(address).json()) == [(1, "Dan"), (2, "Ruth")]


def test_an_erased_player_is_listed_without_a_name(
    stranger: DescribedClient, people: list[UUID], clock: FixedClock
) -> None:
    played(clock, *people, times=20)
    erasure.erase(Player.objects.get(pk=people[0]))
    assert names(stranger.get(BOARD).json()) == [(1, ""), (2, "Dan"), (3, "Ruth")]
    assert "an erased player" in stranger.get(ratings(people[0], "/super.svg")).content.decode()


def test_a_player_has_a_rating_a_family(
    stranger: DescribedClient, people: list[UUID], clock: FixedClock
) -> None:
    noa, dan, ruth = people
    played(clock, noa, dan, ruth, times=20)
    played(clock, dan, noa, edition="classic-64")
    page = stranger.get(ratings(noa)).json()
    assert [(row["family"], row["ladder"], row["rank"], row["provisional"]) for row in page["results"]] == [
        ("classic", "people", None, True),
        ("super", "people", 1, False),
    ]
    assert stranger.get(ratings(stranger.player.pk)).json() == {"results": [], "next": None}


def test_a_history_tells_what_each_game_changed_the_last_first(
    stranger: DescribedClient, people: list[UUID], clock: FixedClock
) -> None:
    noa, dan, ruth = people
    first, second = ended(noa, dan, at=NOON), ended(dan, ruth, noa, at=NOON.replace(minute=1))
    clock.advance(minutes=2)
    updating.update()
    page = stranger.get(ratings(noa, "/super")).json()
    assert page["next"] is None
    last, before = page["results"]
    assert (last["number"], last["game"], last["place"], last["players"]) == (2, str(second), 3, 3)
    assert (before["number"], before["game"], before["place"], before["players"]) == (1, str(first), 1, 2)
    assert (before["rating_before"], before["rating"]) == (1000, 1103)
    assert last["rating_before"] == before["rating"]
    assert last["disclosed_at"] == "2040-01-01T12:01:00.000000Z"
    one = stranger.get(ratings(noa, "/super?limit=1")).json()
    assert one["results"] == [last]
    two = stranger.get(one["next"].removeprefix("http://testserver")).json()
    assert (two["results"], two["next"]) == ([before], None)
    assert stranger.get(ratings(noa, "/japan")).json() == {"results": [], "next": None}


def test_which_private_game_it_was_is_told_to_those_who_sat_there(
    stranger: DescribedClient, people: list[UUID], clock: FixedClock
) -> None:
    noa, dan, _ = people
    game = ended(noa, dan, visibility=Game.Visibility.CODE)
    clock.advance(seconds=10)
    updating.update()
    path = ratings(noa, "/super")
    assert [row["game"] for row in stranger.get(path).json()["results"]] == [None]
    assert [row["game"] for row in DescribedClient.of(dan).get(path).json()["results"]] == [str(game)]


def test_a_picture_is_the_same_bytes_and_may_be_kept_for_a_minute(
    stranger: DescribedClient, people: list[UUID], clock: FixedClock
) -> None:
    played(clock, *people, times=3)
    path = ratings(people[0], "/super.svg")
    answer = stranger.get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml")
    assert answer["Cache-Control"] == "private, max-age=60"
    assert answer["Content-Security-Policy"] == (
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    )
    assert answer.content.startswith(b"<?xml")
    assert "Rating of \u2068Noa\u2069, super" in answer.content.decode()
    assert stranger.get(path).content == answer.content
    played(clock, *people)
    assert stranger.get(path).content != answer.content


PATHS = ["leaderboards", "leaderboards/super", "players/{}/ratings", "players/{}/ratings/super"]


@pytest.mark.parametrize("path", [*PATHS, "players/{}/ratings/super.svg"])
def test_an_unknown_parameter_is_refused(stranger: DescribedClient, path: str) -> None:
    answer = stranger.get(f"{API}/{path.format(stranger.player.pk)}?page=2")
    assert refusal(answer) == (400, "invalid", "page")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("ladder=all", (400, "invalid", "ladder")),
        ("ladder=people&ladder=bots", (400, "given_twice", "ladder")),
        ("limit=0", (400, "invalid", "limit")),
        ("limit=101", (400, "invalid", "limit")),
        ("provisional=yes", (400, "invalid", "provisional")),
        ("cursor=5", (400, "invalid", "cursor")),
        (f"cursor={UUID(int=7)}", (400, "invalid", "cursor")),
        (f"cursor={cursors.written(Spot(0.0, UUID(int=7)))}A", (400, "invalid", "cursor")),
        (f"cursor={cursors.written(Spot(nan, UUID(int=7)))}", (400, "invalid", "cursor")),
    ],
)
def test_a_query_that_cannot_be_is_refused(
    stranger: DescribedClient, query: str, expected: tuple[Any, ...]
) -> None:
    assert refusal(stranger.get(f"{BOARD}?{query}")) == expected


@pytest.mark.parametrize("query", ["cursor=0", "cursor=x", "cursor=-1", "limit=101"])
def test_a_history_refuses_what_cannot_be(stranger: DescribedClient, query: str) -> None:
    answer = stranger.get(ratings(stranger.player.pk, f"/super?{query}"))
    assert refusal(answer) == (400, "invalid", query.partition("=")[0])


@pytest.mark.parametrize("family", ["super-116", "nothing", "SUPER"])
def test_a_family_that_no_edition_is_of_is_not_found(stranger: DescribedClient, family: str) -> None:
    mine = f"players/{stranger.player.pk}/ratings"
    for path in (f"leaderboards/{family}", f"{mine}/{family}", f"{mine}/{family}.svg"):
        assert refusal(stranger.get(f"{API}/{path}")) == (404, "not_found", None)


def test_a_player_who_does_not_exist_is_not_found(stranger: DescribedClient) -> None:
    for rest in ("", "/super", "/super.svg"):
        assert refusal(stranger.get(ratings(uuid4(), rest))) == (404, "not_found", None)


def test_an_ended_session_reads_nothing(stranger: DescribedClient) -> None:
    stranger.post(f"{API}/auth/signout")
    for path in (*PATHS, "players/{}/ratings/super.svg"):
        answer = stranger.get(f"{API}/{path.format(stranger.player.pk)}")
        assert refusal(answer) == (401, "session_ended", None)
