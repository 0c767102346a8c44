"""What the log keeps of errors: their type and their way, never their message."""

import json
import logging
from typing import Any

import pytest
import structlog

from tests.web.conftest import Lines

SECRET = "Key (name)=(Gargamel) already exists"


def fail() -> None:
    raise ValueError(SECRET)


def write_as_flag(log: Any) -> None:
    try:
        fail()
    except ValueError:
        log.error("failed", exc_info=True)


def write_as_error(log: Any) -> None:
    try:
        fail()
    except ValueError as error:
        log.error("failed", exc_info=error)


@pytest.mark.parametrize("write", [write_as_flag, write_as_error])
@pytest.mark.parametrize("logger", [structlog.get_logger("ours"), logging.getLogger("theirs")])
def test_an_error_is_told_by_type_and_frames(lines: Lines, write: Any, logger: Any) -> None:
    write(logger)
    (line,) = lines()
    assert (line["event"], line["error"], line["level"]) == ("failed", "ValueError", "error")
    assert line["frames"][-1].endswith(" fail")
    assert SECRET not in json.dumps(line)


def test_no_error_is_no_error(lines: Lines) -> None:
    structlog.get_logger("ours").info("fine", exc_info=None)
    (line,) = lines()
    assert "error" not in line


def test_celery_does_not_tell_the_message_of_a_failed_task(lines: Lines) -> None:
    context = {"name": "games.sweep", "id": "1", "description": "raised", "exc": SECRET}
    logging.getLogger("celery.app.trace").error("Task %(name)s[%(id)s] %(description)s: %(exc)s", context)
    (line,) = lines()
    assert line["event"] == "Task games.sweep[1] raised: (see error)"
