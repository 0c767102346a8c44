"""The laws of the game, held over whole random games (style 4)."""

from collections import Counter
from functools import reduce
from itertools import chain
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.cards import CARDS, Card, Color
from games.engine.commands import (
    BreakPlusThree,
    CallOut,
    CloseTaki,
    DeclareLastCard,
    Draw,
    EndTurn,
    Lay,
    Move,
    PlayMoves,
    Resign,
)
from games.engine.editions import pack_of
from games.engine.history import evolve, replay
from games.engine.moves import legal_moves
from games.engine.refusals import Refused
from games.engine.rules import decide, outcome
from games.engine.sight import redact, view
from games.engine.state import Phase, State, changed
from tests.engine.boxes import SUPER_116
from tests.engine.following import follow
from tests.engine.playouts import commands, play, started
from tests.engine.worlds import answer, may_part, walk

SEATS = (2, 3, 4, 7, 10)
games = st.tuples(st.integers(0, 10_000), st.sampled_from(SEATS))
whole_games = settings(max_examples=12, deadline=None, derandomize=True)
EVERY_MOVE: tuple[Move, ...] = (
    *(
        Lay(card, color, last_card)
        for card in CARDS.values()
        for color in (None, *Color)
        for last_card in (False, True)
    ),
    *(Draw(), CloseTaki(), EndTurn(), DeclareLastCard(), CallOut(0), BreakPlusThree(), BreakPlusThree(True)),
)


def all_cards(state: State) -> Counter[Card]:
    return Counter(chain(*state.hands, state.pile, state.discard, state.top))


@whole_games
@given(games)
def test_cards_are_conserved(game: tuple[int, int]) -> None:
    seed, seats = game
    box = Counter(pack_of(SUPER_116.box, 1))
    for playout, _ in play(seed, seats):
        assert all_cards(playout.now) == box


@whole_games
@given(games)
def test_replaying_a_log_gives_the_state_that_was_lived(game: tuple[int, int]) -> None:
    *_, (playout, _) = play(*game)
    assert replay(playout.log) == playout.now


@whole_games
@given(games)
def test_the_state_that_comes_with_the_events_is_the_one_that_they_fold_to(game: tuple[int, int]) -> None:
    seed, seats = game
    chance, state = Random(seed), started(seed, seats).now
    while state.phase is Phase.PLAYING:
        command = commands(state, chance)
        told = outcome(state, command)
        assert told.events == decide(state, command)
        state = reduce(evolve, told.events, state)
        assert told.state == state


@settings(max_examples=4, deadline=None, derandomize=True)
@given(games)
def test_what_is_listed_is_accepted_and_nothing_else(game: tuple[int, int]) -> None:
    for turn, (playout, _) in enumerate(play(*game)):
        state = playout.now
        if turn % 7:
            continue
        for seat in range(state.setup.seats):
            assert set(legal_moves(state, seat)) == set(accepted_moves(state, seat))


def accepted_moves(state: State, seat: int) -> list[Move]:
    accepted = []
    for move in EVERY_MOVE:
        try:
            decide(state, PlayMoves(seat, state.number, (move,)))
        except Refused:
            continue
        accepted.append(move)
    return accepted


@whole_games
@given(games)
def test_some_move_is_always_possible_or_the_game_is_over(game: tuple[int, int]) -> None:
    for playout, _ in play(*game):
        state = playout.now
        if state.phase is Phase.PLAYING and not state.in_window:
            assert legal_moves(state, state.seat)
            assert not any(
                isinstance(move, Draw | EndTurn | CloseTaki)
                for seat in state.in_play
                if seat != state.seat
                for move in legal_moves(state, seat)
            )


@whole_games
@given(games)
def test_resigning_is_always_possible(game: tuple[int, int]) -> None:
    for turn, (playout, _) in enumerate(play(*game)):
        state = playout.now
        if turn % 5 == 0 and state.phase is Phase.PLAYING:
            for seat in state.in_play:
                events = decide(state, PlayMoves(seat, None, (Resign(),)))
                after = state
                for event in events:
                    after = evolve(after, event)
                assert seat not in after.in_play
                assert all_cards(after) == all_cards(state)
                assert after.phase is Phase.FINISHED or after.seat in after.in_play


@whole_games
@given(games)
def test_folding_what_is_seen_over_an_older_view_gives_the_present_view(game: tuple[int, int]) -> None:
    seed, seats = game
    first = started(seed, seats)
    viewers = (None, *range(seats))
    followed = {viewer: view(first.now, viewer) for viewer in viewers}
    for playout, events in play(seed, seats):
        present = {viewer: view(playout.now, viewer) for viewer in viewers}
        for viewer in viewers:
            for event in events:
                seen = redact(event, viewer, disclosed=False)
                followed[viewer] = follow(followed[viewer], seen)
            assert followed[viewer] == present[viewer]._replace(legal=(), secrets=None)


def swap_hidden(state: State, viewer: int) -> State | None:
    """Return a world that looks alike to `viewer`: cards of others' hands and the pile in other places."""
    others = [seat for seat in state.in_play if seat != viewer]
    if not others or not state.pile:
        return None
    hidden = [card for seat in others for card in state.hands[seat]] + list(state.pile)
    hidden.reverse()
    hands = list(state.hands)
    for seat in others:
        size = len(state.hands[seat])
        hands[seat], hidden = tuple(sorted(hidden[:size])), hidden[size:]
    return changed(state, hands=tuple(hands), pile=tuple(hidden))


@whole_games
@given(games)
def test_permuting_what_is_hidden_changes_no_view(game: tuple[int, int]) -> None:
    seed, seats = game
    for playout, _ in play(seed, seats):
        state = playout.now
        if state.disclosed:
            continue
        for viewer in state.in_play:
            other = swap_hidden(state, viewer)
            if other is not None:
                assert view(other, viewer) == view(state, viewer)
                assert view(other, None) == view(state, None)


@whole_games
@given(games, st.integers(-1, 1))
def test_worlds_that_look_alike_go_on_looking_alike(game: tuple[int, int], seat: int) -> None:
    seed, seats = game
    viewer = None if seat < 0 else seat
    for worlds, mine, others in walk(seed, seats, viewer):
        assert mine.refusal == others.refusal
        if not may_part(mine, others, viewer):
            assert mine.seen == others.seen
            assert mine.view == others.view or worlds.real.disclosed


@settings(max_examples=8, deadline=None, derandomize=True)
@given(games, st.integers(0, 1), st.randoms(use_true_random=False))
def test_what_a_viewer_may_not_do_is_refused_alike_in_worlds_that_look_alike(
    game: tuple[int, int], viewer: int, chance: Random
) -> None:
    for worlds, mine, others in walk(*game, viewer):
        if mine.view != others.view or worlds.real.phase is not Phase.PLAYING:
            continue
        command = PlayMoves(viewer, worlds.real.number, (chance.choice(EVERY_MOVE),))
        here, _ = answer(worlds.real, command, viewer)
        there, _ = answer(worlds.other, command, viewer)
        assert here.refusal == there.refusal
        assert here == there or may_part(here, there, viewer) or there.view.secrets is not None


def test_worlds_that_look_alike_are_not_the_same() -> None:
    assert any(worlds.real.hands != worlds.other.hands for worlds, _, _ in walk(7, 4, 0))
    assert any(worlds.real.pile != worlds.other.pile for worlds, _, _ in walk(7, 4, 0))


@pytest.mark.parametrize("seats", SEATS)
def test_what_a_viewer_is_shown_holds_no_card_of_another_hand_or_of_the_pile(seats: int) -> None:
    for playout, events in play(7, seats):
        if playout.now.disclosed:
            continue
        for viewer in (None, *range(seats)):
            for event in events:
                seen = redact(event, viewer, disclosed=False)
                assert getattr(seen, "pile", 0).__class__ is int
                drawn = getattr(seen, "cards", ())
                assert drawn == () or getattr(seen, "seat", None) == viewer
