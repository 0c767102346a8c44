"""What is left of a person who asked to be forgotten."""

from io import StringIO
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command

from players import bots, erasure, sessions
from players.models import Player, RefreshToken, Session
from players.problems import BotOfTheServer
from problems.languages import Language
from problems.problem import Problem
from tests.conftest import NOON, FixedClock

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[UUID, str]]:
    """What a registered eraser was told: the id and the name that was left."""
    told: list[tuple[UUID, str]] = []

    def eraser(player: Player) -> None:
        told.append((player.pk, player.name))

    monkeypatch.setattr(erasure, "_erasers", [])
    erasure.register(eraser)
    erasure.register(eraser)
    return told


def test_the_row_stays_and_tells_nothing(told: list[tuple[UUID, str]], clock: FixedClock) -> None:
    player, pair = sessions.welcome_guest("Noa", Language.HEBREW)
    clock.advance(hours=1)
    erasure.erase(player)

    kept = Player.objects.get(pk=player.pk)
    assert (kept.name, kept.name_key, kept.login, kept.locale) == ("", "", None, "en")
    assert (kept.erased_at, kept.created_at) == (clock.moment, NOON)
    assert not kept.is_active
    assert player.name == ""
    session = Session.objects.get(pk=pair.token.session_id)
    assert (session.ended_at, session.ended_reason) == (clock.moment, "erased")
    assert not RefreshToken.objects.exists()
    assert told == [(player.pk, "")]
    with pytest.raises(Problem):
        sessions.rotate(pair.refresh)


def test_an_operator_loses_every_right() -> None:
    operator = Player.objects.create_superuser("operator", "secret")
    erasure.erase(operator)
    kept = Player.objects.get(pk=operator.pk)
    assert (kept.is_staff, kept.is_superuser) == (False, False)
    assert not kept.has_usable_password()


def test_a_second_time_changes_nothing(told: list[tuple[UUID, str]], clock: FixedClock) -> None:
    player, _ = sessions.welcome_guest("Noa", Language.ENGLISH)
    erasure.erase(player)
    clock.advance(days=1)
    erasure.erase(player)
    assert Player.objects.get(pk=player.pk).erased_at == NOON
    assert len(told) == 1


def test_nothing_is_erased_when_an_app_cannot_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Player) -> None:
        raise RuntimeError

    monkeypatch.setattr(erasure, "_erasers", [fail])
    player, pair = sessions.welcome_guest("Noa", Language.ENGLISH)
    with pytest.raises(RuntimeError):
        erasure.erase(player)
    assert Player.objects.get(pk=player.pk).name == "Noa"
    assert sessions.is_live(pair.token.session_id)


def test_a_bot_is_nobody_to_be_forgotten(told: list[tuple[UUID, str]]) -> None:
    bot = bots.newcomer("hard", {"easy": 1, "normal": 1, "hard": 1}, ())
    before = Player.objects.values().get(pk=bot)
    with pytest.raises(BotOfTheServer) as refused:
        erasure.erase(Player.objects.get(pk=bot))
    assert (refused.value.code, refused.value.status) == ("bot_of_the_server", 409)
    with pytest.raises(CommandError, match=f"Player {bot} is a bot: bots belong to the server"):
        call_command("erase_player", str(bot))
    assert (Player.objects.values().get(pk=bot), told) == (before, [])


def test_the_command_erases_by_id() -> None:
    player, _ = sessions.welcome_guest("Noa", Language.ENGLISH)
    out = StringIO()
    call_command("erase_player", str(player.pk), stdout=out)
    assert out.getvalue() == f"Player {player.pk} is anonymous now.\n"
    assert Player.objects.get(pk=player.pk).name == ""


def test_the_command_knows_who_is_missing() -> None:
    missing = uuid4()
    with pytest.raises(CommandError, match=f"There is no player {missing}"):
        call_command("erase_player", str(missing))
