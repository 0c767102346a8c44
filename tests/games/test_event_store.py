"""Locking, loading and appending logs, on the real database with real second connections."""

from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import UUID, uuid4

import pytest
from django.db import OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games import asking, moments
from games.engine import events as ev
from games.event_store import GAMES, Draft, Log, NoSuchVersion
from games.handling import handle
from games.models import Game, StoredEvent
from games.refusing import Busy, NotFound, SessionEnded
from games.standing import Standing, fold
from players import sessions
from players.models import Player, Session
from tests.conftest import NOON, FixedClock
from tests.games.tables import Table, beat, guest, tamper
from tests.games.waiting import Holder, when_somebody_waits

type Tables = Callable[..., Table]


def another_log() -> Log[Game, Standing, ev.Event]:
    """The same logs as another process sees them: with a cache of its own."""
    return Log(Game, GAMES.rows, fold, cached=10)


def statements(call: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as queries:
        call()
    return len(queries)


# --- one log now


def test_a_log_is_found_with_its_head_its_state_and_the_time(table: Tables) -> None:
    lobby = table(3)
    beat()
    head, standing, now, heartbeat_at = GAMES.peek(lobby.id)
    assert (head.pk, head.version, standing.version) == (lobby.id, 5, 5)
    assert standing.people == tuple(lobby.people)
    assert (now, heartbeat_at) == (NOON, NOON)


def test_now_is_never_earlier_than_the_last_event(table: Tables, clock: FixedClock) -> None:
    lobby = table(2, taken=1)
    clock.advance(seconds=-60)
    person = guest()
    handled = handle(lobby.id, asking.sit(), asking.Caller(person))
    assert handled.events[0].recorded_at == NOON
    assert GAMES.peek(lobby.id).now == NOON


@pytest.mark.django_db
def test_a_log_that_does_not_exist_is_not_found() -> None:
    with pytest.raises(NotFound):
        GAMES.peek(uuid4())
    with transaction.atomic(), pytest.raises(NotFound):
        GAMES.lock(uuid4())


@pytest.mark.django_db
def test_a_session_is_looked_at_before_the_log(clock: FixedClock) -> None:
    for session in (uuid4(), ended_session(), session_until(NOON)):
        with pytest.raises(SessionEnded):
            GAMES.peek(uuid4(), session)
        with pytest.raises(SessionEnded):
            moments.moment(session)
    live = session_until(NOON + timedelta(microseconds=1))
    assert moments.moment(live).now == NOON
    with pytest.raises(NotFound):
        GAMES.peek(uuid4(), live)


def session_until(at: datetime) -> UUID:
    player = Player.objects.create_guest("Noa")
    id_: UUID = Session.objects.create(player=player, expires_at=at).pk
    return id_


def ended_session() -> UUID:
    player = Player.objects.create_guest("Noa")
    pair = sessions.open_session(player)
    sessions.end_session(pair.token.session_id, Session.Ending.SIGNED_OUT)
    return pair.token.session_id


# --- under the lock, as seen from a second connection


@pytest.mark.django_db(transaction=True)
def test_the_clock_is_read_once_the_lock_is_there(table: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    lobby = table(2)
    readings: list[datetime] = []

    def reading(database_clock: datetime) -> datetime:
        readings.append(database_clock)
        return database_clock

    monkeypatch.setattr(moments, "reading", reading)
    with Holder(lobby.id) as holder:
        watcher = when_somebody_waits(holder.release)
        with transaction.atomic():
            GAMES.lock(lobby.id)
        watcher.join()
    assert holder.released_at is not None
    assert readings[0] > holder.released_at


@pytest.mark.django_db(transaction=True)
def test_a_session_that_ends_while_somebody_waits_for_the_lock_is_over(table: Tables) -> None:
    lobby = table(2)
    pair = sessions.open_session(Player.objects.get(pk=lobby.people[0]))
    session_id = pair.token.session_id

    def sign_out() -> None:
        sessions.end_session(session_id, Session.Ending.SIGNED_OUT)

    with Holder(lobby.id, meanwhile=sign_out) as holder:
        watcher = when_somebody_waits(holder.release)
        with transaction.atomic(), pytest.raises(SessionEnded):
            GAMES.lock(lobby.id, session_id)
        watcher.join()


@pytest.mark.django_db(transaction=True)
def test_a_heartbeat_that_comes_while_somebody_waits_for_the_lock_counts(table: Tables) -> None:
    lobby = table(2)
    with Holder(lobby.id, meanwhile=beat) as holder:
        watcher = when_somebody_waits(holder.release)
        with transaction.atomic():
            assert GAMES.lock(lobby.id).heartbeat_at == NOON
        watcher.join()


@pytest.mark.django_db(transaction=True)
def test_a_game_that_somebody_holds_is_skipped_or_busy(table: Tables) -> None:
    lobby = table(2)
    with Holder(lobby.id):
        with transaction.atomic(), pytest.raises(Busy):
            GAMES.lock(lobby.id, skip_locked=True)
        assert GAMES.peek(lobby.id).standing.version == 4
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL lock_timeout = 1")
            with pytest.raises(OperationalError):
                GAMES.lock(lobby.id)


# --- reading and keeping


def test_a_state_that_is_kept_costs_no_statement_and_one_behind_costs_one(table: Tables) -> None:
    lobby = table(3)
    other = another_log()
    assert statements(lambda: GAMES.peek(lobby.id)) == 1
    assert statements(lambda: other.peek(lobby.id)) == 2
    assert statements(lambda: other.peek(lobby.id)) == 1
    handle(lobby.id, asking.leave, lobby.caller(2))
    assert statements(lambda: other.peek(lobby.id)) == 2
    assert other.peek(lobby.id).standing == GAMES.peek(lobby.id).standing


def test_only_what_is_new_is_folded(table: Tables) -> None:
    lobby = table(3)
    folded: list[int] = []

    def counting(standing: Standing | None, recorded: object) -> Standing:
        after = fold(standing, recorded)  # type: ignore[arg-type]
        folded.append(after.version)
        return after

    other = Log(Game, GAMES.rows, counting, cached=10)
    other.load(lobby.id, 4)
    other.load(lobby.id, 5)
    assert folded == [1, 2, 3, 4, 5]


def test_any_version_can_be_loaded_and_none_beyond_the_log(table: Tables) -> None:
    lobby = table(3)
    assert GAMES.load(lobby.id, 2).people == (lobby.people[0], None, None)
    assert [GAMES.load(lobby.id, version).version for version in (5, 1, 3)] == [5, 1, 3]
    for version in (0, 6):
        with pytest.raises(NoSuchVersion):
            GAMES.load(lobby.id, version)


def test_events_are_read_between_two_versions(table: Tables) -> None:
    lobby = table(3)
    assert [row.version for row in GAMES.recorded(lobby.id)] == [1, 2, 3, 4, 5]
    assert [row.version for row in GAMES.recorded(lobby.id, after=2, until=4)] == [3, 4]
    assert [row.version for row in GAMES.recorded(lobby.id, after=1, limit=2)] == [2, 3]
    assert GAMES.recorded(lobby.id, after=5) == []
    seated = GAMES.recorded(lobby.id, after=3, limit=1)[0]
    assert (seated.event, seated.actor, seated.subject) == (
        ev.SeatTaken(1),
        lobby.people[1],
        lobby.people[1],
    )
    assert seated.recorded_at == NOON


@pytest.mark.parametrize("gone_on", [False, True])
def test_what_a_database_has_lost_is_not_believed_any_more(table: Tables, gone_on: bool) -> None:
    """A database that came back without its last commits has other events under numbers already seen."""
    lobby = table(3)
    before = lobby.head()
    handle(lobby.id, asking.leave, lobby.caller(2))
    other = another_log()
    assert other.peek(lobby.id).standing.people == (*lobby.people[:2], None)
    tamper("DELETE FROM games_storedevent WHERE game_id = %s AND version > %s", lobby.id, before.version)
    tamper(
        "UPDATE games_seat SET player_id = %s WHERE game_id = %s AND number = 2", lobby.people[2], lobby.id
    )
    before.save()
    handle(lobby.id, asking.leave, lobby.caller(1))
    if gone_on:
        handle(lobby.id, asking.sit(), asking.Caller(guest()))
    assert other.peek(lobby.id).standing == another_log().peek(lobby.id).standing
    assert GAMES.peek(lobby.id).standing == another_log().peek(lobby.id).standing


def test_events_are_appended_in_one_statement(table: Tables) -> None:
    lobby = table(2)
    with CaptureQueriesContext(connection) as queries:
        lobby.start()
    written = [query["sql"] for query in queries if "games_storedevent" in query["sql"]]
    assert len(written) == 1
    assert StoredEvent.objects.filter(game_id=lobby.id).count() == 8 + (
        len([event for event in lobby.events() if isinstance(event, ev.CardTurnedUp)]) - 1
    )


def test_nothing_is_kept_of_a_transaction_that_was_rolled_back(table: Tables) -> None:
    lobby = table(2)
    with transaction.atomic():
        _, before, now, _ = GAMES.lock(lobby.id)
        GAMES.append(lobby.id, before, [Draft(ev.SeatLeft(1), None)], actor=None, command=uuid4(), at=now)
        transaction.set_rollback(True)
    assert GAMES.peek(lobby.id).standing.version == 4
    with pytest.raises(NoSuchVersion):
        GAMES.load(lobby.id, 5)
