"""How sessions open, are renewed and end, and the question whether one is open."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Model, Q, QuerySet

from players import clock, session_ends, tokens
from players.models import Player, RefreshToken, Session
from players.problems import BotOfTheServer, SessionEnded
from players.tokens import AccessToken
from problems.languages import Language
from problems.problem import Problem

# A session lives as long as somebody comes back within this time.
LIFETIME = timedelta(days=90)
# So long after a refresh token was used, its use again is taken for a race and not for theft.
GRACE = timedelta(seconds=10)
# So long after its end an operator still finds a session.
ENDED_KEPT = timedelta(days=30)
_AT_ONCE = 1_000

# One statement, so that of any number of clients who present one token exactly one gets a row.
_USE_UP = """
    UPDATE players_refreshtoken AS token SET used_at = %(now)s
      FROM players_session AS session
     WHERE token.hash = %(hash)s AND token.used_at IS NULL AND token.expires_at > %(now)s
       AND session.id = token.session_id
       AND session.ended_at IS NULL AND session.expires_at > %(now)s
 RETURNING session.id, session.player_id
"""


@dataclass(frozen=True, slots=True)
class TokenPair:
    """What a client needs to speak for a player: both tokens, and until when they serve."""

    token: AccessToken
    access: str
    access_expires_at: datetime
    refresh: str
    refresh_expires_at: datetime


def welcome_guest(name: str, locale: Language) -> tuple[Player, TokenPair]:
    """Return a new guest and the tokens of a first session, or neither.

    :raises Problem: for a name that may not be shown.
    """
    with transaction.atomic():
        player = Player.objects.create_guest(name, locale)
        return player, open_session(player)


def open_session(player: Player) -> TokenPair:
    """Return a new session of `player`, with its first pair of tokens.

    :raises BotOfTheServer: for a bot: without a session nobody can speak as one.
    """
    if player.kind == Player.Kind.BOT:
        raise BotOfTheServer
    with transaction.atomic():
        session = Session.objects.create(player=player, expires_at=clock.now() + LIFETIME)
        return _new_pair(AccessToken(player.pk, session.pk))


def rotate(refresh: str) -> TokenPair:
    """Return a new pair for a refresh token that was never used, which is used up by this.

    A token that comes again after `GRACE` has been stolen, from the client or by it: nobody can
    say which, so the session ends for both.

    :raises Problem: `token_invalid` for an unknown token, `already_rotated` for one that was used
        within `GRACE`, `session_ended` in all other cases.
    """
    hash_ = tokens.refresh_hash(refresh)
    with transaction.atomic(durable=True):
        now = clock.now()
        with connection.cursor() as cursor:
            cursor.execute(_USE_UP, {"hash": hash_, "now": now})
            row = cursor.fetchone()
        if row is not None:
            session_id, player_id = row
            Session.objects.filter(pk=session_id).update(expires_at=now + LIFETIME)
            return _new_pair(AccessToken(player_id, session_id))
    raise _refusal(hash_)


def end_session(session_id: UUID, reason: Session.Ending) -> bool:
    """End the session at once, for its access tokens too; False if it had ended before."""
    ended = Session.objects.filter(pk=session_id, ended_at=None)
    if not ended.update(ended_at=clock.now(), ended_reason=reason):
        return False
    session_ends.tell(session_id)
    return True


def end_sessions_of(player: Player, reason: Session.Ending) -> None:
    """End every session of `player` that has not ended."""
    player.sessions.filter(ended_at=None).update(ended_at=clock.now(), ended_reason=reason)
    session_ends.tell(player.pk)


def live_sessions() -> QuerySet[Session]:
    """Return the sessions that may speak now: neither ended nor expired.

    Of the player nothing has to be asked: erasing or locking out somebody ends all sessions.
    Made to be joined to a query that is needed anyway:
    `Exists(live_sessions().filter(pk=token.session_id))`. Games ask it of the database's own clock under
    their lock (`games.moments`); a test holds the two together.
    """
    return Session.objects.filter(ended_at=None, expires_at__gt=clock.now())


def is_live(session_id: UUID) -> bool:
    """Say whether the session may speak now; one query."""
    return live_sessions().filter(pk=session_id).exists()


def forget_expired() -> int:
    """Delete refresh tokens that have expired and sessions over for `ENDED_KEPT`; return how many of both.

    Until then used tokens are kept, that is how a stolen one is known, and ended sessions, so that their
    tokens are told why they serve no more. Some at a time, so that nobody waits for all of them.
    """
    now = clock.now()
    over = now - ENDED_KEPT
    return _forget(RefreshToken.objects.filter(expires_at__lte=now)) + _forget(
        Session.objects.filter(Q(ended_at__lte=over) | Q(expires_at__lte=over))
    )


def _forget[M: Model](rows: QuerySet[M]) -> int:
    forgotten = 0
    while some := list(rows.values_list("pk", flat=True)[:_AT_ONCE]):
        forgotten += rows.filter(pk__in=some).delete()[0]
    return forgotten


def _new_pair(token: AccessToken) -> TokenPair:
    refresh = tokens.new_refresh_token()
    expires_at = clock.now() + LIFETIME
    RefreshToken.objects.create(
        hash=tokens.refresh_hash(refresh), session_id=token.session_id, expires_at=expires_at
    )
    access, access_expires_at = tokens.issued(token)
    return TokenPair(token, access, access_expires_at, refresh, expires_at)


def _refusal(hash_: bytes) -> Problem:
    known = RefreshToken.objects.filter(pk=hash_).first()
    if known is None:
        return Problem("token_invalid")
    if known.used_at is None or not is_live(known.session_id):
        return SessionEnded()
    if clock.now() - known.used_at <= GRACE:
        return Problem("already_rotated")
    end_session(known.session_id, Session.Ending.TOKEN_REUSED)
    return SessionEnded()
