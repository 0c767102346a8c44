"""Ratings in the admin: leaderboards, and one rating with its picture, to be read by those who may."""

from uuid import UUID

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from games.ratings import updating
from games.ratings.models import Rating
from players import erasure
from players.models import Player
from tests.conftest import FixedClock
from tests.games.admin import shown
from tests.games.admin.conftest import Operator
from tests.games.tables import guest
from tests.ratings.tables import ended

pytestmark = pytest.mark.django_db(transaction=True)
LIST = "/admin/ratings/rating/"


@pytest.fixture
def people(clock: FixedClock) -> list[UUID]:
    """Two people who have played: Noa won 14 times, and both played once with another box."""
    noa, dan = guest("Noa"), guest("Dan")
    for _ in range(14):
        ended(noa, dan)
    ended(dan, noa, edition="japan-120")
    ended("easy", "hard")
    clock.advance(seconds=10)
    updating.update()
    return [noa, dan]


def page_of(player: UUID, family: str = "super") -> str:
    return f"{LIST}{Rating.objects.get(player=player, family=family).pk}/"


def listed(client: Client, query: str = "") -> list[str]:
    """Who stands in the list, with the family."""
    return [" ".join(row[:2]) for row in shown.table(client.get(f"{LIST}{query}"), "Player")]


def test_ladders_stand_one_after_the_other_the_best_first(superuser: Client, people: list[UUID]) -> None:
    assert listed(superuser) == [
        "Dan japan",
        "Noa japan",
        "Easy 1 super",
        "Hard 1 super",
        "Noa super",
        "Dan super",
    ]
    assert listed(superuser, "?family=japan") == ["Dan japan", "Noa japan"]
    assert listed(superuser, "?ladder=bots") == ["Easy 1 super", "Hard 1 super"]
    assert listed(superuser, "?family=nothing") == listed(superuser)


def test_somebody_is_found_by_id_and_by_the_beginning_of_a_name(
    superuser: Client, people: list[UUID]
) -> None:
    assert listed(superuser, f"?q={people[0]}") == ["Noa japan", "Noa super"]
    assert listed(superuser, "?q=da") == ["Dan japan", "Dan super"]
    assert superuser.get(f"{LIST}?q=%00").status_code == 200


def test_a_rating_is_shown_with_its_picture(superuser: Client, people: list[UUID]) -> None:
    page = superuser.get(f"{page_of(people[0])}change/")
    assert page.status_code == 200
    text = page.content.decode()
    assert f'<img src="{page_of(people[0])}picture.svg" alt="The rating over time"' in text
    assert "/history/" not in text
    assert "//" not in text.replace("http://www.w3.org/2000/svg", "")
    assert Rating.objects.get(player=people[0], family="super").last_game_id.hex in text.replace("-", "")
    picture = superuser.get(f"{page_of(people[0])}picture.svg")
    assert (picture.status_code, picture["Content-Type"]) == (200, "image/svg+xml")
    assert "Rating of \u2068Noa\u2069, super" in picture.content.decode()


def test_an_erased_player_has_no_name(superuser: Client, people: list[UUID]) -> None:
    erasure.erase(Player.objects.get(pk=people[1]))
    assert listed(superuser, f"?q={people[1]}") == [f"erased {people[1]} japan", f"erased {people[1]} super"]


def test_the_page_of_a_player_leads_there(superuser: Client, operator: Operator, people: list[UUID]) -> None:
    player = f"/admin/players/player/{people[0]}/change/"
    assert f"{LIST}?q={people[0]}" in shown.links(superuser.get(player))
    assert f"{LIST}?q={people[0]}" not in shown.links(operator("view_player").get(player))


@pytest.mark.parametrize(("right", "status"), [("view_rating", 200), ("view_game", 403)])
def test_reading_takes_a_right_of_its_own(
    operator: Operator, people: list[UUID], right: str, status: int
) -> None:
    client = operator(right)
    for path in (LIST, f"{page_of(people[0])}change/", f"{page_of(people[0])}picture.svg"):
        assert client.get(path).status_code == status, path


def test_nothing_can_be_changed(superuser: Client, people: list[UUID]) -> None:
    before = [*Rating.objects.order_by("pk").values()]
    page = page_of(people[0])
    assert superuser.post(f"{page}change/", {"mu": 99}).status_code == 403
    assert superuser.post(f"{page}picture.svg").status_code == 405
    for path in (f"{LIST}add/", f"{page}delete/", f"{page}history/"):
        assert superuser.get(path).status_code == 404
    assert [*Rating.objects.order_by("pk").values()] == before
    assert {right.codename for right in Permission.objects.filter(content_type__app_label="ratings")} == {
        "view_rating"
    }


def test_a_rating_that_does_not_exist_has_no_page(superuser: Client, people: list[UUID]) -> None:
    assert superuser.get(f"{LIST}999999/picture.svg").status_code == 404
    assert superuser.get(f"{LIST}999999/change/").status_code in {302, 404}
