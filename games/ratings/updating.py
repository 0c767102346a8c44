"""Ratings after games that have just been disclosed, each game once, in the order of their disclosures."""

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

# A command whose commit is seen after those of commands that came later. No transaction lives so long.
LATEST: Final = timedelta(hours=1)
_AT_ONCE: Final = 500


def update() -> int:
    """Rate what is disclosed, and return how many games were looked at; none while another process does this.

    A game that is seen later than others that were disclosed after it takes its place among them: those of
    its chain are rated anew. Each transaction rates some games and keeps that it did, so it may end at any
    point.

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
        status=Game.Status.FINISHED, disclosed_at__lte=moments.moment().now - results.SEEN_AFTER
    )
    newest = RatedGame.objects.aggregate(at=Max("disclosed_at"))["at"]
    if newest is not None:
        finished = finished.filter(disclosed_at__gt=newest - LATEST)
    new = finished.filter(~Exists(RatedGame.objects.filter(game=OuterRef("pk"))))
    rows = new.order_by("disclosed_at", "pk").values_list("pk", "edition", "disclosed_at")[:_AT_ONCE]
    return [Head(game, edition, at) for game, edition, at in rows if at is not None]


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
