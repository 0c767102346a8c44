"""Ratings after games that have just ended, each game once, in the order of their ends."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, Max, OuterRef

from games import moments
from games.models import Game
from games.ratings import results, storing
from games.ratings.booking import Chain, booked
from games.ratings.models import RatedGame
from games.ratings.results import Ended, Head

# A command whose commit is seen later than those of games that ended after it. No transaction lives so long.
LATEST: Final = timedelta(hours=1)
_AT_ONCE: Final = 500


def update() -> int:
    """Rate what has ended, and return how many games were looked at; none while another process does this.

    A game that is seen later than others that ended after it takes its place among them: those of its chain
    are rated anew. Each transaction rates some games and keeps that it did, so it may end at any point.

    :raises RuntimeError: inside a transaction.
    """
    looked_at = 0
    while some := _update_some():
        looked_at += some
    return looked_at


def _update_some() -> int:
    with transaction.atomic(durable=True):
        if not storing.lock(wait=False):
            return 0
        ended = results.of_tables(_waiting())
        for chain, games in _by_chain(ended).items():
            _rate(chain, games)
        return len(ended)


def _waiting() -> list[Head]:
    finished = results.may_count().filter(
        status=Game.Status.FINISHED, ended_at__lte=moments.moment().now - results.SEEN_AFTER
    )
    newest = RatedGame.objects.aggregate(at=Max("ended_at"))["at"]
    if newest is not None:
        finished = finished.filter(ended_at__gt=newest - LATEST)
    new = finished.filter(~Exists(RatedGame.objects.filter(game=OuterRef("pk")))).order_by("ended_at", "pk")
    rows = new.values_list("pk", "edition", "ended_at")[:_AT_ONCE]
    return [Head(game, edition, ended_at) for game, edition, ended_at in rows if ended_at is not None]


def _by_chain(ended: Iterable[Ended]) -> dict[Chain | None, list[Ended]]:
    games: dict[Chain | None, list[Ended]] = defaultdict(list)
    for one in ended:
        games[one.chain].append(one)
    return games


def _rate(chain: Chain | None, games: list[Ended]) -> None:
    if chain is None:
        storing.keep([*booked(games)])
        return
    again = storing.take_back(chain, since=games[0])
    known = storing.known(chain, {one.player for game in games for one in game.placed})
    storing.keep([*booked(sorted([*again.games, *games]), {chain: {**known, **again.known}})])
