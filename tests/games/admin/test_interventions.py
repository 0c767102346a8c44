"""Aborting a game and giving a seat up: by permission, on purpose, for a reason, and never half."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from games.engine import events as ev
from games.engine.cards import card
from games.engine.commands import Lay
from games.engine.events import Abandonment
from games.event_store import GAMES
from games.handling import handle
from games.models import Game
from games.refusing import Busy
from players.models import Player
from tests.games.admin import shown
from tests.games.admin.conftest import Operator
from tests.games.tables import Table

UNFIT = "The reason does not fit. Give a reason of 1..200 printable characters, in one line:"
OVER = "The game is over. Look how it ended, or open another table."


@pytest.fixture
def boss(operator: Operator) -> Client:
    """An operator who may read games, abort them and give seats up."""
    return operator("view_game", "abort_game", "give_up_seat", login="boss")


@pytest.fixture
def running(table: Callable[..., Table]) -> Table:
    """Three are dealt; the turn is seat 0's."""
    opened = table(3)
    opened.deal("R5 G1 G3", "B1 B3", "Y1 Y3 Y4", leading="R3", pile="K G3 G4")
    return opened


@pytest.fixture
def finished(table: Callable[..., Table]) -> Table:
    opened = table(2)
    opened.deal("R5", "B1 B3", leading="R3", pile="K G3")
    opened.play(0, Lay(card("R5")))
    return opened


def address(table: Table, word: str) -> str:
    return f"/admin/games/game/{table.id}/{word}/"


def abort(client: Client, table: Table, reason: str = "It was stuck", **more: Any) -> Any:
    return client.post(address(table, "abort"), {"reason": reason}, **more)


def give_up(client: Client, table: Table, seat: int | str = 1, reason: str = "Away", **more: Any) -> Any:
    return client.post(address(table, "give-up"), {"seat": seat, "reason": reason}, **more)


def told(table: Table, *, after: int) -> list[tuple[UUID | None, ev.Event]]:
    """Who did what since a version."""
    return [(row.actor, row.event) for row in GAMES.recorded(table.id, after=after)]


def boss_id() -> UUID:
    id_: UUID = Player.objects.get(login="boss").pk
    return id_


# --- done


def test_an_aborted_game_tells_who_did_it_and_why(boss: Client, running: Table) -> None:
    before = running.head().version
    answer = abort(boss, running)
    assert (answer.status_code, answer["Location"]) == (302, address(running, "change"))
    assert told(running, after=before) == [
        (boss_id(), ev.Intervened("It was stuck")),
        (boss_id(), ev.GameAbandoned(Abandonment.ABORTED)),
        (boss_id(), ev.Disclosed()),
    ]
    assert running.head().status == Game.Status.ABANDONED
    page = boss.get(address(running, "change"))
    assert "The game is aborted." in page.content.decode()
    assert [row[2:] for row in shown.transcript(page)][-3:] == [
        ["boss", 'operator ; "It was stuck"'],
        ["boss", "abandoned aborted"],
        ["boss", "disclosed"],
    ]


def test_a_lobby_can_be_aborted(boss: Client, table: Callable[..., Table]) -> None:
    lobby = table(2)
    assert abort(boss, lobby).status_code == 302
    assert lobby.events(after=4) == [
        ev.Intervened("It was stuck"),
        ev.GameAbandoned(Abandonment.ABORTED),
        ev.Disclosed(),
    ]


def test_a_seat_that_is_given_up_tells_who_did_it_and_why(boss: Client, running: Table) -> None:
    before = running.head().version
    answer = give_up(boss, running, seat=0)
    assert (answer.status_code, answer["Location"]) == (302, address(running, "change"))
    done = told(running, after=before)
    assert {actor for actor, _ in done} == {boss_id()}
    assert [event for _, event in done][:2] == [ev.Intervened("Away"), ev.SeatGivenUp(0, 3, 9)]
    assert done[-1][1] == ev.TurnPassed(1, 2, ev.Pending.ORDINARY)
    assert "Seat 0 is given up." in boss.get(address(running, "change")).content.decode()


def test_what_was_typed_becomes_one_line(boss: Client, running: Table) -> None:
    before = running.head().version
    abort(boss, running, "  It was\r\n  stuck ")
    assert running.events(after=before)[0] == ev.Intervened("It was stuck")


@pytest.mark.django_db(transaction=True)
def test_no_transaction_is_open_around_it(boss: Client, playing: Table) -> None:
    assert abort(boss, playing).status_code == 302
    assert playing.head().status == Game.Status.ABANDONED


# --- asked first


@pytest.mark.parametrize("word", ["abort", "give-up"])
def test_first_it_is_asked_and_nothing_done(boss: Client, running: Table, word: str) -> None:
    before = running.rows()
    answer = boss.get(address(running, word), {"reason": "By the address", "seat": "1"})
    page = answer.content.decode()
    assert answer.status_code == 200
    assert 'maxlength="200" required' in page
    assert "all players read it: no names of people in it." in page
    assert "By the address" not in page
    assert running.rows() == before


def test_the_seats_in_play_are_there_to_choose_from(boss: Client, running: Table) -> None:
    give_up(boss, running, seat=0)
    page = boss.get(address(running, "give-up"), {"seat": "2"}).content.decode()
    assert (
        '<option value="1">seat1, Guest 1</option><option value="2" selected>seat2, Guest 2</option>' in page
    )
    assert "seat0," not in page


def test_the_way_there_is_shown_while_it_leads_somewhere(
    boss: Client, running: Table, finished: Table, table: Callable[..., Table]
) -> None:
    def ways(opened: Table) -> list[str]:
        links = shown.links(boss.get(address(opened, "change")))
        return [word for word in ("abort", "give-up") if address(opened, word) in links]

    assert ways(running) == ["abort", "give-up"]
    assert ways(table(2)) == ["abort"]
    assert ways(finished) == []


# --- refused


@pytest.mark.parametrize("reason", ["", "   ", "x" * 201, "a\u202eb", "a\x07b"])
@pytest.mark.parametrize("ask", [abort, give_up])
def test_a_reason_that_does_not_fit_is_refused(
    boss: Client, running: Table, ask: Callable[..., Any], reason: str
) -> None:
    before = running.rows()
    answer = ask(boss, running, reason=reason)
    assert answer.status_code == 422
    assert shown.reason(answer).startswith(UNFIT)
    assert running.rows() == before


def test_what_was_typed_is_still_there_after_a_refusal(boss: Client, running: Table) -> None:
    assert f'value="{"x" * 201}"' in abort(boss, running, "x" * 201).content.decode()
    assert "<b>" not in abort(boss, running, "<b>" + "x" * 201).content.decode()


@pytest.mark.parametrize("ask", [abort, give_up])
def test_a_game_that_is_over_stays_as_it_is(boss: Client, finished: Table, ask: Callable[..., Any]) -> None:
    before = finished.rows()
    answer = ask(boss, finished)
    assert (answer.status_code, shown.reason(answer)) == (409, OVER)
    assert finished.rows() == before


@pytest.mark.parametrize("word", ["abort", "give-up"])
def test_whoever_asks_for_the_form_of_a_game_that_is_over_is_told(
    boss: Client, finished: Table, word: str
) -> None:
    answer = boss.get(address(finished, word))
    assert (answer.status_code, shown.reason(answer)) == (409, OVER)


def test_a_game_that_ends_meanwhile_is_told_on_the_form(
    boss: Client, running: Table, finished: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def handle_other(_game_id: UUID, *asked: Any) -> Any:
        return handle(finished.id, *asked)

    monkeypatch.setattr("games.admin.interventions.handle", handle_other)
    before = finished.rows()
    answer = abort(boss, running)
    assert (answer.status_code, shown.reason(answer)) == (409, OVER)
    assert finished.rows() == before


def test_no_seat_is_given_up_in_a_lobby(boss: Client, table: Callable[..., Table]) -> None:
    lobby = table(2)
    before = lobby.rows()
    answer = give_up(boss, lobby)
    assert answer.status_code == 409
    assert shown.reason(answer) == "The game has not started yet. Wait until the host starts it."
    assert lobby.rows() == before


@pytest.mark.parametrize(
    ("seat", "status"), [(2, 422), (3, 404), (-1, 404), ("x", 400), ("", 400), ("9" * 5000, 404)]
)
def test_a_seat_that_nobody_plays_is_not_given_up(
    boss: Client, running: Table, seat: int | str, status: int
) -> None:
    give_up(boss, running, 2)
    before = running.rows()
    assert give_up(boss, running, seat).status_code == status
    assert running.rows() == before


@pytest.mark.parametrize(
    ("language", "words"),
    [("he-IL, en;q=0.5", "הסיבה אינה מתאימה."), ("fr", "The reason does not fit.")],
)
def test_a_refusal_speaks_the_operators_language(
    boss: Client, running: Table, language: str, words: str
) -> None:
    answer = abort(boss, running, "", headers={"Accept-Language": language})
    assert shown.reason(answer).startswith(words)


def test_a_game_that_others_hold_is_told(
    boss: Client, running: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_asked: object) -> None:
        raise Busy

    monkeypatch.setattr("games.admin.interventions.handle", busy)
    answer = abort(boss, running)
    assert answer.status_code == 503
    assert shown.reason(answer).endswith("Nothing was changed. Try again in a moment.")


# --- by whom


@pytest.mark.parametrize(
    ("permissions", "expected"),
    [
        (["view_game"], [403, 403, 403, 403]),
        (["view_game", "look_into_hands"], [403, 403, 403, 403]),
        (["abort_game", "give_up_seat"], [403, 403, 403, 403]),
        (["view_game", "abort_game"], [200, 302, 403, 403]),
        (["view_game", "give_up_seat"], [403, 403, 200, 302]),
    ],
)
def test_each_takes_its_permission(
    operator: Operator, table: Callable[..., Table], permissions: list[str], expected: list[int]
) -> None:
    client = operator(*permissions)
    statuses = []
    for word, ask in (("abort", abort), ("give-up", give_up)):
        opened = table(3)
        opened.deal("R5 G1", "B1 B3", "Y1", leading="R3")
        before = opened.rows()
        statuses += [client.get(address(opened, word)).status_code, ask(client, opened).status_code]
        assert (opened.rows() == before) == (statuses[-1] == 403)
    assert statuses == expected


def test_a_player_who_is_no_operator_is_sent_to_sign_in(running: Table) -> None:
    player = Client()
    player.force_login(Player.objects.get(pk=running.people[0]))
    before = running.rows()
    for answer in (abort(player, running), give_up(player, running), abort(Client(), running)):
        assert answer.status_code == 302
        assert answer["Location"].startswith("/admin/login/")
    assert running.rows() == before


def test_forms_take_their_own_token(operator: Operator, running: Table) -> None:
    client = operator("view_game", "abort_game", "give_up_seat", csrf=True)
    before = running.rows()
    assert abort(client, running).status_code == 403
    assert give_up(client, running).status_code == 403
    assert running.rows() == before
