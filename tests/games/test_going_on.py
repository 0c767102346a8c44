"""Going on from a finished game: one new table, found by all of its people and by nobody else."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import transaction

from games import asking, auditing, selectors
from games.asking import SYSTEM, Caller
from games.engine import events as ev
from games.engine.cards import card
from games.engine.commands import Lay, OpenGame, Resign
from games.engine.events import Ending
from games.engine.options import OptionRefused
from games.engine.refusals import Refusal
from games.engine.rules import outcome
from games.engine.shuffling import commitment
from games.engine.state import Phase
from games.event_store import GAMES
from games.going_on import go_on
from games.handling import handle
from games.joining import join
from games.keys import Key
from games.models import Game, KeyedCommand
from games.opening import open_game
from games.recording import Handled
from games.refusing import (
    Busy,
    Declined,
    GoneOnWithoutYou,
    KeyReused,
    NotFound,
    OpenedOtherwise,
    RefusedAt,
    SeatKept,
    SessionEnded,
    WrongCode,
)
from tests.conftest import FixedClock
from tests.games.tables import Table, beat, guest, key, opening

pytestmark = pytest.mark.django_db(transaction=True)

type Tables = Callable[..., Table]


def won(old: Table) -> Table:
    """Play the shortest game at three seats: seat 0 wins, the others share the second place."""
    old.deal("R5", "R7 G7", "B1 +3", leading="R3")
    old.play(0, Lay(card("R5")))
    assert old.head().status == Game.Status.FINISHED
    return old


@pytest.fixture
def old(table: Tables) -> Table:
    return won(table(3))


def again(old: Table, seat: int, key: Key | None = None, **wanted: Any) -> Handled:
    return go_on(old.id, wanted, old.caller(seat), key)


def table_of(done: Handled, old: Table) -> Table:
    return Table(done.game_id, old.people)


def everything() -> list[object]:
    return [row for id_ in Game.objects.order_by("pk").values_list("pk", flat=True) for row in rows_of(id_)]


def rows_of(game_id: UUID) -> list[object]:
    return Table(game_id, []).rows()


def refused(call: Callable[[], object]) -> tuple[str, str | None]:
    """The code and field of a refusal; nothing has happened then."""
    before = everything()
    with pytest.raises((RefusedAt, Declined)) as caught:
        call()
    assert everything() == before
    match caught.value:
        case RefusedAt() as no:
            return no.refusal.value, no.field
        case Declined() as no:
            return no.code, no.field
        case error:
            raise error


# --- one table


def test_who_asks_first_opens_the_lobby_on_the_old_seat_and_hosts(old: Table) -> None:
    done = again(old, 1)
    standing = done.standing
    assert (done.first_version, done.last_version, done.terms.previous) == (1, 3, old.id)
    assert standing.people == (None, old.people[1], None)
    assert (standing.host, standing.state.phase) == (old.people[1], Phase.LOBBY)
    head = table_of(done, old).head()
    assert (head.previous_id, head.visibility, head.code) == (old.id, "public", None)


def test_the_old_log_tells_where_its_people_are(old: Table) -> None:
    before = old.standing()
    done = again(old, 1)
    assert old.events(after=before.version) == [ev.GameContinued(str(done.game_id))]
    (row,) = GAMES.recorded(old.id, after=before.version)
    assert (row.actor, row.subject) == (old.people[1], None)
    after = old.standing()
    assert after.state == replace(before.state, next=str(done.game_id))
    assert after.ended_at == before.ended_at


def test_both_logs_are_sound(table: Tables) -> None:
    old = table(2)
    old.start()
    old.play(0, Resign())
    done = again(old, 1)
    assert [auditing.fault_of(id_) for id_ in (old.id, done.game_id)] == [None, None]


def test_the_others_find_it_and_sit_where_they_sat(old: Table) -> None:
    first, second, third = again(old, 1), again(old, 2), again(old, 0)
    assert first.game_id == second.game_id == third.game_id
    assert [done.first_version for done in (first, second, third)] == [1, 4, 5]
    assert third.standing.people == tuple(old.people)
    assert third.standing.host == old.people[1]
    assert old.head().version == 14


def test_who_sits_there_already_gets_it_again_and_nothing_happens(old: Table) -> None:
    opened = again(old, 1)
    before = everything()
    found = again(old, 1)
    assert found == opened._replace(first_version=4, events=())
    assert everything() == before


def test_who_sits_there_gets_it_when_it_has_started(old: Table) -> None:
    again(old, 0)
    following = table_of(again(old, 2), old)
    handle(following.id, asking.start(), old.caller(0))
    before = everything()
    assert again(old, 2).standing == following.standing()
    assert everything() == before


def left_behind(old: Table) -> tuple[int | None, UUID | None]:
    """The version and the next game that seat 1 is told, whom the others have not waited for."""
    assert refused(lambda: again(old, 1)) == ("gone_on_without_you", "after")
    with pytest.raises(GoneOnWithoutYou) as told:
        again(old, 1)
    return told.value.version, told.value.next


def test_who_comes_too_late_is_told_so(old: Table) -> None:
    again(old, 0)
    following = table_of(again(old, 2), old)
    handle(following.id, asking.start(), old.caller(0))
    assert left_behind(old) == (old.head().version, following.id)
    following.play(0, Resign(), turn=1)
    assert following.head().status == Game.Status.FINISHED
    assert left_behind(old) == (old.head().version, following.id)
    again(following, 0)
    assert left_behind(old) == (old.head().version, following.id)
    assert refused(lambda: again(following, 1)) == ("not_of_that_game", None)


def test_who_was_left_behind_may_go_on_where_the_next_game_was_aborted(old: Table) -> None:
    again(old, 0)
    following = table_of(again(old, 2), old)
    handle(following.id, asking.start(), old.caller(0))
    handle(following.id, asking.abort("A fault of ours"), SYSTEM)
    assert again(old, 1).first_version == 1


def test_who_had_resigned_may_go_on(table: Tables) -> None:
    old = table(3)
    old.start()
    old.play(1, Resign())
    old.play(2, Resign())
    assert again(old, 1).standing.people == (None, old.people[1], None)


def test_who_left_the_lobby_may_come_back(old: Table) -> None:
    again(old, 0)
    following = table_of(again(old, 1), old)
    handle(following.id, asking.leave, old.caller(0))
    assert following.standing().host == old.people[1]
    assert again(old, 0).standing.people == (*old.people[:2], None)


# --- in place of one that was abandoned


def test_a_lobby_that_all_have_left_is_replaced(old: Table) -> None:
    first = again(old, 0)
    handle(first.game_id, asking.leave, old.caller(0))
    second = again(old, 2)
    assert second.game_id != first.game_id
    assert second.standing.people == (None, None, old.people[2])
    assert old.standing().state.next == str(second.game_id)
    assert set(Game.objects.filter(previous=old.id).values_list("pk", "status")) == {
        (first.game_id, "abandoned"),
        (second.game_id, "lobby"),
    }


def test_a_lobby_whose_time_is_up_is_replaced(old: Table, clock: FixedClock) -> None:
    first = again(old, 0)
    clock.advance(days=1)
    second = again(old, 0)
    assert second.game_id != first.game_id
    assert table_of(first, old).events(after=3) == [
        ev.GameAbandoned(ev.Abandonment.NOT_STARTED_IN_TIME),
        ev.Disclosed(),
    ]


def test_a_second_successor_can_be_in_no_table(old: Table) -> None:
    rogue = open_game(opening(), Caller(guest()))
    Game.objects.filter(pk=rogue.game_id).update(previous=old.id)
    before = everything()
    with pytest.raises(Busy):
        again(old, 0)
    assert everything() == before


# --- by nobody else


def test_a_stranger_does_not_go_on(old: Table) -> None:
    stranger = Caller(guest())
    assert refused(lambda: go_on(old.id, {}, stranger)) == ("not_of_that_game", None)
    following = again(old, 0)
    assert refused(lambda: go_on(old.id, {}, stranger)) == ("not_of_that_game", None)
    assert refused(lambda: handle(following.game_id, asking.sit(), stranger)) == ("not_of_that_game", None)
    assert refused(lambda: handle(following.game_id, asking.sit(1), stranger)) == ("not_of_that_game", None)


def test_in_any_way_one_sits_down_on_the_old_seat(old: Table) -> None:
    following = again(old, 0)
    with pytest.raises(SeatKept) as kept:
        handle(following.game_id, asking.sit(1), old.caller(2))
    assert (kept.value.field, kept.value.allowed, kept.value.version) == ("seat", (2,), 3)
    handle(following.game_id, asking.sit(), old.caller(2))
    assert handle(following.game_id, asking.sit(1), old.caller(1)).standing.people == tuple(old.people)


def test_a_private_game_goes_on_in_private_and_without_a_code(table: Tables) -> None:
    old = won(table(3, visibility=Game.Visibility.CODE))
    stranger = Caller(guest())
    assert refused(lambda: go_on(old.id, {}, stranger)) == ("not_found", None)
    done = again(old, 2)
    assert (done.terms.visibility, done.terms.code) == ("code", None)
    for call in (
        lambda: go_on(old.id, {}, stranger),
        lambda: go_on(done.game_id, {}, stranger),
        lambda: handle(done.game_id, asking.sit(), stranger),
        lambda: handle(done.game_id, asking.sit(9, code="AAAAAA"), stranger),
        lambda: handle(done.game_id, asking.leave, stranger),
    ):
        assert refused(call) == ("not_found", None)
    with pytest.raises(WrongCode):
        join("AAAAAA", old.caller(1))
    assert again(old, 1).standing.people == (None, *old.people[1:])


def test_the_people_of_a_private_game_find_the_next_one_and_sit_down_in_any_way(table: Tables) -> None:
    old = won(table(3, visibility=Game.Visibility.CODE))
    following = table_of(again(old, 2), old)
    found = selectors.find(following.id, old.people[1])
    assert (found.game.pk, found.seat) == (following.id, None)
    assert refused(lambda: handle(following.id, asking.leave, old.caller(1))) == ("not_seated", None)
    assert refused(lambda: handle(following.id, asking.sit(0), old.caller(1))) == ("seat_kept", "seat")
    assert handle(following.id, asking.sit(), old.caller(1)).standing.people == (None, *old.people[1:])
    handle(following.id, asking.start(), old.caller(2))
    assert selectors.find(following.id, old.people[0]).seat is None
    assert refused(lambda: handle(following.id, asking.sit(), old.caller(0))) == ("already_started", None)


def test_of_the_next_but_one_private_game_only_the_people_of_the_next_know(table: Tables) -> None:
    old = won(table(3, visibility=Game.Visibility.CODE))
    again(old, 0)
    following = table_of(again(old, 1), old)
    handle(following.id, asking.start(), old.caller(0))
    following.play(0, Resign(), turn=1)
    last = again(following, 0)
    assert selectors.find(last.game_id, old.people[1]).seat is None
    with pytest.raises(NotFound):
        selectors.find(last.game_id, old.people[2])
    assert refused(lambda: handle(last.game_id, asking.sit(), old.caller(2))) == ("not_found", None)


def test_of_no_game_nobody_goes_on() -> None:
    person = Caller(guest())
    with pytest.raises(NotFound):
        go_on(uuid4(), {}, person)
    with pytest.raises(SessionEnded):
        go_on(uuid4(), {}, Caller(person.player, uuid4()))


def test_nobody_goes_on_inside_another_transaction(old: Table) -> None:
    before = everything()
    with transaction.atomic(), pytest.raises(RuntimeError):
        again(old, 0)
    assert everything() == before


# --- from a finished game alone


def test_a_game_that_is_not_over_does_not_go_on(table: Tables) -> None:
    old = table(3)
    assert refused(lambda: again(old, 0)) == ("not_finished", "after")
    old.start()
    assert refused(lambda: again(old, 0)) == ("not_finished", "after")
    handle(old.id, asking.abort("A fault of ours"), SYSTEM)
    assert refused(lambda: again(old, 0)) == ("not_finished", "after")


@pytest.mark.parametrize(
    ("visibility", "to_strangers"),
    [(Game.Visibility.PUBLIC, ("not_finished", "after")), (Game.Visibility.CODE, ("not_found", None))],
)
def test_that_a_game_was_abandoned_is_told_to_those_who_left_it(
    table: Tables, visibility: Game.Visibility, to_strangers: tuple[str, str | None]
) -> None:
    old = won(table(3, visibility=visibility))
    following = table_of(again(old, 0), old)
    handle(following.id, asking.leave, old.caller(0))
    assert following.head().status == Game.Status.ABANDONED
    assert refused(lambda: again(following, 0)) == ("not_finished", "after")
    assert refused(lambda: again(following, 1)) == ("not_finished", "after")
    stranger = Caller(guest())
    assert refused(lambda: go_on(following.id, {}, stranger)) == to_strangers


def test_a_late_turn_of_the_old_game_is_settled_first(table: Tables, clock: FixedClock) -> None:
    old = table(3)
    old.start()
    clock.advance(seconds=30)
    beat()
    with pytest.raises(RefusedAt):
        again(old, 0)
    assert ev.TurnSettled(0) in old.events(after=5)


# --- what is taken over, and nothing else


def test_nothing_but_the_table_survives(table: Tables) -> None:
    old = table(3, turn_seconds=0)
    old.deal("R+2 R5 G5", "Y+2 B5 B6", "B+2 R1", leading="R3")
    old.play(0, Lay(card("R+2")))
    old.play(1, Lay(card("Y+2")))
    old.play(2, Lay(card("B+2"), last_card=True))
    for seat in (0, 1):
        old.play(seat, Resign())
    state = old.standing().state
    assert state.places == (3, 2, 1)

    done = again(old, 1, first_seat="previous_winner")
    opened = done.events[0].event
    assert isinstance(opened, ev.GameOpened)
    options = replace(state.setup.options, first_seat="previous_winner")
    assert opened == ev.GameOpened(
        game=str(done.game_id),
        edition="super-116",
        box=state.setup.box,
        options=options,
        rules=opened.rules,
        seats=3,
        seed=opened.seed,
        commitment=commitment(str(done.game_id), opened.seed),
        begins=2,
    )
    assert opened.seed != state.setup.seed
    edition = replace(opening().edition, box=state.setup.box)
    fresh = OpenGame(str(done.game_id), edition, options, 3, opened.seed, begins=2, seat=1)
    assert done.standing.state == outcome(None, fresh).state


def test_the_box_is_that_of_the_old_game_whatever_the_files_say_now(table: Tables) -> None:
    chosen = opening(2)
    box = tuple((one, count + 1) for one, count in chosen.edition.box)
    person, other = guest(), guest()
    opened = open_game(replace(chosen, edition=replace(chosen.edition, box=box)), Caller(person))
    handle(opened.game_id, asking.sit(), Caller(other))
    old = Table(opened.game_id, [person, other])
    old.start()
    old.play(0, Resign())
    assert again(old, 0).standing.state.setup.box == box


def test_options_can_be_chosen_otherwise_and_the_rest_stays(table: Tables) -> None:
    old = won(table(3, turn_seconds=77, last_card_penalty=2))
    options = again(old, 0, turn_seconds=0).standing.state.setup.options
    assert options == replace(old.standing().state.setup.options, turn_seconds=0)
    assert options.last_card_penalty == 2


@pytest.mark.parametrize(
    ("wanted", "name", "allowed"),
    [
        ({"turn_seconds": 4}, "turn_seconds", (0, "5..604800")),
        ({"bot_after_turns": 11}, "bot_after_turns", ("0..10",)),
    ],
)
def test_options_are_checked_as_at_every_opening(
    old: Table, wanted: dict[str, Any], name: str, allowed: object
) -> None:
    for _ in ("before", "after"):
        before = everything()
        with pytest.raises(OptionRefused) as refused_:
            again(old, 0, **wanted)
        assert (refused_.value.name, refused_.value.allowed) == (name, allowed)
        assert everything() == before
        again(old, 1)


def test_who_wants_other_options_than_the_lobby_has_is_told_so(old: Table) -> None:
    done = again(old, 0, turn_seconds=60)
    before = everything()
    with pytest.raises(OpenedOtherwise) as otherwise:
        again(old, 1, turn_seconds=61)
    assert (otherwise.value.field, otherwise.value.allowed) == ("options.turn_seconds", (60,))
    assert (otherwise.value.version, otherwise.value.next) == (old.head().version, done.game_id)
    assert everything() == before
    assert again(old, 1, turn_seconds=60).game_id == done.game_id
    assert again(old, 2).game_id == done.game_id


# --- who begins


def begun_by(following: Table) -> int:
    (turn,) = [one for one in following.events() if isinstance(one, ev.TurnPassed)][:1]
    return turn.seat


def test_the_first_turn_goes_around_the_table_from_game_to_game(table: Tables) -> None:
    game = table(3)
    game.start()
    seen = [begun_by(game)]
    for _ in range(3):
        game.play(0, Resign())
        game.play(1, Resign())
        for seat in (2, 0, 1):
            done = again(game, seat, first_seat="rotate")
        handle(done.game_id, asking.start(), game.caller(2))
        game = table_of(done, game)
        seen.append(begun_by(game))
    assert seen == [0, 1, 2, 0]


def test_a_seat_that_stays_empty_is_passed_over(table: Tables) -> None:
    old = won(table(3))
    again(old, 0, first_seat="rotate")
    done = again(old, 2)
    assert done.standing.state.setup.begins == 1
    handle(done.game_id, asking.start(), old.caller(0))
    assert begun_by(table_of(done, old)) == 2


def test_who_lost_the_first_turn_to_the_card_turned_up_had_it_all_the_same(table: Tables) -> None:
    old = table(3)
    old.happen(
        ev.GameStarted(1, (0, 1, 2), ()),
        ev.HandsDealt(((card("R5"),), (card("R7"),), (card("B1"),))),
        ev.CardTurnedUp(card("RS"), leads=True),
        ev.SeatSkipped(0),
        ev.TurnPassed(1, 1, ev.Pending.ORDINARY),
        ev.SeatSkipped(2),
        ev.GameFinished(Ending.STALEMATE, (2, 1, 1), (5, 0, 0)),
        ev.Disclosed(),
    )
    assert again(old, 0, first_seat="rotate").standing.state.setup.begins == 1
    handle(UUID(str(old.standing().state.next)), asking.leave, old.caller(0))
    assert again(old, 0, first_seat="previous_winner").standing.state.setup.begins == 1
    handle(UUID(str(old.standing().state.next)), asking.leave, old.caller(0))
    assert again(old, 0).standing.state.setup.begins is None


# --- under a key


def test_a_key_gets_its_answer_again_whatever_it_was(old: Table) -> None:
    opened = again(old, 0, key("open"))
    came = again(old, 1, key("come"))
    found = again(old, 1, key("find"))
    handle(opened.game_id, asking.start(), old.caller(0))
    before = everything()
    assert again(old, 0, key("open")) == opened._replace(repeated=True)
    assert again(old, 1, key("come")) == came._replace(repeated=True)
    assert again(old, 1, key("find")) == found._replace(repeated=True)
    assert (found.first_version, found.last_version) == (5, 4)
    with pytest.raises(KeyReused):
        again(old, 1, key("find", body="another"))
    assert everything() == before
    assert KeyedCommand.objects.count() == 3


def test_refusals_are_not_remembered(table: Tables) -> None:
    old = table(3)
    assert refused(lambda: again(old, 0, key())) == (Refusal.NOT_FINISHED.value, "after")
    won(old)
    assert again(old, 0, key()).first_version == 1
