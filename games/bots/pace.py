"""How long a bot takes, so that people can follow: a length of time, by no clock."""

from types import MappingProxyType
from typing import Final, assert_never

from games.bots.chance import Chance
from games.bots.levels import Level
from games.engine.events import Pending
from games.engine.sight import View

# Least and most seconds. Within a turn that has begun it goes faster: nobody thinks over each card of a run.
_TURN: Final = (1.2, 3.2)
_WITHIN_A_TURN: Final = (0.5, 1.1)
_OUT_OF_TURN: Final = (1.0, 2.5)
_A_CHOICE: Final = 0.1  # more for each thing that could be done, up to ten of them
_OF_THE_TIME: Final = 0.25  # never more than this part of what a turn or a window lasts
LONGEST: Final = (
    10.0  # seconds, also where nothing runs out: whoever waits for a bot may know that it is there
)
_SLOWNESS: Final = MappingProxyType({Level.EASY: 1.2, Level.NORMAL: 1.0, Level.HARD: 1.1})


def seconds(level: Level, view: View, chance: Chance, *, percent: int = 100, search: float = 0.0) -> float:
    """Return how many seconds a bot lets pass before it does what it does in the situation of this view.

    `percent` of what people take, and no less than `search`, the seconds that looking ahead may need; but
    never more than a part of the time that there is. With 0 % it takes none.
    """
    if percent == 0:
        return 0.0
    least, most = _span(view)
    thinking = least + (most - least) * chance.random() + _A_CHOICE * min(len(view.legal), 10)
    return min(max(thinking * _SLOWNESS[level] * percent / 100, search), _longest(view))


def _span(view: View) -> tuple[float, float]:
    if view.turn is None or view.you is None or view.turn.seat != view.you.seat:
        return _OUT_OF_TURN
    match view.turn.pending:
        case Pending.ORDINARY | Pending.DEBT:
            return _TURN
        case Pending.PLUS | Pending.KING | Pending.RUN | Pending.DRAWN_CARD | Pending.PLUS_THREE:
            return _WITHIN_A_TURN
        case _:
            assert_never(view.turn.pending)


def _longest(view: View) -> float:
    in_window = view.turn is not None and view.turn.pending is Pending.PLUS_THREE
    lasts = view.options.plus_three_seconds if in_window else view.options.turn_seconds
    return min(_OF_THE_TIME * lasts, LONGEST) if lasts else LONGEST
