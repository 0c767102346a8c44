"""The pages of a game in the admin: what was asked for, checked, and what is on the page."""

from typing import Any, NamedTuple, cast

from django.http import HttpRequest

from games import selectors
from games.admin import looks, tables, transcripts
from games.admin.lines import move_line
from games.admin.people import persons
from games.admin.reading import Steps, number
from games.engine.options import as_mapping
from games.selectors import Found
from games.standing import Standing
from players.models import Player


class Page(NamedTuple):
    """A page to be: its template, title and content."""

    template: str
    title: str
    content: dict[str, Any]
    status: int = 200


def game_page(request: HttpRequest, found: Found) -> Page:
    """The head of a game, its people, and its log as a transcript."""
    game, standing, _ = found
    linked = _opens_players(request)
    steps = transcripts.steps(found, request.GET.get("page", "1"))
    view = tables.seen(game, standing)
    people = persons([game.host_id], linked=linked)
    content = {
        "game": game,
        "host": people.get(game.host_id),
        "view": view,
        "options": as_mapping(view.options),
        "seed": view.secrets.seed.hex() if view.secrets else None,
        "seats": tables.seat_rows(game, standing, view, _operator(request), linked=linked),
        "steps": steps,
        "entries": transcripts.entries(found, steps.current, linked=linked),
    }
    return Page("page", f"Game {game.pk}", content)


def table_page(request: HttpRequest, found: Found) -> Page:
    """The table at one version, the newest where none is asked for."""
    standing = _standing(found, request.GET.get("version", str(found.standing.version)))
    return _table(request, found, standing, {})


def rows_page(request: HttpRequest, found: Found) -> Page:
    """The log as it is stored, once that is open."""
    steps = transcripts.steps(found, request.GET.get("page", "1"))
    rows = transcripts.raw_rows(found, steps.current)
    return Page("rows", f"Rows of game {found.game.pk}", {"game": found.game, "steps": steps, "rows": rows})


def look_page(request: HttpRequest, found: Found) -> Page:
    """The table at one version as one seat saw it; first the question whether that is meant."""
    operator = _operator(request)
    standing = _standing(found, request.POST.get("version", ""))
    most = standing.state.setup.seats - 1
    seat = number(request.POST.get("seat", ""), what="The seat", least=0, most=most)
    looks.check(found.game, standing, operator, seat)
    if "confirmed" not in request.POST:
        person = persons([standing.people[seat]], linked=False).get(standing.people[seat])
        asked = {"game": found.game, "version": standing.version, "seat": seat, "person": person}
        return Page("confirm_look", f"Look into seat {seat}?", asked)
    own = looks.look(found.game, standing, operator, seat)
    moves = [move_line(seat, move) for move in own.legal]
    return _table(request, found, standing, {"own": own.you, "moves": moves})


def _table(request: HttpRequest, found: Found, standing: Standing, more: dict[str, Any]) -> Page:
    linked = _opens_players(request)
    view = tables.seen(found.game, standing)
    seats = tables.seat_rows(found.game, standing, view, _operator(request), linked=linked)
    content = {
        "game": found.game,
        "steps": Steps(standing.version, found.standing.version),
        "view": view,
        "deadline": standing.deadline,
        "seats": seats,
        "looking": standing.version if any(seat.can_be_looked_into for seat in seats) else None,
        "entry": transcripts.entry_at(found, standing.version, linked=linked),
        **more,
    }
    return Page("table", f"Game {found.game.pk} at version {standing.version}", content)


def _standing(found: Found, asked: str) -> Standing:
    last = found.standing.version
    return selectors.at_version(found, number(asked, what="The version", least=1, most=last))


def _operator(request: HttpRequest) -> Player:
    return cast(Player, request.user)  # the admin lets nobody else in


def _opens_players(request: HttpRequest) -> bool:
    operator = _operator(request)
    return any(operator.has_perm(f"players.{right}_player") for right in ("view", "change"))
