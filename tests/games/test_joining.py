"""Joining by code: found, locked and decided in one transaction, and every answer that the lock brings."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import transaction

from games import asking
from games.asking import Caller
from games.handling import handle
from games.joining import join
from games.models import Game
from games.refusing import AlreadySeated, KeyReused, SessionEnded, WrongCode
from tests.conftest import FixedClock
from tests.games.tables import Table, guest, key

pytestmark = pytest.mark.django_db(transaction=True)

CODE = Game.Visibility.CODE


@pytest.fixture
def lobby(table: Callable[..., Table]) -> Table:
    return table(3, taken=1, visibility=CODE, lobby_seconds=600)


def code_of(lobby: Table) -> str:
    return str(lobby.head().code)


def test_whoever_has_the_code_takes_the_lowest_free_seat(lobby: Table) -> None:
    newcomer = guest()
    joined = join(code_of(lobby).lower(), Caller(newcomer))
    assert (joined.game_id, joined.terms.visibility, joined.terms.code) == (lobby.id, "code", code_of(lobby))
    assert joined.standing.people == (lobby.people[0], newcomer, None)
    assert lobby.standing() == joined.standing


def test_a_lobby_that_is_over_when_it_is_locked_has_no_code(
    lobby: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = code_of(lobby)
    monkeypatch.setattr("games.joining.by_code", lambda _code: lobby.id)
    handle(lobby.id, asking.sit(code=code), Caller(guest()))
    lobby.start()
    before = lobby.rows()
    with pytest.raises(WrongCode):
        join(code, Caller(guest()))
    assert lobby.rows() == before


def test_a_lobby_whose_time_is_up_is_abandoned_and_not_joined(lobby: Table, clock: FixedClock) -> None:
    code = code_of(lobby)
    clock.advance(seconds=600)
    with pytest.raises(WrongCode):
        join(code, Caller(guest()))
    assert lobby.head().status == Game.Status.ABANDONED


def test_a_key_gets_its_answer_again_when_the_code_is_worth_nothing_any_more(lobby: Table) -> None:
    newcomer, code = Caller(guest()), code_of(lobby)
    joined = join(code, newcomer, key("a"))
    lobby.start()
    after = lobby.rows()
    again = join(code, newcomer, key("a"))
    assert again == joined._replace(terms=joined.terms._replace(code=None), repeated=True)
    with pytest.raises(KeyReused):
        join(code, newcomer, key("a", body="another"))
    assert lobby.rows() == after


def test_who_sits_there_already_is_told_so(lobby: Table) -> None:
    before = lobby.rows()
    with pytest.raises(AlreadySeated):
        join(code_of(lobby), lobby.caller(0))
    assert lobby.rows() == before


@pytest.mark.parametrize("is_right", [True, False])
def test_a_session_that_is_over_is_told_so_with_any_code(lobby: Table, is_right: bool) -> None:
    before = lobby.rows()
    caller = Caller(guest(), uuid4())
    with pytest.raises(SessionEnded):
        join(code_of(lobby) if is_right else "AAAAAA", caller)
    assert lobby.rows() == before


def test_nobody_joins_inside_another_transaction(lobby: Table) -> None:
    person, code, before = guest(), code_of(lobby), lobby.rows()
    with transaction.atomic(), pytest.raises(RuntimeError):
        join(code, Caller(person))
    assert lobby.rows() == before
