"""Plays the blocks of the rulebook and tells, line by line, where the engine sees it otherwise."""

from collections import Counter
from difflib import ndiff

from games.engine.cards import Card
from games.engine.commands import BreakPlusThree, Command, Lay, PlayMoves, StandIn
from games.engine.editions import pack_of
from games.engine.events import Event, GameStarted
from games.engine.history import evolve
from games.engine.moves import legal_moves
from games.engine.notation import brief, read_command, read_event, write_command, write_event
from games.engine.refusals import Refused
from games.engine.rules import decide
from games.engine.state import Phase, State
from tests.rulebook.pages import Block, Step
from tests.rulebook.table import Table, table


def play(block: Block) -> None:
    """Play one block.

    :raises AssertionError: where something else follows than the page says; it names the line.
    """
    now = table(block.table)
    for step in block.steps:
        where = f"{block.page}:{step.line}: {step.said}"
        if step.said == "table":
            seen = [fact(now, line) for line in step.follows]
            assert seen == list(step.follows), _differs(where, step.follows, seen)
        else:
            now = _after(now, step, where)


def _after(now: Table, step: Step, where: str) -> Table:
    command = read_command(step.said, now.names, now.state.number)
    assert read_command(write_command(command, now.names), now.names) == command
    events: tuple[Event, ...] = ()
    try:
        events = decide(now.state, command)
        seen = _told(events, command, now.names)
    except Refused as refused:
        seen = [f"! {refused.refusal}"]
    assert seen == list(step.follows), _differs(where, step.follows, seen)
    _check_the_list(now, command, accepted=not step.follows or not step.follows[0].startswith("!"))
    return Table(_folded(now, events), now.names)


def _check_the_list(now: Table, command: Command, *, accepted: bool) -> None:
    """A single move of the present turn is accepted exactly where it is among those listed as legal."""
    match command:
        case PlayMoves(seat, turn, (move,)) if turn == now.state.number:
            assert (move in legal_moves(now.state, seat)) is accepted, f"listed wrongly: {move}"


def _told(events: tuple[Event, ...], command: Command, names: tuple[str, ...]) -> list[str]:
    told = [brief(event, names) for event in events]
    for line in _implied(command, names) if events else ():
        assert line in told, f"{line!r} is missing in {told}"
        told.remove(line)
    return told


def _implied(command: Command, names: tuple[str, ...]) -> list[str]:
    if not isinstance(command, PlayMoves | StandIn):
        return []
    laid = {BreakPlusThree: "X3"}
    moves = [move for move in command.moves if isinstance(move, Lay | BreakPlusThree)]
    return [
        f"{names[command.seat]} lays {move.card.code if isinstance(move, Lay) else laid[type(move)]}"
        for move in moves
    ]


def _folded(now: Table, events: tuple[Event, ...]) -> State:
    state, packs = now.state, 1
    for event in events:
        assert read_event(write_event(event, now.names), now.names) == event
        state = evolve(state, event)
        packs = event.packs if isinstance(event, GameStarted) else packs
    assert cards_in(state) == cards_in(now.state, packs), "cards came from nowhere or went there"
    return state


def cards_in(state: State, packs: int = 1) -> Counter[Card]:
    """Return every card of a game, wherever it lies; before the start all are in its `packs` boxes."""
    if state.phase in (Phase.LOBBY, Phase.ABANDONED):
        return Counter(pack_of(state.setup.box, packs))
    held = [card for hand in state.hands for card in hand]
    return Counter([*state.pile, *state.discard, *state.top, *held])


def _differs(where: str, said: tuple[str, ...], seen: list[str]) -> str:
    lines = [line for line in ndiff(said, seen) if not line.startswith("?")]
    return "\n".join([where, "(- the page, + the engine)", *lines])


def fact(now: Table, line: str) -> str:
    """Return what the table shows of the thing that a line under `table` begins with, in the same words."""
    state, names = now.state, now.names
    match line.split():
        case ["leading", *_]:
            return f"leading {state.leading or 'none'}"
        case ["above", *_]:
            return f"above {_codes(state.top[1 if state.leading else 0 :])}"
        case ["color", *_]:
            return f"color {state.color or 'none'}"
        case ["pile", *_]:
            return f"pile {len(state.pile)}"
        case ["discard", *_]:
            return f"discard {len(state.discard)}"
        case ["direction", *_]:
            return f"direction {state.direction}"
        case ["debt", *_]:
            return f"debt {state.debt}"
        case ["turn", *_]:
            return f"turn {names[state.seat]} {state.pending}"
        case ["host", *_]:
            return f"host {'nobody' if state.host is None else names[state.host]}"
        case ["status", *_]:
            return f"status {state.phase}"
        case ["run", *_]:
            return f"run {_run(now)}"
        case ["declared", *_]:
            said = [name for name, declared in zip(names, state.declared, strict=True) if declared]
            return f"declared {' '.join(said) or 'none'}"
        case ["hand", name, *_]:
            return f"hand {name} {_codes(state.hands[now.seat(name)])}"
        case ["cards", name, *_]:
            return f"cards {name} {len(state.hands[now.seat(name)])}"
        case ["absent", name, *_]:
            return f"absent {name} {state.absent[now.seat(name)]}"
        case ["bots", *_]:
            bots = [name for name, level in zip(names, state.bots, strict=True) if level is not None]
            return f"bots {' '.join(bots) or 'none'}"
        case ["stood", *_]:
            stood = [name for name, is_away in zip(names, state.stood_in, strict=True) if is_away]
            return f"stood {' '.join(stood) or 'none'}"
        case ["stage", name, *_]:
            return f"stage {name} {state.stages[now.seat(name)]}"
        case ["place", name, *_]:
            return f"place {name} {state.places[now.seat(name)] or 'none'}"
        case ["held", *_]:
            return f"held {' '.join(names[seat] for seat in state.held_back) or 'none'}"
        case ["drawn", *_]:
            return f"drawn {state.drawn or 'none'}"
        case _:
            return f"(nothing is known of: {line})"


def _codes(cards: tuple[Card, ...]) -> str:
    return " ".join(card.code for card in cards) or "none"


def _run(now: Table) -> str:
    run = now.state.run
    if run is None:
        return "none"
    return f"{run.color.name.lower()} {'open' if run.seat is None else now.names[run.seat]}"
