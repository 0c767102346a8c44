"""How the log is written: one line of JSON an event, to standard error, without any message that
could hold a name, a card or a token."""

import sys
import traceback
from types import TracebackType
from typing import Any

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

type ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None]


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
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": "INFO"},
        "loggers": {
            # Both quote what clients send; `taki_api.middleware` tells of every request instead.
            "django.request": {"handlers": [], "propagate": False, "level": "CRITICAL"},
            "django.security": {"handlers": [], "propagate": False, "level": "CRITICAL"},
            "django.server": {"handlers": [], "propagate": False, "level": "CRITICAL"},
            "django": {"handlers": [], "propagate": True, "level": "INFO"},
        },
    }
