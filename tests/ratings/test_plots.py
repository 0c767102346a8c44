"""Pictures of ratings: the same bytes for the same games, light for many of them, safe with any name."""

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from uuid import uuid4
from xml.etree import ElementTree

import pytest

from games.ratings import plots, selectors
from games.ratings.formula import NEWCOMER, Strength
from games.ratings.models import RatedGame, RatingChange
from games.ratings.plots import Point
from tests.games.tables import guest

START = datetime(2026, 3, 1, 20, tzinfo=UTC)


def course(games: int) -> list[Point]:
    later = [
        Point(START + timedelta(hours=number), Strength(25 + number % 7, 8 - 6 * number / games))
        for number in range(games)
    ]
    return [Point(START, NEWCOMER), *later]


def texts(svg: bytes) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_the_axes_and_the_lines_are_named() -> None:
    told = texts(plots.course("Noa", "super", course(40)))
    assert {"date (UTC)", "points", "rating", "likeliest strength", "where that nearly surely is"} <= set(
        told
    )
    assert told.count("Rating of \u2068Noa\u2069, super") == 1


@pytest.mark.parametrize("name", ["נועה", "$x^2$", "<script>alert(1)</script>", "a & b", "សុខា"])
def test_a_name_is_a_text_and_nothing_else(name: str) -> None:
    svg = plots.course(name, "super", course(2))
    assert f"Rating of \u2068{name}\u2069, super" in texts(svg)
    assert b"<script" not in svg


def test_without_a_game_it_says_so() -> None:
    assert texts(plots.course("", "super", [])) == [
        "date (UTC)",
        "points",
        "no rated game yet",
        "Rating of an erased player, super",
    ]


def test_the_same_games_make_the_same_bytes_in_another_process() -> None:
    code = (
        "import sys, datetime; from games.ratings import plots; from games.ratings.formula import Strength;"
        f"known = [plots.Point(at, Strength(*of)) for at, of in {[(at, (*of,)) for at, of in course(40)]}];"
        "sys.stdout.buffer.write(plots.course('Noa', 'super', known))"
    ).replace("tzinfo=datetime.timezone.utc", "tzinfo=datetime.UTC")
    there = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert there.stdout == plots.course("Noa", "super", course(40))


def test_the_library_is_loaded_with_the_first_picture_alone() -> None:
    code = "import sys; import games.ratings.plots; print('matplotlib' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "False\n"


@pytest.mark.django_db
def test_ten_thousand_games_are_five_hundred_points() -> None:
    player, games = guest(), [uuid4() for _ in range(10_000)]
    at = [START + timedelta(minutes=number) for number in range(10_000)]
    RatedGame.objects.bulk_create(
        RatedGame(game_id=game, players=2, disclosed_at=disclosed_at)
        for game, disclosed_at in zip(games, at, strict=True)
    )
    RatingChange.objects.bulk_create(
        RatingChange(
            game_id=game,
            player_id=player,
            family="super",
            number=number,
            place=1,
            mu_before=25.0,
            sigma_before=25 / 3,
            mu=number / 400,
            sigma=2.0,
        )
        for number, game in enumerate(games, start=1)
    )
    found = selectors.course(player, "super")
    assert len(found) == 502  # what was before the first game, that game, and every twentieth
    assert found[:2] == [Point(at[0], NEWCOMER), Point(at[0], Strength(1 / 400, 2.0))]
    assert found[2:4] == [Point(at[19], Strength(20 / 400, 2.0)), Point(at[39], Strength(40 / 400, 2.0))]
    assert found[-1] == Point(at[-1], Strength(25.0, 2.0))
    assert len(plots.course("Noa", "super", found)) < 150_000
