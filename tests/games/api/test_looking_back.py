"""Events from any version, the view at any version, and the transcript."""

from collections.abc import Callable

import pytest

from games.engine.notation import read_event
from tests.games.api.asking import DRAW, RESIGN, games, lay, one, refusal
from tests.games.api.conftest import Clients
from tests.games.api.described import DescribedClient
from tests.games.tables import Table

pytestmark = pytest.mark.django_db

type Tables = Callable[..., Table]


@pytest.fixture
def running(table: Tables) -> Table:
    """Version 8: two sat down, then the deal."""
    opened = table(2)
    opened.deal("R5 R+2", "R3 R9 K", leading="R1")
    return opened


@pytest.fixture
def over(running: Table, clients: Clients) -> Table:
    """Version 14: seat 0 has drawn, seat 1 has resigned."""
    noa, dana = clients(running)
    noa.post(games(running, "/moves"), one(1, DRAW))
    dana.post(games(running, "/moves"), {"move": RESIGN})
    return running


# --- events


def test_events_are_told_from_the_first_on(running: Table, clients: Clients) -> None:
    page = clients(running)[1].get(games(running, "/events")).json()
    assert page["version"] == 8
    assert [(event["version"], event["type"]) for event in page["events"]] == [
        (1, "game_opened"),
        (2, "seat_taken"),
        (3, "host_passed"),
        (4, "seat_taken"),
        (5, "game_started"),
        (6, "hands_dealt"),
        (7, "card_turned_up"),
        (8, "turn_passed"),
    ]
    opened, noa, _, dana, started, dealt, *_ = page["events"]
    assert opened["seed"] is None
    assert [noa["player"], dana["player"]] == [str(person) for person in running.people]
    assert (started["count"], started["pile"]) == (18, None)
    assert (dealt["counts"], dealt["hands"], dealt["hand"]) == ([2, 3], None, ["R3", "R9", "K"])


def test_a_page_has_what_was_asked_for(running: Table, clients: Clients) -> None:
    noa = clients(running)[0]
    page = noa.get(games(running, "/events?after=3&limit=2")).json()
    assert ([event["version"] for event in page["events"]], page["version"]) == ([4, 5], 8)
    page = noa.get(games(running, "/events?after=8&limit=1000&wait=25")).json()
    assert page == {"events": [], "version": 8, "behind_seconds": 0}


def test_a_spectator_is_told_of_no_hand(running: Table, stranger: DescribedClient) -> None:
    dealt = stranger.get(games(running, "/events?after=5&limit=1")).json()["events"][0]
    assert (dealt["counts"], dealt["hands"], dealt["hand"]) == ([2, 3], None, None)


def test_everything_is_told_once_the_game_is_disclosed(over: Table, stranger: DescribedClient) -> None:
    events = stranger.get(games(over, "/events")).json()["events"]
    told = {event["type"]: event for event in events}
    assert told["game_opened"]["seed"] == over.standing().state.setup.seed.hex()
    assert told["hands_dealt"]["hands"] == [["R5", "R+2"], ["R3", "R9", "K"]]
    assert told["game_started"]["pile"][:5] == ["R5", "R+2", "R3", "R9", "K"]
    assert told["cards_drawn"]["cards"] == ["G1"]
    assert told["seat_given_up"]["points"] == 22


@pytest.mark.parametrize(
    ("query", "field", "allowed"),
    [
        ("after=-1", "after", {"min": 0, "max": 2_147_483_647}),
        ("after=2147483648", "after", {"min": 0, "max": 2_147_483_647}),
        (f"after={10**40}", "after", {"min": 0, "max": 2_147_483_647}),
        ("after=9", "after", {"min": 0, "max": 8}),
        ("after=x", "after", {"min": 0, "max": 2_147_483_647}),
        ("after=", "after", {"min": 0, "max": 2_147_483_647}),
        ("after=1.5", "after", {"min": 0, "max": 2_147_483_647}),
        ("after=١", "after", {"min": 0, "max": 2_147_483_647}),
        ("after=01", "after", {"min": 0, "max": 2_147_483_647}),
        ("limit=0", "limit", {"min": 1, "max": 1000}),
        ("limit=1001", "limit", {"min": 1, "max": 1000}),
        ("wait=26", "wait", {"min": 0, "max": 25}),
        ("wait=-1", "wait", {"min": 0, "max": 25}),
        ("wait=%00", "wait", {"min": 0, "max": 25}),
        ("since=1", "since", ["after", "limit", "wait"]),
    ],
)
def test_a_cursor_that_is_none_is_refused(
    running: Table, clients: Clients, query: str, field: str, allowed: object
) -> None:
    answer = clients(running)[0].get(games(running, f"/events?{query}"))
    assert refusal(answer) == (400, "invalid", field)
    assert answer.json().get("allowed") == allowed


def test_a_cursor_is_given_once(running: Table, clients: Clients) -> None:
    answer = clients(running)[0].get(games(running, "/events?after=1&after=2"))
    assert refusal(answer) == (400, "given_twice", "after")


# --- history


def test_the_past_is_seen_as_it_was_seen(running: Table, clients: Clients, stranger: DescribedClient) -> None:
    noa, dana = clients(running)
    people = [noa, dana, stranger]
    then = [client.get(games(running)).json() for client in people]
    noa.post(games(running, "/moves"), one(1, lay("R5")))
    again = [client.get(games(running, "/history/8")).json() for client in people]
    assert again == then


def test_before_the_end_one_looks_through_ones_own_eyes_only(
    running: Table, clients: Clients, stranger: DescribedClient
) -> None:
    noa = clients(running)[0]
    assert noa.get(games(running, "/history/8?seat=0")).json()["you"]["seat"] == 0
    assert refusal(noa.get(games(running, "/history/8?seat=1"))) == (409, "not_disclosed", "seat")
    assert refusal(stranger.get(games(running, "/history/8?seat=0"))) == (409, "not_disclosed", "seat")


def test_after_the_end_every_seats_view_is_open(over: Table, stranger: DescribedClient) -> None:
    view = stranger.get(games(over, "/history/8?seat=1")).json()
    assert (view["you"]["seat"], view["you"]["hand"]) == (1, ["R3", "R9", "K"])
    assert (view["version"], view["status"], view["hands"]) == (8, "playing", None)
    assert view["turn"]["deadline"] == "2040-01-01T12:00:30.000000Z"


@pytest.mark.parametrize("version", ["0", "9", "2147483648", "9" * 30])
def test_a_version_that_is_not_there_is_refused(running: Table, clients: Clients, version: str) -> None:
    answer = clients(running)[0].get(games(running, f"/history/{version}"))
    assert refusal(answer) == (404, "no_such_version", "version")


@pytest.mark.parametrize("version", ["-1", "x", "1.0", "9" * 5000])
def test_a_version_that_is_no_number_leads_nowhere(running: Table, clients: Clients, version: str) -> None:
    answer = clients(running)[0].get(games(running, f"/history/{version}"))
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize(("seat", "most"), [("2", 1), ("10", 9), ("-1", 9), ("x", 9)])
def test_a_seat_that_is_not_there_is_refused(
    over: Table, stranger: DescribedClient, seat: str, most: int
) -> None:
    answer = stranger.get(games(over, f"/history/8?seat={seat}"))
    assert refusal(answer) == (400, "invalid", "seat")
    assert answer.json()["allowed"] == {"min": 0, "max": most}


# --- the transcript


def test_a_transcript_can_be_read_back(over: Table, stranger: DescribedClient) -> None:
    answer = stranger.get(games(over, "/transcript"))
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    lines = answer.content.decode().splitlines()
    assert lines[:5] == [
        f"# game {over.id}",
        "# edition super-116",
        "# opened 2040-01-01T12:00:00.000000Z",
        f"# seat0 {over.people[0]} Guest 0",
        f"# seat1 {over.people[1]} Guest 1",
    ]
    told = [line.split(" ", 2) for line in lines[5:]]
    assert [int(version) for version, _, _ in told] == list(range(1, len(told) + 1))
    assert {at for _, at, _ in told} == {"2040-01-01T12:00:00.000000Z"}
    assert [read_event(text) for _, _, text in told] == over.events()


def test_a_transcript_names_those_who_sat_there_and_no_others(
    table: Tables, clients: Clients, stranger: DescribedClient
) -> None:
    lobby = table(3, taken=1)
    clients(lobby)[0].delete(games(lobby, "/seats/me"))
    lines = stranger.get(games(lobby, "/transcript")).content.decode().splitlines()
    assert [line.split()[1] for line in lines if line.startswith("#")] == ["game", "edition", "opened"]
    assert lines[-1].endswith(" disclosed")


def test_a_transcript_is_closed_until_the_game_is_disclosed(running: Table, clients: Clients) -> None:
    answer = clients(running)[0].get(games(running, "/transcript"))
    assert refusal(answer) == (409, "not_disclosed", None)
    assert answer.json()["version"] == 8


def test_a_transcript_is_text_and_nothing_else(over: Table, stranger: DescribedClient) -> None:
    answer = stranger.get(games(over, "/transcript"), headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (406, "not_acceptable")
    assert answer.json()["allowed"] == ["text/plain"]
