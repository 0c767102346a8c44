"""Every task may run never, once or often, by two beats too; each has limits, a queue and an open mind."""

import inspect
from collections.abc import Callable
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from kombu.utils.imports import symbol_by_name

from games import sweeping, tasks
from games.engine.cards import card
from games.engine.commands import Lay
from games.models import FailedTask
from games.selectors import Late
from taki_api import queues
from taki_api.beat import SparingScheduler
from taki_api.celery import app
from tests.conftest import NOON, FixedClock
from tests.games.tables import Table, beat

type Tables = Callable[..., Table]
SCHEDULED = sorted({entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()})


def ours() -> dict[str, Any]:
    app.loader.import_default_modules()
    return {name: task for name, task in app.tasks.items() if not name.startswith("celery.")}


def test_beat_sends_nothing_that_would_only_pile_up() -> None:
    assert symbol_by_name(settings.CELERY_BEAT_SCHEDULER) is SparingScheduler


@pytest.mark.django_db(transaction=True)
def test_the_logs_are_the_same_however_often_every_task_runs(table: Tables, clock: FixedClock) -> None:
    logs = {times: _logs(table, clock, times) for times in (0, 1, 5)}
    assert logs[0] == logs[1] == logs[5]
    types = [[type(event).__name__ for event in log] for log in logs[1]]
    assert types == [
        ["TurnSettled", "CardsDrawn", "TurnPassed"],
        ["CardLaid", "WindowOpened", "WindowClosed", "CardsDrawn", "TurnPassed"],
        ["GameAbandoned", "Disclosed"],
    ]


def _logs(table: Tables, clock: FixedClock, times: int) -> list[list[Any]]:
    """What happens within half a minute in a turn, a window and a lobby, with every task so often."""
    turn, window, lobby = table(2), table(2, plus_three_seconds=30), table(2, lobby_seconds=60)
    beat()
    clock.advance(seconds=30)  # of the lobby; the other two begin now
    beat()
    for each, first in ((turn, "R5 G5 B5"), (window, "+3 G5 B5")):
        each.deal(first, "R7 G7 B7", leading="R3")
    window.play(0, Lay(card("+3")))
    for second in range(1, 31):
        clock.advance(seconds=1)
        beat()
        for name in (SCHEDULED if second % 15 == 0 else ["games.sweep"]) * times:
            ours()[name]()
    for each in (turn, window, lobby):
        each.settle()  # as the next command of anybody would
    return [turn.events(after=8), window.events(after=8), lobby.events(after=4)]


def test_what_beat_asks_for_exists() -> None:
    assert set(SCHEDULED) <= set(ours())


def test_every_task_takes_keywords_alone_and_those_of_a_later_version() -> None:
    for name, task in ours().items():
        kinds = {parameter.kind for parameter in inspect.signature(task.run).parameters.values()}
        assert kinds <= {inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD}, name
        assert inspect.Parameter.VAR_KEYWORD in kinds, name


def test_every_task_ends_before_its_message_is_given_to_somebody_else() -> None:
    for name, task in ours().items():
        soft = task.soft_time_limit or settings.CELERY_TASK_SOFT_TIME_LIMIT
        hard = task.time_limit or settings.CELERY_TASK_TIME_LIMIT
        assert soft < hard < queues.VISIBLE_AGAIN_SECONDS, name


@pytest.mark.parametrize(
    ("task", "queue"),
    [
        ("games.sweep", "time"),
        ("games.clock.something", "time"),
        ("games.bots.move", "bots"),
        ("games.bots.call", "calls"),
        ("games.upkeep.verify_sample", "upkeep"),
        ("players.upkeep.forget_expired", "upkeep"),
        ("ratings.update", "upkeep"),
        ("tournaments.pair", "tournaments"),
        ("somewhere.else", "default"),
    ],
)
def test_the_name_of_a_task_says_where_it_waits(task: str, queue: str) -> None:
    routed = app.amqp.router.route({}, task)
    assert getattr(routed.get("queue"), "name", app.conf.task_default_queue) == queue
    assert queue in queues.NAMES


def test_every_task_of_ours_has_a_queue_that_somebody_thought_of() -> None:
    for name in ours():
        assert app.amqp.router.route({}, name).get("queue"), name


def test_a_sweep_that_takes_too_long_stops_at_once(
    table: Tables, clock: FixedClock, monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    table(2, lobby_seconds=60)
    clock.advance(seconds=60)

    def too_long(*_: object, **__: object) -> None:
        raise SoftTimeLimitExceeded

    monkeypatch.setattr(sweeping, "handle", too_long)
    with pytest.raises(SoftTimeLimitExceeded):
        tasks.sweep()
    assert not FailedTask.objects.exists()


@pytest.mark.parametrize("index", [0, 1])
def test_processes_share_what_is_late(
    table: Tables, monkeypatch: pytest.MonkeyPatch, db: None, index: int
) -> None:
    class Process:
        pass

    Process.index = index  # type: ignore[attr-defined]
    monkeypatch.setattr(sweeping, "current_process", lambda: Process)
    late = [Late(table(2).id, NOON) for _ in range(8)]
    own = [each for each in late if each.game_id.int % 2 == index]
    others = [each for each in late if each not in own]
    assert sweeping._own(late) == own
    assert sweeping._own(others) == []
