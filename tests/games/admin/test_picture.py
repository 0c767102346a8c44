"""The picture of a table: everybody has a place, nothing hidden is in it, and words say the same."""

from collections.abc import Callable
from itertools import combinations

import pytest
from django.test import Client

from games.admin.picture import Drawn, Line, Picture, picture
from games.admin.words import Sitter
from games.engine import events as ev
from games.engine.cards import card
from games.engine.commands import Lay
from games.engine.events import Pending
from games.engine.sight import view
from players.models import Player
from tests.games.tables import Table

WIDE, HIGH = 86, 60  # a seat in the template


def drawn(table: Table, names: dict[int, str] | None = None) -> Picture:
    """The picture that a spectator gets."""
    standing = table.standing()
    called = {seat: f"P{seat}" for seat in range(10)} | (names or {})
    sitters = [
        None if person is None else Sitter(called[seat], None) for seat, person in enumerate(standing.people)
    ]
    return picture(view(standing.state, None), sitters)


def words(shown: Picture) -> list[str]:
    return [line.words for line in shown.lines]


@pytest.mark.parametrize("seats", range(2, 11))
def test_no_seat_covers_another_or_leaves_the_picture(table: Callable[..., Table], seats: int) -> None:
    shown = drawn(table(seats, taken=1))
    assert len(shown.places) == seats
    for one, other in combinations(shown.places, 2):
        assert abs(one.x - other.x) >= WIDE or abs(one.y - other.y) >= HIGH
    for place in shown.places:
        assert WIDE / 2 <= place.x <= 400 - WIDE / 2
        assert HIGH / 2 <= place.y <= shown.height - HIGH / 2


def test_seats_follow_each_other_clockwise_from_below(table: Callable[..., Table]) -> None:
    shown = drawn(table(4, taken=1))
    assert [(place.x, place.y) for place in shown.places] == [(200, 366), (50, 201), (200, 36), (350, 201)]


def test_a_lobby_shows_who_is_there(table: Callable[..., Table]) -> None:
    shown = drawn(table(3, taken=2))
    assert [(place.name, place.mark, place.cards, place.fan) for place in shown.places] == [
        ("P0", "host", 0, ()),
        ("P1", "", 0, ()),
        ("seat2", "free", None, ()),
    ]
    assert (shown.lines, shown.stack, shown.color) == ((Line(4, "Not dealt yet"),), (), None)
    assert shown.told == "Not dealt yet. seat0, P0: 0 cards, host. seat1, P1: 0 cards."


def test_a_running_game_shows_backs_and_what_lies_on_the_table(table: Callable[..., Table]) -> None:
    opened = table(3)
    opened.deal("R5 G1 G3", "B1 B3 B4 B5 B6 B7 B8 B9", "Y1", leading="R3", pile="K G3")
    shown = drawn(opened)
    assert [(place.cards, len(place.fan), place.is_to_move) for place in shown.places] == [
        (3, 3, True),
        (8, 7, False),
        (1, 1, False),
    ]
    assert {one.card for place in shown.places for one in place.fan} == {None}
    assert shown.stack == (Drawn(4, card("R3")),)
    assert shown.lines == (Line(-80, "Turn 1: ordinary"), Line(50, "clockwise"))
    assert shown.color == "red"
    assert shown.told == (
        "Turn 1: ordinary. clockwise. R3 leads; the color to follow is red; 2 cards in the pile, 0 beneath"
        " the leading card. seat0, P0: 3 cards, to move. seat1, P1: 8 cards. seat2, P2: 1 card."
    )


def test_what_lies_above_the_leading_card_is_shown(table: Callable[..., Table]) -> None:
    opened = table(2)
    opened.deal("+3 R1 R4", "RT R4 R5", leading="R3")
    opened.play(0, Lay(card("+3")))
    shown = drawn(opened)
    assert [one.card for one in shown.stack] == [card("R3"), card("+3")]
    assert words(shown) == ["Turn 1: plus three", "+3 window of seat0", "clockwise"]
    assert [place.mark for place in shown.places] == ["laid the +3", ""]
    assert not any(place.is_to_move for place in shown.places)
    assert "R3 leads, above it +3; the color to follow is red" in shown.told


def test_a_debt_is_told(table: Callable[..., Table]) -> None:
    opened = table(2)
    opened.deal("R+2 R1", "B1 B3", leading="R3")
    opened.play(0, Lay(card("R+2")))
    assert words(drawn(opened)) == ["Turn 2: debt", "2 cards owed", "clockwise"]


def test_a_run_and_another_direction_are_told(table: Callable[..., Table]) -> None:
    opened = table(3)
    opened.deal("RD R1", "RT R3 R4", "RT R5 R6", leading="R3")
    opened.play(0, Lay(card("RD")))
    opened.play(2, Lay(card("RT")))
    assert words(drawn(opened)) == ["Turn 2: run", "red run of seat2", "counterclockwise"]
    opened.happen(ev.RunLeftOpen(), ev.TurnPassed(1, 3, Pending.ORDINARY))
    assert words(drawn(opened)) == ["Turn 3: ordinary", "red run left open", "counterclockwise"]


def test_a_game_that_is_over_says_no_more_than_that(table: Callable[..., Table]) -> None:
    opened = table(2)
    opened.deal("RT R3", "B1 B3", leading="R5")
    opened.play(0, Lay(card("RT")), Lay(card("R3")))
    shown = drawn(opened)
    assert opened.standing().state.run is not None
    assert (shown.lines, shown.color) == ((Line(-80, "Finished"),), None)
    assert shown.told.startswith("Finished. R3 leads; 12 cards in the pile, 2 beneath the leading card. ")


def test_whoever_gave_up_or_declared_is_marked(table: Callable[..., Table]) -> None:
    opened = table(3)
    opened.deal("R5 G1", "B1 B3", "Y1 Y3", leading="R3")
    opened.play(0, Lay(card("R5"), last_card=True))
    assert [place.mark for place in drawn(opened).places] == ["last card", "to move", ""]
    opened.happen(ev.SeatGivenUp(2, 3, 4))
    assert [(place.mark, place.is_out) for place in drawn(opened).places][2] == ("place 3", True)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Noa", "Noa"),
        ("Maximiliane", "Maximiliane"),
        ("Maximilian Longname", "Maximilian…"),
        ("abcdefghi\u0301jklm", "abcdefghi\u0301…"),
        ("abcdefghij\u0301klm", "abcdefghi…"),
    ],
)
def test_long_names_are_cut_between_letters(table: Callable[..., Table], name: str, shown: str) -> None:
    assert drawn(table(2), {0: name}).places[0].name == shown


# --- on the pages


def faces(client: Client, path: str) -> list[str]:
    """The classes of the small cards at the seats of a page's picture."""
    page = client.get(path).content.decode()
    return [part.split('"')[0] for part in page.split('<rect class="')[1:] if 'width="14"' in part[:90]]


def test_hands_lie_face_down_until_they_are_open(reader: Client, table: Callable[..., Table]) -> None:
    opened = table(2)
    opened.deal("R5", "B1 G3", leading="R3", pile="K G3")
    path = f"/admin/games/game/{opened.id}/"
    for page in (f"{path}change/", f"{path}at/"):
        assert faces(reader, page) == ["taki-back"] * 3
    opened.play(0, Lay(card("R5")))
    assert faces(reader, f"{path}change/") == ["taki-face taki-face-G", "taki-face taki-face-B"]


def test_the_hand_that_was_looked_into_lies_open_and_no_other(
    looker: Client, table: Callable[..., Table]
) -> None:
    opened = table(2)
    opened.deal("R5 G1", "B1 K", leading="R3")
    asked = {"version": 8, "seat": 1, "confirmed": "yes"}
    page = looker.post(f"/admin/games/game/{opened.id}/look/", asked).content.decode()
    picture = page[page.index("<svg") : page.index("</svg>")]
    small = [part.split('"')[0] for part in picture.split('<rect class="') if 'width="14"' in part[:90]]
    assert small == ["taki-back", "taki-back", "taki-face taki-face-B", "taki-face taki-face-none"]


def test_the_picture_has_words_for_those_who_do_not_see_it(reader: Client, playing: Table) -> None:
    page = reader.get(f"/admin/games/game/{playing.id}/change/").content.decode()
    assert 'role="img" aria-label="Turn 1: ordinary. clockwise. ' in page
    assert "seat0, Guest 0: 8 cards, to move. seat1, Guest 1: 8 cards. seat2, Guest 2: 8 cards." in page


def test_names_are_no_markup_in_a_picture(reader: Client, playing: Table) -> None:
    Player.objects.filter(pk=playing.people[0]).update(name="<b>x")
    page = reader.get(f"/admin/games/game/{playing.id}/change/").content.decode()
    assert "seat0, &lt;b&gt;x: 8 cards" in page
    assert "<b>x" not in page
