"""What games measure of themselves, for Prometheus; who may read it is decided elsewhere."""

from typing import Final

from prometheus_client import Counter, Histogram

from games.bots.levels import Level

settling_late: Final = Histogram(
    "taki_settling_late_seconds",
    "From a deadline to the settlement of what was late",
    buckets=(0.25, 0.5, 1, 1.5, 2, 3, 5, 10, 30, 60, 300),
)
bot_failures: Final = Counter(
    "taki_bot_failures",
    "Policies that failed or chose what is refused, so that a simpler one moved",
    ["level"],
)
# A figure that is missing until the first failure never rises, as an alarm sees it.
for _level in Level:
    bot_failures.labels(_level)
