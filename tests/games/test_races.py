"""Real threads on real connections: of two who want the same thing, exactly one gets it."""

from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest

from games import asking
from games.asking import SYSTEM, Caller
from games.engine.cards import card
from games.engine.commands import BreakPlusThree, Lay, Resign
from games.engine.events import GameContinued
from games.engine.refusals import Refusal
from games.going_on import go_on
from games.handling import handle
from games.models import Game, KeyedCommand
from games.opening import open_game
from games.recording import Handled
from games.refusing import AlreadySeated, RefusedAt
from tests.conftest import FixedClock
from tests.games.tables import Table, at_once, beat, guest, key, opening

pytestmark = pytest.mark.django_db(transaction=True)
type Tables = Callable[..., Table]


def outcome(result: object) -> str:
    match result:
        case Handled():
            return "again" if result.repeated else "done"
        case RefusedAt():
            return result.refusal.value
        case _:
            return type(result).__name__


def outcomes(*calls: Callable[[], object]) -> dict[str, int]:
    return dict(Counter(map(outcome, at_once(*calls))))


def test_of_two_people_one_gets_the_last_seat(table: Tables) -> None:
    lobby = table(3, taken=2)
    dana, omer = Caller(guest()), Caller(guest())
    assert outcomes(
        lambda: handle(lobby.id, asking.sit(), dana),
        lambda: handle(lobby.id, asking.sit(), omer),
    ) == {"done": 1, Refusal.TABLE_FULL.value: 1}
    assert lobby.head().seats_taken == 3
    assert lobby.head().version == 5


def test_of_two_people_who_name_a_seat_one_gets_it(table: Tables) -> None:
    lobby = table(4, taken=1)
    dana, omer = Caller(guest()), Caller(guest())
    assert outcomes(
        lambda: handle(lobby.id, asking.sit(2), dana),
        lambda: handle(lobby.id, asking.sit(2), omer),
    ) == {"done": 1, Refusal.SEAT_TAKEN.value: 1}


def test_one_person_sits_down_once(table: Tables) -> None:
    lobby = table(4, taken=1)
    dana = Caller(guest())
    assert outcomes(*[lambda: handle(lobby.id, asking.sit(), dana)] * 3) == {
        "done": 1,
        AlreadySeated.__name__: 2,
    }


def test_of_two_starts_one_deals(table: Tables) -> None:
    lobby = table(2)
    assert outcomes(lobby.start, lobby.start) == {"done": 1, Refusal.ALREADY_STARTED.value: 1}


def test_a_start_and_a_farewell_happen_one_after_the_other(table: Tables) -> None:
    lobby = table(2)
    found = outcomes(lobby.start, lambda: handle(lobby.id, asking.leave, lobby.caller(1)))
    assert found in (
        {"done": 1, Refusal.ALREADY_STARTED.value: 1},
        {"done": 1, Refusal.TOO_FEW_SEATS.value: 1},
    )


def test_the_same_move_under_one_key_is_made_once_and_answered_to_all(table: Tables) -> None:
    playing = table(2)
    playing.deal("R5 G5 B5", "R7 G7 B7", leading="R3")
    move = asking.play(1, [Lay(card("R5"))])
    results = at_once(*[lambda: handle(playing.id, move, playing.caller(0), key())] * 4)
    assert Counter(map(outcome, results)) == {"done": 1, "again": 3}
    assert {result._replace(repeated=False) for result in results if isinstance(result, Handled)} == {
        result for result in results if isinstance(result, Handled) and not result.repeated
    }
    assert playing.head().version == 10
    assert KeyedCommand.objects.count() == 1


def test_the_same_move_without_a_key_is_made_once(table: Tables) -> None:
    playing = table(2)
    playing.deal("R5 G5 B5", "R7 G7 B7", leading="R3")
    assert outcomes(*[lambda: playing.play(0, Lay(card("R5")), turn=1)] * 3) == {
        "done": 1,
        Refusal.STALE_TURN.value: 2,
    }


def test_two_openings_under_one_key_open_one_game() -> None:
    noa = Caller(guest())
    results = at_once(*[lambda: open_game(opening(), noa, key())] * 3)
    assert Counter(map(outcome, results)) == {"done": 1, "again": 2}
    assert Game.objects.count() == 1
    assert KeyedCommand.objects.count() == 1


def test_ten_people_who_go_on_at_once_sit_at_one_table(table: Tables) -> None:
    old = table(10)
    old.start()
    for seat in range(9):
        old.play(seat, Resign())
    results = at_once(*[partial(go_on, old.id, {}, old.caller(seat)) for seat in range(10)])
    assert Counter(map(outcome, results)) == {"done": 10}
    (following,) = Game.objects.filter(previous=old.id)
    told = [result for result in results if isinstance(result, Handled)]
    assert {result.game_id for result in told} == {following.pk}
    (first,) = [seat for seat, result in enumerate(told) if result.first_version == 1]
    standing = Table(following.pk, []).standing()
    assert standing.people == tuple(old.people)
    assert (standing.version, standing.host) == (12, old.people[first])
    assert old.events()[-1] == GameContinued(str(following.pk))
    assert old.events().count(GameContinued(str(following.pk))) == 1


def test_one_person_who_goes_on_many_times_at_once_sits_there_once(table: Tables) -> None:
    old = table(2)
    old.start()
    old.play(0, Resign())
    keys = [key("a"), key("a"), None, None]
    results = at_once(*[partial(go_on, old.id, {}, old.caller(1), one) for one in keys])
    assert all(isinstance(result, Handled) for result in results)
    (following,) = Game.objects.filter(previous=old.id)
    assert Table(following.pk, []).standing().people == (None, old.people[1])
    assert following.version == 3


def test_going_on_and_an_empty_lobby_happen_one_after_the_other(table: Tables) -> None:
    old = table(2)
    old.start()
    old.play(0, Resign())
    first = go_on(old.id, {}, old.caller(0)).game_id
    assert outcomes(
        lambda: go_on(old.id, {}, old.caller(1)),
        lambda: handle(first, asking.leave, old.caller(0)),
    ) == {"done": 2}
    (open_,) = Game.objects.filter(previous=old.id, status=Game.Status.LOBBY)
    assert Table(open_.pk, []).standing().people == (None, old.people[1])
    assert open_.host_id == old.people[1]


def test_one_key_for_two_games_serves_one(table: Tables) -> None:
    lobbies = [table(3, taken=1), table(3, taken=1)]
    dana = Caller(guest())
    found = outcomes(
        lambda: handle(lobbies[0].id, asking.sit(), dana, key(body=0)),
        lambda: handle(lobbies[1].id, asking.sit(), dana, key(body=1)),
    )
    assert found == {"done": 1, "KeyReused": 1}
    assert sum(lobby.head().seats_taken for lobby in lobbies) == 3


def test_of_two_breakers_the_first_counts(table: Tables) -> None:
    playing = table(3)
    playing.deal("+3 R5 R6", "R7 G7 X3", "B1 B3 X3", leading="R3")
    playing.play(0, Lay(card("+3")))
    assert outcomes(
        lambda: playing.play(1, BreakPlusThree(), turn=1),
        lambda: playing.play(2, BreakPlusThree(), turn=1),
    ) == {"done": 1, Refusal.TOO_LATE.value: 1}


def test_a_late_turn_is_settled_once_however_many_notice(table: Tables, clock: FixedClock) -> None:
    playing = table(2)
    playing.deal("R5 G5 B5", "R7 G7 B7", leading="R3")
    clock.advance(seconds=30)
    beat()
    assert outcomes(
        *[lambda: handle(playing.id, asking.settle, SYSTEM)] * 3,
        lambda: playing.play(0, Lay(card("R5")), turn=1),
    ) == {"done": 3, Refusal.STALE_TURN.value: 1}
    assert playing.head().version == 11
