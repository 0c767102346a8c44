"""`handle`: what is carried out, what is refused with nothing changed, what is settled first."""

from collections.abc import Callable
from uuid import UUID, uuid4

import pytest
from django.db import transaction

from games import asking
from games.asking import SYSTEM, Ask, Caller
from games.engine import events as ev
from games.engine.cards import card
from games.engine.commands import BreakPlusThree, CloseTaki, DeclareLastCard, Draw, Lay, Resign
from games.engine.events import Pending
from games.engine.refusals import Refusal, Refused
from games.engine.state import Phase
from games.event_store import GAMES
from games.handling import handle
from games.keys import Key
from games.models import Game, KeyedCommand, StoredEvent
from games.opening import open_game
from games.recording import Handled
from games.refusing import AlreadySeated, Declined, KeyReused, NotFound, NotSeated, RefusedAt, SessionEnded
from tests.conftest import NOON, FixedClock
from tests.games.tables import Table, beat, guest, key, opening

pytestmark = pytest.mark.django_db
type Tables = Callable[..., Table]

PRIVATE = Game.Visibility.CODE


def dealt(*hands: str, leading: str = "R3", turn_seconds: int = 30, plus_three_seconds: int = 6) -> Table:
    table = Table.open(len(hands), turn_seconds=turn_seconds, plus_three_seconds=plus_three_seconds)
    table.deal(*hands, leading=leading)
    return table


def refusal(table: Table, call: Callable[[], object]) -> Refusal:
    """What the rules say, having changed nothing and told the present version."""
    before = table.rows()
    with pytest.raises(RefusedAt) as refused:
        call()
    assert table.rows() == before
    assert refused.value.version == table.head().version
    return refused.value.refusal


def declined(table: Table, reason: type[Declined], call: Callable[[], object]) -> Declined:
    before = table.rows()
    with pytest.raises(reason) as refused:
        call()
    assert table.rows() == before
    return refused.value


# --- opening


def test_a_game_is_opened_with_its_opener_on_seat_0() -> None:
    noa = guest()
    handled = open_game(opening(4, turn_seconds=60), Caller(noa))
    assert (handled.first_version, handled.last_version, handled.repeated) == (1, 3, False)
    assert handled.terms.visibility == "public"
    assert [type(row.event) for row in handled.events] == [ev.GameOpened, ev.SeatTaken, ev.HostPassed]
    assert [(row.actor, row.subject) for row in handled.events] == [(noa, None), (noa, noa), (noa, noa)]
    assert len({row.command for row in handled.events}) == 1
    assert {row.recorded_at for row in handled.events} == {NOON}
    assert handled.standing == GAMES.peek(handled.game_id).standing


def test_the_secret_of_a_deal_is_new_each_time_and_committed_to() -> None:
    noa = guest()
    opened = [open_game(opening(), Caller(noa)).standing.state.setup for _ in range(2)]
    assert len({setup.seed for setup in opened}) == 2
    assert {len(setup.seed) for setup in opened} == {32}
    assert opened[0].game != opened[1].game


@pytest.mark.parametrize("seats", [1, 11])
def test_a_refused_opening_leaves_nothing(seats: int) -> None:
    with pytest.raises(Refused) as refused:
        open_game(opening(seats), Caller(guest()), key())
    assert refused.value.refusal is Refusal.SEATS_OUT_OF_RANGE
    assert not Game.objects.exists()
    assert not StoredEvent.objects.exists()
    assert not KeyedCommand.objects.exists()


def test_a_private_game_has_a_code_that_cannot_be_misread_until_it_starts() -> None:
    table = Table.open(2, visibility=PRIVATE)
    code = table.head().code
    assert code is not None
    assert len(code) == 6
    assert set(code) <= set("ACDEFHJKMNPRTWXY3479")
    assert code not in str([row.event for row in GAMES.recorded(table.id)])
    table.start()
    assert table.head().code is None


def test_a_code_that_is_taken_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    codes = iter(["AAAAAA", "AAAAAA", "CCCCCC"])
    monkeypatch.setattr("games.opening.new_code", lambda: next(codes))
    noa = guest()
    ids = [open_game(opening(visibility=PRIVATE), Caller(noa)).game_id for _ in range(2)]
    assert [Game.objects.get(pk=id_).code for id_ in ids] == ["AAAAAA", "CCCCCC"]


# --- the lobby


def test_people_sit_down_on_the_lowest_free_seat_or_the_one_they_name(table: Tables) -> None:
    lobby = table(4, taken=1)
    dana, omer, noa = guest("Dana"), guest("Omer"), guest("Noa")
    handle(lobby.id, asking.sit(2), Caller(dana))
    handle(lobby.id, asking.sit(), Caller(omer))
    handled = handle(lobby.id, asking.sit(), Caller(noa))
    assert handled.standing.people == (lobby.people[0], omer, dana, noa)
    assert (handled.events[0].actor, handled.events[0].subject) == (noa, noa)


def test_nobody_sits_twice_on_a_taken_seat_or_at_a_full_table(table: Tables) -> None:
    lobby = table(3, taken=2)
    dana = Caller(guest())
    assert (
        declined(lobby, AlreadySeated, lambda: handle(lobby.id, asking.sit(2), lobby.caller(1))).version == 4
    )
    assert refusal(lobby, lambda: handle(lobby.id, asking.sit(1), dana)) is Refusal.SEAT_TAKEN
    assert refusal(lobby, lambda: handle(lobby.id, asking.sit(3), dana)) is Refusal.NO_SUCH_SEAT
    assert refusal(lobby, lambda: handle(lobby.id, asking.sit(-1), dana)) is Refusal.NO_SUCH_SEAT
    handle(lobby.id, asking.sit(), dana)
    assert refusal(lobby, lambda: handle(lobby.id, asking.sit(), Caller(guest()))) is Refusal.TABLE_FULL
    lobby.start()
    assert refusal(lobby, lambda: handle(lobby.id, asking.sit(), Caller(guest()))) is Refusal.ALREADY_STARTED
    declined(lobby, AlreadySeated, lambda: handle(lobby.id, asking.sit(), dana))


def test_a_host_who_leaves_passes_the_host_on_and_may_come_back_as_a_guest(table: Tables) -> None:
    lobby = table(3)
    handled = handle(lobby.id, asking.leave, lobby.caller(0))
    assert [(row.event, row.actor, row.subject) for row in handled.events] == [
        (ev.SeatLeft(0), lobby.people[0], lobby.people[0]),
        (ev.HostPassed(1), lobby.people[0], lobby.people[1]),
    ]
    assert lobby.head().host_id == lobby.people[1]
    declined(lobby, NotSeated, lambda: handle(lobby.id, asking.leave, lobby.caller(0)))
    handle(lobby.id, asking.sit(), lobby.caller(0))
    assert refusal(lobby, lobby.start) is Refusal.NOT_THE_HOST
    assert lobby.head().host_id == lobby.people[1]


def test_the_last_to_leave_ends_the_game(table: Tables) -> None:
    lobby = table(2, taken=1, visibility=PRIVATE)
    handled = handle(lobby.id, asking.leave, lobby.caller(0))
    assert [row.event for row in handled.events] == [
        ev.SeatLeft(0),
        ev.GameAbandoned(ev.Abandonment.EVERYONE_LEFT),
        ev.Disclosed(),
    ]
    head = lobby.head()
    assert (head.status, head.code, head.host_id, head.deadline) == ("abandoned", None, None, None)
    assert (head.ended_at, head.disclosed_at, head.seats_taken) == (NOON, NOON, 0)


def test_only_the_host_starts_and_only_once(table: Tables) -> None:
    lobby = table(2)
    assert refusal(lobby, lambda: handle(lobby.id, asking.start(), lobby.caller(1))) is Refusal.NOT_THE_HOST
    declined(lobby, NotSeated, lambda: handle(lobby.id, asking.start(), Caller(guest())))
    lobby.start()
    assert refusal(lobby, lobby.start) is Refusal.ALREADY_STARTED
    assert (lobby.head().status, lobby.head().started_at) == ("playing", NOON)


# --- who a game exists for


def test_a_private_game_does_not_exist_for_strangers() -> None:
    lobby = Table.open(3, taken=2, visibility=PRIVATE)
    stranger = Caller(guest())
    asks: list[Ask] = [
        asking.sit(),
        asking.sit(0),
        asking.sit(code="AAAAAA"),
        asking.leave,
        asking.start(),
        asking.play(1, [Draw()]),
    ]
    for ask in asks:
        told = declined(lobby, NotFound, lambda ask=ask: handle(lobby.id, ask, stranger))  # type: ignore[misc]
        assert told.version is None
    handle(lobby.id, asking.sit(code=lobby.head().code), stranger)
    assert lobby.standing().people[2] == stranger.player


def test_a_game_that_is_none_is_not_found() -> None:
    with pytest.raises(NotFound):
        handle(uuid4(), asking.leave, Caller(guest()))


def test_who_does_not_sit_at_a_public_game_cannot_play(playing: Table) -> None:
    stranger = Caller(guest())
    told = declined(playing, NotSeated, lambda: handle(playing.id, asking.play(1, [Draw()]), stranger))
    assert told.version == playing.head().version


def test_whoever_has_signed_out_does_nothing(table: Tables) -> None:
    lobby = table(2)
    gone = Caller(lobby.people[0], session=uuid4())
    declined(lobby, SessionEnded, lambda: handle(lobby.id, asking.start(), gone))
    with pytest.raises(SessionEnded):
        open_game(opening(), gone)
    assert Game.objects.count() == 1


# --- moves


def test_moves_are_recorded_with_who_did_them_and_who_sits_there() -> None:
    table = dealt("R5 G5 B5", "R7 G7 B7")
    handled = table.play(0, Lay(card("R5")))
    assert [(row.version, row.event) for row in handled.events] == [
        (9, ev.CardLaid(0, card("R5"), card("R5").color, True)),
        (10, ev.TurnPassed(1, 2, Pending.ORDINARY)),
    ]
    dana, omer = table.people
    assert [(row.actor, row.subject) for row in handled.events] == [(dana, dana), (dana, omer)]
    assert (handled.first_version, handled.last_version) == (9, 10)
    assert table.standing() == handled.standing


def test_several_moves_land_whole_or_not_at_all() -> None:
    table = dealt("RT R5 R7 G5", "R8 G7 B7")
    assert (
        refusal(table, lambda: table.play(0, Lay(card("RT")), Lay(card("R5")), Lay(card("G5"))))
        is Refusal.NOT_IN_RUN
    )
    handled = table.play(0, Lay(card("RT")), Lay(card("R5")), CloseTaki())
    assert handled.standing.state.seat == 1


def test_a_refusal_names_the_move_and_what_is_allowed() -> None:
    table = dealt("RT R5 G5", "R8 G7 B7")
    with pytest.raises(RefusedAt) as refused:
        table.play(0, Lay(card("RT")), Draw())
    assert (refused.value.refusal, refused.value.move) == (Refusal.MAY_NOT_DRAW, 1)
    with pytest.raises(RefusedAt) as refused:
        table.play(0, Draw(), turn=7)
    assert (refused.value.field, refused.value.allowed, refused.value.version) == ("turn", (1,), 8)


@pytest.mark.parametrize(
    ("seat", "move", "turn", "why"),
    [
        (1, Draw(), 1, Refusal.NOT_YOUR_TURN),
        (0, Draw(), 0, Refusal.STALE_TURN),
        (0, Lay(card("Y9")), 1, Refusal.CARD_NOT_HELD),
        (0, Lay(card("B5")), 1, Refusal.DOES_NOT_MATCH),
        (0, Lay(card("CC")), 1, Refusal.COLOR_REQUIRED),
        (0, DeclareLastCard(), 1, Refusal.NOT_ONE_CARD),
        (1, BreakPlusThree(), 1, Refusal.NO_WINDOW),
    ],
)
def test_a_refused_move_changes_nothing(seat: int, move: Lay | Draw, turn: int, why: Refusal) -> None:
    table = dealt("R5 B5 CC", "R8 G7 X3")
    assert refusal(table, lambda: table.play(seat, move, turn=turn)) is why


def test_a_game_ends_in_its_log_and_in_its_rows() -> None:
    table = dealt("R5", "R7 GS")
    handled = table.play(0, Lay(card("R5")))
    assert isinstance(handled.events[-1].event, ev.Disclosed)
    head = table.head()
    assert (head.status, head.turn_seat, head.deadline) == ("finished", None, None)
    assert (head.ended_at, head.disclosed_at) == (NOON, NOON)
    assert list(head.seats.order_by("number").values_list("place", "points")) == [(1, 0), (2, 17)]
    assert refusal(table, lambda: table.play(1, Draw())) is Refusal.GAME_OVER


def test_the_winners_bonus_leaves_points_below_zero_in_the_rows() -> None:
    table = Table.open(2, scoring="series", winner_bonus=100)
    table.deal("R5", "R7 GS", leading="R3")
    table.play(0, Lay(card("R5")))
    assert list(table.head().seats.order_by("number").values_list("place", "points")) == [(1, -100), (2, 17)]


def test_whoever_resigns_gets_the_last_place_at_once() -> None:
    table = dealt("R5 R6", "R7 GS", "B3 B4")
    table.play(1, Resign())
    assert list(table.head().seats.order_by("number").values_list("place", flat=True)) == [None, 3, None]
    assert table.head().status == "playing"


# --- keys


def again(first: Handled, second: Handled) -> None:
    assert second == first._replace(repeated=True)


def test_a_key_gets_its_answer_again_even_when_the_game_has_gone_on() -> None:
    table = dealt("R5 G5 B5", "R7 G7 B7")
    first = table.play(0, Lay(card("R5")), turn=1, key=key("a"))
    table.play(1, Lay(card("R7")))
    before = table.rows()
    again(first, table.play(0, Lay(card("R5")), turn=1, key=key("a")))
    assert table.rows() == before


def test_a_key_gets_the_same_answer_from_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    from games.state_cache import StateCache

    table = dealt("R5 G5 B5", "R7 G7 B7")
    first = table.play(0, Lay(card("R5")), turn=1, key=key("a"))
    monkeypatch.setattr(GAMES, "_cache", StateCache(10))
    again(first, table.play(0, Lay(card("R5")), turn=1, key=key("a")))


def test_a_key_of_the_system_gets_its_answer_again_too() -> None:
    table = dealt("R5 G5 B5", "R7 G7 B7", "B3 B4 B6")
    give_up = asking.give_up(0, "Away")
    first = handle(table.id, give_up, SYSTEM, key("a"))
    before = table.rows()
    again(first, handle(table.id, give_up, SYSTEM, key("a")))
    assert table.rows() == before
    assert not table.play(1, Draw(), key=key("a")).repeated


def test_opening_sitting_and_starting_are_done_once_under_a_key() -> None:
    noa, dana = Caller(guest()), Caller(guest())
    opened = open_game(opening(2), noa, key("open"))
    again(opened, open_game(opening(2), noa, key("open")))
    seated = handle(opened.game_id, asking.sit(), dana, key("sit"))
    again(seated, handle(opened.game_id, asking.sit(), dana, key("sit")))
    started = handle(opened.game_id, asking.start(), noa, key("start"))
    again(started, handle(opened.game_id, asking.start(), noa, key("start")))
    assert Game.objects.count() == 1
    assert KeyedCommand.objects.count() == 3


@pytest.mark.parametrize(
    "other",
    [
        Key.of("a", method="DELETE", path="/games", body=None),
        Key.of("a", method="POST", path="/game", body=None),
        Key.of("a", method="POST", path="/games", body={"turn": 1}),
    ],
)
def test_a_key_of_something_else_is_refused(other: Key) -> None:
    table = dealt("R5 G5 B5", "R7 G7 B7")
    table.play(0, Lay(card("R5")), key=key("a"))
    handled = declined(table, KeyReused, lambda: table.play(0, Draw(), key=other))
    assert handled.version is None


def test_a_body_is_the_same_in_whatever_order_its_keys_come() -> None:
    one = Key.of("a", method="POST", path="/games", body={"turn": 1, "moves": [{"type": "draw"}]})
    assert Key.of("a", method="POST", path="/games", body={"moves": [{"type": "draw"}], "turn": 1}) == one


def test_two_people_may_use_the_same_key() -> None:
    table = dealt("R5 G5 B5", "R7 G7 B7")
    table.play(0, Lay(card("R5")), key=key("a"))
    assert not table.play(1, Lay(card("R7")), key=key("a")).repeated


def test_a_refusal_is_not_remembered() -> None:
    table = dealt("R5 G5 B5", "R7 G7 B7")
    assert refusal(table, lambda: table.play(1, Lay(card("R7")), turn=2, key=key("a"))) is Refusal.STALE_TURN
    table.play(0, Lay(card("R5")))
    handled = table.play(1, Lay(card("R7")), turn=2, key=key("a"))
    assert (handled.repeated, handled.standing.state.seat) == (False, 0)


def test_a_key_of_a_session_that_is_over_gets_no_answer() -> None:
    table = dealt("R5 G5 B5", "R7 G7 B7")
    table.play(0, Lay(card("R5")), key=key("a"))
    gone = Caller(table.people[0], session=uuid4())
    declined(table, SessionEnded, lambda: handle(table.id, asking.play(1, [Draw()]), gone, key("a")))


# --- what is late is settled first


def test_a_late_move_finds_its_turn_settled_by_the_system(clock: FixedClock) -> None:
    table = dealt("R5 G5 B5", "R7 G7 B7", turn_seconds=30)
    clock.advance(seconds=30)
    beat()
    with pytest.raises(RefusedAt) as refused:
        table.play(0, Lay(card("R5")), turn=1)
    assert refused.value.refusal is Refusal.STALE_TURN
    settled = GAMES.recorded(table.id, after=8)
    assert [type(row.event) for row in settled] == [ev.TurnSettled, ev.CardsDrawn, ev.TurnPassed]
    assert {row.actor for row in settled} == {None}
    assert [row.subject for row in settled] == [table.people[0], table.people[0], table.people[1]]
    assert refused.value.version == table.head().version == 11
    stored = KeyedCommand.objects.get()
    assert (stored.player, stored.key) == (None, f"{table.id}:8")
    assert (stored.first_version, stored.last_version, stored.id) == (9, 11, settled[0].command)


def test_the_next_seat_may_move_at_once_when_the_turn_before_is_late(clock: FixedClock) -> None:
    table = dealt("R5 G5 B5", "R7 G7 B7", turn_seconds=30)
    clock.advance(seconds=31)
    beat()
    handled = table.play(1, Lay(card("R7")), turn=2)
    assert (handled.first_version, handled.standing.state.number) == (12, 3)


def test_a_move_just_before_the_deadline_is_on_time(clock: FixedClock) -> None:
    table = dealt("R5 G5 B5", "R7 G7 B7", turn_seconds=30)
    clock.advance(seconds=30, microseconds=-1)
    beat()
    assert table.play(0, Lay(card("R5"))).first_version == 9


@pytest.mark.parametrize("beats", [True, False])
def test_a_late_move_is_on_time_while_the_sweep_is_away(clock: FixedClock, beats: bool) -> None:
    table = dealt("R5 G5 B5", "R7 G7 B7", turn_seconds=30)
    if beats:
        beat()
    clock.advance(seconds=300)
    assert table.play(0, Lay(card("R5")), turn=1).first_version == 9


def test_any_command_closes_a_late_window_even_while_the_sweep_is_away(clock: FixedClock) -> None:
    table = dealt("+3 R5 R6", "R7 G7 X3", "B1 B3 B4", plus_three_seconds=6)
    table.play(0, Lay(card("+3")))
    clock.advance(seconds=6)
    assert refused_after_settling(table, lambda: table.play(1, BreakPlusThree(), turn=1)) is Refusal.TOO_LATE
    state = table.standing().state
    assert ([len(hand) for hand in state.hands], state.seat) == ([2, 6, 6], 1)


def test_a_window_can_be_answered_until_its_deadline(clock: FixedClock) -> None:
    table = dealt("+3 R5 R6", "R7 G7 X3", "B1 B3 B4", plus_three_seconds=6)
    table.play(0, Lay(card("+3")))
    clock.advance(seconds=6, microseconds=-1)
    table.play(1, BreakPlusThree(), turn=1)
    assert [len(hand) for hand in table.standing().state.hands] == [5, 2, 3]


def test_any_command_abandons_a_late_lobby(clock: FixedClock) -> None:
    lobby = Table.open(3, lobby_seconds=60)
    clock.advance(seconds=60)
    assert refused_after_settling(lobby, lobby.start) is Refusal.GAME_OVER
    assert lobby.events(after=5) == [
        ev.GameAbandoned(ev.Abandonment.NOT_STARTED_IN_TIME),
        ev.Disclosed(),
    ]
    assert lobby.head().status == "abandoned"


def refused_after_settling(table: Table, call: Callable[[], object]) -> Refusal:
    with pytest.raises(RefusedAt) as refused:
        call()
    assert refused.value.version == table.head().version
    return refused.value.refusal


def test_a_repeated_key_is_answered_before_anything_is_settled(clock: FixedClock) -> None:
    table = dealt("R5 G5 B5", "R7 G7 B7", turn_seconds=30)
    first = table.play(0, Lay(card("R5")), turn=1, key=key("a"))
    clock.advance(seconds=300)
    beat()
    before = table.rows()
    again(first, table.play(0, Lay(card("R5")), turn=1, key=key("a")))
    assert table.rows() == before


def test_asking_to_settle_where_nothing_is_late_does_nothing(playing: Table) -> None:
    before = playing.rows()
    handled = playing.settle()
    assert (handled.events, handled.first_version, handled.last_version) == (
        (),
        playing.head().version + 1,
        playing.head().version,
    )
    assert playing.rows() == before


def test_a_game_in_which_nobody_acts_is_brought_to_its_end_by_the_clock(clock: FixedClock) -> None:
    table = dealt("R5 G5", "R7 G7", turn_seconds=5)
    turns = 0
    while table.standing().state.phase is Phase.PLAYING:
        clock.advance(seconds=5)
        beat()
        assert table.settle().last_version == table.head().version
        turns += 1
    assert table.events()[-2].ending is ev.Ending.STALEMATE  # type: ignore[union-attr]
    assert turns == table.standing().state.number


# --- announcements, and where a command may be carried out


def test_what_is_committed_is_announced_and_a_refusal_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[UUID, int, bool]] = []
    table = dealt("R5 G5 B5", "R7 G7 B7")

    def announce(game_id: UUID, version: int) -> None:
        told.append((game_id, version, GAMES.peek(game_id).standing.version == version))

    monkeypatch.setattr("games.recording.announce", announce)
    refusal(table, lambda: table.play(1, Draw()))
    table.play(0, Lay(card("R5")), turn=1, key=key("a"))
    table.play(0, Lay(card("R5")), turn=1, key=key("a"))
    table.settle()
    assert told == [(table.id, 10, True)]


@pytest.mark.django_db(transaction=True)
def test_nothing_is_carried_out_inside_another_transaction() -> None:
    table = dealt("R5 G5 B5", "R7 G7 B7")
    before = table.rows()
    with transaction.atomic():
        with pytest.raises(RuntimeError):
            table.play(0, Lay(card("R5")))
        with pytest.raises(RuntimeError):
            open_game(opening(), SYSTEM)
    assert table.rows() == before
