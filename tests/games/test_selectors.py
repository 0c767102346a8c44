"""What a viewer finds: lists, one game, its past, its people."""

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import asking, selectors
from games.engine import events as ev
from games.engine.cards import card
from games.engine.commands import Draw, Lay, Resign
from games.event_store import NoSuchVersion
from games.going_on import go_on
from games.handling import handle
from games.models import Game
from games.refusing import NotFound, SessionEnded
from games.selectors import Late
from players import erasure, sessions
from players.models import Player, Session
from tests.conftest import NOON, FixedClock
from tests.games.tables import Table, guest

pytestmark = pytest.mark.django_db
type Tables = Callable[..., Table]
PRIVATE = Game.Visibility.CODE


def ended(table: Table) -> Table:
    table.start()
    table.play(0, Resign())
    return table


# --- one game


def test_a_public_game_is_found_by_everybody_with_their_seat(table: Tables) -> None:
    lobby = table(3)
    assert selectors.find(lobby.id, lobby.people[2]).seat == 2
    assert selectors.find(lobby.id, guest()).seat is None
    found = selectors.find(lobby.id, None)
    assert (found.game.pk, found.standing.version, found.seat) == (lobby.id, 5, None)


def test_a_private_game_is_found_by_those_who_sit_there_only(table: Tables) -> None:
    lobby = table(3, taken=2, visibility=PRIVATE)
    assert selectors.find(lobby.id, lobby.people[1]).game.code == lobby.head().code
    for stranger in (guest(), None):
        with pytest.raises(NotFound) as told:
            selectors.find(lobby.id, stranger)
        assert told.value.version is None
    handle(lobby.id, asking.leave, lobby.caller(1))
    with pytest.raises(NotFound):
        selectors.find(lobby.id, lobby.people[1])


def test_the_next_of_a_private_game_is_found_by_the_people_of_both_with_one_statement_more(
    table: Tables,
) -> None:
    old = ended(table(2, visibility=PRIVATE))
    following = go_on(old.id, {}, old.caller(0)).game_id
    for game, person, seat, statements in (
        (following, old.people[0], 0, 1),
        (following, old.people[1], None, 2),
        (old.id, old.people[1], 1, 1),
    ):
        with CaptureQueriesContext(connection) as queries:
            assert selectors.find(game, person).seat == seat
        assert len(queries) == statements
    for stranger in (guest(), None):
        with pytest.raises(NotFound):
            selectors.find(following, stranger)


def test_no_statement_more_finds_the_next_of_a_public_game(table: Tables) -> None:
    old = ended(table(2))
    following = go_on(old.id, {}, old.caller(0)).game_id
    for viewer in (*old.people, guest(), None):
        with CaptureQueriesContext(connection) as queries:
            selectors.find(following, viewer)
        assert len(queries) == 1


def test_nothing_is_found_where_there_is_nothing() -> None:
    with pytest.raises(NotFound):
        selectors.find(uuid4(), guest())


def test_who_has_signed_out_finds_nothing(table: Tables) -> None:
    lobby = table(2)
    pair = sessions.open_session(Player.objects.get(pk=lobby.people[0]))
    session = pair.token.session_id
    assert selectors.find(lobby.id, lobby.people[0], session).seat == 0
    sessions.end_session(session, Session.Ending.SIGNED_OUT)
    with pytest.raises(SessionEnded):
        selectors.find(lobby.id, lobby.people[0], session)


def test_a_code_leads_to_its_lobby_however_it_is_typed(table: Tables) -> None:
    lobby = table(3, visibility=PRIVATE)
    code = lobby.head().code
    assert code is not None
    for typed in (code, code.lower(), f" {code[:3]}-{code[3:]} "):
        assert selectors.by_code(typed) == lobby.id
    lobby.start()
    for typed in (code, "", "AAAAAAA", "AAAAA\0", "' OR 1=1", "0OIL15"):
        with pytest.raises(NotFound):
            selectors.by_code(typed)


# --- its past


def test_every_version_that_was_can_be_looked_at(playing: Table) -> None:
    found = selectors.find(playing.id, None)
    assert selectors.at_version(found, 1).people == (None, None, None)
    assert selectors.at_version(found, found.standing.version) == found.standing
    for version in (-1, 0, found.standing.version + 1, 2**63):
        with pytest.raises(NoSuchVersion):
            selectors.at_version(found, version)


def test_events_are_given_after_a_version_and_not_beyond_what_was_found(playing: Table) -> None:
    found = selectors.find(playing.id, None)
    newest = found.standing.version
    playing.play(0, Draw())
    assert [row.version for row in selectors.events(found)] == list(range(1, newest + 1))
    assert [row.version for row in selectors.events(found, after=3, limit=2)] == [4, 5]
    assert [row.version for row in selectors.events(found, after=newest - 1)] == [newest]
    for after in (newest, newest + 1, 2**63):
        with CaptureQueriesContext(connection) as queries:
            assert selectors.events(found, after=after) == []
        assert len(queries) == 0
    assert isinstance(selectors.events(found, limit=1)[0].event, ev.GameOpened)


# --- its people


def test_people_are_called_by_their_names_and_a_rename_changes_the_mark(table: Tables) -> None:
    lobby = table(3, taken=2)
    before = selectors.people(lobby.standing())
    assert before.names == {lobby.people[0]: "Guest 0", lobby.people[1]: "Guest 1"}
    assert selectors.people(lobby.standing()) == before
    erasure.erase(Player.objects.get(pk=lobby.people[1]))
    after = selectors.people(lobby.standing())
    assert after.names == {lobby.people[0]: "Guest 0", lobby.people[1]: ""}
    assert after.mark != before.mark
    assert len(after.mark) == 12


# --- lists


@pytest.fixture
def games(table: Tables) -> dict[str, Table]:
    made = {
        "lobby": table(3, taken=2),
        "full": table(2),
        "private": table(3, taken=2, visibility=PRIVATE),
        "running": table(2),
    }
    made["running"].start()
    return made


def test_the_newest_games_come_first_and_private_ones_only_to_their_people(games: dict[str, Table]) -> None:
    public = [games[name].id for name in ("running", "full", "lobby")]
    assert [game.pk for game in selectors.listed(None, NOON)] == public
    assert [game.pk for game in selectors.listed(guest(), NOON)] == public
    mine = games["private"].people[1]
    assert [game.pk for game in selectors.listed(mine, NOON)] == [public[0], games["private"].id, *public[1:]]


def test_lists_are_filtered_by_status_person_edition_and_room(games: dict[str, Table]) -> None:
    def names(**filters: object) -> list[str]:
        listed = {game.pk for game in selectors.listed(None, NOON, **filters)}  # type: ignore[arg-type]
        return [name for name, game in games.items() if game.id in listed]

    assert names(status="lobby") == ["lobby", "full"]
    assert names(status="playing") == ["running"]
    assert names(player=games["running"].people[1]) == ["running"]
    assert names(player=games["private"].people[1]) == []
    assert names(edition="super-116") == ["lobby", "full", "running"]
    assert names(edition="super-112") == []
    assert names(open_seats=True) == ["lobby"]
    assert names(open_seats=False) == ["full", "running"]
    assert names(open_seats=True, status="playing") == []


def test_the_next_of_a_private_game_is_listed_to_the_people_of_both(table: Tables) -> None:
    old = ended(table(2, visibility=PRIVATE))
    following = go_on(old.id, {}, old.caller(0)).game_id
    for person in old.people:
        assert [game.pk for game in selectors.listed(person, NOON)] == [following, old.id]
    assert [[*selectors.listed(stranger, NOON)] for stranger in (None, guest())] == [[], []]


@pytest.mark.parametrize("visibility", [Game.Visibility.PUBLIC, PRIVATE])
def test_a_lobby_that_goes_on_has_room_for_those_who_sat_before(
    table: Tables, visibility: Game.Visibility
) -> None:
    old = ended(table(2, visibility=visibility))
    following = go_on(old.id, {}, old.caller(0)).game_id

    def roomy(viewer: UUID | None, *, open_seats: bool) -> bool:
        return following in {game.pk for game in selectors.listed(viewer, NOON, open_seats=open_seats)}

    for person in old.people:
        assert (roomy(person, open_seats=True), roomy(person, open_seats=False)) == (True, False)
    for stranger in (guest(), None):
        assert roomy(stranger, open_seats=True) is False
        assert roomy(stranger, open_seats=False) is (visibility != PRIVATE)
    go_on(old.id, {}, old.caller(1))
    assert (roomy(old.people[1], open_seats=True), roomy(old.people[1], open_seats=False)) == (False, True)


def test_a_page_of_games_costs_two_statements_with_seats_and_players(games: dict[str, Table]) -> None:
    with CaptureQueriesContext(connection) as queries:
        page = list(selectors.listed(guest(), NOON)[:2])
        names = [[seat.player and seat.player.name for seat in game.seats.all()] for game in page]
    assert names == [["Guest 0", "Guest 1"], ["Guest 0", "Guest 1"]]
    assert len(queries) == 3  # one of them makes the guest


# --- for the clock


def test_overdue_games_are_found_the_longest_overdue_first(table: Tables, clock: FixedClock) -> None:
    slow, quick, untimed = table(2, turn_seconds=60), table(2, turn_seconds=5), table(2, turn_seconds=0)
    lobby = table(2, lobby_seconds=60)
    for each in (slow, quick, untimed):
        each.start()
    at = NOON + timedelta(seconds=60)
    first = Late(quick.id, NOON + timedelta(seconds=5))
    assert selectors.overdue(at - timedelta(microseconds=1)) == [first]
    assert selectors.overdue(at)[0] == first
    assert set(selectors.overdue(at)) == {first, Late(slow.id, at), Late(lobby.id, at)}
    assert list(selectors.on_the_clock(NOON)) == [[slow.id, quick.id, untimed.id]]


def test_lobbies_and_windows_are_found_apart_from_turns(table: Tables) -> None:
    turn, window, lobby = (
        table(2, turn_seconds=5),
        table(2, plus_three_seconds=60),
        table(2, lobby_seconds=60),
    )
    turn.start()
    window.deal("+3 G5 B5", "R7 G7 B7", leading="R3")
    window.play(0, Lay(card("+3")))
    at = NOON + timedelta(seconds=60)
    assert set(selectors.overdue(at, turns=False)) == {Late(window.id, at), Late(lobby.id, at)}


def test_games_that_have_their_time_back_are_left_out(table: Tables, clock: FixedClock) -> None:
    given, moved_on, waiting = (table(2) for _ in range(3))
    for each in (given, moved_on, waiting):
        each.deal("R5 G5 B5", "R7 G7 B7", leading="R3")
    clock.advance(seconds=10)
    for each in (given, moved_on):
        each.happen(ev.ClockExtended(10, 10))
    moved_on.play(0, Draw())
    assert list(selectors.on_the_clock(clock.moment)) == [[moved_on.id, waiting.id]]
    later = clock.moment + timedelta(microseconds=1)
    assert list(selectors.on_the_clock(later)) == [[given.id, moved_on.id, waiting.id]]


@pytest.mark.parametrize("at_once", [1, 2, 3, 4])
def test_running_games_are_read_some_at_a_time(
    table: Tables, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(selectors, "_READ_AT_ONCE", at_once)
    running = [table(2) for _ in range(3)]
    for each in running:
        each.start()
    table(2)
    ids = [each.id for each in running]
    pages = selectors.on_the_clock(NOON)
    with CaptureQueriesContext(connection) as queries:
        assert next(pages) == ids[:at_once]
    assert len(queries) == 1
    assert [id_ for page in pages for id_ in page] == ids[at_once:]
