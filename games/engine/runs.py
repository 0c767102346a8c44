"""How a run of one's own ends by word instead of by a card: closed, or left open (rules I.3.3)."""

from games.engine import events as ev
from games.engine.cards import OPENS_A_RUN, Figure
from games.engine.effects import act
from games.engine.state import State
from games.engine.telling import Now, Told


def last_figure(state: State) -> Figure:
    """Return the figure of the last card of the run, which leads."""
    assert state.leading is not None  # a run has at least the card that opened it
    return state.leading.figure


def may_close(state: State) -> bool:
    """Say whether the run can be closed: only one that closes by itself can, with a TAKI on top."""
    return closes_by_itself(state) or last_figure(state) not in OPENS_A_RUN


def closes_by_itself(state: State) -> bool:
    """Say whether runs close when their players end them or hold no further card of the color."""
    return state.setup.options.taki_close == "automatic"


def close_run(now: Now) -> Told:
    """End the run; its last card acts, once, for itself alone."""
    yield ev.RunEnded()
    yield from act(now, last_figure(now.state))


def leave_run_open(now: Now) -> Told:
    """Leave the run to whoever plays its color next; its last card acts first."""
    yield ev.RunLeftOpen()
    yield from act(now, last_figure(now.state))


def end_run(now: Now) -> Told:
    """End the run for a player who does nothing more in it: closed if it can be, else left open."""
    return close_run(now) if may_close(now.state) else leave_run_open(now)
