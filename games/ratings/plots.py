"""The course of a rating as a picture; where the numbers come from is not known here."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from games import drawing
from games.ratings.formula import DEVIATIONS, Strength, ordinal, points

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_RATING: Final = "#1f5fbf"
_LIKELIEST: Final = "#c2641c"
_FEW: Final = 30  # points, each of which has a dot
_EDGE: Final = 0.02  # of the time from the first game to the last
_LEAST_EDGE: Final = timedelta(hours=1)


class Point(NamedTuple):
    """How strong somebody was from a moment on."""

    at: datetime
    strength: Strength


def course(player: str, family: str, known: Sequence[Point]) -> bytes:
    """Return the course of a rating as SVG; `player` is the name as it is shown, empty when erased.

    The first of `known` is from before the first game; there is none where there was no game.
    """

    def draw(axes: "Axes") -> None:
        who = drawing.isolated(player) if player else "an erased player"
        axes.set_title(f"Rating of {who}, {family}")
        axes.set_xlabel("date (UTC)")
        axes.set_ylabel("points")
        if known:
            _draw(axes, _widened(known))
        else:
            _draw_nothing(axes)

    return drawing.svg(draw)


def _widened(course: Sequence[Point]) -> list[Point]:
    # What was known before the first game and after the last is seen as well as all between.
    first, *games = course
    edge = max((games[-1].at - games[0].at) * _EDGE, _LEAST_EDGE)
    return [first._replace(at=games[0].at - edge), *games, games[-1]._replace(at=games[-1].at + edge)]


def _draw(axes: "Axes", course: Sequence[Point]) -> None:
    from matplotlib.dates import AutoDateLocator, ConciseDateFormatter

    at: Any = [point.at for point in course]
    low, likeliest, high = (
        [points(strength.mu + by * strength.sigma) for _, strength in course]
        for by in (-DEVIATIONS, 0, DEVIATIONS)
    )
    axes.fill_between(
        at,
        low,
        high,
        step="post",
        color=_RATING,
        alpha=0.14,
        linewidth=0,
        label="where that nearly surely is",
    )
    axes.step(at, likeliest, where="post", color=_LIKELIEST, linewidth=1.2, label="likeliest strength")
    axes.step(
        at,
        [points(ordinal(strength)) for _, strength in course],
        where="post",
        color=_RATING,
        linewidth=2,
        marker="o" if len(course) <= _FEW else "",
        markersize=4,
        markevery=slice(1, -1),
        label="rating",
    )
    locator = AutoDateLocator(minticks=3, maxticks=8)  # type: ignore[no-untyped-call]
    axes.xaxis.set_major_locator(locator)
    axes.xaxis.set_major_formatter(ConciseDateFormatter(locator))  # type: ignore[no-untyped-call]
    axes.margins(x=0)
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=3, borderaxespad=0.2, reverse=True)


def _draw_nothing(axes: "Axes") -> None:
    axes.set_xticks([])
    axes.set_yticks([])
    axes.text(0.5, 0.5, "no rated game yet", transform=axes.transAxes, ha="center", va="center")
