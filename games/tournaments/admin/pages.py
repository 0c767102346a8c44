"""The pages of a tournament in the admin: what was asked for, checked, and what is on the page."""

from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest

from games import drawing
from games.admin.people import persons
from games.admin.reading import Page, Steps, TurnedAway, operator_of
from games.admin.reading import number as _number
from games.engine.options import as_mapping
from games.proofs import Fault
from games.tournaments import selectors
from games.tournaments.admin import rulings, tables
from games.tournaments.admin.lines import line
from games.tournaments.api.event_forms import settings_form
from games.tournaments.standing import Standing, due_at
from games.tournaments.state import Part

ROWS_A_PAGE: Final = 200
_BEST: Final = 20


def tournament_page(request: HttpRequest, standing: Standing) -> Page:
    """Return the head of a tournament, its settings, who leads, and what this operator may do."""
    state, people = standing.state, persons([standing.director], linked=opens_players(request))
    chosen = settings_form(state.settings)
    settings = {name: getattr(chosen, name) for name in chosen.__struct_fields__ if name != "options"}
    content = {
        **head(standing),
        "standing": standing,
        "due_at": due_at(standing),
        "director": people.get(standing.director),
        "entrants_in": len(state.those(Part.IN)),
        "waiting": len(state.those(Part.WAITING)),
        "settings": settings,
        "options": as_mapping(state.settings.options),
        "seed": selectors.seed_told(state),
        "may": rulings.possible(standing, operator_of(request)),
        "placed": tables.placed(standing, range(_BEST), linked=opens_players(request)),
        "media_type": drawing.MEDIA_TYPE,
    }
    return Page("page", state.settings.name, content)


def standings_page(request: HttpRequest, standing: Standing) -> Page:
    """Return who stands where after the closed rounds."""
    rows = range(len(selectors.standings_after(standing)))
    steps, shown = _part(request, rows)
    placed = tables.placed(standing, shown, linked=opens_players(request))
    return Page(
        "standings", _title("Standings", standing), {**head(standing), "steps": steps, "placed": placed}
    )


def entrants_page(request: HttpRequest, standing: Standing) -> Page:
    """Return who registered, in that order."""
    steps, shown = _part(request, range(len(standing.state.entrants)))
    rows = tables.entrants(standing, shown, linked=opens_players(request))
    return Page(
        "entrants", _title("Entrants", standing), {**head(standing), "steps": steps, "entrants": rows}
    )


def rounds_page(_request: HttpRequest, standing: Standing) -> Page:
    """Return the rounds that have been paired."""
    rounds = [*enumerate(standing.state.rounds, start=1)]
    return Page("rounds", _title("Rounds", standing), {**head(standing), "rounds": rounds})


def round_page(request: HttpRequest, standing: Standing, number: str) -> Page:
    """Return the tables of a round, who has a bye, and games that count no more."""
    state, operator = standing.state, operator_of(request)
    if not state.rounds:
        raise TurnedAway(404, "No round has been paired.")
    round_ = _number(number, what="The round", least=1, most=len(state.rounds))
    steps, shown = _part(request, range(len(state.rounds[round_ - 1].tables)))
    opens_games = operator.has_perm("games.view_game")
    content = {
        **head(standing),
        "number": round_,
        "round": state.rounds[round_ - 1],
        "steps": steps,
        "tables": tables.tables(
            standing, round_, shown, linked=opens_players(request), opens_games=opens_games
        ),
        "byes": tables.named(standing, state.rounds[round_ - 1].byes, linked=opens_players(request)),
        "void": tables.void(standing, round_, opens_games=opens_games),
        "may_rule": any(each.word == "result" for each in rulings.possible(standing, operator)),
    }
    return Page("round", _title(f"Round {round_}", standing), content)


def log_page(request: HttpRequest, standing: Standing) -> Page:
    """Return the log as lines."""
    steps, shown = _part(request, range(standing.version))
    log = selectors.events(standing, after=shown.start, limit=ROWS_A_PAGE)
    linked = opens_players(request)
    people = persons([person for row in log for person in (row.actor, row.subject)], linked=linked)
    entries: list[dict[str, Any]] = [
        {
            "version": row.version,
            "at": row.recorded_at,
            "actor": people.get(row.actor),
            "subject": people.get(row.subject) if row.subject != row.actor else None,
            "line": line(row.event, standing.state),
        }
        for row in log
    ]
    return Page("log", _title("Log", standing), {**head(standing), "steps": steps, "entries": entries})


def checked(tournament_id: UUID, name: str, fault: Fault | None) -> Page:
    """Return what came of checking a tournament."""
    return Page("checked", f"Integrity of {name}", {"tournament": tournament_id, "fault": fault})


def head(standing: Standing) -> dict[str, Any]:
    """Return what every page of a tournament shows of it."""
    return {"tournament": UUID(standing.state.tournament), "state": standing.state}


def opens_players(request: HttpRequest) -> bool:
    """Say whether the operator may open the pages of people."""
    operator = operator_of(request)
    return any(operator.has_perm(f"players.{right}_player") for right in ("view", "change"))


def _part(request: HttpRequest, rows: range) -> tuple[Steps, range]:
    last = -(-len(rows) // ROWS_A_PAGE) or 1
    page = _number(request.GET.get("page", "1"), what="The page", least=1, most=last)
    return Steps(page, last), rows[(page - 1) * ROWS_A_PAGE : page * ROWS_A_PAGE]


def _title(what: str, standing: Standing) -> str:
    return f"{what} of {standing.state.settings.name}"
