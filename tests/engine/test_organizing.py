"""Games that an organizer seats, ends and opens: without a host, sealed, and over when time is called."""

from dataclasses import replace

import pytest

from games.engine import events as ev
from games.engine import sight
from games.engine.commands import (
    AbandonLobby,
    AbortGame,
    CallTime,
    Command,
    Disclose,
    LeaveSeat,
    OpenGame,
    PlayMoves,
    Resign,
    StartGame,
    TakeSeat,
)
from games.engine.events import Abandonment, Ending
from games.engine.options import Value
from games.engine.refusals import Refusal, Refused
from games.engine.rules import decide
from games.engine.sight import redact, view
from games.engine.state import Phase, State
from tests.engine.boxes import SUPER_116
from tests.engine.playouts import GAME, Playout, lobby, seed_of, started


def refusal(state: State | None, command: Command) -> Refused:
    with pytest.raises(Refused) as refused:
        decide(state, command)
    return refused.value


def organized(seed: int = 1, *, sealed: bool = False, **options: Value) -> Playout:
    """A lobby of three that nobody hosts, with a bot on its last seat."""
    game, chosen = Playout(), replace(SUPER_116.options, **options)  # type: ignore[arg-type]
    game.give(OpenGame(GAME, SUPER_116, chosen, 3, seed_of(seed), seat=None, sealed=sealed))
    for seat, bot in enumerate((None, None, "easy")):
        game.give(TakeSeat(seat, bot))
    return game


def sealed() -> Playout:
    """A game of three that has been dealt and that its end does not disclose."""
    game = organized(sealed=True)
    game.give(StartGame(None))
    return game


# --- without a host


def test_a_game_opened_for_others_has_nobody_on_it_and_no_host() -> None:
    opening = OpenGame(GAME, SUPER_116, SUPER_116.options, 3, seed_of(1), seat=None)
    (opened,) = decide(None, opening)
    assert opened == decide(None, replace(opening, seat=0))[0]
    game = Playout()
    game.give(opening)
    assert (game.now.taken, game.now.host, game.now.phase) == ((), None, Phase.LOBBY)


def test_an_organizer_starts_a_game_that_nobody_hosts_and_no_other() -> None:
    game = organized()
    for seat in range(3):
        assert refusal(game.now, StartGame(seat)).refusal is Refusal.NOT_THE_HOST
    hosted = lobby(1, 3)
    assert refusal(hosted.now, StartGame(None)).refusal is Refusal.NOT_THE_HOST
    assert (game.now.phase, hosted.now.phase) == (Phase.LOBBY, Phase.LOBBY)
    game.give(StartGame(None))
    assert (game.now.phase, game.now.host, game.now.in_play) == (Phase.PLAYING, None, (0, 1, 2))


def test_without_a_host_lots_decide_who_begins_as_with_random() -> None:
    for seed in range(1, 9):
        game, by_lot = organized(seed), lobby(seed, 3, first_seat="random")
        game.give(StartGame(None))
        by_lot.give(StartGame(0))
        assert game.now.seat == by_lot.now.seat
        assert game.now.hands == by_lot.now.hands


def test_an_organizer_names_who_begins_where_the_options_leave_that_to_the_host() -> None:
    game = organized(first_seat="named")
    no = refusal(game.now, StartGame(None))
    assert (no.refusal, no.field, no.allowed) == (Refusal.FIRST_SEAT_REQUIRED, "first", (0, 1, 2))
    game.give(StartGame(None, 2))
    assert game.now.seat == 2


def test_an_organizer_who_leaves_it_to_lots_names_nobody() -> None:
    game = organized()
    no = refusal(game.now, StartGame(None, 1))
    assert (no.refusal, no.field, no.allowed) == (Refusal.FIRST_SEAT_NOT_ALLOWED, "first", ())


def test_a_lobby_that_nobody_hosts_gets_no_host_by_leaving_and_is_not_over_when_it_is_empty() -> None:
    game = organized()
    assert game.give(LeaveSeat(0)) == (ev.SeatLeft(0),)
    assert game.give(LeaveSeat(1)) == (ev.SeatLeft(1),)
    assert game.give(LeaveSeat(2)) == (ev.SeatLeft(2),)
    assert (game.now.phase, game.now.host, game.now.taken) == (Phase.LOBBY, None, ())
    assert refusal(game.now, StartGame(None)).refusal is Refusal.TOO_FEW_SEATS
    assert game.give(AbandonLobby())[0] == ev.GameAbandoned(Abandonment.NOT_STARTED_IN_TIME)


# --- time is called


def test_a_game_in_which_time_is_called_is_finished_with_a_place_for_everybody() -> None:
    game = started(1, 3)
    hands = game.now.hands
    finished, disclosed = game.give(CallTime())
    assert finished == ev.GameFinished(Ending.TIME_CALLED, (2, 1, 3), (52, 50, 61))
    assert disclosed == ev.Disclosed()
    assert (game.now.phase, game.now.places, game.now.hands) == (Phase.FINISHED, (2, 1, 3), hands)


def test_time_is_called_in_a_game_that_runs_and_once() -> None:
    assert refusal(lobby(1, 2).now, CallTime()).refusal is Refusal.NOT_STARTED
    game = started(1, 2)
    game.give(CallTime())
    assert game.give(CallTime()) == ()
    aborted = started(1, 2)
    aborted.give(AbortGame("No table left."))
    assert aborted.give(CallTime()) == ()


# --- sealed


def test_whether_a_game_is_sealed_is_told_from_its_opening_on() -> None:
    for game, is_sealed in ((organized(sealed=True), True), (organized(), False)):
        seen = redact(game.log[0], None, disclosed=False)
        assert isinstance(seen, sight.OpeningSeen)
        assert (seen.sealed, view(game.now, None).sealed) == (is_sealed, is_sealed)


@pytest.mark.parametrize("ending", [CallTime(), AbortGame("The hall is closed.")])
def test_a_sealed_game_that_is_over_tells_no_hand_and_no_seed(ending: Command) -> None:
    game = sealed()
    hands = game.now.hands
    assert ev.Disclosed() not in game.give(ending)
    finished = game.now.result
    told = finished and sight.FinishSeen(finished.ending, finished.places)
    for viewer in (None, 0, 1, 2):
        seen = view(game.now, viewer)
        assert (seen.secrets, seen.legal, seen.turn) == (None, (), None)
        assert (seen.you is None) is (viewer is None)
        assert seen.you is None or seen.you.hand == hands[seen.you.seat]
        assert seen.result == told
    assert game.give(Disclose()) == (ev.Disclosed(),)
    assert view(game.now, None).secrets == sight.Secrets(seed_of(1), hands)
    assert view(game.now, None).result == finished
    assert game.give(Disclose()) == ()


def test_a_sealed_lobby_that_is_over_is_not_disclosed_either() -> None:
    game = organized(sealed=True)
    assert game.give(AbandonLobby()) == (ev.GameAbandoned(Abandonment.NOT_STARTED_IN_TIME),)
    assert view(game.now, 0).secrets is None
    assert game.give(Disclose()) == (ev.Disclosed(),)


def test_no_game_is_disclosed_before_it_is_over() -> None:
    for game in (organized(sealed=True), sealed(), lobby(1, 2), started(1, 2)):
        no = refusal(game.now, Disclose())
        assert (no.refusal, no.rule) == (Refusal.NOT_OVER, "9")
        assert not game.now.disclosed


def test_a_game_that_its_end_disclosed_is_not_disclosed_again() -> None:
    game = started(1, 2)
    assert ev.Disclosed() in game.give(PlayMoves(0, None, (Resign(),)))
    assert game.give(Disclose()) == ()
