"""What an operation that reads does not know in a query it refuses, whichever it is."""

import pytest

from games.asking import Caller
from games.tournaments import asking
from games.tournaments.handling import handle
from games.tournaments.kinds import Kind
from tests.games.api.asking import RESIGN, refusal
from tests.games.api.conftest import Clients
from tests.games.api.described import API, document
from tests.games.tables import Table
from tests.tournaments.played import Played

pytestmark = pytest.mark.django_db


def reading() -> list[str]:
    """The path of each operation that reads, as the document has it."""
    return [path for path, operations in document()["paths"].items() if "get" in operations]


def cup(playing: Table) -> Played:
    """A tournament in whose first round the people of a table play."""
    first, *_ = people = [person for person in playing.people if person is not None]
    opened = Played.open(Kind.SWISS, first)
    for person in people:
        handle(opened.id, asking.register, Caller(person))
    opened.start()
    opened.tend()
    return opened


@pytest.mark.parametrize("path", reading())
def test_an_unknown_parameter_is_refused(path: str, playing: Table, clients: Clients) -> None:
    reader, *others = clients(playing)
    for other in others:
        other.post(f"{API}/games/{playing.id}/moves", {"move": RESIGN})
    key = "animals" if "themes" in path else "super-116"
    known = {"game_id": playing.id, "player_id": playing.people[0], "version": 1, "key": key}
    known |= {"family": "super", "tournament_id": cup(playing).id, "round": 1, "table": 0}
    here = path.format_map(known)
    assert reader.get(here).status_code == 200
    answer = reader.get(f"{here}?unheard=of")
    assert refusal(answer) == (400, "invalid", "unheard")
