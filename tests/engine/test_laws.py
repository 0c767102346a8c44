"""The laws of the game, held over whole random games of every mix of box, table and options (style 4)."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from functools import reduce
from itertools import chain
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.engine import events as ev
from games.engine.cards import CARDS, Card, Color, in_order
from games.engine.commands import (
    BreakPlusThree,
    CallOut,
    CallTime,
    CloseTaki,
    Command,
    DeclareLastCard,
    Disclose,
    Draw,
    EndTurn,
    GiveUpAbsent,
    Lay,
    Move,
    PlayMoves,
    Resign,
    Return,
    StandIn,
)
from games.engine.editions import pack_of
from games.engine.events import Event
from games.engine.history import evolve, replay
from games.engine.lobby import MOST_SEATS
from games.engine.moves import legal_moves
from games.engine.notation import read_command, read_event, write_command, write_event
from games.engine.refusals import Refusal, Refused
from games.engine.rules import decide, outcome
from games.engine.seating import Side
from games.engine.sight import DealSeen, FinishSeen, OpeningSeen, PassSeen, SeenEvent, View, redact, view
from games.engine.state import Phase, State, changed
from games.engine.telling import Outcome
from tests.engine.following import follow
from tests.engine.mixes import Mix, every_mix, plain
from tests.engine.playouts import Playout, commands, dealt, opening, play_mix
from tests.engine.worlds import Answer, answer, may_part, walk

Law = Callable[[tuple[int, Mix]], None]
games = st.tuples(st.integers(0, 10_000), st.sampled_from(every_mix()))
EVERY_MOVE: tuple[Move, ...] = (
    *(
        Lay(card, color, last_card, side)
        for card in CARDS.values()
        for color in (None, *Color)
        for last_card in (False, True)
        for side in (None, *Side)
    ),
    *(Draw(), CloseTaki(), EndTurn(), DeclareLastCard(), BreakPlusThree(), BreakPlusThree(True)),
    *map(CallOut, range(MOST_SEATS)),
)
# Playing the clock and farewells, no game of these mixes was seen to take half as many commands.
MOST_COMMANDS = 20_000


def in_every_mix(law: Law) -> Law:
    """Hold the law over one game of every mix, and over some more of any."""
    for seed, mix in enumerate(every_mix()):
        law = example((seed, mix))(law)
    return settings(max_examples=12)(given(games)(law))


def all_cards(state: State) -> Counter[Card]:
    return Counter(chain(*state.hands, state.pile, state.discard, state.top))


def box_of(playout: Playout) -> Counter[Card]:
    (packs,) = (event.packs for event in playout.log if isinstance(event, ev.GameStarted))
    return Counter(pack_of(playout.now.setup.box, packs))


@in_every_mix
def test_cards_are_conserved(game: tuple[int, Mix]) -> None:
    box = box_of(dealt(*game))
    for playout, _, _ in play_mix(*game):
        assert all_cards(playout.now) == box


@in_every_mix
def test_replaying_a_log_gives_the_state_that_was_lived(game: tuple[int, Mix]) -> None:
    *_, (playout, _, _) = play_mix(*game)
    assert replay(playout.log) == playout.now


@in_every_mix
def test_the_state_that_comes_with_the_events_is_the_one_that_they_fold_to(game: tuple[int, Mix]) -> None:
    seed, mix = game
    chance, state = Random(seed), dealt(seed, mix).now
    while state.phase is Phase.PLAYING:
        command = commands(state, chance)
        told = outcome(state, command)
        assert told.events == decide(state, command)
        state = reduce(evolve, told.events, state)
        assert told.state == state


@in_every_mix
def test_every_command_and_event_survives_its_line_of_notation(game: tuple[int, Mix]) -> None:
    playout = Playout()
    for command in opening(*game):
        events = playout.give(command)
        assert read_command(write_command(command)) == command
        assert [read_event(write_event(event)) for event in events] == list(events)
    for _, command, events in play_mix(*game):
        assert read_command(write_command(command)) == command
        assert [read_event(write_event(event)) for event in events] == list(events)


@in_every_mix
def test_what_is_listed_is_accepted_and_nothing_else(game: tuple[int, Mix]) -> None:
    chance = Random(game[0])
    for turn, (playout, _, _) in enumerate(play_mix(*game)):
        state = playout.now
        for seat in (state.seat, chance.randrange(state.setup.seats)) if turn % 40 == 0 else ():
            tried = [
                move for move in EVERY_MOVE if not isinstance(move, Lay) or move.card in state.hands[seat]
            ]
            tried += chance.choices(EVERY_MOVE, k=20)
            assert set(legal_moves(state, seat)) == {move for move in tried if is_accepted(state, seat, move)}


def is_accepted(state: State, seat: int, *moves: Move) -> bool:
    try:
        decide(state, PlayMoves(seat, state.number, moves))
    except Refused:
        return False
    return True


@in_every_mix
def test_some_move_is_always_possible_or_the_game_is_over(game: tuple[int, Mix]) -> None:
    for playout, _, _ in play_mix(*game):
        state = playout.now
        if state.phase is Phase.PLAYING and not state.in_window:
            assert legal_moves(state, state.seat)
            assert not any(
                isinstance(move, Lay | Draw | EndTurn | CloseTaki | BreakPlusThree)
                for seat in range(state.setup.seats)
                if seat != state.seat
                for move in legal_moves(state, seat)
            )


@in_every_mix
def test_resigning_is_always_possible(game: tuple[int, Mix]) -> None:
    for turn, (playout, _, _) in enumerate(play_mix(*game)):
        state = playout.now
        if turn % 5 == 0 and state.phase is Phase.PLAYING:
            for seat in state.in_play:
                after = outcome(state, PlayMoves(seat, None, (Resign(),))).state
                assert seat not in after.in_play
                assert all_cards(after) == all_cards(state)
                assert after.phase is Phase.FINISHED or after.seat in after.in_play


@in_every_mix
def test_time_can_always_be_called(game: tuple[int, Mix]) -> None:
    for turn, (playout, _, _) in enumerate(play_mix(*game)):
        state = playout.now
        if turn % 5 == 0 and state.phase is Phase.PLAYING:
            told = outcome(state, CallTime())
            after = told.state
            assert [type(event) for event in told.events] == [
                ev.GameFinished,
                *([] if game[1].sealed else [ev.Disclosed]),
            ]
            assert after.hands == state.hands
            assert None not in after.places
            for seat in range(state.setup.seats):
                if seat not in state.in_play:
                    assert after.places[seat] == state.places[seat]


@in_every_mix
def test_a_game_that_is_over_is_open_unless_it_is_sealed(game: tuple[int, Mix]) -> None:
    opened: list[type[Command]] = []
    for playout, command, events in play_mix(*game):
        opened += [type(command)] * events.count(ev.Disclosed())
        seen = view(playout.now, 0)
        assert (seen.secrets is not None) is bool(opened)
        assert (seen.result is not None) is (playout.now.phase is Phase.FINISHED)
    assert len(opened) == 1
    assert (opened == [Disclose]) is game[1].sealed


@in_every_mix
def test_a_bot_that_stands_in_can_do_what_its_player_could_and_returns_nobody(game: tuple[int, Mix]) -> None:
    seed, mix = game
    chance, state = Random(seed), dealt(seed, mix).now
    while state.phase is Phase.PLAYING:
        command = commands(state, chance)
        told = outcome(state, command)
        if isinstance(command, StandIn):
            by_player = decide(state, PlayMoves(command.seat, command.turn, command.moves))
            back = ev.SeatReturned(command.seat)
            assert back in by_player
            assert told.events == tuple(event for event in by_player if event != back)
        state = told.state


@in_every_mix
def test_returning_is_always_possible_and_does_nothing_else(game: tuple[int, Mix]) -> None:
    for turn, (playout, _, _) in enumerate(play_mix(*game)):
        state = playout.now
        if turn % 5 == 0 and state.phase is Phase.PLAYING:
            for seat in state.in_play:
                away = state.absent[seat] > 0
                told = outcome(state, PlayMoves(seat, None, (Return(),)))
                assert told.events == ((ev.SeatReturned(seat),) if away else ())
                assert (told.state.absent[seat], told.state.stood_in[seat]) == (0, False)


@in_every_mix
def test_every_game_comes_to_an_end(game: tuple[int, Mix]) -> None:
    seed, mix = game
    chance, state = Random(seed), dealt(seed, mix).now
    for _ in range(MOST_COMMANDS):
        if state.phase is Phase.FINISHED:
            break
        command = commands(state, chance)
        if Resign() not in getattr(command, "moves", ()) and not isinstance(command, GiveUpAbsent):
            state = outcome(state, command).state
    assert state.phase is Phase.FINISHED
    assert state.result is not None
    assert [place is None for place in state.result.places] == [False] * mix.seats


@in_every_mix
def test_several_moves_in_one_command_do_what_they_do_one_by_one(game: tuple[int, Mix]) -> None:
    seed, mix = game
    chance, state = Random(seed), dealt(seed, mix).now
    while state.phase is Phase.PLAYING:
        command = commands(state, chance)
        first = outcome(state, command)
        if isinstance(command, PlayMoves) and first.state.phase is Phase.PLAYING:
            check_one_more_move(state, command, first, chance)
        state = first.state


def check_one_more_move(state: State, command: PlayMoves, first: Outcome, chance: Random) -> None:
    seat, after = command.seat, first.state
    if after.number != state.number or after.in_window or not legal_moves(after, seat):
        return
    more = chance.choice(legal_moves(after, seat))
    both = replace(command, turn=state.number, moves=(*command.moves, more))
    if any(isinstance(event, ev.CardsDrawn) and event.seat == seat for event in first.events):
        with pytest.raises(Refused) as no:
            decide(state, both)
        assert no.value.refusal is Refusal.ONLY_AS_LAST_MOVE
    else:
        second = outcome(after, PlayMoves(seat, state.number, (more,)))
        assert outcome(state, both) == Outcome(first.events + second.events, second.state)


@in_every_mix
def test_folding_what_is_seen_over_an_older_view_gives_the_present_view(game: tuple[int, Mix]) -> None:
    first = dealt(*game)
    viewers = (None, *range(first.now.setup.seats))
    followed = {viewer: view(first.now, viewer) for viewer in viewers}
    for playout, _, events in play_mix(*game):
        for viewer in viewers:
            for event in events:
                followed[viewer] = follow(followed[viewer], redact(event, viewer, disclosed=False))
            seen = view(changed(playout.now, disclosed=False), viewer)
            assert followed[viewer] == seen._replace(legal=())


@in_every_mix
def test_a_seat_that_was_given_up_sees_what_a_spectator_sees(game: tuple[int, Mix]) -> None:
    gone: list[int] = []
    for playout, _, events in play_mix(*game):
        for seat in gone:
            assert view(playout.now, seat) == view(playout.now, None)
            for event in events:
                assert redact(event, seat, disclosed=False) == redact(event, None, disclosed=False)
        points = playout.now.given_up_points
        gone = [seat for seat in range(playout.now.setup.seats) if points[seat] is not None]


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
        hands[seat], hidden = tuple(in_order(hidden[:size])), hidden[size:]
    return changed(state, hands=tuple(hands), pile=tuple(hidden))


@in_every_mix
def test_permuting_what_is_hidden_changes_no_view(game: tuple[int, Mix]) -> None:
    for turn, (playout, _, _) in enumerate(play_mix(*game)):
        state = playout.now
        if state.disclosed or turn % 3:
            continue
        for viewer in range(state.setup.seats):
            other = swap_hidden(state, viewer)
            if other is not None:
                assert view(other, viewer) == view(state, viewer)
                assert view(other, None) == view(state, None)


def viewer_of(game: tuple[int, Mix]) -> int | None:
    """Return who looks on: mostly one of the first two seats, else a spectator."""
    return (None, 0, 1, 0, 1)[game[0] % 5]


@in_every_mix
def test_worlds_that_look_alike_go_on_looking_alike(game: tuple[int, Mix]) -> None:
    viewer = viewer_of(game)
    for worlds, mine, others in walk(*game, viewer):
        assert mine.refusal == others.refusal
        if not may_part(mine, others, viewer):
            assert mine.seen == others.seen
            assert mine.view == others.view or worlds.real.disclosed
        elif game[1].sealed and only_the_result_differs(mine, others):
            assert but_the_result(mine.view) == but_the_result(others.view)


def only_the_result_differs(mine: Answer, others: Answer) -> bool:
    if len(mine.seen) != len(others.seen):
        return False
    differing = [one for one, two in zip(mine.seen, others.seen, strict=True) if one != two]
    return all(isinstance(event, FinishSeen) for event in differing)


def but_the_result(view: View) -> View:
    seats = tuple(seat._replace(place=None) for seat in view.seats)
    return view._replace(result=None, seats=seats)


@in_every_mix
def test_what_a_viewer_may_not_do_is_refused_alike_in_worlds_that_look_alike(game: tuple[int, Mix]) -> None:
    viewer, chance = game[0] % game[1].seats, Random(game[0])
    for worlds, mine, others in walk(*game, viewer):
        if mine.view != others.view or worlds.real.phase is not Phase.PLAYING:
            continue
        command = PlayMoves(viewer, worlds.real.number, some_moves(worlds.real, viewer, chance))
        here, _ = answer(worlds.real, command, viewer)
        there, _ = answer(worlds.other, command, viewer)
        assert here.refusal == there.refusal
        assert here == there or may_part(here, there, viewer) or there.view.secrets is not None


def some_moves(state: State, seat: int, chance: Random) -> tuple[Move, ...]:
    """Return one to three moves: the first may well be possible, the others need not be."""
    first = chance.choice(legal_moves(state, seat) or EVERY_MOVE)
    return (first, *chance.choices(EVERY_MOVE, k=2))[chance.randrange(2) : chance.randrange(1, 4)] or (first,)


def test_worlds_that_look_alike_are_not_the_same() -> None:
    assert any(worlds.real.hands != worlds.other.hands for worlds, _, _ in walk(7, plain(seats=4), 0))
    assert any(worlds.real.pile != worlds.other.pile for worlds, _, _ in walk(7, plain(seats=4), 0))


@in_every_mix
def test_what_a_viewer_is_shown_holds_no_card_of_another_hand_or_of_the_pile(game: tuple[int, Mix]) -> None:
    *_, (playout, _, _) = play_mix(*game)
    for event in playout.log:
        for viewer in (None, 0, 1):
            check_shown(event, redact(event, viewer, disclosed=False), viewer)


def check_shown(event: Event, seen: SeenEvent, viewer: int | None) -> None:
    match seen:
        case OpeningSeen() | ev.CardTurnedUp() | ev.CardLaid():
            pass
        case ev.CardsDrawn(seat) | ev.DrawnCardKept(seat):
            assert seat == viewer
        case DealSeen(_, hand):
            assert isinstance(event, ev.HandsDealt)
            assert hand == (None if viewer is None else event.hands[viewer])
        case PassSeen(_, _, _, hand):
            assert isinstance(event, ev.HandsPassed)
            assert hand == (None if viewer is None else event.hands[viewer] or None)
        case _:
            assert list(cards_in(seen)) == []


def cards_in(value: object) -> Iterator[Card]:
    match value:
        case Card():
            yield value
        case tuple() | list():
            for one in value:
                yield from cards_in(one)
        case _ if is_dataclass(value):
            for field in fields(value):
                yield from cards_in(getattr(value, field.name))
