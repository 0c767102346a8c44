"""The measuring of `ratings`, in a process that has Django's settings and a database."""

import sys
import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from random import Random
from typing import Final

import django

django.setup()

from django.db import connection  # noqa: E402

from games import moments  # noqa: E402
from games.ratings import plots, rebuilding, selectors, updating  # noqa: E402
from games.ratings.models import Rating  # noqa: E402
from players.models import Player  # noqa: E402
from tests.benchmarks import ratings  # noqa: E402
from tests.benchmarks.report import Report, settings_of  # noqa: E402
from tests.ratings.tables import ended, kept  # noqa: E402

_SEATS: Final = 4
_EDITIONS: Final = ("super-116", "super-112", "classic-64")
_LAST_ENDED: Final = timedelta(minutes=1)
_LATE: Final = timedelta(minutes=50)
# So many games end between one update and the next.
_BETWEEN: Final = 100


def main(argv: Sequence[str]) -> int:
    """Have games end, rate them, rate them anew, and tell."""
    chosen = ratings.options(argv)
    told = Report(
        "ratings", f"{chosen.games} rated games of {_SEATS}", ["seconds", "ms a game"], settings_of(chosen)
    )
    people = [Player.objects.create_guest(f"Guest {number}").pk for number in range(chosen.players)]
    chance, first = Random(116), moments.moment().now - _LAST_ENDED - timedelta(seconds=chosen.games)
    live = 0.0
    for number in range(chosen.games):
        sitters = chance.sample(people, _SEATS)
        places = (1, 2, 2, 2) if chance.random() < 0.5 else (2, 1, 3, 4)
        ended(*sitters, places=places, edition=chance.choice(_EDITIONS), at=first + timedelta(seconds=number))
        if (number + 1) % _BETWEEN == 0 or number + 1 == chosen.games:
            live += _seconds(updating.update)
    before = kept()
    _vacuum()
    idle = _seconds(updating.update)
    rebuilt = _seconds(rebuilding.rebuild)
    is_equal = kept() == before
    compared = _seconds(rebuilding.check)
    newest = first + timedelta(seconds=chosen.games - 0.5)
    late = people[:2]
    ended(*late, edition=_EDITIONS[0], at=newest - min(_LATE, 0.3 * (newest - first)))
    straggler = _seconds(updating.update)
    most = Rating.objects.order_by("-games")[0]
    drawn = _seconds(lambda: plots.course("Noa", "super", selectors.course(most.player_id, most.family)))
    for label, seconds, games in (
        ("rated as they ended", live, chosen.games),
        ("rated anew from the logs", rebuilt, chosen.games),
        ("compared with the logs", compared, chosen.games),
        ("an update with nothing to do", idle, None),
        ("a game seen late, and all after it", straggler, None),
        ("the first picture of a process", drawn, None),
    ):
        told.add(label, seconds, None if games is None else 1000 * seconds / games)
    told.notes.append(
        f"Rated anew, every number is {'the same bit for bit' if is_equal else 'NOT the same'}."
    )
    told.tell(chosen.json)
    return 0 if is_equal else 1


def _seconds(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def _vacuum() -> None:
    # What a server's database does by itself.
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE)")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
