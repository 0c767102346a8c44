"""What the rules answer to a command: `decide` is the only way in which anything happens in a game."""

from typing import Final, assert_never

from games.engine import events as ev
from games.engine import lobby
from games.engine.cards import Figure
from games.engine.commands import (
    AbandonLobby,
    AbortGame,
    BreakPlusThree,
    CallOut,
    CallTime,
    CloseTaki,
    CloseWindow,
    Command,
    CommandInGame,
    ContinueGame,
    DeclareLastCard,
    Disclose,
    Draw,
    EndTurn,
    ExtendClock,
    GiveUpAbsent,
    GiveUpSeat,
    Lay,
    LeaveSeat,
    Move,
    OpenGame,
    PlayMoves,
    Resign,
    Return,
    SettleTurn,
    StandIn,
    StartGame,
    TakeSeat,
)
from games.engine.dealing import start_game
from games.engine.events import Event, Pending
from games.engine.going_on import continue_game
from games.engine.history import evolve
from games.engine.intervening import abort_game, give_up_seat
from games.engine.last_card import call_out, declare, judge_the_silent
from games.engine.laying import check_lay, lay
from games.engine.leaving import give_up, settle_turn
from games.engine.matching import must_lay, playable
from games.engine.organizing import call_time, disclose
from games.engine.plus_three import break_plus_three, evade_plus_three, let_plus_three_stand
from games.engine.refusals import Refusal, Refused
from games.engine.runs import close_run, closes_by_itself, leave_run_open, may_close
from games.engine.state import Phase, State
from games.engine.telling import Now, Outcome, Told, tell
from games.engine.turns import decline_free_card, draw_one_to_lay, draw_what_is_owed, pass_turn

# Declaring, calling out and resigning are not moves where a forgotten last card is paid for.
_OF_THE_TURN: Final = (Lay, Draw, CloseTaki, EndTurn)
_RESIGN: Final = Resign()


def decide(state: State | None, command: Command) -> tuple[Event, ...]:
    """Return what happens when `command` is given in `state` (None: there is no game yet).

    A command of the clock whose time has passed returns no event.

    :raises Refused: where the rules say no; nothing has happened then.
    """
    return outcome(state, command).events


def outcome(state: State | None, command: Command) -> Outcome:
    """Return what `decide` does with the state that it leads to, for who would fold the events at once.

    :raises Refused: as `decide`.
    """
    if isinstance(command, OpenGame):
        if state is not None:
            raise Refused(Refusal.ALREADY_STARTED)
        opened = lobby.opening(command)
        seated = tell(Now(evolve(None, opened)), lobby.seat_the_opener(command.seat))
        return Outcome((opened, *seated.events), seated.state)
    if state is None:
        raise Refused(Refusal.NOT_STARTED)
    now = Now(state)
    return tell(now, _answer(now, command))


def _answer(now: Now, command: CommandInGame) -> Told:
    match command:
        case PlayMoves():
            return _play(now, command)
        case StandIn():
            return _play_for_other(now, command)
        case SettleTurn(turn):
            return _settle(now, turn)
        case CloseWindow(turn):
            return _close_window(now, turn)
        case GiveUpAbsent(seat):
            return _give_up_absent(now, seat)
        case ExtendClock(seconds, waiting):
            return _extend_clock(now, seconds, waiting)
        case TakeSeat():
            return lobby.take_seat(now, command)
        case LeaveSeat():
            return lobby.leave_seat(now, command)
        case StartGame():
            return start_game(now, command)
        case AbandonLobby():
            return lobby.abandon_lobby(now)
        case ContinueGame():
            return continue_game(now, command)
        case AbortGame():
            return abort_game(now, command)
        case GiveUpSeat():
            return give_up_seat(now, command)
        case CallTime():
            return call_time(now)
        case Disclose():
            return disclose(now)
        case _:
            assert_never(command)


# --- a seat's moves


def _play(now: Now, command: PlayMoves) -> Told:
    state, seat, moves = now.state, command.seat, command.moves
    if state.phase is not Phase.PLAYING or seat not in state.in_play:
        raise Refused(_why_out_of_play(state, seat))
    return _play_in_turn(now, seat, command.turn, moves, by_itself=True)


def _play_for_other(now: Now, command: StandIn) -> Told:
    state = now.state
    if state.phase is Phase.PLAYING and command.seat in state.in_play and state.stood_in[command.seat]:
        yield from _play_in_turn(now, command.seat, command.turn, command.moves, by_itself=False)


def _play_in_turn(now: Now, seat: int, turn: int | None, moves: tuple[Move, ...], *, by_itself: bool) -> Told:
    for at, move in enumerate(moves):
        # Just before the move, not before all of them: who is called out first has not been missed.
        if seat == now.state.seat and isinstance(move, _OF_THE_TURN):
            yield from judge_the_silent(now, seat)
        if now.state.absent[seat] and by_itself and _RESIGN not in moves:
            yield ev.SeatReturned(seat)
        before = now.state
        try:
            yield from _move(now, seat, turn, move)
            if at < len(moves) - 1 and not _goes_on(before, now.state, seat):
                raise Refused(Refusal.ONLY_AS_LAST_MOVE)
        except Refused as refused:
            refused.move = at
            raise


def _goes_on(before: State, after: State, seat: int) -> bool:
    # Else somebody could look at a new card, or at an answer, and take the moves before it back.
    # A new stage brings cards even where the hand is no larger than it was.
    same_turn = after.phase is Phase.PLAYING and after.number == before.number and not after.in_window
    nothing_new = after.stages == before.stages and len(after.hands[seat]) <= len(before.hands[seat])
    return same_turn and nothing_new and seat in after.in_play


def _why_out_of_play(state: State, seat: int) -> Refusal:
    match state.phase:
        case Phase.LOBBY:
            return Refusal.NOT_STARTED
        case Phase.FINISHED | Phase.ABANDONED:
            return Refusal.GAME_OVER
        case Phase.PLAYING:
            # A seat finishes before the game ends only where the others play on for the places after it.
            finished = state.given_up_points[seat] is None
            return Refusal.SEAT_FINISHED if finished else Refusal.SEAT_GIVEN_UP
        case _:
            assert_never(state.phase)


def _move(now: Now, seat: int, turn: int | None, move: Move) -> Told:
    match move:
        case Lay():
            _check_turn_to_lay(now.state, seat, turn, move)
            check_lay(now.state, seat, move)
            return evade_plus_three(now, seat, move) if now.state.in_window else lay(now, seat, move)
        case Draw():
            _check_turn(now.state, seat, turn)
            return _draw(now)
        case CloseTaki():
            _check_turn(now.state, seat, turn)
            return _close_taki(now)
        case EndTurn():
            _check_turn(now.state, seat, turn)
            return _end_turn(now)
        case BreakPlusThree():
            _check_window(now.state, turn)
            return break_plus_three(now, seat, move)
        case DeclareLastCard():
            return declare(now, seat, turn)
        case CallOut():
            return call_out(now, seat, move, turn)
        case Return():
            return iter(())  # that the seat returned has been told, where it was away
        case Resign():
            return give_up(now, seat)
        case _:
            assert_never(move)


def _check_turn(state: State, seat: int, turn: int | None) -> None:
    _check_turn_number(state, turn)
    if state.in_window:
        raise Refused(Refusal.TURN_RESTS)
    if seat != state.seat:
        raise Refused(Refusal.NOT_YOUR_TURN)


def _check_turn_number(state: State, turn: int | None) -> None:
    if turn != state.number:
        raise Refused(Refusal.STALE_TURN, field="turn", allowed=(state.number,))


def _check_turn_to_lay(state: State, seat: int, turn: int | None, move: Lay) -> None:
    if move.card.figure is Figure.KING:
        _check_not_too_late(state, turn)  # a King meant for a +3 never falls through to a free play
    _check_turn_number(state, turn)
    if seat != state.seat and not state.in_window:
        raise Refused(Refusal.NOT_YOUR_TURN)


def _check_window(state: State, turn: int | None) -> None:
    _check_not_too_late(state, turn)
    _check_turn_number(state, turn)
    if not state.in_window:
        raise Refused(Refusal.NO_WINDOW)


def _check_not_too_late(state: State, turn: int | None) -> None:
    if turn in state.windows and turn != state.number:
        raise Refused(Refusal.TOO_LATE)


def _draw(now: Now) -> Told:
    if now.state.pending in (Pending.KING, Pending.RUN, Pending.DRAWN_CARD):
        raise Refused(Refusal.MAY_NOT_DRAW)
    if must_lay(now.state):
        cards = tuple(card.code for card in playable(now.state, now.state.seat))
        raise Refused(Refusal.MUST_LAY, field="card", allowed=cards)
    keeps_the_turn = now.state.setup.options.drawn_card_playable and not now.state.debt
    return draw_one_to_lay(now) if keeps_the_turn else draw_what_is_owed(now)


def _close_taki(now: Now) -> Told:
    if now.state.pending is not Pending.RUN:
        raise Refused(Refusal.NO_RUN_OF_YOURS)
    if not may_close(now.state):
        raise Refused(Refusal.TAKI_ON_TOP)
    return close_run(now)


def _end_turn(now: Now) -> Told:
    match now.state.pending:
        case Pending.RUN:
            return close_run(now) if closes_by_itself(now.state) else leave_run_open(now)
        case Pending.KING:
            return decline_free_card(now)
        case Pending.DRAWN_CARD:
            return pass_turn(now)
        case Pending.ORDINARY | Pending.DEBT | Pending.PLUS | Pending.PLUS_THREE:
            raise Refused(Refusal.MAY_NOT_END_TURN)
        case _:
            assert_never(now.state.pending)


# --- the clock's commands: each names what it means and does nothing when that has passed


def _settle(now: Now, turn: int) -> Told:
    state = now.state
    if state.phase is Phase.PLAYING and state.number == turn and not state.in_window:
        yield from settle_turn(now)


def _close_window(now: Now, turn: int) -> Told:
    if now.state.in_window and now.state.number == turn:
        yield from let_plus_three_stand(now)


def _give_up_absent(now: Now, seat: int) -> Told:
    state = now.state
    if state.phase is Phase.PLAYING and seat in state.in_play and state.bots[seat] is None:
        yield from give_up(now, seat)


def _extend_clock(now: Now, seconds: int, waiting: int) -> Told:
    # A window is never extended: any command settles it (design 7).
    of_turn = 0 if now.state.in_window else seconds
    if now.state.phase is Phase.PLAYING and (of_turn or waiting):
        yield ev.ClockExtended(of_turn, waiting)
