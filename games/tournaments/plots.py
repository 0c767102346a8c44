"""Standings by round as a picture; where the places come from is not known here."""

from collections.abc import Sequence
from math import log
from typing import TYPE_CHECKING, Final, NamedTuple

from games import drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_LINES: Final = 20
MOST_ROUNDS_DRAWN: Final = 20

# Ten that are told apart by most eyes, on white; the second ten are dashed.
_COLORS: Final = (
    *("#1f5fbf", "#c2641c", "#2e8540", "#b3261e", "#6f42c1", "#7a5230", "#c2388f", "#5b6470"),
    *("#8a7a00", "#0f8b8d"),
)
_TICKS: Final = (1, 5, 10, 15, 20, 50, 100, 200, 500, 1_000)
_EACH_TICKED: Final = 10
_INCHES_A_LINE: Final = 0.25
_INCHES_AROUND: Final = 1.9
_FEWEST_LINES_HIGH: Final = 6
# Of the height of the best, all places after them.
_BEYOND: Final = 0.4
_LABEL: Final = "#1d2126"


class Line(NamedTuple):
    """An entrant's places after each of the rounds, None before the first that they were in."""

    name: str  # empty when erased
    places: tuple[int | None, ...]


def course(tournament: str, rounds: Sequence[int], lines: Sequence[Line], entrants: int) -> bytes:
    """Return the places of the best entrants round by round as SVG, the best first among `lines`.

    `rounds` are the numbers of closed rounds, `entrants` how many there are in all.
    """

    def draw(axes: "Axes") -> None:
        axes.set_title(f"Standings of {drawing.isolated(tournament)}")
        axes.set_xlabel("after round")
        axes.set_ylabel("place")
        if rounds:
            _draw(axes, rounds, lines, entrants)
        else:
            _draw_nothing(axes)

    shown = max(len(lines), _FEWEST_LINES_HIGH) if rounds else _FEWEST_LINES_HIGH
    return drawing.svg(draw, height_inches=_INCHES_AROUND + _INCHES_A_LINE * (1 + _BEYOND) * shown)


def _draw(axes: "Axes", rounds: Sequence[int], lines: Sequence[Line], entrants: int) -> None:
    best = len(lines)
    last = max(best, *(place for line in lines for place in line.places if place is not None))
    for number, line in reversed([*enumerate(lines)]):
        known = [(at, place) for at, place in zip(rounds, line.places, strict=True) if place is not None]
        axes.plot(
            [at for at, _ in known],
            [_height(place, best, last) for _, place in known],
            color=_COLORS[number % len(_COLORS)],
            linestyle="-" if number < len(_COLORS) else (0, (4, 1.5)),
            linewidth=1.8,
            marker="o",
            markersize=4.5,
            clip_on=False,
        )
        _label(axes, f"{number + 1}. {_called(line.name)}", (rounds[-1], number + 1))
    _scale(axes, rounds, best, last)
    axes.text(0, 1.02, _told(best, last, entrants), transform=axes.transAxes, fontsize=10, color="#4a4f57")


def _height(place: int, best: int, last: int) -> float:
    # The best have a line each; whatever is behind them is squeezed, so that one still sees who came up.
    if place <= best:
        return place
    return best + max(best, _FEWEST_LINES_HIGH) * _BEYOND * log(place / best) / log(last / best)


def _label(axes: "Axes", text: str, at: tuple[float, float]) -> None:
    axes.annotate(
        text,
        at,
        xytext=(10, 0),
        textcoords="offset points",
        va="center",
        color=_LABEL,
        fontsize=10,
        annotation_clip=False,
    )


def _scale(axes: "Axes", rounds: Sequence[int], best: int, last: int) -> None:
    there = range(1, best + 1) if best <= _EACH_TICKED else [place for place in _TICKS if place <= best]
    places = [*there, *(place for place in _TICKS if 2 * best < place <= last)]
    axes.set_yticks([_height(place, best, last) for place in places], [str(place) for place in places])
    axes.set_ylim(_height(last, best, last) + 0.6, 0.4)
    axes.set_xticks(rounds)
    axes.margins(x=0.02)
    if len(rounds) == 1:
        axes.set_xlim(rounds[0] - 1, rounds[0])
    if last > best:
        axes.axhline(best + 0.5, color="#8a8f98", linewidth=0.8, linestyle=":")


def _told(best: int, last: int, entrants: int) -> str:
    who = f"all {entrants} entrants" if best == entrants else f"the best {best} of {entrants} entrants"
    return who if last == best else f"{who}; places behind them are drawn closer together"


def _called(name: str) -> str:
    return drawing.isolated(name) if name else "an erased player"


def _draw_nothing(axes: "Axes") -> None:
    axes.set_xticks([])
    axes.set_yticks([])
    axes.text(0.5, 0.5, "no round is closed yet", transform=axes.transAxes, ha="center", va="center")
