"""What a move and a view cost the database, early and late in a game: the same."""

from collections.abc import Callable
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import asking, selectors
from games.engine.cards import card
from games.engine.commands import Lay
from games.engine.state import Phase
from games.event_store import GAMES
from games.handling import handle
from games.keys import Key
from games.state_cache import StateCache
from tests.games.tables import Table, key, long_lasting, play_on

pytestmark = pytest.mark.django_db(transaction=True)

PLACES = [50, 1_000]


def statements(call: Callable[[], object]) -> list[str]:
    """The statements of a call, without those that only begin and end a transaction."""
    with CaptureQueriesContext(connection) as queries:
        call()
    return [
        query["sql"].split()[0] for query in queries if query["sql"].split()[0] not in ("BEGIN", "COMMIT")
    ]


def game_of(events: int) -> Table:
    table = Table.open(4)
    table.start()
    standing = play_on(
        table,
        Random(116),
        choose=long_lasting,
        until=lambda now: now.version >= events and now.state.seat == 0,
    )
    assert standing.state.phase is Phase.PLAYING
    assert not standing.state.in_window
    return table


def a_move(table: Table, key: Key | None = None) -> Callable[[], object]:
    standing = table.standing()
    choice = long_lasting(standing, Random(1))
    assert choice is not None
    seat, move = choice
    return lambda: handle(table.id, asking.play(standing.state.number, [move]), table.caller(seat), key)


def forget_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAMES, "_cache", StateCache(10))


@pytest.mark.parametrize("events", PLACES)
def test_a_move_costs_three_statements_and_five_with_a_key(events: int) -> None:
    table = game_of(events)
    assert statements(a_move(table)) == ["SELECT", "INSERT", "UPDATE"]
    again = a_move(game_of(events), key())  # the first may have opened a window, in which nobody has a turn
    assert statements(again) == ["SELECT", "SELECT", "INSERT", "UPDATE", "INSERT"]


@pytest.mark.parametrize("events", PLACES)
def test_a_view_costs_two_statements_and_three_in_a_process_that_is_new(
    events: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = game_of(events)

    def view() -> None:
        selectors.people(selectors.find(table.id, table.people[1]).standing)

    assert statements(view) == ["SELECT", "SELECT"]
    forget_everything(monkeypatch)
    assert statements(view) == ["SELECT", "SELECT", "SELECT"]
    assert statements(view) == ["SELECT", "SELECT"]


def test_the_dearest_moves_cost_four_statements() -> None:
    table = Table.open(2)
    table.deal("R5", "R7 GS", leading="R3")
    last_card = asking.play(1, [Lay(card("R5"))])
    dearest = statements(lambda: handle(table.id, last_card, table.caller(0)))
    assert dearest == ["SELECT", "INSERT", "UPDATE", "UPDATE"]


def test_a_whole_game_needs_six_texts_for_its_statements(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as the database has to plan, however many events the moves had."""
    monkeypatch.setattr("games.opening.secrets.token_bytes", bytes)  # not every deal has a +3
    table = Table.open(3)
    table.start()
    texts: set[str] = set()

    def noted(execute: Callable[..., object], sql: str, *rest: object) -> object:
        texts.add(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(noted):
        play_on(table, Random(116))
    written = sorted(" ".join(text.split()[:3]) for text in texts)
    assert written == [
        'INSERT INTO "games_storedevent"',
        "INSERT INTO games_command",  # the keys of the clock
        "SELECT clock_timestamp(), games_last_heartbeat(%s),",  # the lock
        "SELECT clock_timestamp(), games_last_heartbeat(%s),",  # the look before
        "UPDATE games_game SET",
        "UPDATE games_seat AS",
    ]
