"""How ratings are kept: rows written, taken back and read; nothing is worked out here."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import Q

from games.ratings.booking import Chain, Change, Held, Ladder, Placed
from games.ratings.formula import Strength, ordinal
from games.ratings.models import RatedGame, Rating, RatingChange
from games.ratings.results import Ended

# Any number will do that nobody else locks; this one says "taki" and "rate".
_LOCK: Final = 0x74616B69_72617465
_AT_ONCE: Final = 2_000
_OF_A_RATING: Final = ("ladder", "mu", "sigma", "ordinal", "games", "last_game", "updated_at")

type Books = Sequence[tuple[Ended, list[Change]]]


class TakenBack(NamedTuple):
    """Games that must be rated again, and what was known of their players before the first of them."""

    games: list[Ended]
    known: dict[UUID, Held]


def lock(*, wait: bool) -> bool:
    """Be the only one to write ratings until the transaction ends; without `wait` False where somebody is."""
    with connection.cursor() as cursor:
        if not wait:
            cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_LOCK])
            return bool(cursor.fetchone()[0])
        cursor.execute("SET LOCAL lock_timeout = 0")
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        return True


def known(chain: Chain, players: Iterable[UUID]) -> dict[UUID, Held]:
    """Return what is known of those among `players` who have been rated; one statement."""
    rows = Rating.objects.filter(family=chain.family, player__in=players)
    return {
        player: Held(Strength(mu, sigma), games)
        for player, mu, sigma, games in rows.values_list("player_id", "mu", "sigma", "games")
    }


def take_back(chain: Chain, since: Ended) -> TakenBack:
    """Remove what is kept of the games of a chain that come after `since`, so that they are rated anew.

    The ratings of their players stay as they are: rating these games again writes all of them.
    """
    later = Q(disclosed_at__gt=since.disclosed_at) | Q(disclosed_at=since.disclosed_at, game__gt=since.game)
    games = RatedGame.objects.filter(later, family=chain.family, ladder=chain.ladder)
    again_at = dict(games.values_list("game_id", "disclosed_at"))
    placed: dict[UUID, list[Placed]] = defaultdict(list)
    before: dict[UUID, Held] = {}
    changes = RatingChange.objects.filter(game__in=again_at)
    for one in changes.order_by("number"):
        placed[one.game_id].append(Placed(one.place, one.player_id))
        before.setdefault(one.player_id, Held(Strength(one.mu_before, one.sigma_before), one.number - 1))
    changes.delete()
    games.filter(pk__in=again_at).delete()
    again = [Ended(at, game, chain, tuple(sorted(placed[game]))) for game, at in again_at.items()]
    return TakenBack(again, before)


def keep(books: Books) -> None:
    """Write games that were rated, in order, and where their players now stand."""
    RatedGame.objects.bulk_create([game_row(ended) for ended, _ in books], batch_size=_AT_ONCE)
    changes = [change_row(ended, change) for ended, changes in books for change in changes]
    RatingChange.objects.bulk_create(changes, batch_size=_AT_ONCE)
    last = {
        (change.player, ended.chain): rating_row(ended, ended.chain, change)
        for ended, changes in books
        for change in changes
        if ended.chain is not None
    }
    Rating.objects.bulk_create(
        last.values(),
        batch_size=_AT_ONCE,
        update_conflicts=True,
        unique_fields=["player", "family"],
        update_fields=_OF_A_RATING,
    )


def forget() -> None:
    """Remove everything that is kept."""
    for model in (Rating, RatingChange, RatedGame):
        model.objects.all().delete()


def game_row(ended: Ended) -> RatedGame:
    """Return the row of a game that was looked at."""
    family, ladder = ("", "") if ended.chain is None else ended.chain
    return RatedGame(
        game_id=ended.game,
        family=family,
        ladder=ladder,
        disclosed_at=ended.disclosed_at,
        players=len(ended.placed),
    )


def change_row(ended: Ended, change: Change) -> RatingChange:
    """Return the row of what a game changed for a player."""
    return RatingChange(
        game_id=ended.game,
        player_id=change.player,
        family="" if ended.chain is None else ended.chain.family,
        number=change.after.games,
        place=change.place,
        mu_before=change.before.strength.mu,
        sigma_before=change.before.strength.sigma,
        mu=change.after.strength.mu,
        sigma=change.after.strength.sigma,
    )


def rating_row(ended: Ended, chain: Chain, change: Change) -> Rating:
    """Return the row of a player whose last game this is."""
    mu, sigma = change.after.strength
    return Rating(
        player_id=change.player,
        family=chain.family,
        ladder=Ladder(chain.ladder),
        mu=mu,
        sigma=sigma,
        ordinal=ordinal(change.after.strength),
        games=change.after.games,
        last_game_id=ended.game,
        updated_at=ended.disclosed_at,
    )
