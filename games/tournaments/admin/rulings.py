"""What a director does through the admin: may they, is it meant and why, what the tournament says to it."""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.http import HttpRequest

from games.admin.people import Person, persons
from games.admin.reading import Done, Page, TurnedAway, operator_of
from games.admin.reading import number as _number
from games.admin.refusals import told
from games.asking import Caller
from games.problems import problem_of as problem_of_declined
from games.refusing import Declined
from games.tournaments import asking
from games.tournaments import commands as cmd
from games.tournaments.admin.tables import named
from games.tournaments.directing import (
    LONGEST_REASON,
    has_texts,
    may_be_seated,
    takes_byes,
    takes_other_pairings,
)
from games.tournaments.handling import Ask, handle
from games.tournaments.problems import problem_of
from games.tournaments.refusals import Refusal, Refused
from games.tournaments.standing import Standing
from games.tournaments.state import IN_IT, State, TournamentPhase
from games.tournaments.texts import one_line
from players.models import Player

DIRECT: Final = "tournaments.direct_tournament"

type Fields = dict[str, Any]


class Ruling(NamedTuple):
    """Something that a director may do: its address, its words, what its form needs beside the reason."""

    word: str
    button: str
    question: str
    what: str
    done: str
    is_possible: Callable[[State], bool]
    ask: Callable[[HttpRequest, Fields], Ask]
    fields: Callable[[HttpRequest, Standing], Fields]
    gives_reason: bool = True
    is_danger: bool = False
    is_of_table: bool = False  # begun from the row of a table: nobody can guess which one is meant


def possible(standing: Standing, operator: Player) -> list[Ruling]:
    """Return what this operator may do to this tournament now."""
    if not operator.has_perm(DIRECT):
        return []
    return [ruling for ruling in RULINGS if ruling.is_possible(standing.state)]


def pager(ruling: Ruling) -> Callable[[HttpRequest, Standing], Page | Done]:
    """Return what answers the address of a ruling: the question, and once it is answered, done."""

    def page(request: HttpRequest, standing: Standing) -> Page | Done:
        operator = operator_of(request)
        if not operator.has_perm(DIRECT):
            raise TurnedAway(403, "Directing tournaments takes a permission that you do not have.")
        fields = ruling.fields(request, standing)
        asked = {"longest": LONGEST_REASON, "reason": _reason(request), "ruling": ruling}
        content = {"tournament": UUID(standing.state.tournament), "state": standing.state, **asked, **fields}
        shown = Page("ruling", ruling.question, content)
        if request.method != "POST":
            return shown
        # No transaction is open here, as `handle` wants it: these are views of our own, not the admin's.
        try:
            handle(content["tournament"], ruling.ask(request, fields), Caller(operator.pk))
        except Refused as refused:
            no = told(request, problem_of(refused))
        except Declined as declined:
            no = told(request, problem_of_declined(declined))
        else:
            return Done(ruling.done)
        return shown._replace(content=content | {"no": no}, status=no.status)

    return page


# --- what a form needs


def _nothing(_request: HttpRequest, _standing: Standing) -> Fields:
    return {}


def _entrant_fields(request: HttpRequest, standing: Standing) -> Fields:
    entrants = [entrant for entrant in standing.state.entrants if entrant.part in IN_IT]
    people = persons([standing.people[entrant.number] for entrant in entrants], linked=False)
    choices: list[tuple[int, Person | None]] = [
        (entrant.number, people.get(standing.people[entrant.number])) for entrant in entrants
    ]
    sent = request.POST.get("entrant", request.GET.get("entrant", ""))
    return {"choices": choices, "entrant": int(sent) if sent.isascii() and sent.isdecimal() else None}


def _table_fields(request: HttpRequest, standing: Standing) -> Fields:
    rounds = standing.state.rounds
    if not rounds:
        no = told(request, problem_of(Refused(Refusal.NO_ROUND_OPEN)))
        raise TurnedAway(no.status, no.words)
    sent = request.POST if request.method == "POST" else request.GET
    round_ = _number(sent.get("round", ""), what="The round", least=1, most=len(rounds))
    tables = rounds[round_ - 1].tables
    table = _number(sent.get("table", ""), what="The table", least=0, most=len(tables) - 1)
    seated = tables[table].entrants
    people = persons([standing.people[entrant] for entrant in seated], linked=False)
    seats = [
        {
            "entrant": entrant,
            "person": people.get(standing.people[entrant]),
            "place": request.POST.get(f"place_{seat}", ""),
            "points": request.POST.get(f"points_{seat}", ""),
        }
        for seat, entrant in enumerate(seated)
    ]
    return {"round": round_, "table": table, "seats": seats}


def _pairing_fields(request: HttpRequest, standing: Standing) -> Fields:
    typed, newest = {"tables": request.POST.get("tables", "")}, standing.state.round
    if newest is None:
        return {**typed, "now": ""}
    paired = [table.entrants for table in newest.tables]
    came = may_be_seated(standing.state, newest) - {*chain(*paired, newest.byes)}
    people = {
        one.entrant.number: one for one in named(standing, chain(*paired, newest.byes, came), linked=False)
    }
    return {
        **typed,
        "now": "\n".join(" ".join(map(str, table)) for table in paired),
        "paired": [[people[entrant] for entrant in table] for table in paired],
        "byes": [people[entrant] for entrant in newest.byes],
        "came": [people[entrant] for entrant in sorted(came)],
    }


# --- what is asked


def _reason(request: HttpRequest) -> str:
    return one_line(request.POST.get("reason", ""))


def _with_reason(command: Callable[[str], cmd.CommandInTournament]) -> Callable[[HttpRequest, Fields], Ask]:
    return lambda request, _fields: asking.directly(command(_reason(request)))


def _start(_request: HttpRequest, _fields: Fields) -> Ask:
    return asking.directly(cmd.StartTournament(is_due=False))


def _result(request: HttpRequest, fields: Fields) -> Ask:
    places = tuple(_whole(seat["place"], Refusal.RESULT_UNFIT, "places") for seat in fields["seats"])
    points = tuple(_whole(seat["points"], Refusal.RESULT_UNFIT, "points") for seat in fields["seats"])
    command = cmd.RuleResult(fields["round"], fields["table"], places, points, _reason(request))
    return asking.directly(command)


def _of_entrant(
    command: Callable[[int, str], cmd.CommandInTournament],
) -> Callable[[HttpRequest, Fields], Ask]:
    def ask(request: HttpRequest, _fields: Fields) -> Ask:
        entrant = _whole(request.POST.get("entrant", ""), Refusal.NO_SUCH_ENTRANT, "entrant")
        return asking.directly(command(entrant, _reason(request)))

    return ask


def _pair_anew(request: HttpRequest, fields: Fields) -> Ask:
    lines = [line.replace(",", " ").split() for line in str(fields["tables"]).splitlines()]
    tables = tuple(
        tuple(_whole(one, Refusal.PAIRING_UNFIT, "tables") for one in line) for line in lines if line
    )
    return asking.pair_anew(tables or None, _reason(request))


def _whole(text: str, refusal: Refusal, field: str) -> int:
    text = text.strip()
    if not (text.isascii() and text.removeprefix("-").isdecimal() and len(text) <= 9):
        raise Refused(refusal, field=field)
    return int(text)


# --- all there is


def _is_open(state: State) -> bool:
    return state.phase is TournamentPhase.OPEN


def _has_entrants(state: State) -> bool:
    return not state.is_over and any(entrant.part in IN_IT for entrant in state.entrants)


def _is_running(state: State) -> bool:
    return state.phase is TournamentPhase.RUNNING


RULINGS: Final[Sequence[Ruling]] = (
    Ruling(
        *("start", "Start", "Start this tournament now?"),
        "Registration ends. Who has not checked in while check-in was open is out; the first round is paired "
        "within seconds.",
        "The tournament is started.",
        _is_open,
        _start,
        _nothing,
        gives_reason=False,
    ),
    Ruling(
        *("result", "Rule a result", "Rule the result of a table?"),
        "It counts in place of the game's. A game that still runs there is ended.",
        "The result is ruled.",
        lambda state: _is_running(state) and bool(state.rounds),
        _result,
        _table_fields,
        is_of_table=True,
    ),
    Ruling(
        *("bye", "Give a bye", "Free an entrant from the next round?"),
        "The entrant is not paired in the next round and has the score of a bye.",
        "The bye is given.",
        lambda state: _has_entrants(state) and takes_byes(state),
        _of_entrant(cmd.RuleBye),
        _entrant_fields,
    ),
    Ruling(
        *("pair-anew", "Pair anew", "Pair the open round anew?"),
        "The games of the round are ended and count nothing. It can be done until the first of them has "
        "been played to its end.",
        "The round is paired anew.",
        takes_other_pairings,
        _pair_anew,
        _pairing_fields,
    ),
    Ruling(
        *("disqualify", "Disqualify", "Disqualify an entrant?"),
        "The entrant is out for good and gives up a game that still runs.",
        "The entrant is disqualified.",
        _has_entrants,
        _of_entrant(cmd.Disqualify),
        _entrant_fields,
        is_danger=True,
    ),
    Ruling(
        *("pause", "Pause", "Pause this tournament?"),
        "No further round is paired until it is resumed; games that run go on.",
        "The tournament is paused.",
        lambda state: _is_running(state) and not state.paused,
        _with_reason(cmd.Pause),
        _nothing,
    ),
    Ruling(
        *("resume", "Resume", "Resume this tournament?"),
        "Rounds are paired again.",
        "The tournament goes on.",
        lambda state: state.paused,
        _with_reason(cmd.Resume),
        _nothing,
    ),
    Ruling(
        *("take-texts-away", "Take the texts away", "Take name, description and prizes away?"),
        "Nobody reads them any more, those of before neither, in lists, pages and events. The director may "
        "give it others until it is over.",
        "The texts are taken away.",
        has_texts,
        _with_reason(cmd.TakeTextsAway),
        _nothing,
        is_danger=True,
    ),
    Ruling(
        *("cancel", "Cancel", "Cancel this tournament?"),
        "It ends at once and for good, without a result; games that run are ended.",
        "The tournament is canceled.",
        lambda state: not state.is_over,
        _with_reason(cmd.Cancel),
        _nothing,
        is_danger=True,
    ),
)
