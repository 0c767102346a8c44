"""A task that failed for good is kept once, with ids and places and nothing that could be a secret."""

from uuid import UUID

import pytest
from django.test import Client

from games import failures, tasks
from games.models import FailedTask
from tests.conftest import NOON, FixedClock
from tests.games.admin import shown
from tests.games.admin.conftest import Operator

pytestmark = pytest.mark.django_db

GAME = UUID("018f0000-0000-7000-8000-000000000116")
SECRET = "Key (name)=(Gargamel) already exists"


def failing(error: type[Exception] = ValueError) -> Exception:
    try:
        raise error(SECRET)
    except Exception as raised:
        return raised


def row() -> FailedTask:
    return FailedTask.objects.get()


def test_a_failure_is_kept_with_its_ids_and_its_place() -> None:
    failures.keep(
        "games.bots.move", failing(), arguments={"game": GAME, "turn": 3, "late": True}, queue="bots"
    )
    kept = row()
    assert (kept.task, kept.queue, kept.error, kept.times) == ("games.bots.move", "bots", "ValueError", 1)
    assert kept.arguments == {"game": str(GAME), "turn": 3, "late": True}
    assert (kept.first_at, kept.last_at) == (NOON, NOON)
    (frame,) = kept.frames
    assert frame.startswith(__file__)
    assert frame.endswith(" failing")


def test_no_message_and_no_word_is_kept() -> None:
    words = {"name": "Gargamel", "names": ["Gargamel", str(GAME)], "by": {"name": "Gargamel"}, "none": None}
    failures.keep("games.bots.move", failing(), arguments=words)
    withheld = "(withheld)"
    assert row().arguments == {"name": withheld, "names": [withheld, str(GAME)], "by": withheld, "none": None}
    assert "Gargamel" not in repr(FailedTask.objects.values())


def test_failures_that_are_alike_are_one_row_that_counts(clock: FixedClock) -> None:
    for _ in range(3):
        failures.keep("games.bots.move", failing(), arguments={"game": GAME})
        clock.advance(minutes=1)
    kept = row()
    assert (kept.times, kept.first_at, kept.last_at) == (3, NOON, NOON.replace(minute=2))


@pytest.mark.parametrize(
    ("task", "error", "arguments"),
    [
        ("games.bots.other", ValueError, {"game": GAME}),
        ("games.bots.move", KeyError, {"game": GAME}),
        ("games.bots.move", ValueError, {"game": UUID(int=1)}),
    ],
)
def test_failures_that_differ_are_rows_of_their_own(
    task: str, error: type[Exception], arguments: dict[str, object]
) -> None:
    failures.keep("games.bots.move", failing(), arguments={"game": GAME})
    failures.keep(task, failing(error), arguments=arguments)
    assert FailedTask.objects.count() == 2


def test_a_failure_is_forgotten_thirty_days_after_it_happened_last(clock: FixedClock) -> None:
    failures.keep("games.bots.move", failing())
    clock.advance(days=20)
    failures.keep("games.bots.move", failing())
    clock.advance(days=30)
    tasks.forget_failures()
    assert FailedTask.objects.count() == 1
    clock.advance(seconds=1)
    tasks.forget_failures()
    tasks.forget_failures(something_new=True)
    assert not FailedTask.objects.exists()


def test_a_row_is_called_by_its_task_and_error() -> None:
    failures.keep("games.bots.move", failing())
    assert str(row()) == "games.bots.move ValueError"


# --- in the admin

LIST = "/admin/games/failedtask/"


@pytest.fixture
def auditor(operator: Operator) -> Client:
    return operator("view_failedtask", login="auditor")


def test_operators_see_failures_and_their_places(auditor: Client) -> None:
    failures.keep("games.bots.move", failing(), arguments={"game": GAME, "turn": 3}, queue="bots")
    (seen,) = shown.table(auditor.get(LIST), "Last (UTC)")
    noon = NOON.strftime("%Y-%m-%d %H:%M:%S")
    assert seen[:6] == [noon, "1", "games.bots.move", "bots", f"game {GAME}, turn 3", "ValueError"]
    assert seen[6].startswith(__file__)


def test_a_failure_without_ids_has_dashes(auditor: Client) -> None:
    failures.keep("games.sweep", ValueError())
    (seen,) = shown.table(auditor.get(LIST), "Last (UTC)")
    assert (seen[4], seen[6]) == ("-", "-")


@pytest.mark.parametrize(
    ("term", "found"), [("games.sweep", 1), (" ValueError ", 2), ("Value", 0), ("\x00", 2)]
)
def test_failures_are_found_by_task_or_error(auditor: Client, term: str, found: int) -> None:
    failures.keep("games.sweep", failing())
    failures.keep("games.bots.move", failing())
    assert auditor.get(LIST, {"q": term}).context["cl"].result_count == found


def test_nobody_filters_failures_by_parameters_or_opens_one(superuser: Client) -> None:
    failures.keep("games.sweep", failing())
    assert superuser.get(LIST, {"error": "ValueError"}).status_code == 400
    assert superuser.get(f"{LIST}{row().mark}/change/").status_code == 404


def test_without_the_right_nobody_sees_failures(reader: Client) -> None:
    assert reader.get(LIST).status_code == 403
