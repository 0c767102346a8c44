"""Checking a log by a button: it names the first bad version, also where no page can be made of the log."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.engine.cards import card
from games.engine.commands import Lay
from games.event_store import GAMES
from games.models import Game
from tests.games.admin import shown
from tests.games.admin.conftest import Operator
from tests.games.tables import Table, tamper

pytestmark = pytest.mark.django_db(transaction=True)

SOUND = "Sound: every version follows from the one before"


def check(client: Client, game: Table, **more: Any) -> Any:
    return client.post(f"/admin/games/game/{game.id}/check/", **more)


def test_a_sound_log_is_called_sound(reader: Client, playing: Table) -> None:
    before = playing.rows()
    answer = check(reader, playing)
    assert answer.status_code == 200
    assert SOUND in answer.content.decode()
    assert playing.rows() == before


def test_the_first_bad_version_is_named(reader: Client, playing: Table) -> None:
    for version in (4, 6):
        tamper(
            "UPDATE games_storedevent SET subject = gen_random_uuid() WHERE game_id = %s AND version = %s",
            playing.id,
            version,
        )
    answer = check(reader, playing)
    assert answer.status_code == 200
    assert shown.reason(answer) == "Not sound: version 4 does not match its digest."
    assert SOUND not in answer.content.decode()


def test_lists_that_say_something_else_are_told(reader: Client, playing: Table) -> None:
    Game.objects.filter(pk=playing.id).update(turn_number=9)
    version = playing.head().version
    told = shown.reason(check(reader, playing))
    assert told == f"Not sound: version {version} is not what the read tables say: turn_number."


@pytest.mark.parametrize("word", ["change", "at"])
def test_pages_of_a_log_that_cannot_be_replayed_say_where(reader: Client, playing: Table, word: str) -> None:
    tamper(
        "UPDATE games_storedevent SET payload = '{\"seat\": 1.5}' WHERE game_id = %s AND version = 4",
        playing.id,
    )
    GAMES._cache.forget(playing.id)
    answer = reader.get(f"/admin/games/game/{playing.id}/{word}/")
    assert answer.status_code == 500
    assert shown.reason(answer) == "Not sound: version 4 cannot be replayed (Unreadable)."
    assert shown.reason(check(reader, playing)) == shown.reason(answer)


def test_the_stored_rows_of_a_log_that_cannot_be_replayed_are_shown(
    reader: Client, table: Callable[..., Table]
) -> None:
    finished = table(2)
    finished.deal("R5", "B1 B3", leading="R3")
    finished.play(0, Lay(card("R5")))
    tamper(
        "UPDATE games_storedevent SET payload = '{\"seat\": 1.5}' WHERE game_id = %s AND version = 4",
        finished.id,
    )
    GAMES._cache.forget(finished.id)
    answer = reader.get(f"/admin/games/game/{finished.id}/rows/")
    assert answer.status_code == 200
    assert "{&quot;seat&quot;:1.5}" in answer.content.decode()


def test_a_game_has_a_button_for_it(reader: Client, playing: Table) -> None:
    page = reader.get(f"/admin/games/game/{playing.id}/change/").content.decode()
    assert f'<form method="post" action="/admin/games/game/{playing.id}/check/">' in page


def test_checking_is_never_a_get_and_takes_the_forms_own_token(
    reader: Client, operator: Operator, playing: Table
) -> None:
    assert reader.get(f"/admin/games/game/{playing.id}/check/").status_code == 405
    assert check(operator("view_game", csrf=True), playing).status_code == 403


@pytest.mark.parametrize(("permission", "status"), [("view_game", 200), ("abort_game", 403)])
def test_whoever_reads_games_may_check_them(
    operator: Operator, playing: Table, permission: str, status: int
) -> None:
    assert check(operator(permission), playing).status_code == status
    assert check(Client(), playing).status_code == 302


def test_there_is_nothing_to_check_where_there_is_no_game(
    reader: Client, table: Callable[..., Table]
) -> None:
    for game_id in ("00000000-0000-7000-8000-000000000000", "x", "%00"):
        answer = reader.post(f"/admin/games/game/{game_id}/check/")
        assert (answer.status_code, shown.reason(answer)) == (404, "There is no game with this id.")
