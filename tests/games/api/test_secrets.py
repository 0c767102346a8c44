"""The law of redaction: of two worlds that look alike to a reader, every byte the reader can get is the same.

A game is played to its middle; then its log is written anew with the same ids, times and moves, but with two
hidden cards swapped between a hand and the pile. Whoever could not see either of them may notice nothing.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, transaction

from games import asking, boxes, moments
from games.asking import SYSTEM
from games.codec import GAME_EVENTS
from games.engine import events as ev
from games.engine.cards import Card, card, in_order
from games.engine.commands import Draw, EndTurn, OpenGame, TakeSeat
from games.engine.events import Event, Pending
from games.engine.rules import outcome
from games.envelope import NO_DIGEST, Recorded, digest_of
from games.event_store import GAMES
from games.handling import handle
from games.models import Game, StoredEvent
from games.opening import begin_log
from games.recording import tell
from players import sessions
from players.models import Player
from tests.conftest import GuestClient
from tests.games.api.asking import DRAW, RESIGN, lay, one
from tests.games.api.described import API, DescribedClient
from tests.games.tables import Table, guest

pytestmark = pytest.mark.django_db

# Each of these cards is held by one seat, or lies in the pile, and is nowhere else.
HANDS = ("R5 R6 G+2", "R3 R9 B1 B3", "Y3 Y4 Y5")
PILE = "G1 G3 G4 G5 G6 G7 G8 G9 Y1 B4 B5 B6"


@pytest.fixture
def running(table: Callable[..., Table]) -> Table:
    """Seat 0 has laid R5, seat 1 has drawn G1, seat 2 has drawn G3; it is the fourth turn, seat 0's."""
    return on_the_way(table(3))


@pytest.fixture
def sealed(db: None) -> Table:
    """The same in a game that an organizer has seated and ended, and that stays closed to all readers."""
    people = [guest(f"Guest {seat}") for seat in range(3)]
    head, edition = Game(), boxes.editions()["super-116"]
    opening = OpenGame(str(head.pk), edition, edition.options, 3, bytes(range(32)), seat=None, sealed=True)
    events, state = outcome(None, opening)
    for seat in range(3):
        more = outcome(state, TakeSeat(seat))
        events, state = (*events, *more.events), more.state
    with transaction.atomic():
        now = moments.moment().now
        tell(begin_log(head, events, SYSTEM, None, now, newcomers=dict(enumerate(people))))
    over = on_the_way(Table(head.pk, people))
    handle(over.id, asking.call_time, SYSTEM)
    assert over.head().status == Game.Status.FINISHED
    return over


def on_the_way(opened: Table) -> Table:
    opened.deal(*HANDS, leading="R1", pile=PILE)
    noa, dana, omer = (DescribedClient.of(person) for person in opened.people)
    path = f"{API}/games/{opened.id}/moves"
    assert noa.post(path, one(1, lay("R5"))).status_code == 200
    assert dana.post(path, one(2, DRAW)).status_code == 200
    assert omer.post(path, one(3, DRAW)).status_code == 200
    return opened


def swapped(event: Event, one_card: Card, other: Card) -> Event:
    """The event in the world where the two cards lie the other way round."""

    def swap(held: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple({one_card: other, other: one_card}.get(each, each) for each in held)

    match event:
        case ev.GameStarted() | ev.HandShuffledIn() | ev.DiscardShuffled():
            return replace(event, pile=swap(event.pile))
        case ev.HandsDealt() | ev.HandsPassed():
            return replace(event, hands=tuple(tuple(in_order(swap(hand))) for hand in event.hands))
        case ev.CardsDrawn():
            return replace(event, cards=swap(event.cards))
        case ev.DrawnCardKept() if event.card is not None:
            return replace(event, card=swap((event.card,))[0])
        case _:
            return event


def write_anew(table: Table, change: Callable[[Event], Event]) -> None:
    """Replace the log by another one of the same length, past the triggers that forbid it."""
    recorded = GAMES.recorded(table.id)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("DELETE FROM games_storedevent WHERE game_id = %s", [table.id])
        digest = NO_DIGEST
        rows = []
        for row in recorded:
            changed: Recorded[Event] = row._replace(event=change(row.event))
            encoded = GAME_EVENTS.encode(changed.event)
            digest = digest_of(digest, table.id, encoded, changed)
            kept = changed._replace(digest=digest)._asdict()
            del kept["event"]
            rows.append(StoredEvent(game_id=table.id, **encoded._asdict(), **kept))
        StoredEvent.objects.bulk_create(rows)
        cursor.execute("UPDATE games_game SET digest = %s WHERE id = %s", [digest, table.id])
        cursor.execute("SET LOCAL session_replication_role = origin")
    GAMES._cache.forget(table.id)


def signed_in(person: UUID) -> GuestClient:
    """A client that does not check its answers: there are many, and other tests do."""
    player = Player.objects.get(pk=person)
    return GuestClient(player, sessions.open_session(player))


def everything(client: GuestClient, table: Table) -> Iterator[tuple[str, int, bytes, Any]]:
    """All that a reader can get of a game."""
    path = f"{API}/games/{table.id}"
    versions = range(1, table.head().version + 1)
    asked = [
        *("", "/events", "/events?after=5&limit=2", "/transcript"),
        *(f"/history/{version}" for version in versions),
        *(f"/history/{versions[-1]}?seat={seat}" for seat in range(3)),
    ]
    for rest in asked:
        answer = client.get(path + rest)
        yield rest, answer.status_code, answer.content, answer.headers.get("ETag")
    listed = client.get(f"{API}/games")
    yield "list", listed.status_code, listed.content, None
    for move in (lay("Y9"), {"type": "break_plus_three"}, {"type": "declare_last_card"}):
        answer = client.post(path + "/moves", one(4, move))
        assert answer.status_code >= 400
        yield str(move), answer.status_code, answer.content, None


def readers(table: Table) -> dict[str, GuestClient]:
    named = {f"seat {seat}": signed_in(person) for seat, person in enumerate(table.people)}
    return {**named, "spectator": signed_in(guest("Stranger"))}


# Whose hidden cards are swapped, and who could see one of them.
PLACES = {
    "a card of seat 1": ("B1", {"seat 1"}),
    "the card that seat 1 drew": ("G1", {"seat 1"}),
    "a card of seat 2": ("Y3", {"seat 2"}),
    "the card that seat 2 drew": ("G3", {"seat 2"}),
    "the top of the pile": ("G4", set[str]()),
    "the bottom of the pile": ("B6", set[str]()),
}


@pytest.mark.parametrize("places", [*combinations(PLACES, 2)], ids=" and ".join)
def test_nothing_that_a_reader_gets_depends_on_what_is_hidden_from_it(
    running: Table, places: tuple[str, str]
) -> None:
    (first, its_owner), (second, their_owner) = (PLACES[place] for place in places)
    clients = readers(running)
    before = {name: [*everything(client, running)] for name, client in clients.items()}
    write_anew(running, lambda event: swapped(event, card(first), card(second)))
    after = {name: [*everything(client, running)] for name, client in clients.items()}
    for name in clients:
        assert (before[name] == after[name]) is (name not in its_owner | their_owner), name


@pytest.mark.parametrize("places", [*combinations(PLACES, 2)], ids=" and ".join)
def test_nor_does_it_when_a_sealed_game_is_over(sealed: Table, places: tuple[str, str]) -> None:
    (first, its_owner), (second, their_owner) = (PLACES[place] for place in places)
    clients = readers(sealed)
    before = {name: [*everything(client, sealed)] for name, client in clients.items()}
    write_anew(sealed, lambda event: swapped(event, card(first), card(second)))
    after = {name: [*everything(client, sealed)] for name, client in clients.items()}
    for name in clients:
        assert (before[name] == after[name]) is (name not in its_owner | their_owner), name


def test_nothing_that_a_reader_gets_of_a_sealed_game_depends_on_its_seed(sealed: Table) -> None:
    clients = readers(sealed)
    before = {name: [*everything(client, sealed)] for name, client in clients.items()}
    another = bytes(32)
    write_anew(
        sealed, lambda event: replace(event, seed=another) if isinstance(event, ev.GameOpened) else event
    )
    assert sealed.standing().state.setup.seed == another
    assert {name: [*everything(client, sealed)] for name, client in clients.items()} == before


@pytest.fixture
def passed(table: Callable[..., Table]) -> Table:
    """Seats 0 and 1 have drawn G1 and G3; then all hands went one seat on, and seat 0 has drawn G4."""
    opened = table(3, drawn_card_playable=True)
    opened.deal(*HANDS, leading="R1", pile=PILE)
    for turn, seat in ((1, 0), (2, 1)):
        opened.play(seat, Draw(), turn=turn)
        opened.play(seat, EndTurn(), turn=turn)
    first, second, third = opened.standing().state.hands
    opened.happen(
        ev.HandsPassed(2, 1, (third, first, second), (False, False, False)),
        ev.TurnPassed(0, 4, Pending.ORDINARY),
    )
    opened.play(0, Draw(), turn=4)
    assert opened.standing().state.pending is Pending.DRAWN_CARD
    return opened


# Of each card, who held it before the hands were passed or after.
PASSED_ON = {
    "the card that seat 0 drew and passed on": ("G1", {"seat 0", "seat 1"}),
    "a card of seat 1": ("B1", {"seat 1", "seat 2"}),
    "a card of seat 2": ("Y3", {"seat 2", "seat 0"}),
    "the card that seat 0 has just drawn": ("G4", {"seat 0"}),
    "the top of the pile": ("G5", set[str]()),
}


@pytest.mark.parametrize("places", [*combinations(PASSED_ON, 2)], ids=" and ".join)
def test_a_passed_hand_is_seen_by_who_had_it_and_by_who_has_it(
    passed: Table, places: tuple[str, str]
) -> None:
    (first, its_holders), (second, their_holders) = (PASSED_ON[place] for place in places)
    clients = readers(passed)
    before = {name: [*everything(client, passed)] for name, client in clients.items()}
    write_anew(passed, lambda event: swapped(event, card(first), card(second)))
    after = {name: [*everything(client, passed)] for name, client in clients.items()}
    for name in clients:
        assert (before[name] == after[name]) is (name not in its_holders | their_holders), name


def test_whether_a_drawn_card_fits_is_known_to_its_own_seat_alone(passed: Table) -> None:
    clients = readers(passed)
    before = {name: [*everything(client, passed)] for name, client in clients.items()}

    does_not, does = ev.DrawnCardKept(0, None), ev.DrawnCardKept(0, card("G4"))
    assert does_not in passed.events()
    write_anew(passed, lambda event: does if event == does_not else event)
    after = {name: [*everything(client, passed)] for name, client in clients.items()}
    assert {name for name in clients if before[name] != after[name]} == {"seat 0"}


def test_what_a_seat_gave_up_is_hidden_from_all(running: Table) -> None:
    clients = readers(running)
    clients["seat 2"].post(f"{API}/games/{running.id}/moves", {"move": RESIGN})
    given_up = next(event for event in running.events() if isinstance(event, ev.HandShuffledIn))
    top, bottom = given_up.pile[0], given_up.pile[-1]

    def other_way_round(event: Event) -> Event:
        if not isinstance(event, ev.HandShuffledIn):
            return event
        return replace(event, pile=(bottom, *event.pile[1:-1], top))

    before = {name: [*everything(client, running)] for name, client in clients.items()}
    write_anew(running, other_way_round)
    assert {name: [*everything(client, running)] for name, client in clients.items()} == before


def test_the_worlds_do_differ(running: Table) -> None:
    held = running.standing().state.hands[1]
    write_anew(running, lambda event: swapped(event, card("B1"), card("G4")))
    assert running.standing().state.hands[1] == tuple(
        in_order({card("B1"): card("G4")}.get(each, each) for each in held)
    )
