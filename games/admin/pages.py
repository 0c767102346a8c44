"""The pages of a game in the admin: what was asked for, checked, and what is on the page."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest

from games import auditing, selectors
from games.admin import interventions, looks, sealing, tables, transcripts
from games.admin.lines import move_line
from games.admin.people import persons
from games.admin.reading import Page, Steps, TurnedAway, number, operator_of
from games.admin.tables import SeatRow
from games.engine import sight
from games.engine.options import as_mapping
from games.engine.sight import View
from games.models import Game
from games.proofs import Fault
from games.selectors import Found
from games.standing import Standing


def game_page(request: HttpRequest, found: Found) -> Page:
    """Return the head of a game, its people, and its log as a transcript."""
    game, standing, _ = found
    linked = _opens_players(request)
    view = tables.seen(game, standing)
    people = persons([game.host_id], linked=linked)
    seats = tables.seat_rows(game, standing, view, operator_of(request), linked=linked)
    is_hidden = sealing.hides_its_table(found)
    content = {
        "game": game,
        "host": people.get(game.host_id),
        "view": view,
        "options": as_mapping(view.options),
        "seed": view.secrets.seed.hex() if view.secrets else None,
        "seats": seats,
        "may": interventions.possible(game, operator_of(request)),
        "hides_its_table": is_hidden,
        "looking": standing.version if is_hidden and not sealing.hides_its_hands(found) else None,
    }
    told = {} if is_hidden else _told(request, found, view, seats)
    return Page("page", f"Game {game.pk}", content | told)


def _told(request: HttpRequest, found: Found, view: View, seats: Sequence[SeatRow]) -> dict[str, Any]:
    steps = transcripts.steps(found.game, request.GET.get("page", "1"))
    entries = transcripts.entries(found, steps.current, linked=_opens_players(request))
    return {"picture": tables.drawn(view, seats), "steps": steps, "entries": entries}


def table_page(request: HttpRequest, found: Found) -> Page:
    """Return the table at one version, the newest by default; a disclosed one by any seat's eyes."""
    sealing.check_table(found)
    standing = _standing(found, request.GET.get("version", str(found.standing.version)))
    if "seat" not in request.GET:
        return _table(request, found, standing)
    if found.game.disclosed_at is None:
        raise TurnedAway(403, "Until a game is disclosed, a hand is looked into by its button.")
    seat = _seat(standing, request.GET["seat"])
    if seat not in standing.state.taken:  # stepping back leads to before they sat down
        return _table(request, found, standing, eyes=seat)
    return _table(request, found, standing, eyes=seat, own=sight.view(standing.state, seat))


def rows_page(request: HttpRequest, game: Game) -> Page:
    """Return the log as it is stored, once that is open; also one that cannot be replayed."""
    steps = transcripts.steps(game, request.GET.get("page", "1"))
    rows = transcripts.raw_rows(game, steps.current)
    return Page("rows", f"Rows of game {game.pk}", {"game": game, "steps": steps, "rows": rows})


def check_page(_request: HttpRequest, game: Game) -> Page:
    """Return the whole log of a game, checked: that it is sound, or the first version that is not."""
    return checked(game, auditing.fault_of(game.pk))


def checked(game: Game, fault: Fault | None) -> Page:
    """Return what came of checking a game."""
    return Page("checked", f"Integrity of game {game.pk}", {"game": game, "fault": fault})


def look_page(request: HttpRequest, found: Found) -> Page:
    """Return the table at one version as one seat saw it; first the question whether that is meant."""
    sealing.check_look(found)
    operator = operator_of(request)
    standing = _standing(found, request.POST.get("version", ""))
    seat = _seat(standing, request.POST.get("seat", ""))
    looks.check(found.game, standing, operator, seat)
    if "confirmed" not in request.POST:
        person = persons([standing.people[seat]], linked=False).get(standing.people[seat])
        asked = {"game": found.game, "version": standing.version, "seat": seat, "person": person}
        asked["hides_its_table"] = sealing.hides_its_table(found)
        return Page("confirm_look", f"Look into seat {seat}?", asked)
    own = looks.look(found.game, standing, operator, seat)
    return _table(request, found, standing, eyes=seat, own=own)


def _table(
    request: HttpRequest,
    found: Found,
    standing: Standing,
    *,
    eyes: int | None = None,
    own: View | None = None,
) -> Page:
    linked = _opens_players(request)
    view = tables.seen(found.game, standing)
    seats = tables.seat_rows(found.game, standing, view, operator_of(request), linked=linked)
    content = {
        "game": found.game,
        "hides_its_table": sealing.hides_its_table(found),
        "steps": Steps(standing.version, found.standing.version),
        "view": view,
        "deadline": standing.deadline,
        "seats": seats,
        "picture": tables.drawn(view, seats, own.you if own else None),
        "looking": standing.version if any(seat.can_be_looked_into for seat in seats) else None,
        "entry": transcripts.entry_at(found, standing.version, linked=linked),
        "eyes": eyes,
        "own": own.you if own else None,
        "moves": [move_line(own.you.seat, move) for move in own.legal] if own and own.you else [],
    }
    return Page("table", f"Game {found.game.pk} at version {standing.version}", content)


def _standing(found: Found, asked: str) -> Standing:
    last = found.standing.version
    return selectors.at_version(found, number(asked, what="The version", least=1, most=last))


def _seat(standing: Standing, asked: str) -> int:
    return number(asked, what="The seat", least=0, most=standing.state.setup.seats - 1)


def _opens_players(request: HttpRequest) -> bool:
    operator = operator_of(request)
    return any(operator.has_perm(f"players.{right}_player") for right in ("view", "change"))
