"""Tables that an organizer seats: dealt at once, set twice without harm, ended and opened."""

from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, transaction
from uuid_utils.compat import uuid7

from games import asking, boxes, projections
from games.asking import SYSTEM
from games.auditing import fault_of
from games.bots.levels import VERSIONS
from games.engine import events as ev
from games.engine.events import Ending
from games.engine.refusals import Refusal, Refused
from games.engine.shuffling import commitment
from games.engine.state import Phase
from games.handling import handle
from games.models import Game
from games.recording import Handled
from games.tables import TableOpening, UnfitTable, open_table
from games.terms import Context
from players import bots
from tests.games.tables import OF_TOURNAMENT, Table, at_once, guest

pytestmark = pytest.mark.django_db(transaction=True)

SEED = bytes(range(32))
ID = UUID("01a22a01-0533-723c-aba6-dd1456d89b7f")


def opening(*people: UUID, **more: Any) -> TableOpening:
    edition = boxes.editions()["super-116"]
    options = replace(edition.options, **more.pop("options", {}))
    seated = people or (guest("Noa"), guest("Dana"), guest("Omer"))
    return TableOpening(
        game_id=ID, edition=edition.key, box=edition.box, options=options, people=seated, **more
    )


def nothing() -> bool:
    return not Game.objects.exists()


# --- opening


def test_a_table_is_opened_filled_and_dealt_at_once_by_nobody() -> None:
    noa, dana = guest("Noa"), guest("Dana")
    bot = bots.crowd("hard", VERSIONS, 12)[11]
    done = open_table(opening(noa, bot, dana, seed=SEED))
    assert [type(row.event) for row in done.events[:5]] == [
        *(ev.GameOpened, ev.SeatTaken, ev.SeatTaken, ev.SeatTaken, ev.GameStarted),
    ]
    assert [(row.event, row.subject) for row in done.events[1:4]] == [
        (ev.SeatTaken(0), noa),
        (ev.SeatTaken(1, bot="hard"), bot),
        (ev.SeatTaken(2), dana),
    ]
    assert {row.actor for row in done.events} == {None}
    assert len({row.command for row in done.events}) == 1
    assert (done.game_id, done.first_version, done.repeated) == (ID, 1, False)
    assert done.standing.people == (noa, bot, dana)
    assert (done.standing.host, done.standing.state.phase) == (None, Phase.PLAYING)
    assert done.standing.state.setup.commitment == commitment(str(ID), SEED)
    assert Table(ID, [noa, bot, dana]).standing() == done.standing


def test_the_head_of_a_table_says_on_what_terms_it_is_there() -> None:
    context = Context("tournament", UUID(int=5))
    open_table(opening(context=context, rated=True, spectators=False))
    head = Table(ID, []).head()
    assert (head.context_kind, head.context_id, head.rated) == ("tournament", context.id, True)
    assert (head.visibility, head.spectators, head.code) == ("tournament", False, None)
    assert (head.host_id, head.status, head.seats_taken) == (None, "playing", 3)
    assert head.deadline is not None
    assert [*head.seats.order_by("number").values_list("number", flat=True)] == [0, 1, 2]
    assert fault_of(ID) is None


def test_what_is_not_said_of_a_table_is_as_usual() -> None:
    done = open_table(opening())
    head = Table(ID, []).head()
    assert (head.context_kind, head.context_id, head.rated, head.spectators) == ("", None, False, True)
    assert (done.standing.state.setup.sealed, done.terms.visibility) == (False, "tournament")


def test_the_read_tables_of_a_table_follow_from_its_log() -> None:
    done = open_table(opening())
    assert projections.differences(Table(ID, []).head(), done.standing) == []


def test_the_same_seed_deals_the_same_hands_at_every_table_and_none_given_is_drawn() -> None:
    one, two = (Table.seated(seed=SEED, options=boxes.editions()["super-116"].options) for _ in range(2))
    assert one.standing().state.hands == two.standing().state.hands
    assert one.standing().state.setup.commitment != two.standing().state.setup.commitment
    third, fourth = Table.seated(), Table.seated()
    seeds = {table.standing().state.setup.seed for table in (third, fourth)}
    assert (len(seeds), {len(seed) for seed in seeds}) == (2, {32})


def test_a_table_that_is_there_is_left_as_it_is() -> None:
    first = open_table(opening(seed=SEED))
    table = Table(ID, [])
    before = table.rows()
    again = open_table(opening(guest("Roni"), guest("Gil"), sealed=True))
    assert again == Handled(
        ID, first.terms, first.last_version + 1, first.last_version, first.standing, (), repeated=True
    )
    assert table.rows() == before


def test_a_table_that_is_set_by_several_at_once_is_set_once() -> None:
    table = opening(seed=SEED)
    done = at_once(*[lambda: open_table(table)] * 4)
    answers = [one for one in done if isinstance(one, Handled)]
    assert len(answers) == 4
    assert sorted(one.repeated for one in answers) == [False, True, True, True]
    assert Game.objects.count() == 1


def test_the_seat_that_begins_is_named_or_told_by_an_earlier_game() -> None:
    named = open_table(opening(options={"first_seat": "named"}, first=2))
    assert named.standing.state.seat == 2
    told = Table.seated(
        options=replace(boxes.editions()["super-116"].options, first_seat="rotate"), begins=1
    ).standing()
    assert told.state.seat == 1


@pytest.mark.parametrize(
    ("more", "refusal"),
    [
        ({"options": {"first_seat": "named"}}, Refusal.FIRST_SEAT_REQUIRED),
        ({"options": {"first_seat": "rotate"}}, Refusal.NO_EARLIER_GAME),
        ({"options": {"stages": 9}}, Refusal.TOO_MANY_STAGES),
        ({"first": 1}, Refusal.FIRST_SEAT_NOT_ALLOWED),
    ],
)
def test_what_the_rules_refuse_is_no_table(more: dict[str, Any], refusal: Refusal) -> None:
    with pytest.raises(Refused) as refused:
        open_table(opening(**more))
    assert refused.value.refusal is refusal
    assert nothing()


def test_one_alone_is_no_table() -> None:
    with pytest.raises(Refused) as refused:
        open_table(opening(guest()))
    assert refused.value.refusal is Refusal.SEATS_OUT_OF_RANGE
    assert nothing()


def test_a_table_that_cannot_be_set_is_a_mistake_of_its_organizer() -> None:
    noa = guest("Noa")
    with pytest.raises(UnfitTable, match="two seats"):
        opening(noa, guest("Dana"), noa)
    with pytest.raises(UnfitTable, match="32 bytes"):
        opening(seed=b"short")
    for more in ({"spectators": False}, {"rated": True}):
        with pytest.raises(UnfitTable, match="belongs to something"):
            opening(**more)
    with pytest.raises(UnfitTable, match="no player 00000000"):
        open_table(opening(noa, UUID(int=7)))
    assert nothing()


def test_no_table_is_set_inside_another_transaction() -> None:
    with transaction.atomic(), pytest.raises(RuntimeError):
        open_table(opening())
    assert nothing()


def test_a_table_is_announced_once(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[UUID, int, bool]] = []
    monkeypatch.setattr(
        "games.recording.announce", lambda id_, version: told.append((id_, version, _committed(id_)))
    )
    done = open_table(opening())
    open_table(opening())
    assert told == [(ID, done.last_version, True)]


def _committed(id_: UUID) -> bool:
    return Game.objects.filter(pk=id_).exists() and not connection.in_atomic_block


# --- ending and opening it to readers


def test_the_organizer_calls_time_and_the_table_is_over() -> None:
    table = Table.seated(sealed=True)
    done = handle(table.id, asking.call_time, SYSTEM)
    (finished,) = done.events
    assert isinstance(finished.event, ev.GameFinished)
    assert (finished.event.ending, finished.actor) == (Ending.TIME_CALLED, None)
    head = table.head()
    assert (head.status, head.deadline, head.bot_at, head.disclosed_at) == ("finished", None, None, None)
    assert head.ended_at is not None
    rows = table.rows()
    assert handle(table.id, asking.call_time, SYSTEM).events == ()
    assert table.rows() == rows
    assert fault_of(table.id) is None


def test_the_organizer_opens_a_sealed_table_once() -> None:
    table = Table.seated(sealed=True)
    with pytest.raises(Refused) as refused:
        handle(table.id, asking.disclose, SYSTEM)
    assert refused.value.refusal is Refusal.NOT_OVER
    handle(table.id, asking.call_time, SYSTEM)
    (disclosed,) = handle(table.id, asking.disclose, SYSTEM).events
    assert disclosed.event == ev.Disclosed()
    assert table.head().disclosed_at == disclosed.recorded_at
    rows = table.rows()
    assert handle(table.id, asking.disclose, SYSTEM).events == ()
    assert table.rows() == rows
    assert fault_of(table.id) is None


def test_a_table_keeps_what_it_belongs_to_for_every_answer() -> None:
    table = Table.seated(game_id=uuid7(), rated=True)
    done = handle(table.id, asking.call_time, SYSTEM)
    assert (done.terms.context, done.terms.rated) == (OF_TOURNAMENT, True)
