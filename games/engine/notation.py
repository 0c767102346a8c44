"""One line of text for everything asked and everything that happened: tests, transcripts and reports use it.

Here stand the lines of commands; `notation_events` has those of events. No rule is applied: what can be
read may still be refused, and that is for `rules` to say.
"""

from dataclasses import replace
from typing import Any, Final, TypeGuard

from games.engine import commands
from games.engine.cards import Card
from games.engine.commands import (
    CloseWindow,
    Command,
    Move,
    MoveForOther,
    OpenGame,
    PlayMoves,
    Resign,
    Return,
    SettleTurn,
    StandIn,
)
from games.engine.editions import Edition
from games.engine.notation_events import brief, read_event, write_event
from games.engine.notation_forms import (
    DEFAULT_NAMES,
    WORDS,
    Form,
    Kind,
    Names,
    TurnNotNamed,
    UnfitNames,
    Unreadable,
    many,
    read_as,
)
from games.engine.notation_values import KINDS
from games.engine.options import Options

__all__ = [
    "DEFAULT_NAMES",
    "Names",
    "TurnNotNamed",
    "UnfitNames",
    "Unreadable",
    "brief",
    "read_command",
    "read_event",
    "write_command",
    "write_event",
]

# --- moves: each is what a seat does, the seat's name left out


_MOVE_LINES: Final[tuple[tuple[type[Move], str], ...]] = (
    (commands.Lay, "lays {card}{color:choice}{side}{last_card}"),
    (commands.Draw, "draws"),
    (commands.CloseTaki, "closes taki"),
    (commands.EndTurn, "ends turn"),
    (commands.DeclareLastCard, "declares last card"),
    (commands.CallOut, "calls out {seat}"),
    (commands.BreakPlusThree, "breaks +3{last_card}"),
    (commands.Return, "returns"),
    (commands.Resign, "resigns"),
)
_MOVE_FORMS: Final[dict[type[Move], Form[Any]]] = {
    kind: Form(kind, line, KINDS) for kind, line in _MOVE_LINES
}


def _write_move(move: Move, names: Names) -> str:
    return _MOVE_FORMS[type(move)].write(move, names)


def _read_move(text: str, names: Names) -> Move:
    move: Move = read_as(_MOVE_FORMS.values(), text, names, wanted="a move")
    return move


def _read_move_for_other(text: str, names: Names) -> MoveForOther:
    move = _read_move(text, names)
    if isinstance(move, Return | Resign):
        raise ValueError(text)
    return move


# --- commands


def _write_turn(turn: int | None, _: Names) -> str:
    return "" if turn is None else f" @{turn}"


def _read_turn(text: str, _: Names) -> int | None:
    return int(text.removeprefix(" @")) if text else None


def _open_game(
    *,
    game: str,
    options: Options,
    seats: int,
    seed: bytes,
    begins: int | None,
    seat: int | None,
    sealed: bool,
    edition_key: str,
    edition_names: dict[str, str],
    edition_box: tuple[tuple[Card, int], ...],
    edition_options: Options,
    edition_shout: dict[str, str],
) -> OpenGame:
    edition = Edition(edition_key, edition_names, edition_box, edition_options, edition_shout)
    return OpenGame(game, edition, options, seats, seed, begins, seat, sealed)


_MOVES: Final = r"[^@]*[^@ ]"
_COMMAND_KINDS: Final = {
    **KINDS,
    "moves": many(Kind("a move", WORDS, _write_move, _read_move), ", ", _MOVES),
    "moves_for_other": many(
        Kind("a move that can be done for another", WORDS, _write_move, _read_move_for_other), ", ", _MOVES
    ),
    "turn": Kind("@ and the number of a turn", r"(?: @\S+)?", _write_turn, _read_turn),
}
_COMMAND_LINES: Final[tuple[tuple[type[Command], str], ...]] = (
    (commands.TakeSeat, "{seat} sits{bot}"),
    (commands.LeaveSeat, "{seat} leaves"),
    (commands.StartGame, "{seat:starter} starts{first}"),
    (commands.SettleTurn, "clock settles{turn}"),
    (commands.CloseWindow, "clock closes window{turn}"),
    (commands.GiveUpAbsent, "clock gives up {seat}"),
    (commands.AbandonLobby, "clock abandons lobby"),
    (commands.ExtendClock, "clock extends {seconds:number} waiting {waiting:number}"),
    (commands.ContinueGame, "continue ; {next:text}"),
    (commands.AbortGame, "operator aborts ; {reason:line}"),
    (commands.GiveUpSeat, "operator gives up {seat} ; {reason:line}"),
    (commands.CallTime, "organizer calls time"),
    (commands.Disclose, "organizer discloses"),
    (commands.StandIn, "bot for {seat} {moves:moves_for_other}{turn}"),
    (commands.PlayMoves, "{seat} {moves}{turn}"),
)
_COMMAND_FORMS: Final[dict[type[Command], Form[Any]]] = {
    commands.OpenGame: Form(
        _open_game,
        "open {edition.key:text} for {seats:number}{seat:opener} ; game {game:text} seed {seed}{begins}"
        "{sealed}{edition.shout:shout} options {options}"
        " names {edition.names:texts} box {edition.box:box} defaults {edition.options:options}",
        KINDS,
    ),
    **{kind: Form(kind, line, _COMMAND_KINDS) for kind, line in _COMMAND_LINES},
}


def write_command(command: Command, names: Names = DEFAULT_NAMES) -> str:
    """Return the line that says all of the command; the turn that it means stands at its end, as `@12`.

    :raises UnfitNames: where the seats' names could not be told apart, or a seat has none.
    """
    return _COMMAND_FORMS[type(command)].write(command, names)


def read_command(text: str, names: Names = DEFAULT_NAMES, turn: int | None = None) -> Command:
    """Return the command that the line says; `turn` is the one meant where the line names none.

    Blanks may stand wherever one does.

    :raises Unreadable: where the line is no command.
    :raises TurnNotNamed: where it must mean a turn, names none, and `turn` is None too.
    """
    forms = _COMMAND_FORMS.values()
    command: Command = read_as(forms, " ".join(text.split()), names, wanted="a command")
    if not _lacks_turn(command):
        return command
    if turn is None:
        raise TurnNotNamed(text)
    return replace(command, turn=turn)


def _lacks_turn(command: Command) -> TypeGuard[PlayMoves | StandIn | SettleTurn | CloseWindow]:
    if isinstance(command, PlayMoves):
        needs_one = any(not isinstance(move, Resign | Return) for move in command.moves)
        return command.turn is None and needs_one
    return isinstance(command, StandIn | SettleTurn | CloseWindow) and command.turn is None
