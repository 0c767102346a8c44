"""Reads: who stands where on a ladder, how strong a player is, and how that came about."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from games import boxes
from games.models import Game, Seat
from games.ratings.booking import Chain, Ladder
from games.ratings.formula import FEWEST_GAMES, MOST_SIGMA, Strength
from games.ratings.models import Rating, RatingChange
from games.ratings.plots import Point

# As `formula.is_provisional` has it.
_RANKED: Final = Q(games__gte=FEWEST_GAMES, sigma__lte=MOST_SIGMA)
# More a picture of 8 inches cannot show.
MOST_POINTS: Final = 500


class Spot(NamedTuple):
    """A place in the order of a ladder, whether anybody stands there or not."""

    ordinal: float
    player: UUID


class Board(NamedTuple):
    """A ladder of a family, and on how many it has."""

    chain: Chain
    ranked: int
    provisional: int


def boards() -> list[Board]:
    """Return every ladder of every family there is; one statement."""
    counted = Rating.objects.values("family", "ladder").annotate(
        all=Count("pk"), ranked=Count("pk", filter=_RANKED)
    )
    found = {(row["family"], row["ladder"]): (row["ranked"], row["all"]) for row in counted.order_by()}
    chains = [Chain(family, ladder) for family in boxes.families() for ladder in Ladder]
    return [
        Board(chain, ranked, every - ranked)
        for chain in chains
        for ranked, every in [found.get(chain, (0, 0))]
    ]


def standing(chain: Chain, *, provisional: bool) -> QuerySet[Rating]:
    """Return the ratings of a ladder, the best first: those that have a rank, or those that have none yet."""
    ratings = Rating.objects.filter(
        ~_RANKED if provisional else _RANKED, family=chain.family, ladder=chain.ladder
    )
    return ratings.select_related("player").order_by("-ordinal", "player")


def below(ratings: QuerySet[Rating], spot: Spot) -> QuerySet[Rating]:
    """Return those of `ratings` that follow a spot in the order of a ladder."""
    return ratings.filter(Q(ordinal__lt=spot.ordinal) | Q(ordinal=spot.ordinal, player__gt=spot.player))


def rank(rating: Rating) -> int:
    """Return the rank of somebody who has one: 1 more than there are better ones; one statement."""
    better = Rating.objects.filter(_RANKED, family=rating.family, ladder=rating.ladder)
    return better.filter(ordinal__gt=rating.ordinal).count() + 1


def ranks(page: Sequence[Rating]) -> list[int]:
    """Return the ranks on a page of a ladder of those who have one; one statement, none for nobody."""
    if not page:
        return []
    first = page[0]
    better = Q(ordinal__gt=first.ordinal)
    # Who shares the first rank of the page may stand on the page before.
    level = Q(ordinal=first.ordinal, player__lt=first.player_id)
    above = Rating.objects.filter(better | level, _RANKED, family=first.family, ladder=first.ladder)
    counted = above.aggregate(all=Count("pk"), better=Count("pk", filter=better))
    found, before = [counted["better"] + 1], first
    for number, rating in enumerate(page[1:], start=counted["all"] + 2):
        found.append(found[-1] if rating.ordinal == before.ordinal else number)
        before = rating
    return found


def of_player(player: UUID) -> QuerySet[Rating]:
    """Return every rating of a player, by family."""
    return Rating.objects.filter(player=player).order_by("family")


def history(player: UUID, family: str) -> QuerySet[RatingChange]:
    """Return what each rated game changed for a player, the last first."""
    changes = RatingChange.objects.filter(player=player, family=family)
    return changes.select_related("game").order_by("-number")


def unseen(changes: Iterable[RatingChange], viewer: UUID | None) -> set[UUID]:
    """Return those of the games that do not exist for `viewer`: private ones at which others sat."""
    sat_there = Exists(Seat.objects.filter(game=OuterRef("pk"), player=viewer))
    games = Game.objects.filter(pk__in=[one.game_id for one in changes], visibility=Game.Visibility.CODE)
    return set(games.exclude(sat_there).values_list("pk", flat=True))


def course(player: UUID, family: str) -> list[Point]:
    """Return how strong a player was over time, from before the first game on, at most so many points.

    Of many games every so many-th is taken, and the last.
    """
    changes = RatingChange.objects.filter(player=player, family=family).order_by("number")
    last = changes.last()
    if last is None:
        return []
    every = -(-last.number // MOST_POINTS)
    taken = changes.annotate(rest=F("number") % every).filter(Q(rest=0) | Q(number__in=(1, last.number)))
    rows = [*taken.values_list("game__disclosed_at", "mu", "sigma", "mu_before", "sigma_before")]
    first_at, _, _, *before = rows[0]
    return [
        Point(first_at, Strength(*before)),
        *(Point(at, Strength(mu, sigma)) for at, mu, sigma, *_ in rows),
    ]
