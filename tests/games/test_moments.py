"""What is true right now: a session is open for games exactly as long as it is open for everything else."""

from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import UUID, uuid4

import pytest

from games import moments
from games.refusing import SessionEnded
from players import erasure, sessions
from players.models import Session
from tests.conftest import NOON, FixedClock, GuestClient

type Ending = Callable[[GuestClient, FixedClock], UUID]


def never(client: GuestClient, _clock: FixedClock) -> UUID:
    return client.tokens.token.session_id


def signed_out(client: GuestClient, _clock: FixedClock) -> UUID:
    sessions.end_session(client.tokens.token.session_id, Session.Ending.SIGNED_OUT)
    return client.tokens.token.session_id


def erased(client: GuestClient, _clock: FixedClock) -> UUID:
    erasure.erase(client.player)
    return client.tokens.token.session_id


def unknown(_client: GuestClient, _clock: FixedClock) -> UUID:
    return uuid4()


def on_the_last_moment(client: GuestClient, clock: FixedClock) -> UUID:
    clock.moment = NOON + sessions.LIFETIME - timedelta(microseconds=1)
    return client.tokens.token.session_id


def expired(client: GuestClient, clock: FixedClock) -> UUID:
    clock.moment = NOON + sessions.LIFETIME
    return client.tokens.token.session_id


@pytest.mark.parametrize(
    ("ending", "is_open"),
    [
        (never, True),
        (on_the_last_moment, True),
        (expired, False),
        (signed_out, False),
        (erased, False),
        (unknown, False),
    ],
)
def test_games_and_people_agree_on_whether_a_session_is_open(
    guest: Callable[..., GuestClient], clock: FixedClock, ending: Ending, is_open: bool
) -> None:
    session = ending(guest(), clock)
    assert sessions.is_live(session) is is_open
    assert is_open_for_games(session) is is_open


def is_open_for_games(session: UUID) -> bool:
    try:
        moments.moment(session)
    except SessionEnded:
        return False
    return True


@pytest.mark.django_db
def test_who_names_no_session_is_told_the_moment() -> None:
    moments.beat(NOON)
    assert moments.moment() == (NOON, NOON)


LASTS = timedelta(seconds=5)


def after(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


@pytest.mark.django_db
def test_whoever_goes_on_shows_it_and_after_a_gap_does_not() -> None:
    assert not moments.go_on(NOON, LASTS)
    assert moments.moment().heartbeat_at is None
    moments.beat(NOON)
    assert moments.go_on(after(5), LASTS)
    assert not moments.go_on(after(10.000001), LASTS)
    assert moments.go_on(after(3), LASTS)
    assert moments.moment().heartbeat_at == after(5)


@pytest.mark.django_db
def test_a_return_lasts_until_the_sweep_is_alive_or_nobody_is_at_work() -> None:
    moments.beat(NOON)
    told = [moments.come_back(after(second), LASTS) for second in (10, 15, 14, 20, 26)]
    assert told == [after(10), after(10), after(10), after(10), after(26)]
    moments.beat(after(26))
    assert moments.come_back(after(27), LASTS) == after(27)
    assert moments.moment().heartbeat_at == after(26)
