"""What a run comes to, as a few lines of text; it counts nothing itself."""

from collections import Counter
from collections.abc import Iterator, Sequence

from taki_api.local.play.figures import Figures, percentile
from taki_api.local.play.game import Played

_WIDTH = 11


def summary(played: Sequence[Played], figures: Figures, *, seed: int, seconds: float) -> str:
    """The lines that tell what was played, how fast, and what had to be done again."""
    return "\n".join(_lines(played, figures, seed, seconds))


def _lines(played: Sequence[Played], figures: Figures, seed: int, seconds: float) -> Iterator[str]:
    games = f"{len(played)} game{'s' * (len(played) != 1)}"
    yield f"{games} played to the end in {seconds:.1f} s with seed {seed}, every answer as described."
    yield _line("editions", _counts(Counter(each.edition for each in played)))
    yield _line("seats", _counts(Counter(f"{each.seats} at the table" for each in played)))
    yield _line("endings", _counts(Counter(each.ending for each in played)))
    yield _line("moves", f"{figures.moves}, {figures.moves / seconds:.1f} a second")
    yield _line("requests", f"{figures.requests()}, {figures.requests() / seconds:.1f} a second")
    for operation, times in sorted(figures.seconds.items(), key=lambda item: -len(item[1])):
        p50, p99 = (1000 * percentile(times, percent) for percent in (50, 99))
        yield _line("", f"{operation:38} {len(times):6}   p50 {p50:7.1f} ms   p99 {p99:7.1f} ms")
    yield _line("races", _counts(figures.races) or "none lost")
    yield _line("retries", _counts(figures.retries) or "none needed")
    yield _line("repeats", f"{figures.repeats} requests sent twice, each answered byte for byte as before")


def _line(label: str, text: str) -> str:
    return f"  {label:{_WIDTH}}{text}"


def _counts(counts: Counter[str]) -> str:
    return ", ".join(f"{count} x {what}" for what, count in sorted(counts.items()))
