"""What becomes of a task is counted, and kept where it failed for good."""

from types import SimpleNamespace
from typing import Any

import pytest
import structlog
from django.db import OperationalError

from games import failures
from games.models import FailedTask
from taki_api import outcomes

GAME = "018f0000-0000-7000-8000-000000000116"


def a_task(name: str = "games.bots.move", **delivery: str) -> Any:
    return SimpleNamespace(
        name=name, throws=(TimeoutError,), request=SimpleNamespace(delivery_info=delivery or None)
    )


def counted(outcome: str) -> float:
    return float(outcomes.tasks.labels("games.bots.move", outcome)._value.get())


def test_ends_are_counted_by_outcome() -> None:
    kinds = ("succeeded", "retried", "expired", "revoked")
    before = [counted(kind) for kind in kinds]
    outcomes.succeeds(a_task())
    outcomes.is_retried(a_task())
    outcomes.is_dropped(a_task(), expired=True)
    outcomes.is_dropped(a_task(), expired=False)
    assert [counted(kind) for kind in kinds] == [each + 1 for each in before]


def test_the_time_of_a_task_is_measured_once() -> None:
    took = outcomes.task_seconds.labels("games.bots.move")
    before = took._sum.get()
    outcomes.begins("1")
    outcomes.ends("1", a_task())
    after = took._sum.get()
    outcomes.ends("1", a_task())
    assert before < after == took._sum.get()


@pytest.mark.django_db(transaction=True)
def test_a_failure_for_good_is_counted_and_kept() -> None:
    before = counted("failed")
    outcomes.fails(a_task(routing_key="bots"), ValueError("Gargamel"), {"game": GAME}, task_id="1")
    kept = FailedTask.objects.get()
    assert (kept.task, kept.queue, kept.error, kept.arguments) == (
        "games.bots.move",
        "bots",
        "ValueError",
        {"game": GAME},
    )
    assert counted("failed") == before + 1


@pytest.mark.django_db(transaction=True)
def test_a_failure_that_is_told_twice_counts_once() -> None:
    before = counted("failed")
    for _ in range(2):
        outcomes.fails(a_task(routing_key="bots"), ValueError(), {"game": GAME}, task_id="told twice")
    assert counted("failed") == before + 1
    assert FailedTask.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_failure_that_cannot_be_kept_is_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object, **__: object) -> None:
        raise OperationalError("the connection is lost")

    monkeypatch.setattr(failures, "keep", away)
    before = counted("failed")
    with structlog.testing.capture_logs() as log:
        outcomes.fails(a_task(), ValueError("Gargamel"), task_id="2")
    assert counted("failed") == before + 1
    told = {"event": "failure_not_kept", "task": "games.bots.move", "error": "ValueError"}
    assert log == [told | {"log_level": "error"}]


@pytest.mark.django_db(transaction=True)
def test_what_the_task_says_that_passes_by_itself_is_counted_and_not_kept() -> None:
    before = counted("failed")
    outcomes.fails(a_task(), TimeoutError(), {"game": GAME}, task_id="3")
    assert counted("failed") == before + 1
    assert not FailedTask.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_task_of_another_version_of_the_server_is_counted_and_kept() -> None:
    unknown = outcomes.tasks.labels("unknown", "failed")
    before = unknown._value.get()
    outcomes.is_unknown("games.bots.of_a_later_version", KeyError("Gargamel"))
    assert unknown._value.get() == before + 1
    kept = FailedTask.objects.get()
    assert (kept.task, kept.error, kept.arguments) == ("games.bots.of_a_later_version", "KeyError", {})


def test_a_message_that_cannot_be_read_is_counted() -> None:
    unreadable = outcomes.tasks.labels("unknown", "rejected")
    before = unreadable._value.get()
    outcomes.is_unreadable(message=object(), exc=None)
    assert unreadable._value.get() == before + 1
