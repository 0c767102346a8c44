"""How sessions open, are renewed, race and end."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.db.models import Exists

from players import session_ends, sessions, tokens
from players.models import Player, RefreshToken, Session
from players.sessions import TokenPair
from players.tasks import forget_expired
from problems.languages import Language
from problems.problem import Problem
from tests.conftest import NOON, FixedClock

pytestmark = pytest.mark.django_db


@pytest.fixture
def pair() -> TokenPair:
    return sessions.welcome_guest("Noa", Language.HEBREW)[1]


def refused(refresh: str) -> str:
    with pytest.raises(Problem) as refusal:
        sessions.rotate(refresh)
    return refusal.value.code


def test_a_guest_is_a_player_with_one_open_session() -> None:
    player, pair = sessions.welcome_guest("  Noa  ", Language.HEBREW)
    assert (player.kind, player.name, player.name_key) == ("guest", "Noa", "noa")
    assert (player.locale, player.created_at, player.erased_at) == ("he", NOON, None)
    assert not player.has_usable_password()
    session = Session.objects.get()
    assert (session.pk, session.player_id) == (pair.token.session_id, player.pk)
    assert (session.started_at, session.expires_at) == (NOON, NOON + timedelta(days=90))
    assert session.ended_at is None
    assert player.pk.version == 7
    assert session.pk.version == 4


def test_guests_may_share_a_name() -> None:
    first, _ = sessions.welcome_guest("Noa", Language.ENGLISH)
    second, _ = sessions.welcome_guest("Noa", Language.ENGLISH)
    assert first.pk != second.pk
    assert Player.objects.filter(name="Noa").count() == 2


def test_of_a_refresh_token_only_the_hash_is_stored(pair: TokenPair) -> None:
    stored = RefreshToken.objects.get()
    assert bytes(stored.hash) == tokens.refresh_hash(pair.refresh)
    assert (stored.issued_at, stored.used_at) == (NOON, None)


def test_a_pair_is_renewed_by_its_refresh_token(pair: TokenPair, clock: FixedClock) -> None:
    clock.advance(days=30)
    renewed = sessions.rotate(pair.refresh)
    assert renewed.token == pair.token
    assert tokens.verified(renewed.access) == pair.token
    assert renewed.refresh != pair.refresh
    assert renewed.access_expires_at == clock.moment + timedelta(minutes=10)
    session = Session.objects.get()
    assert session.expires_at == clock.moment + timedelta(days=90)
    assert sessions.rotate(renewed.refresh).token == pair.token


def test_renewing_takes_three_statements(
    pair: TokenPair, django_assert_num_queries: pytest.FixtureRequest
) -> None:
    with django_assert_num_queries(5):  # type: ignore[operator]
        sessions.rotate(pair.refresh)  # SAVEPOINT and RELEASE stand for BEGIN and COMMIT


def test_an_unknown_refresh_token_is_told_apart_from_a_used_one(pair: TokenPair) -> None:
    assert refused("x" * 43) == "token_invalid"
    assert sessions.is_live(pair.token.session_id)


@pytest.mark.parametrize("seconds", [0, 10])
def test_a_token_that_comes_again_within_the_grace_is_a_race(
    pair: TokenPair, clock: FixedClock, seconds: int
) -> None:
    renewed = sessions.rotate(pair.refresh)
    clock.advance(seconds=seconds)
    assert refused(pair.refresh) == "already_rotated"
    assert sessions.is_live(pair.token.session_id)
    assert sessions.rotate(renewed.refresh).token == pair.token


def test_a_token_that_comes_again_later_ends_the_session(pair: TokenPair, clock: FixedClock) -> None:
    renewed = sessions.rotate(pair.refresh)
    clock.advance(seconds=10.001)
    assert refused(pair.refresh) == "session_ended"
    session = Session.objects.get()
    assert (session.ended_at, session.ended_reason) == (clock.moment, "token_reused")
    assert not sessions.is_live(session.pk)
    assert refused(renewed.refresh) == "session_ended"


def test_theft_ends_no_other_session_of_the_player(pair: TokenPair, clock: FixedClock) -> None:
    other = sessions.open_session(Player.objects.get())
    sessions.rotate(pair.refresh)
    clock.advance(minutes=1)
    refused(pair.refresh)
    assert sessions.is_live(other.token.session_id)


def test_an_expired_session_cannot_be_renewed(pair: TokenPair, clock: FixedClock) -> None:
    clock.advance(days=90)
    assert not sessions.is_live(pair.token.session_id)
    assert refused(pair.refresh) == "session_ended"
    assert RefreshToken.objects.get().used_at is None


def test_an_ended_session_cannot_be_renewed(pair: TokenPair) -> None:
    assert sessions.end_session(pair.token.session_id, Session.Ending.SIGNED_OUT)
    assert refused(pair.refresh) == "session_ended"
    assert RefreshToken.objects.get().used_at is None


def test_expired_refresh_tokens_are_forgotten_and_no_others(pair: TokenPair, clock: FixedClock) -> None:
    clock.advance(days=89)
    renewed = sessions.rotate(pair.refresh)
    forget_expired()
    assert RefreshToken.objects.count() == 2
    clock.advance(days=1)
    forget_expired(later_argument=1)
    assert refused(pair.refresh) == "token_invalid"
    assert sessions.rotate(renewed.refresh).token == pair.token


@pytest.mark.parametrize("days", [0, 90])
def test_a_session_is_forgotten_thirty_days_after_it_was_over(
    pair: TokenPair, clock: FixedClock, days: int
) -> None:
    if not days:
        sessions.end_session(pair.token.session_id, Session.Ending.SIGNED_OUT)
    clock.advance(days=days + 29)
    assert sessions.forget_expired() == (1 if days else 0)
    assert Session.objects.count() == 1
    clock.advance(days=1)
    assert [sessions.forget_expired(), sessions.forget_expired()] == [1 if days else 2, 0]
    assert not Session.objects.exists()


def test_many_sessions_are_forgotten_some_at_a_time(
    pair: TokenPair, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "_AT_ONCE", 2)
    player = Player.objects.get()
    for _ in range(4):
        sessions.open_session(player)
    clock.advance(days=121)
    assert sessions.forget_expired() == 10
    assert not Session.objects.exists()


def test_a_session_ends_once(pair: TokenPair, clock: FixedClock) -> None:
    assert sessions.end_session(pair.token.session_id, Session.Ending.SIGNED_OUT)
    clock.advance(minutes=1)
    assert not sessions.end_session(pair.token.session_id, Session.Ending.OPERATOR)
    session = Session.objects.get()
    assert (session.ended_at, session.ended_reason) == (NOON, "signed_out")


def test_the_end_of_a_session_is_told_once_it_is_committed(
    pair: TokenPair, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[UUID] = []
    monkeypatch.setattr(session_ends, "_listeners", [])
    for _ in range(2):
        session_ends.register(told.append)
    with django_capture_on_commit_callbacks(execute=True):
        sessions.end_session(pair.token.session_id, Session.Ending.SIGNED_OUT)
        sessions.end_session(pair.token.session_id, Session.Ending.SIGNED_OUT)
        assert told == []
    assert told == [pair.token.session_id]
    player = Player.objects.get()
    with django_capture_on_commit_callbacks(execute=True):
        sessions.end_sessions_of(player, Session.Ending.OPERATOR)
    assert told == [pair.token.session_id, player.pk]


def test_a_listener_that_fails_ends_no_session_the_less(
    pair: TokenPair, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_of: UUID) -> None:
        raise OSError

    monkeypatch.setattr(session_ends, "_listeners", [fail])
    with django_capture_on_commit_callbacks(execute=True):
        assert sessions.end_session(pair.token.session_id, Session.Ending.SIGNED_OUT)
    assert not sessions.is_live(pair.token.session_id)


def test_the_question_whether_a_session_lives_fits_into_another_query(pair: TokenPair) -> None:
    live = Exists(sessions.live_sessions().filter(pk=pair.token.session_id))
    assert Player.objects.filter(live).exists()
    sessions.end_session(pair.token.session_id, Session.Ending.SIGNED_OUT)
    assert not Player.objects.filter(
        Exists(sessions.live_sessions().filter(pk=pair.token.session_id))
    ).exists()


@pytest.mark.django_db(transaction=True)
def test_of_eight_who_renew_at_once_exactly_one_wins() -> None:
    _, pair = sessions.welcome_guest("Noa", Language.ENGLISH)
    together = Barrier(8)

    def renew(_: int) -> str:
        try:
            together.wait()
            return sessions.rotate(pair.refresh).refresh
        except Problem as problem:
            return problem.code
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(renew, range(8)))

    winners = [answer for answer in answers if answer != "already_rotated"]
    assert len(winners) == 1
    assert RefreshToken.objects.count() == 2
    assert sessions.is_live(pair.token.session_id)
    assert sessions.rotate(winners[0]).token == pair.token
