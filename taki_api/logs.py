"""How the log is written: a line of JSON an event, without messages that could quote anybody."""

import logging
import sys
import traceback
from typing import Any, override

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger


def frames_only(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Replace `exc_info` by the error's type and the places it came through.

    Never its message: a database error, for one, quotes the row it is about.
    """
    info = event.pop("exc_info", None)
    if isinstance(info, BaseException):
        info = (type(info), info, info.__traceback__)
    elif info is True:
        info = sys.exc_info()
    if isinstance(info, tuple) and info[0] is not None:
        event["error"] = info[0].__qualname__
        event["frames"] = [
            f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(info[2])
        ]
    return event


class WithoutMessages(logging.Filter):
    """Takes the messages of errors out of what Celery says of failed tasks; the type stays."""

    @override
    def filter(self, record: logging.LogRecord) -> bool:
        """Always True: every line is written."""
        if isinstance(record.args, dict) and "exc" in record.args:
            record.args = {**record.args, "exc": "(see error)"}
        return True


_ALWAYS: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
    frames_only,
]


def configure() -> dict[str, Any]:
    """Set structlog up, and return the `LOGGING` that sends everybody else's lines the same way."""
    structlog.configure(
        processors=[*_ALWAYS, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": _ALWAYS,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.JSONRenderer(ensure_ascii=False),
                ],
            }
        },
        "filters": {"discreet": {"()": WithoutMessages}},
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "json",
                "filters": ["discreet"],
            }
        },
        "root": {"handlers": ["stderr"], "level": "INFO"},
        "loggers": {
            # Both quote what clients send; `taki_api.middleware` tells of every request instead.
            "django.request": {"handlers": [], "propagate": False, "level": "CRITICAL"},
            "django.security": {"handlers": [], "propagate": False, "level": "CRITICAL"},
            "django.server": {"handlers": [], "propagate": False, "level": "CRITICAL"},
            "django": {"handlers": [], "propagate": True, "level": "INFO"},
            # A sweep a second is not worth two lines each.
            "celery": {"level": "WARNING"},
        },
    }
