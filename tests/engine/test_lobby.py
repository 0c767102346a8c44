"""Before the first turn: seats, the host, the deal."""

from dataclasses import replace

import pytest

from games.engine import events as ev
from games.engine.cards import CARDS, cards, in_order
from games.engine.commands import (
    AbandonLobby,
    Command,
    Draw,
    ExtendClock,
    LeaveSeat,
    OpenGame,
    PlayMoves,
    Resign,
    SettleTurn,
    StartGame,
    TakeSeat,
)
from games.engine.editions import Edition, packs_needed
from games.engine.events import Abandonment, Pending
from games.engine.history import NotALog, evolve, replay
from games.engine.options import Options
from games.engine.refusals import Refusal, Refused
from games.engine.rules import decide
from games.engine.shuffling import commitment, shuffle
from games.engine.state import Phase, State
from tests.engine.boxes import CLASSIC_64, EDITIONS, JAPAN_120, SUPER_116
from tests.engine.playouts import GAME, Playout, lobby, seed_of, started


def codes_in(edition: Edition) -> set[str]:
    return {card.code for card, _ in edition.box}


def refusal(state: State | None, command: Command) -> Refused:
    with pytest.raises(Refused) as refused:
        decide(state, command)
    return refused.value


def test_opening_stores_all_that_is_needed_for_ever() -> None:
    events = decide(None, OpenGame(GAME, SUPER_116, SUPER_116.options, 4, seed_of(3)))
    opened = ev.GameOpened(
        game=GAME,
        edition="super-116",
        box=SUPER_116.box,
        options=Options(),
        rules=1,
        seats=4,
        seed=seed_of(3),
        commitment=commitment(GAME, seed_of(3)),
    )
    assert events == (opened, ev.SeatTaken(0), ev.HostPassed(0))


@pytest.mark.parametrize("seats", [0, 1, 11, -1])
def test_a_table_has_two_to_ten_seats(seats: int) -> None:
    refused = refusal(None, OpenGame(GAME, SUPER_116, SUPER_116.options, seats, seed_of(1)))
    assert (refused.refusal, refused.field, refused.allowed, refused.rule) == (
        Refusal.SEATS_OUT_OF_RANGE,
        "seats",
        ("2..10",),
        "1",
    )


@pytest.mark.parametrize("seats", [2, 10])
def test_two_and_ten_seats_are_a_table(seats: int) -> None:
    opened, *_ = decide(None, OpenGame(GAME, SUPER_116, SUPER_116.options, seats, seed_of(1)))
    assert isinstance(opened, ev.GameOpened)
    assert opened.seats == seats


def test_a_game_is_opened_once_and_before_anything_else() -> None:
    game = lobby(1, 2)
    again = OpenGame(GAME, SUPER_116, SUPER_116.options, 2, seed_of(1))
    assert refusal(game.now, again).refusal is Refusal.ALREADY_STARTED
    assert refusal(None, TakeSeat(1)).refusal is Refusal.NOT_STARTED
    with pytest.raises(NotALog):
        evolve(game.now, game.log[0])
    with pytest.raises(NotALog):
        evolve(None, ev.SeatTaken(0))
    with pytest.raises(NotALog):
        replay([])


def open_table(seats: int) -> Playout:
    game = Playout()
    game.give(OpenGame(GAME, SUPER_116, SUPER_116.options, seats, seed_of(1)))
    return game


def test_seats_are_taken_one_by_one() -> None:
    game = open_table(3)
    assert game.give(TakeSeat(2)) == (ev.SeatTaken(2),)
    assert game.now.taken == (0, 2)
    taken = refusal(game.now, TakeSeat(2))
    assert (taken.refusal, taken.field, taken.allowed) == (Refusal.SEAT_TAKEN, "seat", (1,))
    none = refusal(game.now, TakeSeat(3))
    assert (none.refusal, none.field, none.allowed) == (Refusal.NO_SUCH_SEAT, "seat", (1,))
    assert refusal(game.now, TakeSeat(-1)).refusal is Refusal.NO_SUCH_SEAT
    game.give(TakeSeat(1))
    assert refusal(game.now, TakeSeat(1)).refusal is Refusal.TABLE_FULL


def test_a_host_who_leaves_passes_the_host_on() -> None:
    game = lobby(1, 3)
    assert game.give(LeaveSeat(1)) == (ev.SeatLeft(1),)
    assert game.give(LeaveSeat(0)) == (ev.SeatLeft(0), ev.HostPassed(2))
    gone = refusal(game.now, LeaveSeat(0))
    assert (gone.refusal, gone.field, gone.allowed) == (Refusal.SEAT_NOT_TAKEN, "seat", (2,))
    assert game.give(LeaveSeat(2)) == (
        ev.SeatLeft(2),
        ev.GameAbandoned(Abandonment.EVERYONE_LEFT),
        ev.Disclosed(),
    )
    assert (game.now.phase, game.now.host) == (Phase.ABANDONED, None)


def test_only_the_host_starts_and_only_with_two() -> None:
    game = open_table(4)
    assert refusal(game.now, StartGame(0)).refusal is Refusal.TOO_FEW_SEATS
    game.give(TakeSeat(3))
    assert refusal(game.now, StartGame(3)).refusal is Refusal.NOT_THE_HOST
    assert refusal(game.now, PlayMoves(0, 0, (Draw(),))).refusal is Refusal.NOT_STARTED
    game.give(StartGame(0))
    for command in (StartGame(0), TakeSeat(1), LeaveSeat(3)):
        assert refusal(game.now, command).refusal is Refusal.ALREADY_STARTED


def test_a_lobby_not_started_in_time_is_abandoned() -> None:
    game = lobby(1, 2)
    assert game.give(SettleTurn(0)) == ()
    assert game.give(ExtendClock(5, 5)) == ()
    assert game.give(AbandonLobby()) == (
        ev.GameAbandoned(Abandonment.NOT_STARTED_IN_TIME),
        ev.Disclosed(),
    )
    assert game.give(AbandonLobby()) == ()
    for command in (StartGame(0), TakeSeat(1), LeaveSeat(1), PlayMoves(0, 0, (Draw(),))):
        assert refusal(game.now, command).refusal is Refusal.GAME_OVER


def test_a_finished_game_is_no_lobby_either() -> None:
    game = started(1, 3)
    for seat in (1, 2):
        game.give(PlayMoves(seat, None, (Resign(),)))
    assert game.now.phase is Phase.FINISHED
    for command in (StartGame(0), TakeSeat(1), LeaveSeat(1)):
        assert refusal(game.now, command).refusal is Refusal.GAME_OVER


def test_the_lobby_s_clock_does_nothing_to_a_running_game() -> None:
    assert started(1, 2).give(AbandonLobby()) == ()


def test_cards_are_dealt_one_at_a_time_from_the_host_on() -> None:
    game = lobby(5, 4)
    game.give(LeaveSeat(0))
    game.give(LeaveSeat(2))
    game.give(TakeSeat(0))
    begun = game.give(StartGame(1))
    pile = shuffle([card for card, count in SUPER_116.box for _ in range(count)], seed_of(5), 0)
    assert begun[0] == ev.GameStarted(packs=1, seats=(0, 1, 3), pile=pile)
    hands = tuple(tuple(in_order(pile[at:24:3])) if at is not None else () for at in (2, 0, None, 1))
    assert begun[1] == ev.HandsDealt(hands)
    assert begun[-1] == ev.TurnPassed(1, 1, Pending.ORDINARY)
    assert game.now.seat == 1
    assert game.now.color is game.now.top[0].color is not None


def test_a_colorless_card_turned_up_goes_to_the_bottom() -> None:
    for seed in range(200):
        game = started(seed, 2)
        turned = [event for event in game.log if isinstance(event, ev.CardTurnedUp)]
        if len(turned) == 1:
            continue
        buried = [event.card for event in turned[:-1]]
        assert [event.leads for event in turned] == [False] * len(buried) + [True]
        assert list(game.now.pile[-len(buried) :]) == buried
        assert game.now.top == (turned[-1].card,)
        assert game.now.leading is turned[-1].card
        return
    raise AssertionError("no seed turned up a colorless card")


def test_where_only_colorless_cards_remain_nothing_leads() -> None:
    wild = Edition("wild", {}, tuple((card, 20) for card in CARDS.values() if card.color is None), Options())
    game = started(1, 2, edition=wild)
    turned = [event for event in game.log if isinstance(event, ev.CardTurnedUp)]
    assert len(turned) == 144
    assert not any(event.leads for event in turned)
    assert (game.now.leading, game.now.color, game.now.top) == (None, None, ())
    assert len(game.now.pile) == 144


@pytest.mark.parametrize(
    ("size", "seats", "options", "packs"),
    [
        (116, 2, Options(), 1),
        (116, 10, Options(), 1),
        (116, 10, Options(hand_size=12), 2),
        (64, 7, Options(), 1),
        (64, 6, Options(), 1),
        (64, 7, Options(hand_size=9), 2),
        (64, 8, Options(), 2),
        (19, 2, Options(), 1),
        (18, 2, Options(), 2),
        (18, 2, Options(opening_card="none"), 1),
    ],
)
def test_packs_are_added_until_every_seat_has_a_full_hand(
    size: int, seats: int, options: Options, packs: int
) -> None:
    assert packs_needed(size, seats=seats, options=options) == packs


@pytest.mark.parametrize(
    ("options", "details"),
    [
        (Options(packs=1, hand_size=11), (Refusal.TOO_FEW_CARDS, "1", "options.packs", ("auto", 2, 3, 4))),
        (
            Options(first_seat="rotate"),
            (Refusal.NO_EARLIER_GAME, "1", "options.first_seat", ("host", "random", "named")),
        ),
        (
            Options(first_seat="previous_winner"),
            (Refusal.NO_EARLIER_GAME, "1", "options.first_seat", ("host", "random", "named")),
        ),
        (Options(stages=8, hand_size=5), (Refusal.TOO_MANY_STAGES, "options", "options.stages", ("1..5",))),
    ],
)
def test_a_game_is_not_opened_where_it_could_not_be_dealt(
    options: Options, details: tuple[Refusal, str, str, tuple[str | int, ...]]
) -> None:
    no = refusal(None, OpenGame(GAME, SUPER_116, options, 10, seed_of(1)))
    assert (no.refusal, no.rule, no.field, no.allowed) == details


def test_as_many_cards_as_the_packs_need_are_enough() -> None:
    ten_each = Options(packs=1, hand_size=10, opening_card="none")
    opened, *_ = decide(None, OpenGame(GAME, SUPER_116, ten_each, 10, seed_of(1)))
    assert isinstance(opened, ev.GameOpened)
    assert packs_needed(SUPER_116.size, seats=10, options=ten_each) == 1


def test_who_begins_after_another_game_is_kept_from_the_opening_on() -> None:
    options = Options(first_seat="rotate")
    opened, *_ = decide(None, OpenGame(GAME, SUPER_116, options, 4, seed_of(1), begins=2))
    assert isinstance(opened, ev.GameOpened)
    assert opened.begins == 2


def test_a_host_who_must_name_who_begins_is_told_whom() -> None:
    game = lobby(1, 4, first_seat="named")
    game.give(LeaveSeat(2))
    for first in (None, 2, 4, -1):
        no = refusal(game.now, StartGame(0, first))
        assert (no.refusal, no.rule, no.field, no.allowed) == (
            Refusal.FIRST_SEAT_REQUIRED,
            "1",
            "first",
            (0, 1, 3),
        )
    assert game.now.phase is Phase.LOBBY


@pytest.mark.parametrize("first_seat", ["host", "random"])
def test_a_host_who_does_not_choose_who_begins_names_nobody(first_seat: str) -> None:
    game = lobby(1, 3, first_seat=first_seat)
    no = refusal(game.now, StartGame(0, 1))
    assert (no.refusal, no.rule, no.field, no.allowed) == (Refusal.FIRST_SEAT_NOT_ALLOWED, "1", "first", ())
    assert game.now.phase is Phase.LOBBY


def test_each_seat_begins_now_and_then_where_chance_decides() -> None:
    games = [lobby(seed, 3, first_seat="random") for seed in range(1, 9)]
    for game in games:
        game.give(StartGame(0))
    assert [game.now.seat for game in games] == [1, 1, 1, 0, 1, 0, 1, 2]


def _of(*codes: str) -> Edition:
    return Edition(
        "made-up", {}, tuple((card, 9) for card in CARDS.values() if card.code in codes), Options()
    )


def test_where_no_number_is_left_to_turn_up_a_colored_action_card_leads() -> None:
    game = lobby(1, 2, edition=_of("R+2", "G+2", "CC"), opening_action="redraw", hand_size=3)
    game.give(StartGame(0))
    turned = [event for event in game.log if isinstance(event, ev.CardTurnedUp)]
    whole_pile, again = turned[:21], turned[21:]
    assert [event.leads for event in whole_pile] == [False] * 21
    assert [event.leads for event in again] == [False] * (len(again) - 1) + [True]
    assert game.now.leading is turned[-1].card
    assert game.now.color is turned[-1].card.color is not None
    assert (game.now.debt, game.now.pending) == (0, Pending.ORDINARY)
    assert len(game.now.pile) == 20


@pytest.mark.parametrize("opening_action", ["inert", "redraw", "applies"])
def test_where_only_cards_without_a_color_remain_any_card_may_be_laid_first(opening_action: str) -> None:
    game = lobby(1, 2, edition=_of("CC", "K", "+3"), opening_action=opening_action, hand_size=3)
    game.give(StartGame(0))
    assert not any(event.leads for event in game.log if isinstance(event, ev.CardTurnedUp))
    assert (game.now.leading, game.now.color, len(game.now.pile)) == (None, None, 21)
    assert (game.now.number, game.now.seat, game.now.pending) == (1, 0, Pending.ORDINARY)


def test_a_number_of_packs_may_be_named() -> None:
    game = lobby(1, 2, packs=2)
    begun = game.give(StartGame(0))[0]
    assert isinstance(begun, ev.GameStarted)
    assert (begun.packs, len(begun.pile)) == (2, 232)


def test_an_inert_action_card_turned_up_binds_nobody() -> None:
    seeds = (seed for seed in range(500) if str(started(seed, 2).now.leading) in ("R+2", "RT", "R+"))
    state = started(next(seeds), 2).now
    assert (state.debt, state.run, state.pending) == (0, None, Pending.ORDINARY)


def test_the_box_knows_its_size() -> None:
    assert SUPER_116.size == 116
    assert replace(SUPER_116, box=((cards("K")[0], 3),)).size == 3


@pytest.mark.parametrize("edition", [edition for edition in EDITIONS.values() if "CZ" in codes_in(edition)])
def test_a_crazy_without_a_printed_side_is_not_played_by_what_is_printed(edition: Edition) -> None:
    options = replace(edition.options, crazy_direction="printed")
    refused = refusal(None, OpenGame(GAME, edition, options, 3, seed_of(1)))
    assert (refused.refusal, refused.field) == (Refusal.NO_PRINTED_SIDE, "options.crazy_direction")
    assert refused.allowed == ("chosen", "left", "play_direction")


@pytest.mark.parametrize("edition", [JAPAN_120, SUPER_116])
def test_a_box_whose_passes_show_a_side_or_that_has_none_may_go_by_what_is_printed(edition: Edition) -> None:
    assert lobby(1, 3, edition=edition, crazy_direction="printed").now.phase is Phase.LOBBY


def test_eight_play_the_classic_pack_with_two_of_it() -> None:
    begun = started(1, 8, edition=CLASSIC_64).log
    assert [event.packs for event in begun if isinstance(event, ev.GameStarted)] == [2]
    assert len(started(1, 8, edition=CLASSIC_64).now.pile) == 128 - 64 - 1
    assert len(started(1, 7, edition=CLASSIC_64).now.pile) == 64 - 56 - 1
