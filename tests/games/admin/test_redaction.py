"""The law of redaction for the admin: what is hidden changes no byte of any page, until it is looked at."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from django.db import transaction
from django.test import Client

from games.engine import events as ev
from games.engine.cards import card, cards, in_order
from games.engine.events import Pending
from games.event_store import GAMES as LOG
from games.models import HandsLook
from tests.games.admin import shown
from tests.games.tables import Table

GAMES = "/admin/games/game/"


class Hidden(NamedTuple):
    """All that nobody beside the table knows; seat 0 lays R5 and CC in every world."""

    hands: tuple[str, str, str]
    pile: str
    drawn: str
    kept: str | None  # what of it may be laid
    passed: tuple[str, str, str]
    points: int
    shuffled: str


ONE = Hidden(
    ("R5 CC G1", "B1 B3", "Y1 Y3"),
    *("K K ST G3 G4 G5", "K", "K"),
    ("CC G1", "Y1 Y3", "B1 B3 K"),
    *(10, "B1 B3 K ST G3 G4 G5"),
)
OTHER = Hidden(
    ("R5 CC Y3", "G1 G5", "K B3"),
    *("B1 Y1 K G3 ST G4", "B1", None),
    ("G5 CC", "K Y3", "G1 B1 B3"),
    *(6, "K ST G5 G1 G4 G3 Y1"),
)


class Undo(Exception):
    """Leaves a world as if it had never been."""


def live(table: Table, hidden: Hidden) -> None:
    """A world in which all that can be seen is the same: a lay, a draw, passed hands, shuffles, resigning."""
    hands = tuple(tuple(in_order(cards(hand))) for hand in hidden.hands)
    order = (*(one for hand in hands for one in hand), *cards("R3"), *cards(hidden.pile))
    table.happen(
        ev.GameStarted(1, (0, 1, 2), order), ev.HandsDealt(hands), ev.CardTurnedUp(card("R3"), leads=True)
    )
    table.happen(
        ev.TurnPassed(0, 1, Pending.ORDINARY),
        ev.CardLaid(0, card("R5"), card("R5").color, leads=True),
        ev.TurnPassed(1, 2, Pending.ORDINARY),
        ev.CardsDrawn(1, cards(hidden.drawn)),
        ev.DrawnCardKept(1, None if hidden.kept is None else card(hidden.kept)),
        ev.HandsPassed(1, -1, tuple(map(cards, hidden.passed)), (False, False, False)),
        ev.TurnPassed(2, 3, Pending.ORDINARY),
        ev.SeatGivenUp(1, 3, hidden.points),
        ev.HandShuffledIn(1, 1, cards(hidden.shuffled)),
        ev.DiscardShuffled(2, cards(hidden.shuffled)),
        ev.TurnPassed(0, 4, Pending.ORDINARY),
    )


def pages(client: Client, table: Table) -> Iterator[tuple[str, bytes]]:
    """Every way out that leads an operator to this game, with what it tells."""
    one = f"{GAMES}{table.id}/"
    paths = [
        "/admin/",
        "/admin/games/",
        GAMES,
        f"{GAMES}?q={table.id}",
        f"{GAMES}?q=Guest&status=playing",
        f"{GAMES}?digest__gt=5",
        f"{one}change/",
        f"{one}rows/",
        f"{one}history/",
        f"{one}delete/",
        f"{one}at/?version=99",
        f"{one}at/?version=12&seat=1",
        f"{one}abort/",
        f"{one}give-up/?seat=1",
        f"{one}give-up/?seat=2",
        f"/admin/players/player/{table.people[1]}/change/",
        "/admin/games/handslook/",
        *(f"{one}at/?version={version}" for version in range(1, table.head().version + 1)),
    ]
    for path in paths:
        yield path, shown.told(client.get(path))
    yield "question", shown.told(client.post(f"{one}look/", {"version": 12, "seat": 1}))


def seen_in(hidden: Hidden, table: Table, client: Client, *, disclosed: bool = False) -> dict[str, bytes]:
    try:
        with transaction.atomic():
            live(table, hidden)
            if disclosed:
                table.happen(ev.Disclosed())
            seen = dict(pages(client, table))
            raise Undo
    except Undo:
        # What this process keeps of a log is kept for good: only a test takes a world back.
        LOG._cache.forget(table.id)
        return seen


@pytest.fixture
def three(table: object, db: None) -> Table:
    return Table.open(3)


def test_what_is_hidden_changes_no_byte_that_an_operator_gets(
    reader: Client, looker: Client, superuser: Client, three: Table
) -> None:
    for client in (reader, looker, superuser):
        one, other = seen_in(ONE, three, client), seen_in(OTHER, three, client)
        assert one.keys() == other.keys()
        assert [path for path in one if one[path] != other[path]] == []
    assert HandsLook.objects.count() == 0


def test_the_worlds_do_differ_once_they_are_disclosed(reader: Client, three: Table) -> None:
    one, other = seen_in(ONE, three, reader, disclosed=True), seen_in(OTHER, three, reader, disclosed=True)
    game = f"{GAMES}{three.id}/"
    different = [path for path in one if one[path] != other[path]]
    assert different == [
        f"{game}change/",
        f"{game}rows/",
        f"{game}at/?version=12&seat=1",
        *(f"{game}at/?version={version}" for version in range(6, 21)),
    ]


def test_no_secret_of_the_deal_is_on_a_page_before_disclosure(superuser: Client, three: Table) -> None:
    with transaction.atomic():
        live(three, ONE)
    standing = three.standing()
    secrets = [standing.state.setup.seed.hex(), standing.digest.hex(), "points 10"]
    for path, told in pages(superuser, three):
        assert [secret for secret in secrets if secret in told.decode()] == [], path
