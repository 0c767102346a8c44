"""Standings as a picture: what is on it, the same bytes for the same standings, and quickly enough."""

import subprocess
import sys
from random import Random
from xml.etree import ElementTree

import pytest

from games.asking import Caller
from games.tournaments import asking, commands, picturing, plots
from games.tournaments.handling import handle
from games.tournaments.kinds import Kind
from games.tournaments.plots import Line
from players import erasure
from players.models import Player
from tests.conftest import FixedClock
from tests.games.api.described import API, DescribedClient
from tests.tournaments.played import Played

ROUNDS = (1, 2, 3)


def lines(count: int) -> list[Line]:
    rng = Random(count)
    return [Line(f"Guest {place}", (rng.randrange(1, 40), None, place)) for place in range(1, count + 1)]


def texts(svg: bytes) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_title_axes_and_every_name_with_its_place_are_on_it() -> None:
    told = texts(plots.course("Cup", ROUNDS, lines(20), 512))
    assert {"Standings of \u2068Cup\u2069", "after round", "place"} <= {*told}
    assert "the best 20 of 512 entrants; places behind them are drawn closer together" in told
    assert [text for text in told if "Guest" in text] == [
        f"{place}. \u2068Guest {place}\u2069" for place in range(20, 0, -1)
    ]


def test_where_all_are_on_it_nothing_is_said_of_others() -> None:
    two = [Line("Noa", (2, 1)), Line("", (1, 2))]
    assert [text for text in texts(plots.course("Cup", (1, 2), two, 2)) if not text.isdigit()] == [
        *("after round", "place", "2. an erased player", "1. \u2068Noa\u2069"),
        *("all 2 entrants", "Standings of \u2068Cup\u2069"),
    ]


def test_before_the_first_round_is_closed_it_says_so() -> None:
    assert texts(plots.course("Cup", (), (), 8)) == [
        *("after round", "place", "no round is closed yet", "Standings of \u2068Cup\u2069"),
    ]


@pytest.mark.parametrize("name", ["נועה", "$x^2$", "<script>alert(1)</script>", "a & b", "សុខា"])
def test_a_name_is_a_text_and_nothing_else(name: str) -> None:
    svg = plots.course(name, (1,), [Line(name, (1,))], 1)
    assert f"1. \u2068{name}\u2069" in texts(svg)
    assert f"Standings of \u2068{name}\u2069" in texts(svg)
    assert b"<script" not in svg


def test_the_same_standings_make_the_same_bytes_in_another_process() -> None:
    code = (
        "import sys; from games.tournaments import plots; from games.tournaments.plots import Line;"
        f"sys.stdout.buffer.write(plots.course('Cup', {ROUNDS}, {lines(12)}, 40))"
    )
    there = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert there.stdout == plots.course("Cup", ROUNDS, lines(12), 40)


def test_the_library_is_loaded_with_the_first_picture_alone() -> None:
    code = "import sys; import games.tournaments.plots; print('matplotlib' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "False\n"


# --- of a tournament


@pytest.fixture
def cup(director: Player) -> Played:
    """Eight bots in a Swiss tournament of two tables."""
    opened = Played.open(Kind.SWISS, director.pk, rounds=3)
    opened.enter_bots(8)
    opened.start()
    return opened


def close_round(cup: Played, clock: FixedClock) -> None:
    clock.advance(seconds=1)
    cup.tend()
    number = len(cup.now.state.rounds)
    for table in cup.now.state.rounds[-1].waits_for:
        cup.direct(commands.RuleResult(number, table, (1, 2, 3, 4), (0, 5, 9, 9), "Tossed."))


def path(cup: Played) -> str:
    return f"{API}/tournaments/{cup.id}/standings.svg"


@pytest.fixture
def reader(db: None) -> DescribedClient:
    """Somebody who only looks."""
    return DescribedClient.of(Player.objects.create_guest("Noa").pk)


def test_it_shows_the_places_that_the_standings_tell(
    cup: Played, clock: FixedClock, reader: DescribedClient
) -> None:
    close_round(cup, clock)
    close_round(cup, clock)
    leader = reader.get(f"{API}/tournaments/{cup.id}/standings").json()["results"][0]["entrant"]
    cup.direct(commands.Disqualify(leader, "Looked into others' hands."))
    pages = [
        reader.get(f"{API}/tournaments/{cup.id}/standings", {"round": round_}).json()["results"]
        for round_ in (1, 2)
    ]
    places = [{row["entrant"]: row["place"] for row in rows} for rows in pages]
    assert [place[leader] for place in places] == [8, 8]
    found = picturing.pictured(cup.now, top=5)
    assert (found.name, found.rounds, found.entrants) == ("Cup", (1, 2), 8)
    assert [line.places for line in found.lines] == [
        (places[0][row["entrant"]], row["place"]) for row in pages[1][:5]
    ]
    assert [line.name for line in found.lines] == [row["player"]["name"] for row in pages[1][:5]]


def test_who_knows_it_is_told_so_until_something_in_it_changes(
    cup: Played, clock: FixedClock, reader: DescribedClient
) -> None:
    close_round(cup, clock)
    first = reader.get(path(cup))
    assert first.status_code == 200
    assert first["Content-Type"] == "image/svg+xml"
    assert first["Cache-Control"] == "private, no-cache"
    assert first["Content-Security-Policy"].startswith("default-src 'none'")
    again = reader.get(path(cup), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert reader.get(path(cup), {"top": 3}, headers={"If-None-Match": first["ETag"]}).status_code == 200
    close_round(cup, clock)
    later = reader.get(path(cup), headers={"If-None-Match": first["ETag"]})
    assert (later.status_code, later["ETag"] == first["ETag"]) == (200, False)


def test_a_name_that_is_erased_is_on_it_no_more(
    director: Player, clock: FixedClock, reader: DescribedClient
) -> None:
    cup = Played.open(Kind.SWISS, director.pk, rounds=2)
    people = [Player.objects.create_guest(name) for name in ("Omer", "Shira", "Yael")]
    for person in people:
        enter(cup, person)
    cup.start()
    close_round_of(cup, clock, seats=3)
    before = reader.get(path(cup))
    assert "Shira" in before.content.decode()
    erasure.erase(people[1])
    after = reader.get(path(cup), headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert "Shira" not in after.content.decode()
    assert "an erased player" in after.content.decode()


def enter(cup: Played, person: Player) -> None:
    handle(cup.id, asking.register, Caller(person.pk))


def close_round_of(cup: Played, clock: FixedClock, *, seats: int) -> None:
    clock.advance(seconds=1)
    cup.tend()
    places = tuple(range(1, seats + 1))
    cup.direct(commands.RuleResult(len(cup.now.state.rounds), 0, places, places, "Tossed."))


@pytest.mark.parametrize("top", ["0", "21", "x", "1.5"])
def test_a_number_of_lines_that_cannot_be_drawn_is_refused(
    cup: Played, reader: DescribedClient, top: str
) -> None:
    answer = reader.get(path(cup), {"top": top})
    assert (answer.status_code, answer.json()["field"]) == (400, "top")


def test_there_is_none_of_a_tournament_that_is_not_there(reader: DescribedClient) -> None:
    answer = reader.get(f"{API}/tournaments/{reader.player.pk}/standings.svg")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_of_many_rounds_twenty_are_drawn_in_even_steps() -> None:
    assert picturing._some_of(0) == ()
    assert picturing._some_of(20) == tuple(range(1, 21))
    assert picturing._some_of(21) == tuple(range(1, 22, 2))
    assert picturing._some_of(100) == tuple(range(5, 101, 5))
