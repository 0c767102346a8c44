"""What handle does when the database, or chance, is against it."""

from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, OperationalError, connection
from django.db.backends.postgresql.base import DatabaseWrapper

from games import asking, keys, moments, selectors, sweeping, tasks
from games.asking import Caller
from games.engine.cards import card
from games.engine.commands import Draw, Lay
from games.event_store import GAMES
from games.handling import handle
from games.keys import Answered, Key
from games.models import Game, HandsLook, Heartbeat, KeyedCommand, Seat
from games.opening import open_game
from games.recording import Handled
from games.refusing import Busy
from games.selectors import Late
from tests.conftest import NOON, FixedClock
from tests.games.tables import Table, beat, guest, key, opening
from tests.games.waiting import Holder

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def dealt() -> Table:
    table = Table.open(2)
    table.deal("R5 G5 B5", "R7 G7 B7", leading="R3")
    return table


def test_whoever_waits_too_long_for_a_game_is_told_to_come_again(dealt: Table) -> None:
    before = dealt.rows()
    with Holder(dealt.id):
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = 1")
        with pytest.raises(Busy) as told:
            asking_to_lay(dealt)
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")
    assert told.value.code == "busy"
    assert dealt.rows() == before


def asking_to_lay(table: Table) -> Handled:
    return handle(table.id, asking.play(1, [Lay(card("R5"))]), table.caller(0), key())


def test_other_trouble_of_the_database_is_not_called_busy(
    dealt: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object, **__: object) -> None:
        raise OperationalError("the connection is lost")

    monkeypatch.setattr(GAMES, "lock", away)
    with pytest.raises(OperationalError, match="the connection is lost"):
        asking_to_lay(dealt)


def test_a_key_that_was_committed_just_after_it_was_looked_for_is_found_at_the_next_look(
    dealt: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = dealt.play(0, Lay(card("R5")), turn=1, key=key())
    dealt.play(1, Lay(card("R7")))
    before = dealt.rows()
    look, looks = keys.earlier, iter([None])

    def too_early(player: UUID | None, sent: Key) -> Answered | None:
        return next(looks, look(player, sent))

    monkeypatch.setattr(keys, "earlier", too_early)
    assert dealt.play(0, Draw(), key=key()) == first._replace(repeated=True)
    assert dealt.rows() == before


def test_an_opening_looks_for_its_key_again_too(monkeypatch: pytest.MonkeyPatch) -> None:
    noa = Caller(guest())
    first = open_game(opening(), noa, key())
    look, looks = keys.earlier, iter([None])
    monkeypatch.setattr(keys, "earlier", lambda player, sent: next(looks, look(player, sent)))
    assert open_game(opening(), noa, key()) == first._replace(repeated=True)
    assert Game.objects.count() == 1


def test_who_meets_a_taken_key_without_end_is_told_to_come_again(
    dealt: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealt.play(0, Lay(card("R5")), key=key())
    dealt.play(1, Lay(card("R7")))
    before = dealt.rows()
    monkeypatch.setattr(keys, "earlier", lambda _player, _key: None)
    with pytest.raises(Busy):
        dealt.play(0, Draw(), key=key())
    assert dealt.rows() == before


def test_an_opener_who_does_not_exist_opens_nothing() -> None:
    with pytest.raises(IntegrityError):
        open_game(opening(), Caller(uuid4()))
    assert not Game.objects.exists()


def test_a_sweep_gives_up_when_the_database_is_gone(
    dealt: Table, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    beat()
    clock.advance(seconds=4)
    beat()

    def away(*_: object, **__: object) -> None:
        raise OperationalError("the connection is lost")

    monkeypatch.setattr(sweeping, "handle", away)
    monkeypatch.setattr(selectors, "overdue", lambda _now: [Late(dealt.id, NOON)])
    tasks.sweep()
    monkeypatch.setattr(DatabaseWrapper, "is_usable", lambda _: False)
    with pytest.raises(OperationalError):
        tasks.sweep()


def test_the_database_has_the_only_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        before = cursor.fetchone()[0]
        now = moments.moment().now
        cursor.execute("SELECT clock_timestamp()")
        after = cursor.fetchone()[0]
    assert before < now < after


def test_rows_are_called_so_that_nobody_is_named(dealt: Table) -> None:
    dealt.play(0, Lay(card("R5")), key=key())
    beat()
    look = HandsLook(game_id=dealt.id, version=7, at=NOON, who_id=dealt.people[0])
    assert str(look) == f"{dealt.id}@7"
    assert str(dealt.head()) == str(dealt.id)
    assert str(Seat.objects.get(game_id=dealt.id, number=1)) == f"{dealt.id}/1"
    assert str(KeyedCommand.objects.get()) == str(KeyedCommand.objects.get().id)
    assert str(Heartbeat.objects.get()) == "sweep"
