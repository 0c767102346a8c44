"""What an operator does to a game from outside: may they, is it meant, and what the rules say to it."""

from typing import Any, Final, NamedTuple

from django.http import HttpRequest

from games import asking
from games.admin import sealing
from games.admin.people import persons
from games.admin.reading import Done, Page, TurnedAway, number, operator_of
from games.admin.refusals import told
from games.asking import Ask, Caller
from games.engine.intervening import LONGEST_REASON
from games.engine.refusals import Refusal, Refused
from games.engine.state import Phase
from games.handling import handle
from games.models import Game
from games.problems import problem_of
from games.refusing import Declined
from games.selectors import Found
from players.models import Player

ABORT: Final = "games.abort_game"
GIVE_UP: Final = "games.give_up_seat"


class Possible(NamedTuple):
    """What this operator may do to this game now."""

    abort: bool
    give_up: bool


def possible(game: Game, operator: Player) -> Possible:
    """Return what this operator may do to this game now."""
    is_playing = game.status == Game.Status.PLAYING
    is_open = is_playing or game.status == Game.Status.LOBBY
    return Possible(is_open and operator.has_perm(ABORT), is_playing and operator.has_perm(GIVE_UP))


def abort_page(request: HttpRequest, found: Found) -> Page | Done:
    """Return the question whether the game shall be aborted and why; once that is told, done."""
    _check(request, ABORT, doing="Aborting games")
    phase = found.standing.state.phase
    if phase not in (Phase.LOBBY, Phase.PLAYING):
        raise _turned_away(request, Refusal.GAME_OVER)
    page = Page("abort", "Abort this game?", {"game": found.game})
    return _asked(request, page, asking.abort(_reason(request)), "The game is aborted.")


def give_up_page(request: HttpRequest, found: Found) -> Page | Done:
    """Return the question which seat shall be given up and why; once that is told, done."""
    _check(request, GIVE_UP, doing="Giving seats up")
    state = found.standing.state
    if state.phase is not Phase.PLAYING:
        raise _turned_away(request, Refusal.NOT_STARTED if state.phase is Phase.LOBBY else Refusal.GAME_OVER)
    # Who is out already would tell of a deal that others still play.
    seats = state.taken if sealing.hides_its_table(found) else state.in_play
    asked = request.POST.get("seat", request.GET.get("seat", str(seats[0])))
    seat = number(asked, what="The seat", least=0, most=state.setup.seats - 1)
    people = persons(found.standing.people, linked=False)
    choices = [(place, people.get(found.standing.people[place])) for place in seats]
    content = {"game": found.game, "choices": choices, "seat": seat}
    page = Page("give_up", "Give up a seat?", content)
    return _asked(request, page, asking.give_up(seat, _reason(request)), f"Seat {seat} is given up.")


def _check(request: HttpRequest, permission: str, *, doing: str) -> None:
    if not operator_of(request).has_perm(permission):
        raise TurnedAway(403, f"{doing} takes a permission that you do not have.")


def _asked(request: HttpRequest, page: Page, ask: Ask, done: str) -> Page | Done:
    asked: dict[str, Any] = {"longest": LONGEST_REASON, "reason": _reason(request)}
    if request.method != "POST":
        return page._replace(content=page.content | asked)
    # No transaction is open here, as `handle` wants it: these are views of our own, not the admin's.
    try:
        handle(page.content["game"].pk, ask, Caller(operator_of(request).pk))
    except (Refused, Declined) as refusal:
        no = told(request, problem_of(refusal))
        return page._replace(content=page.content | asked | {"no": no}, status=no.status)
    return Done(done)


def _reason(request: HttpRequest) -> str:
    return " ".join(request.POST.get("reason", "").split())


def _turned_away(request: HttpRequest, refusal: Refusal) -> TurnedAway:
    no = told(request, problem_of(Refused(refusal)))
    return TurnedAway(no.status, no.words)
