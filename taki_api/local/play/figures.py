"""What a run counts and measures: how many, how long, how often again; it shows nothing."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Figures:
    """The counts of one run, over all its games."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    """How long each answered request took, by operation, retries not counted in."""
    moves: int = 0
    """Moves that the server took, each of several in one request for itself."""
    endings: Counter[str] = field(default_factory=Counter)
    """Finished games by why they ended."""
    races: Counter[str] = field(default_factory=Counter)
    """Refusals by code, where somebody else had acted first."""
    retries: Counter[str] = field(default_factory=Counter)
    """Requests sent again, by why."""
    repeats: int = 0
    """Moves sent twice on purpose, whose second answer was the first."""

    def measure(self, operation: str, seconds: float) -> None:
        """Keep how long an answer took."""
        self.seconds.setdefault(operation, []).append(seconds)

    def requests(self) -> int:
        """How many requests were answered."""
        return sum(len(each) for each in self.seconds.values())


def percentile(values: list[float], percent: float) -> float:
    """The value that so many percent of the values do not exceed; 0 for no values."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]
