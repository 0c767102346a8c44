"""Bots as players: one row a level, version and number, however many ask for it at the same time."""

from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth import authenticate
from django.db import IntegrityError, transaction

from players import bots
from players.bots import Level
from players.models import Player
from tests.games.tables import at_once


def row(id_: UUID) -> Any:
    return Player.objects.get(pk=id_)


@pytest.mark.django_db
def test_a_bot_is_a_player_whom_people_can_read() -> None:
    bot = row(bots.newcomer(Level.HARD, ()))
    assert (bot.kind, bot.bot_level, bot.bot_version, bot.bot_ordinal) == ("bot", 3, "1", 1)
    assert (bot.name, bot.name_key, bot.login) == ("Hard 1", "hard 1", None)


@pytest.mark.django_db
def test_all_games_share_the_bots_and_a_table_has_each_once() -> None:
    first = bots.newcomer(Level.EASY, ())
    assert bots.newcomer(Level.EASY, ()) == first
    second = bots.newcomer(Level.EASY, (None, first))
    assert row(second).name == "Easy 2"
    assert bots.newcomer(Level.EASY, (second,)) == first
    assert row(bots.newcomer(Level.NORMAL, (first, second))).name == "Normal 1"
    assert Player.objects.filter(kind="bot").count() == 30


@pytest.mark.django_db
def test_a_whole_table_can_be_of_one_level() -> None:
    seated: list[UUID] = []
    for _ in range(10):
        seated.append(bots.newcomer(Level.NORMAL, seated))
    assert [row(id_).name for id_ in seated] == [f"Normal {number}" for number in range(1, 11)]


@pytest.mark.django_db
def test_a_bot_is_there_once() -> None:
    bot = row(bots.newcomer(Level.EASY, ()))
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(kind="bot", bot_level=1, bot_version=bot.bot_version, bot_ordinal=1)


@pytest.mark.django_db
def test_a_bot_cannot_sign_in() -> None:
    bot = row(bots.newcomer(Level.EASY, ()))
    assert (bot.is_active, bot.is_staff, bot.has_usable_password()) == (False, False, False)
    assert authenticate(None, username=bot.login, password="") is None


@pytest.mark.django_db(transaction=True)
def test_who_asks_at_the_same_time_gets_the_same_bot() -> None:
    found = at_once(*[lambda level=level: bots.newcomer(level, ()) for level in Level for _ in range(3)])
    assert len(set(found)) == 3
    assert Player.objects.filter(kind="bot").count() == 30
