"""Play at random among what is legal, forgetting now and then to say "last card"."""

from games.bots.chance import Chance
from games.engine.commands import Move
from games.engine.sight import View


def choose(view: View, chance: Chance) -> Move | None:
    """Return any one move of `view.legal`; out of turn, and in a +3 window, often none."""
    on_turn = view.turn is not None and view.you is not None and view.turn.seat == view.you.seat
    choices: tuple[Move | None, ...] = view.legal if on_turn else (*view.legal, None)
    return chance.choice(choices)
