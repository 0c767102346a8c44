"""Views as JSON: what stands in one at each moment of a game, and that its schema says so."""

from collections.abc import Callable
from random import Random
from typing import Any
from uuid import UUID

import msgspec
import pytest
from jsonschema import Draft202012Validator

from games.engine import events as ev
from games.engine.cards import Color, card
from games.engine.commands import Return
from games.engine.state import changed
from games.event_store import GAMES
from games.standing import Standing
from games.terms import Context, Terms
from games.wire.events import event_form
from games.wire.schemas import components, ref
from games.wire.view_forms import GameView
from games.wire.views import game_view
from tests.conftest import FixedClock
from tests.games.tables import Table, play_on

pytestmark = pytest.mark.django_db

type Tables = Callable[..., Table]


def told(standing: Standing, viewer: int | None, **more: Any) -> Any:
    view = game_view(standing, viewer, terms=more.pop("terms", Terms("public")), **more)
    return msgspec.json.decode(msgspec.json.encode(view))


def test_what_a_game_belongs_to_and_whether_it_is_rated_is_told_to_all(table: Tables) -> None:
    standing, tournament = table(2).standing(), UUID(int=7)
    terms = Terms("tournament", context=Context("tournament", tournament), rated=True)
    for viewer in (0, None):
        view = told(standing, viewer, terms=terms)
        assert (view["visibility"], view["rated"]) == ("tournament", True)
        assert view["context"] == {"kind": "tournament", "id": str(tournament)}
        plain = told(standing, viewer)
        assert (plain["context"], plain["rated"]) == (None, False)


@pytest.fixture
def running(table: Tables) -> Table:
    opened = table(3)
    opened.deal("RT R5 R+2", "R3 R9 K", "B1 B3", leading="R1")
    return opened


def test_a_view_made_from_the_log_alone_has_no_names(running: Table) -> None:
    seats = told(running.standing(), 0)["seats"]
    assert [seat["player"] for seat in seats] == [{"id": str(person)} for person in running.people]
    assert [seat["bot"] for seat in seats] == [False, False, False]


def test_names_are_told_where_they_are_known(running: Table) -> None:
    noa, dana, _ = running.people
    seats = told(running.standing(), None, names={noa: "Noa", dana: "Dana"})["seats"]
    assert [seat["player"]["name"] for seat in seats] == ["Noa", "Dana", ""]


def test_a_bot_is_told_with_its_level(table: Tables) -> None:
    standing = table(3, taken=2).standing()
    standing = standing._replace(state=changed(standing.state, bots=(None, "hard", None)))
    for viewer in (0, None):
        seats = told(standing, viewer)["seats"]
        assert [(seat["bot"], seat["level"]) for seat in seats] == [(False, None), (True, "hard")]


def test_for_whom_a_bot_stands_in_is_told_until_they_return(running: Table) -> None:
    def away(standing: Standing) -> list[tuple[int, bool, bool]]:
        seats = told(standing, 1)["seats"]
        return [(seat["absent"], seat["stood_in"], seat["bot"]) for seat in seats]

    nobody = [(0, False, False)] * 3
    assert away(running.standing()) == nobody
    standing = running.happen(ev.TurnSettled(0), ev.BotStoodIn(0))
    assert away(standing) == [(1, True, False), *nobody[1:]]
    assert away(running.happen(ev.SeatReturned(0))) == nobody


def test_when_a_seat_is_given_up_is_told_of_those_that_are_waited_for(
    table: Tables, clock: FixedClock
) -> None:
    def dates(standing: Standing) -> list[str | None]:
        shown = [[seat["gives_up_at"] for seat in told(standing, viewer)["seats"]] for viewer in (0, 1, None)]
        assert shown == [shown[0]] * 3
        return shown[0]

    opened = table(3, turn_seconds=0, give_up_after_seconds=90)
    assert dates(opened.standing()) == [None, None, None]
    opened.deal("RT R5 R+2", "R3 R9 K", "B1 B3", leading="R1")
    assert dates(opened.standing()) == ["2040-01-01T12:01:30.000000Z", None, None]
    clock.advance(seconds=20)
    standing = opened.happen(ev.TurnSettled(0), ev.TurnPassed(1, 2, ev.Pending.ORDINARY))
    assert dates(standing) == ["2040-01-01T12:01:30.000000Z", "2040-01-01T12:01:50.000000Z", None]
    opened.play(0, Return())
    assert dates(opened.standing()) == [None, "2040-01-01T12:01:50.000000Z", None]


def test_a_code_is_told_to_the_seated_in_the_lobby_alone(table: Tables) -> None:
    lobby = table(2)
    assert told(lobby.standing(), 0, terms=Terms("code", "K7R4WX"))["code"] == "K7R4WX"
    assert told(lobby.standing(), None, terms=Terms("code", "K7R4WX"))["code"] is None
    lobby.start()
    assert told(lobby.standing(), 0, terms=Terms("code", "K7R4WX"))["code"] is None


def test_a_run_stands_on_the_table_and_is_nobodys_when_left_open(running: Table) -> None:
    standing = running.happen(ev.CardLaid(0, card("RT"), Color.RED, leads=True), ev.RunOpened(0, Color.RED))
    assert told(standing, 1)["table"]["run"] == {"color": "R", "seat": 0}
    standing = running.happen(ev.RunLeftOpen(), ev.DirectionChanged(-1))
    table = told(standing, 1)["table"]
    assert (table["run"], table["direction"]) == ({"color": "R", "seat": None}, -1)


def test_the_card_just_drawn_is_told_to_its_own_seat_while_it_may_be_laid(running: Table) -> None:
    assert told(running.standing(), 0)["you"]["drawn"] is None
    drawn = ev.CardsDrawn(0, (card("G1"),))
    standing = running.happen(drawn, ev.DrawnCardKept(0, card("G1")))
    assert [told(standing, seat)["you"]["drawn"] for seat in (0, 1, 2)] == ["G1", None, None]
    assert told(standing, 1)["turn"]["pending"] == "drawn_card"
    standing = running.happen(ev.CardLaid(0, card("G1"), Color.GREEN, leads=True))
    assert told(standing, 0)["you"]["drawn"] is None


def test_whether_the_card_just_drawn_fits_is_told_to_nobody_else(table: Tables) -> None:
    games = [table(2), table(2)]
    for game, fitting in zip(games, (card("G1"), None), strict=True):
        game.deal("RT R5", "R3 R9", leading="R1")
        game.happen(ev.CardsDrawn(0, (card("G1"),)), ev.DrawnCardKept(0, fitting))
    for viewer in (1, None):
        shown = [told(game.standing(), viewer) for game in games]
        for of_another_game in ("id", "opened_at", "seats", "fairness"):
            for view in shown:
                del view[of_another_game]
        for view in shown:
            assert view["turn"].pop("deadline") is not None
        assert shown[0] == shown[1]


def test_a_seat_that_is_held_back_is_told_to_all_until_it_finishes(running: Table) -> None:
    lay_all = (ev.CardLaid(2, card(code), None, leads=True) for code in ("B1", "B3"))
    standing = running.happen(*lay_all, ev.FinishHeldBack(2))
    for viewer in (0, 2, None):
        assert [seat["held_back"] for seat in told(standing, viewer)["seats"]] == [False, False, True]
    standing = running.happen(ev.SeatFinished(2, 1))
    assert [seat["held_back"] for seat in told(standing, 0)["seats"]] == [False, False, False]


def test_passed_hands_are_seen_by_the_seats_that_hold_them_now(running: Table) -> None:
    hands = running.standing().state.hands
    standing = running.happen(ev.HandsPassed(0, 1, (hands[2], hands[0], hands[1]), (False,) * 3))
    assert [told(standing, seat)["you"]["hand"] for seat in (0, 1, 2)] == [
        ["B1", "B3"],
        ["R5", "R+2", "RT"],
        ["R3", "R9", "K"],
    ]
    assert [seat["cards"] for seat in told(standing, None)["seats"]] == [2, 3, 3]


def test_before_the_first_turn_there_is_none(running: Table) -> None:
    lobby = Table.open(2)
    standing = lobby.happen(ev.GameStarted(1, (0, 1), (card("R5"),)))
    view = told(standing, 0)
    assert (view["status"], view["turn"], view["legal"]) == ("playing", None, [])


def test_a_game_without_a_clock_has_no_deadline(table: Tables) -> None:
    untimed = table(2, turn_seconds=0)
    untimed.start()
    assert told(untimed.standing(), 0)["turn"]["deadline"] is None


HOUSE_RULES: dict[str, Any] = {
    "stages": 3,
    "places": "play_on",
    "last_card": "called_out",
    "drawn_card_playable": True,
    "plus_two_last_wins": "if_it_does_not_return",
    "super_taki_color": "chosen",
    "scoring": "series",
    "winner_bonus": 100,
}


@pytest.mark.parametrize("options", [{}, HOUSE_RULES], ids=["as the box says", "by house rules"])
def test_every_view_and_event_of_a_whole_game_is_as_its_schema_says(
    table: Tables, options: dict[str, Any]
) -> None:
    played = table(3, **options)
    played.start()
    described = components(GameView)
    schema = {**described["GameView"], "components": {"schemas": described}}
    validator = Draft202012Validator(schema)
    chance = Random(11)

    def check(standing: Standing) -> bool:
        viewer = (0, 1, 2, None)[standing.version % 4]
        validator.validate(told(standing, viewer))
        return False

    final = play_on(played, chance, until=check)
    events = Draft202012Validator({**ref("Event"), "components": {"schemas": described}})
    log = GAMES.recorded(played.id)
    for viewer in (0, 1, 2, None):
        validator.validate(told(final, viewer))
        for recorded in log:
            form = event_form(recorded, viewer, disclosed=False)
            events.validate(msgspec.json.decode(msgspec.json.encode(form)))
    assert told(final, None)["status"] == "finished"
