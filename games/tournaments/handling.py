"""`handle`: the one way in which the log of a tournament grows, by the steps of `games.handling`.

The head is locked; with it come time, session and state. A key that was used before gets its answer again. An
open registration whose time has come is settled and committed first, and all begins again. Then the rules.
After the commit the state is kept and announced.
"""

import secrets
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from django.db import transaction
from uuid_utils.compat import uuid7

from games import moments
from games.announcing import announce
from games.asking import SYSTEM, Caller
from games.engine.shuffling import SEED_BYTES
from games.envelope import Recorded
from games.event_store import Draft, Situation
from games.keys import Key, Overtaken
from games.refusing import Busy, lock_timeouts_told
from games.tournaments import keys, projections
from games.tournaments.commands import Command, OpenTournament
from games.tournaments.deciding import decide
from games.tournaments.events import Event
from games.tournaments.log import TOURNAMENTS
from games.tournaments.models import Tournament
from games.tournaments.refusals import Refusal, Refused
from games.tournaments.settings import Settings
from games.tournaments.standing import Standing, due

# So far ahead a tournament may be announced.
LONGEST_AHEAD: Final = timedelta(days=366)
_MOST_ATTEMPTS: Final = 5

type TournamentNow = Situation[Tournament, Standing]


class Asked(NamedTuple):
    """A command, and those whom it enters, where it enters somebody."""

    command: Command | None
    newcomers: Sequence[UUID | None] = ()


type Ask = Callable[[TournamentNow, Caller], Asked]


class Handled(NamedTuple):
    """What a command left: the tournament as it then stood, and what happened by it."""

    tournament_id: UUID
    standing: Standing
    events: tuple[Recorded[Event], ...] = ()
    is_answer: bool = True  # False where only what was due was settled


def handle(tournament_id: UUID, ask: Ask, caller: Caller, key: Key | None = None) -> Handled:
    """Carry out what `caller` asks of a tournament, or nothing of it.

    :raises games.tournaments.refusals.Refused: where the tournament says no.
    :raises Declined: for every other reason, as with games.
    :raises RuntimeError: inside a transaction: what is answered here must be committed.
    """

    def act() -> Handled:
        now = TOURNAMENTS.lock(tournament_id, caller.session)
        if key is not None and caller.player is not None and keys.earlier(caller.player, key):
            return Handled(tournament_id, now.standing)
        settled = due(now.standing, now.now)
        if settled is not None:
            return _carry_out(now, Asked(settled), SYSTEM, None)._replace(is_answer=False)
        return _carry_out(now, ask(now, caller), caller, key)

    return _carried_out(act)


def open_tournament(settings: Settings, caller: Caller, key: Key | None = None) -> Handled:
    """Open a tournament that the caller directs; the secret of its lots is drawn here.

    :raises games.tournaments.refusals.Refused: for settings that cannot be played.
    :raises games.engine.refusals.Refused: for options that do not go together.
    :raises Declined: for a session that is over, a key that stands for something else, or `Busy`.
    :raises RuntimeError: inside a transaction.
    """

    def act() -> Handled:
        now = moments.moment(caller.session).now
        if key is not None and caller.player is not None:
            known = keys.earlier(caller.player, key)
            if known is not None:
                return Handled(known, TOURNAMENTS.peek(known).standing)
        _check_start(settings, now)
        tournament = Tournament()
        command = OpenTournament(str(tournament.pk), settings, secrets.token_bytes(SEED_BYTES))
        drafts = [Draft(event, None) for event in decide(None, command)]
        standing, recorded = TOURNAMENTS.append(
            tournament.pk, None, drafts, actor=caller.player, command=uuid7(), at=now
        )
        projections.create(tournament, standing)
        _keep(key, tournament.pk, caller, standing)
        return Handled(tournament.pk, standing, recorded)

    return _carried_out(act)


def _check_start(settings: Settings, now: datetime) -> None:
    # The rules of tournaments know no clock.
    if settings.starts_at is None:
        return
    ahead = datetime.fromisoformat(settings.starts_at) - now
    if not timedelta(0) < ahead <= LONGEST_AHEAD:
        raise Refused(Refusal.START_OUT_OF_RANGE, field="starts_at")
    # It is open as long as was said, so that play would begin later than was said.
    if timedelta(seconds=settings.check_in_seconds) > ahead:
        allowed = (f"0..{ahead // timedelta(seconds=1)}",)
        raise Refused(Refusal.INVALID, field="check_in_seconds", allowed=allowed)


def _carried_out(act: Callable[[], Handled]) -> Handled:
    with lock_timeouts_told():
        for _ in range(_MOST_ATTEMPTS):
            try:
                with transaction.atomic(durable=True):
                    handled = act()
            except Overtaken:
                continue
            if handled.events:
                TOURNAMENTS.remember(handled.tournament_id, handled.standing)
                announce(handled.tournament_id, handled.standing.version)
            if handled.is_answer:
                return handled
    raise Busy


def _carry_out(now: TournamentNow, asked: Asked, caller: Caller, key: Key | None) -> Handled:
    before, id_ = now.standing, now.head.pk
    events = () if asked.command is None else decide(before.state, asked.command)
    if not events:
        _keep(key, id_, caller, before)
        return Handled(id_, before)
    drafts = _drafts(before, events, asked.newcomers)
    after, recorded = TOURNAMENTS.append(
        id_, before, drafts, actor=caller.player, command=uuid7(), at=now.now
    )
    projections.apply(id_, before, after)
    _keep(key, id_, caller, after)
    return Handled(id_, after, recorded)


def _drafts(
    before: Standing, events: Sequence[Event], newcomers: Sequence[UUID | None]
) -> list[Draft[Event]]:
    # The subject is the person whom the event is about.
    people = [*before.people, *newcomers]
    drafts = []
    for event in events:
        entrant: int | None = getattr(event, "entrant", None)
        drafts.append(Draft(event, None if entrant is None else people[entrant]))
    return drafts


def _keep(key: Key | None, tournament_id: UUID, caller: Caller, standing: Standing) -> None:
    if key is not None and caller.player is not None:
        version, at = standing.version, standing.last_at
        keys.keep(key, tournament=tournament_id, player=caller.player, last_version=version, at=at)
