"""Ratings made anew from the logs equal those that grew; where they do not, that is told."""

from io import StringIO
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command

from games.models import Game, Seat
from games.ratings import updating
from games.ratings.models import RatedGame, Rating, RatingChange
from tests.conftest import FixedClock
from tests.games.tables import guest, tamper
from tests.ratings.tables import ended, kept

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def people() -> list[UUID]:
    return [guest(f"Guest {number}") for number in range(3)]


@pytest.fixture
def games(people: list[UUID], clock: FixedClock) -> list[UUID]:
    """Five games that have been rated: four of people, one of bots."""
    noa, dan, ruth = people
    played = []
    for sitters in ((noa, dan), (dan, ruth, noa), ("easy", "hard"), (ruth, noa), (noa, dan, ruth)):
        played.append(ended(*sitters))
        clock.advance(seconds=10)
    assert updating.update() == 5
    return played


def told(*arguments: str) -> list[str]:
    out = StringIO()
    call_command("rebuild_ratings", *arguments, stdout=out)
    return out.getvalue().splitlines()


def differences() -> list[str]:
    """What a check finds; it changes nothing, and fails if it finds anything."""
    before, out = kept(), StringIO()
    with pytest.raises(CommandError, match=r"5 games compared, [1-9]\d* differences"):
        call_command("rebuild_ratings", "--check", stdout=out)
    assert kept() == before
    return out.getvalue().splitlines()


def test_a_check_of_what_is_right_says_so(games: list[UUID], people: list[UUID], clock: FixedClock) -> None:
    assert told("--check") == ["5 games compared, 0 differences, 0 not to be rated yet."]
    ended(*people)
    assert told("--check") == ["5 games compared, 0 differences, 1 not to be rated yet."]


def test_rebuilding_gives_the_same_bits(games: list[UUID]) -> None:
    live = kept()
    assert told() == ["5 games looked at, all ratings written anew."]
    assert kept() == live


def test_rebuilding_does_not_ask_the_read_tables_for_places_and_people(games: list[UUID]) -> None:
    live = kept()
    Seat.objects.update(place=1, player=None)
    Game.objects.update(edition="japan-120", status="lobby")
    told()
    assert kept() == live


def test_whatever_is_lost_or_changed_is_found_and_mended(games: list[UUID], people: list[UUID]) -> None:
    live, (noa, dan, _) = kept(), people
    change = RatingChange.objects.filter(game=games[1], player=dan)
    change.update(sigma=change.get().sigma * (1 + 2**-52))
    RatingChange.objects.get(game=games[3], player=noa).delete()
    Rating.objects.filter(player=noa).update(games=7)
    RatedGame.objects.filter(game=games[4]).update(family="japan")
    assert differences() == [
        f"game {games[1]} is kept with other changes: {dan}",
        f"game {games[3]} is kept with other changes: {noa}",
        f"game {games[4]} is kept with another time, chain or number of players",
        f"player {noa} has another rating in super",
    ]
    told()
    assert kept() == live


def test_a_game_that_was_not_rated_is_found(games: list[UUID]) -> None:
    Rating.objects.filter(ladder="bots").delete()
    RatingChange.objects.filter(game=games[2]).delete()
    RatedGame.objects.filter(game=games[2]).delete()
    assert f"game {games[2]} is not rated" in differences()


def test_a_game_that_does_not_count_is_found(games: list[UUID], people: list[UUID]) -> None:
    other = ended(*people, rated=False)
    RatedGame.objects.create(
        game_id=other,
        family="super",
        ladder="people",
        players=3,
        disclosed_at=RatedGame.objects.get(game=games[1]).disclosed_at,
    )
    Rating.objects.filter(player=people[0]).update(family="japan")
    assert differences() == [
        f"game {other} is rated and does not count",
        *sorted(f"player {people[0]} has another rating in {family}" for family in ("japan", "super")),
    ]


def test_a_log_that_cannot_be_read_stops_it_and_nothing_is_changed(games: list[UUID]) -> None:
    before = kept()
    tamper("UPDATE games_storedevent SET schema = 9 WHERE game_id = %s AND version = 1", games[0])
    for arguments in ((), ("--check",)):
        with pytest.raises(CommandError, match="cannot be read: game_opened has the schemas"):
            told(*arguments)
    assert kept() == before


def test_an_edition_that_is_no_more_counts_nowhere(
    games: list[UUID], clock: FixedClock, people: list[UUID]
) -> None:
    late = ended(*people)
    Game.objects.filter(pk=late).update(edition="gone")
    clock.advance(seconds=10)
    updating.update()
    assert RatedGame.objects.get(game=late).ladder == ""
