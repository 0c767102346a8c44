"""Bots as players: one row a level, version and number, however many ask for it at the same time."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth import authenticate
from django.db import IntegrityError, transaction
from django.test import Client

from players import bots, sessions
from players.models import Player, RefreshToken, Session
from players.problems import BotOfTheServer
from tests.games.tables import at_once

LEVELS = ("easy", "normal", "hard")
FIRST = dict.fromkeys(LEVELS, 1)


def newcomer(level: str, seated: Collection[UUID | None] = (), **newer: int) -> UUID:
    return bots.newcomer(level, FIRST | newer, seated)


def row(id_: UUID) -> Any:
    return Player.objects.get(pk=id_)


@pytest.mark.django_db
def test_a_bot_is_a_player_whom_people_can_read() -> None:
    bot = row(newcomer("hard"))
    assert (bot.kind, bot.bot_level, bot.bot_version, bot.bot_ordinal) == ("bot", 3, "1", 1)
    assert (bot.name, bot.name_key, bot.login) == ("Hard 1", "hard 1", None)


@pytest.mark.django_db
def test_all_games_share_the_bots_and_a_table_has_each_once() -> None:
    first = newcomer("easy")
    assert newcomer("easy") == first
    second = newcomer("easy", (None, first))
    assert row(second).name == "Easy 2"
    assert newcomer("easy", (second,)) == first
    assert row(newcomer("normal", (first, second))).name == "Normal 1"
    assert Player.objects.filter(kind="bot").count() == 30


@pytest.mark.django_db
def test_a_whole_table_can_be_of_one_level() -> None:
    seated: list[UUID] = []
    for _ in range(10):
        seated.append(newcomer("normal", seated))
    assert [row(id_).name for id_ in seated] == [f"Normal {number}" for number in range(1, 11)]


@pytest.mark.django_db
def test_a_bot_that_plays_otherwise_is_another_player() -> None:
    before, same = newcomer("hard"), newcomer("easy")
    after = row(newcomer("hard", hard=2))
    assert (after.name, after.bot_version, after.pk == before) == ("Hard 1", "2", False)
    assert newcomer("easy", hard=2) == same
    assert Player.objects.filter(kind="bot").count() == 40


@pytest.mark.django_db
def test_a_bot_is_there_once() -> None:
    bot = row(newcomer("easy"))
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(kind="bot", bot_level=1, bot_version=bot.bot_version, bot_ordinal=1)


@pytest.mark.django_db
def test_a_bot_cannot_sign_in() -> None:
    bot = row(newcomer("easy"))
    assert (bot.is_active, bot.is_staff, bot.has_usable_password()) == (False, False, False)
    assert authenticate(None, username=bot.login, password="") is None


def names(ids: Collection[UUID]) -> list[str]:
    told = dict(Player.objects.filter(pk__in=ids).values_list("pk", "name"))
    return [told[id_] for id_ in ids]


@pytest.mark.django_db
def test_a_tournament_finds_as_many_bots_of_a_level_as_it_wants() -> None:
    first = newcomer("easy")
    crowd = bots.crowd("easy", FIRST, 512)
    assert crowd[0] == first
    assert names(crowd) == [f"Easy {number}" for number in range(1, 513)]
    assert bots.crowd("easy", FIRST, 512) == crowd
    assert bots.crowd("easy", FIRST, 12) == crowd[:12]
    assert Player.objects.filter(kind="bot").count() == 532


@pytest.mark.django_db
def test_a_small_crowd_makes_all_that_a_table_can_ask_for() -> None:
    assert names(bots.crowd("hard", FIRST, 2)) == ["Hard 1", "Hard 2"]
    assert bots.crowd("hard", FIRST, 0) == ()
    assert Player.objects.filter(kind="bot").count() == 30


@pytest.mark.django_db
def test_a_crowd_of_a_new_version_is_of_other_players() -> None:
    old = bots.crowd("normal", FIRST, 20)
    new = bots.crowd("normal", FIRST | {"normal": 2}, 20)
    assert (names(new) == names(old), set(new) & set(old)) == (True, set())


@pytest.mark.django_db
def test_the_level_of_a_bot_is_known_and_a_person_has_none() -> None:
    noa, bot = Player.objects.create_guest("Noa").pk, newcomer("hard")
    nobody = UUID(int=7)
    assert bots.levels([noa, nobody, bot]) == {noa: None, bot: "hard"}


@pytest.mark.django_db(transaction=True)
def test_crowds_that_are_asked_for_at_the_same_time_are_the_same() -> None:
    wanted = [(level, count) for level in LEVELS for count in (5, 40, 60)]
    found = at_once(*[lambda one=one: bots.crowd(one[0], FIRST, one[1]) for one in wanted])
    for (level, count), crowd in zip(wanted, found, strict=True):
        assert isinstance(crowd, tuple), crowd
        assert names(crowd) == [f"{level.title()} {number}" for number in range(1, count + 1)]
    assert Player.objects.filter(kind="bot").count() == 180


@pytest.mark.django_db
def test_nobody_speaks_as_a_bot() -> None:
    bot = row(newcomer("easy"))
    with pytest.raises(BotOfTheServer):
        sessions.open_session(bot)
    assert not Session.objects.exists()
    assert not RefreshToken.objects.exists()


@pytest.mark.django_db
def test_an_operator_reads_a_bot_and_changes_nothing_of_it(client: Client) -> None:
    bot = newcomer("easy")
    before = Player.objects.values().get(pk=bot)
    client.force_login(Player.objects.create_superuser("operator", "secret"))
    page = f"/admin/players/player/{bot}/change/"
    assert "Easy 1" in client.get(page).content.decode()
    rights = {"name": "Gargamel", "is_active": "on", "is_staff": "on", "is_superuser": "on"}
    assert client.post(page, rights).status_code == 403
    assert Player.objects.values().get(pk=bot) == before


@pytest.mark.django_db(transaction=True)
def test_who_asks_at_the_same_time_gets_the_same_bot() -> None:
    found = at_once(*[lambda level=level: newcomer(level) for level in LEVELS for _ in range(3)])
    assert len(set(found)) == 3
    assert Player.objects.filter(kind="bot").count() == 30
