"""Which queue a task waits in, so that no kind of work holds up another; names alone, no task is known here.

Queues take the place of priorities, which Redis and RabbitMQ count in opposite directions (ADR 53). `time`
has worker processes of its own: `./taki serve` and compose.yaml start them.
"""

from typing import Final
from urllib.parse import urlsplit

TIME: Final = "time"
CALLS: Final = "calls"  # who calls bots never waits behind those that were called
BOTS: Final = "bots"
TOURNAMENTS: Final = "tournaments"
UPKEEP: Final = "upkeep"
DEFAULT: Final = "default"  # of a task that nobody thought of

NAMES: Final = (TIME, CALLS, BOTS, TOURNAMENTS, UPKEEP, DEFAULT)
OTHERS: Final = tuple(name for name in NAMES if name != TIME)

ROUTES: Final = {
    "games.sweep": {"queue": TIME},
    "games.clock.*": {"queue": TIME},
    "games.bots.call*": {"queue": CALLS},
    "games.bots.*": {"queue": BOTS},
    "games.upkeep.*": {"queue": UPKEEP},
    "players.upkeep.*": {"queue": UPKEEP},
    "tournaments.upkeep.*": {"queue": UPKEEP},
    "ratings.*": {"queue": UPKEEP},
    "tournaments.*": {"queue": TOURNAMENTS},
}

# Redis gives a message to somebody else when it was not acknowledged for so long: longer than a task may run.
VISIBLE_AGAIN_SECONDS: Final = 900


def transport_options(broker_url: str) -> dict[str, int]:
    """Return what the transport of this broker understands; others take no unknown word."""
    is_redis = urlsplit(broker_url).scheme in {"redis", "rediss", "redis+socket"}
    return {"visibility_timeout": VISIBLE_AGAIN_SECONDS} if is_redis else {}
