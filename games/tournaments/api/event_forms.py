"""What happened in a tournament, as everybody may see it, in its JSON form; nothing hidden passes here."""

from typing import Annotated, Any, TypedDict, assert_never
from uuid import UUID

from msgspec import Meta

from games.bots.levels import Level
from games.engine.options import as_mapping
from games.envelope import Recorded, instant
from games.tournaments import events as ev
from games.tournaments.api.forms import EntrantNumber, RoundNumber, TableNumber, TournamentSettings
from games.tournaments.events import Cancellation, Event, Removal
from games.tournaments.kinds import Kind
from games.tournaments.settings import Settings
from games.tournaments.state import State
from games.wire.lobby_events import BoxCard
from games.wire.values import Count, Form, Id, Instant, Place, Points, Version

_Places = Annotated[
    list[Place] | None,
    Meta(description="By seat; null until the round is closed where all tables have the same deal."),
]
_Points = Annotated[list[Points] | None, Meta(description="By seat; null as `places` is.")]
_Tables = Annotated[list[list[EntrantNumber]], Meta(description="The entrants of each table by seat.")]


class TournamentHappening(Form, frozen=True, tag_field="type", kw_only=True):
    """One fact in a tournament's log."""

    version: Version
    at: Instant


class TournamentOpened(TournamentHappening, frozen=True, tag="tournament_opened", kw_only=True):
    """Registration is open."""

    tournament: Id
    director: Id | None
    kind: Kind
    name: str
    description: str
    prizes: str
    edition: str
    box: list[BoxCard]
    settings: TournamentSettings
    rules: Annotated[int, Meta(ge=1, description="The version of pairing and scoring.")]
    commitment: str
    seed: Annotated[str | None, Meta(description="In hexadecimal; null until the tournament is over.")]


class TournamentDescribed(TournamentHappening, frozen=True, tag="tournament_described", kw_only=True):
    """Its texts were changed."""

    name: str
    description: str
    prizes: str


class EntrantRegistered(TournamentHappening, frozen=True, tag="entrant_registered", kw_only=True):
    """Somebody registered."""

    entrant: EntrantNumber
    player: Id | None
    bot: Level | None
    waiting: Annotated[bool, Meta(description="There was no place left: they wait for one.")]


class EntrantPromoted(TournamentHappening, frozen=True, tag="entrant_promoted", kw_only=True):
    """A place became free for who waited."""

    entrant: EntrantNumber


class CheckInOpened(TournamentHappening, frozen=True, tag="check_in_opened", kw_only=True):
    """Who means to play has to say so from now until the start."""


class EntrantCheckedIn(TournamentHappening, frozen=True, tag="entrant_checked_in", kw_only=True):
    """An entrant is here."""

    entrant: EntrantNumber


class EntrantWithdrew(TournamentHappening, frozen=True, tag="entrant_withdrew", kw_only=True):
    """An entrant plays no further round."""

    entrant: EntrantNumber


class EntrantRemoved(TournamentHappening, frozen=True, tag="entrant_removed", kw_only=True):
    """An entrant was taken out."""

    entrant: EntrantNumber
    removal: Removal
    reason: str


class TournamentStarted(TournamentHappening, frozen=True, tag="tournament_started", kw_only=True):
    """Play begins."""

    entrants: list[EntrantNumber]
    rounds: Annotated[Count, Meta(description="It ends after so many at the latest.")]


class RoundPaired(TournamentHappening, frozen=True, tag="round_paired", kw_only=True):
    """Who meets whom."""

    round: RoundNumber
    tables: _Tables
    games: Annotated[list[Id], Meta(description="The game of each table; it opens within seconds.")]
    byes: list[EntrantNumber]


class RoundPairedAnew(TournamentHappening, frozen=True, tag="round_paired_anew", kw_only=True):
    """The director had the open round paired once more; the games of before count nothing."""

    round: RoundNumber
    tables: _Tables
    games: list[Id]
    byes: list[EntrantNumber]
    reason: str


class TableFinished(TournamentHappening, frozen=True, tag="table_finished", kw_only=True):
    """The game of a table came to its end."""

    round: RoundNumber
    table: TableNumber
    game: Id
    places: _Places
    points: _Points


class TableReplayed(TournamentHappening, frozen=True, tag="table_replayed", kw_only=True):
    """The game of a table ended without a result; another is played."""

    round: RoundNumber
    table: TableNumber
    game: Id


class RoundClosed(TournamentHappening, frozen=True, tag="round_closed", kw_only=True):
    """Every table of the round has a result."""

    round: RoundNumber


class ResultRuled(TournamentHappening, frozen=True, tag="result_ruled", kw_only=True):
    """The director decided the result of a table."""

    round: RoundNumber
    table: TableNumber
    places: _Places
    points: _Points
    reason: str


class ByeRuled(TournamentHappening, frozen=True, tag="bye_ruled", kw_only=True):
    """The director frees an entrant from the next round."""

    entrant: EntrantNumber
    reason: str


class TournamentPaused(TournamentHappening, frozen=True, tag="tournament_paused", kw_only=True):
    """No further round is paired for now."""

    reason: str


class TournamentResumed(TournamentHappening, frozen=True, tag="tournament_resumed", kw_only=True):
    """Rounds are paired again."""

    reason: str


class TextsTakenAway(TournamentHappening, frozen=True, tag="texts_taken_away", kw_only=True):
    """An operator took the texts away; events of before are told without them from now on."""

    name: Annotated[str, Meta(description="What it is called instead.")]
    reason: str


class TournamentFinished(TournamentHappening, frozen=True, tag="tournament_finished", kw_only=True):
    """The tournament is over."""

    ranking: Annotated[list[EntrantNumber], Meta(description="From the first place to the last.")]


class TournamentCanceled(TournamentHappening, frozen=True, tag="tournament_canceled", kw_only=True):
    """The tournament is over without a result."""

    cancellation: Cancellation
    reason: str


type TournamentEventForm = (
    TournamentOpened
    | TournamentDescribed
    | EntrantRegistered
    | EntrantPromoted
    | CheckInOpened
    | EntrantCheckedIn
    | EntrantWithdrew
    | EntrantRemoved
    | TournamentStarted
    | RoundPaired
    | RoundPairedAnew
    | TableFinished
    | TableReplayed
    | RoundClosed
    | ResultRuled
    | ByeRuled
    | TournamentPaused
    | TournamentResumed
    | TextsTakenAway
    | TournamentFinished
    | TournamentCanceled
)


class TournamentEventsPage(Form, frozen=True):
    """Events in order, and the present version; there are more where the last is below it."""

    events: list[TournamentEventForm]
    version: Version


class _Stamp(TypedDict):
    version: int
    at: str


def event_form(recorded: Recorded[Event], state: State, *, seed: str | None) -> TournamentEventForm:
    """Return an event as everybody may see it while the tournament is in this state; `seed` if it is told."""
    stamp = _Stamp(version=recorded.version, at=instant(recorded.recorded_at))
    match recorded.event:
        case ev.TournamentOpened() as opened:
            return _opened(opened, stamp, recorded.actor, seed)
        case ev.TournamentDescribed(name, description, prizes):
            return TournamentDescribed(**stamp, name=name, description=description, prizes=prizes)
        case ev.EntrantRegistered(entrant, bot, waiting):
            return EntrantRegistered(
                **stamp, entrant=entrant, player=_id(recorded.subject), bot=_level(bot), waiting=waiting
            )
        case ev.EntrantPromoted(entrant):
            return EntrantPromoted(**stamp, entrant=entrant)
        case ev.CheckInOpened():
            return CheckInOpened(**stamp)
        case ev.EntrantCheckedIn(entrant):
            return EntrantCheckedIn(**stamp, entrant=entrant)
        case ev.EntrantWithdrew(entrant):
            return EntrantWithdrew(**stamp, entrant=entrant)
        case ev.EntrantRemoved(entrant, removal, reason):
            return EntrantRemoved(**stamp, entrant=entrant, removal=removal, reason=reason)
        case ev.TournamentStarted(entrants, rounds):
            return TournamentStarted(**stamp, entrants=[*entrants], rounds=rounds)
        case ev.RoundPaired(round_, tables, games, byes):
            return RoundPaired(**stamp, round=round_, tables=_lists(tables), games=[*games], byes=[*byes])
        case ev.RoundPairedAnew(round_, tables, games, byes, reason):
            return RoundPairedAnew(
                **stamp, round=round_, tables=_lists(tables), games=[*games], byes=[*byes], reason=reason
            )
        case ev.TableFinished(round_, table, game, places, points):
            told = _result(state, round_, places, points)
            return TableFinished(**stamp, round=round_, table=table, game=game, **told)
        case ev.TableReplayed(round_, table, game):
            return TableReplayed(**stamp, round=round_, table=table, game=game)
        case ev.RoundClosed(round_):
            return RoundClosed(**stamp, round=round_)
        case ev.ResultRuled(round_, table, places, points, reason):
            told = _result(state, round_, places, points)
            return ResultRuled(**stamp, round=round_, table=table, reason=reason, **told)
        case ev.ByeRuled(entrant, reason):
            return ByeRuled(**stamp, entrant=entrant, reason=reason)
        case ev.TournamentPaused(reason):
            return TournamentPaused(**stamp, reason=reason)
        case ev.TournamentResumed(reason):
            return TournamentResumed(**stamp, reason=reason)
        case ev.TextsTakenAway(name, reason):
            return TextsTakenAway(**stamp, name=name, reason=reason)
        case ev.TournamentFinished(ranking):
            return TournamentFinished(**stamp, ranking=[*ranking])
        case ev.TournamentCanceled(cancellation, reason):
            return TournamentCanceled(**stamp, cancellation=cancellation, reason=reason)
        case _:
            assert_never(recorded.event)


def settings_form(settings: Settings) -> TournamentSettings:
    """Return what was chosen at the opening, but for the texts."""
    names = (name for name in TournamentSettings.__struct_fields__ if name != "options")
    chosen = {name: getattr(settings, name) for name in names}
    return TournamentSettings(options=as_mapping(settings.options), **chosen)


def _opened(
    opened: ev.TournamentOpened, stamp: _Stamp, director: UUID | None, seed: str | None
) -> TournamentOpened:
    settings = opened.settings
    return TournamentOpened(
        **stamp,
        tournament=opened.tournament,
        director=_id(director),
        kind=settings.kind,
        name=settings.name,
        description=settings.description,
        prizes=settings.prizes,
        edition=settings.edition,
        box=[BoxCard(card.code, count) for card, count in settings.box],
        settings=settings_form(settings),
        rules=opened.rules,
        commitment=opened.commitment,
        seed=seed,
    )


def _result(state: State, round_: int, places: tuple[int, ...], points: tuple[int, ...]) -> dict[str, Any]:
    if not state.results_are_open(round_):
        return {"places": None, "points": None}
    return {"places": [*places], "points": [*points]}


def _lists(tables: tuple[tuple[int, ...], ...]) -> list[list[int]]:
    return [[*table] for table in tables]


def _level(bot: str | None) -> Level | None:
    return None if bot is None else Level(bot)


def _id(person: UUID | None) -> str | None:
    return None if person is None else str(person)
