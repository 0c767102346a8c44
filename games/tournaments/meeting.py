"""What pairing and scoring are asked of a tournament as it stands; the formulas are not here."""

import hashlib
from collections.abc import Iterable
from typing import Final

from games.tournaments.kinds import Kind
from games.tournaments.pairing import has_ended, pair, rounds_needed
from games.tournaments.pairing.knockout import still_in
from games.tournaments.results import Pairing, Round, TableResult
from games.tournaments.settings import MOST_ROUNDS, Settings
from games.tournaments.standings import Standing, standings
from games.tournaments.state import Part, State, TournamentPhase

_ANEW_DOMAIN: Final = b"taki-tournament-anew-1"


def rounds_planned(settings: Settings, entrants: int) -> int:
    """Return after how many rounds a tournament of so many ends at the latest.

    A series to a target has as many as any may have: its points may grow too slowly.
    """
    needed = rounds_needed(settings.kind, entrants, settings.table_size, settings.advance, settings.rounds)
    return needed or MOST_ROUNDS


def is_decided(state: State) -> bool:
    """Say whether no round follows: the last was played, a series is at its target, or nobody is left."""
    settings = state.settings
    return has_ended(
        settings.kind,
        _in_play(state),
        played(state),
        table_size=settings.table_size,
        advance=settings.advance,
        target_points=settings.target_points,
        needed=state.rounds_planned,
        seed=state.seed,
    )


def follows_none(state: State) -> bool:
    """Say whether no round will be paired after the newest, as far as can be said before that is closed."""
    if state.phase is not TournamentPhase.RUNNING:
        return state.is_over
    return len(state.rounds) >= state.rounds_planned or (state.round is None and is_decided(state))


def next_pairing(state: State) -> Pairing:
    """Return who meets whom in the next round; without tables where the field cannot fill one."""
    return _paired(state, played(state), free=state.byes_ruled)


def look_ahead(state: State) -> None:
    """Have what takes seconds to find in the next round found now, and remembered by this process.

    That is the schedule of a round robin: whoever pairs the round holds the tournament, and others wait.
    """
    is_next = state.phase is TournamentPhase.RUNNING and state.round is None
    if is_next and state.settings.kind is Kind.ROUND_ROBIN:
        next_pairing(state)


def pairing_anew(state: State) -> Pairing:
    """Return other meetings for the open round, by lots of their own."""
    open_round = state.rounds[-1]
    draw = hashlib.sha256(_ANEW_DOMAIN + state.seed + open_round.pairings.to_bytes(8, "big")).digest()
    return _paired(state, played(state), free=open_round.byes_ruled, draw=draw)


def table_of_all(state: State, *, until: int | None = None) -> tuple[Standing, ...]:
    """Return the standings after the closed rounds, or the first `until` of them, best first."""
    rounds = played(state)[:until]
    rows = {row.entrant: row for row in standings(state.settings.kind, state.field, rounds, seed=state.seed)}
    order = put_behind(state, rows, until=until)
    return tuple(rows[entrant]._replace(place=place) for place, entrant in enumerate(order, start=1))


def put_behind(state: State, entrants: Iterable[int], *, until: int | None = None) -> tuple[int, ...]:
    """Return these entrants, best first by what they played, in the order that counts.

    Who left while they were still in it, or before anything was played, stands behind those who came as far;
    who was disqualified stands last, after earlier rounds too.
    """
    out, still_there, left = frozenset(state.those(Part.DISQUALIFIED)), *_still_in(state, until)
    behind = {**dict.fromkeys(still_there, 0), **dict.fromkeys(left, 1)}
    return tuple(sorted(entrants, key=lambda entrant: (entrant in out, behind.get(entrant, 2))))


def ranking(state: State) -> tuple[int, ...]:
    """Return the entrants who played, from the first place to the last, as the standings have them."""
    return tuple(row.entrant for row in table_of_all(state))


def _still_in(state: State, until: int | None) -> tuple[frozenset[int], frozenset[int]]:
    # Who would go on, of those who are there and of those who left; where others may still win, nobody.
    closed = played(state)
    rounds = closed[:until]
    played_on = (one.entrants for one in closed[len(rounds) :])
    gone = frozenset(state.those(Part.WITHDREW)).difference(*played_on)
    if not rounds:
        there = frozenset(state.field)
    elif state.settings.kind is Kind.KNOCKOUT:
        there = still_in(rounds[-1], state.settings.advance, seed=state.seed)
    else:
        there = frozenset()
    return there - gone, there & gone


def played(state: State) -> tuple[Round, ...]:
    """Return the closed rounds as scoring reads them."""
    return tuple(
        Round(
            tuple(
                TableResult(table.entrants, table.result.places, table.result.points)
                for table in told.tables
                if table.result is not None
            ),
            told.byes,
        )
        for told in state.rounds
        if told.closed
    )


def _paired(
    state: State, rounds: tuple[Round, ...], *, free: tuple[int, ...], draw: bytes | None = None
) -> Pairing:
    settings, there = state.settings, _in_play(state)
    free = tuple(number for number in free if number in there)
    pairing = pair(
        settings.kind,
        tuple(number for number in there if number not in free),
        rounds,
        table_size=settings.table_size,
        advance=settings.advance,
        seed=state.seed,
        number=len(rounds) + 1,
        draw=draw,
    )
    return Pairing(pairing.tables, tuple(sorted((*pairing.byes, *free))))


def _in_play(state: State) -> tuple[int, ...]:
    return tuple(number for number in state.field if state.entrants[number].part is Part.IN)
