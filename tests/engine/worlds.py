"""Two worlds that look alike to one viewer, played on side by side: the stuff of the law of secrets."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from games.engine import events as ev
from games.engine import sight
from games.engine.cards import Card, with_cards, without_card
from games.engine.commands import Command, PlayMoves, StandIn
from games.engine.events import Ending, Event, Pending
from games.engine.history import evolve
from games.engine.refusals import Refused
from games.engine.rules import decide
from games.engine.sight import SeenEvent, View, redact, view
from games.engine.state import Phase, State, changed
from tests.engine.mixes import Mix
from tests.engine.playouts import commands, dealt

TRIES = 20
BY_HANDS = (Ending.STALEMATE, Ending.TIME_CALLED)  # here the places tell whose hand is worth less


@dataclass(frozen=True)
class Answer:
    """All that one viewer can get of a command: its own refusal, what is seen, the view after it."""

    refusal: tuple[object, ...] | None
    seen: tuple[SeenEvent, ...]
    view: View


@dataclass
class Worlds:
    """One game as it is and as it might be, for all that `viewer` (None: a spectator) can know."""

    viewer: int | None
    real: State
    other: State

    def give(self, command: Command) -> tuple[Answer, Answer]:
        """Give the same command in both; a refused one changes nothing."""
        mine, self.real = answer(self.real, command, self.viewer)
        others, self.other = answer(self.other, command, self.viewer)
        return mine, others


def answer(state: State, command: Command, viewer: int | None) -> tuple[Answer, State]:
    """Return what `viewer` gets of the command, and the state after it."""
    events: tuple[Event, ...] = ()
    refusal = None
    try:
        events = decide(state, command)
    except Refused as no:
        refusal = (no.refusal, no.field, no.allowed, no.move, no.rule)
    for event in events:
        state = evolve(state, event)
    seen = tuple(redact(event, viewer, disclosed=False) for event in events)
    return Answer(refusal, seen, view(state, viewer)), state


def reseeded(state: State) -> State:
    """Return the world with another secret seed: later shuffles come out otherwise."""
    seed = bytes(255 - byte for byte in state.setup.seed)
    return changed(state, setup=state.setup._replace(seed=seed))


def swapped(state: State, viewer: int | None, chance: Random) -> State | None:
    """Return a world in which two hidden cards have changed places: two hands', or a hand's and the pile's.

    None where nothing is hidden from `viewer` that could.
    """
    hidden = [(seat, card) for seat in state.in_play if seat != viewer for card in state.hands[seat]]
    if not hidden:
        return None
    seat, card = chance.choice(hidden)
    places = [(other, one) for other, one in hidden if other != seat and one is not card]
    depths = [depth for depth, one in enumerate(state.pile) if one is not card]
    if depths and (not places or chance.random() < 0.7):
        depth = chance.choice(depths)
        pile = (*state.pile[:depth], card, *state.pile[depth + 1 :])
        return changed(state, pile=pile, hands=_with_instead(state.hands, seat, card, state.pile[depth]))
    if not places:
        return None
    other, one = chance.choice(places)
    hands = _with_instead(state.hands, seat, card, one)
    return changed(state, hands=_with_instead(hands, other, one, card))


def _with_instead(
    hands: tuple[tuple[Card, ...], ...], seat: int, gone: Card, come: Card
) -> tuple[tuple[Card, ...], ...]:
    hand = with_cards(without_card(hands[seat], gone), (come,))
    return (*hands[:seat], hand, *hands[seat + 1 :])


def may_part(mine: Answer, others: Answer, viewer: int | None) -> bool:
    """Say whether the viewer may tell the worlds apart from here on.

    By a card that comes into its own hand, by what is open at the end, or by a run that closes by itself.
    """
    if len(mine.seen) != len(others.seen):
        return _one_closes_by_itself(mine, others)
    differing = [(one, two) for one, two in zip(mine.seen, others.seen, strict=True) if one != two]
    return bool(differing) and all(_may_differ(one, two, viewer) for one, two in differing)


def _may_differ(one: SeenEvent, two: SeenEvent, viewer: int | None) -> bool:
    match one, two:
        case sight.FinishSeen(ending), sight.FinishSeen():
            return ending in BY_HANDS
        case (ev.CardsDrawn(seat), ev.CardsDrawn()) | (ev.DrawnCardKept(seat), ev.DrawnCardKept()):
            return seat == viewer
        case sight.PassSeen(), sight.PassSeen():
            return replace(one, hand=None) == replace(two, hand=None)
        case _:
            return False


def _one_closes_by_itself(mine: Answer, others: Answer) -> bool:
    # By the rules the table learns that its player holds no further card of the color (`taki_close`). So the
    # same is seen up to there; then the run is over in one world, in the other its player goes on with it.
    shorter, longer = sorted((mine, others), key=lambda answer: len(answer.seen))
    common = len(shorter.seen)
    return (
        mine.view.options.taki_close == "automatic"
        and longer.seen[:common] == shorter.seen
        and isinstance(longer.seen[common], ev.RunEnded)
        and shorter.view.turn is not None
        and shorter.view.turn.pending is Pending.RUN
    )


def walk(seed: int, mix: Mix, viewer: int | None) -> Iterator[tuple[Worlds, Answer, Answer]]:
    """Play a whole game; yield both worlds after each command with what `viewer` got in each of them.

    Worlds that have parted by right are left for a new pair. So are those where nothing is possible in both:
    what a seat does with cards that it has only in one is nobody's secret. Under `voluntary_draw: false` that
    goes for drawing too: whoever draws shows by the rules that no card could be laid.
    """
    chance = Random(seed)
    state = dealt(seed, mix).now
    while state.phase is Phase.PLAYING:
        other = swapped(state, viewer, chance)
        worlds = Worlds(viewer, state, reseeded(other or state))
        while worlds.real.phase is Phase.PLAYING:
            command = _possible_in_both(worlds, chance)
            if command is None:
                break
            mine, others = worlds.give(command)
            yield worlds, mine, others
            if may_part(mine, others, viewer) or chance.random() < 0.05:
                break
        state = worlds.real if worlds.real is not state else _went_on(state, chance)


def _went_on(state: State, chance: Random) -> State:
    for event in decide(state, commands(state, chance)):
        state = evolve(state, event)
    return state


def _possible_in_both(worlds: Worlds, chance: Random) -> Command | None:
    # The viewer's own commands must be answered alike, so they are given whatever the other world says.
    for _ in range(TRIES):
        command = commands(worlds.real, chance)
        if isinstance(command, PlayMoves | StandIn) and command.seat != worlds.viewer:
            try:
                decide(worlds.other, command)
            except Refused:
                continue
        return command
    return None
