"""Whether the settings of a tournament can be played: each is looked at beside its kind and the others."""

from typing import Final, assert_never

from games.engine.agreement import disagreements
from games.engine.lobby import FEWEST_SEATS, MOST_SEATS
from games.engine.options import WEEK_SECONDS, Value
from games.engine.refusals import Refused as RulesRefused
from games.tournaments.kinds import Kind
from games.tournaments.pairing.round_robin import LARGEST_FIELD
from games.tournaments.refusals import Refusal, Refused
from games.tournaments.settings import (
    DAY_SECONDS,
    FEWEST_ROUND_SECONDS,
    LONGEST_ROUND_SECONDS,
    MOST_ENTRANTS,
    MOST_POINTS,
    MOST_ROUNDS,
    WITH_CHOSEN_ROUNDS,
    WITH_LATE_ENTRY,
    Settings,
)
from games.tournaments.texts import check_texts

# Who begins is told by nobody at a table that a server seats, nor by a game before it.
_FIRST_SEATS: Final = ("host", "random")


def check(settings: Settings) -> None:
    """Refuse settings that cannot be played.

    :raises games.tournaments.refusals.Refused: with the setting at fault, and what it may be.
    :raises games.engine.refusals.Refused: where the options do not go with each other, the box or the table.
    """
    check_texts(settings.name, settings.description, settings.prizes)
    _check_ranges(settings)
    _check_kind(settings)
    _check_start(settings)
    _check_options(settings)


def _check_ranges(settings: Settings) -> None:
    _within(settings.table_size, "table_size", FEWEST_SEATS, MOST_SEATS)
    _within(settings.rounds, "rounds", 0, MOST_ROUNDS)
    _within(settings.late_rounds, "late_rounds", 0, (settings.rounds or MOST_ROUNDS) - 1)
    _within(settings.target_points, "target_points", 0, MOST_POINTS)
    _within(settings.break_seconds, "break_seconds", 0, WEEK_SECONDS)
    _within(settings.check_in_seconds, "check_in_seconds", 0, DAY_SECONDS)
    _check_round_seconds(settings.round_seconds)
    # Fewer than the limit may come, and then tables are smaller; one that nobody could fill is not meant.
    least, most = max(settings.fewest_entrants, settings.table_size), _most_entrants(settings)
    allowed = (f"{least}..{most}",)
    if settings.entrants_limit < least:
        raise Refused(Refusal.FIELD_TOO_SMALL, field="entrants_limit", allowed=allowed)
    if settings.entrants_limit > most:
        raise Refused(Refusal.FIELD_TOO_LARGE, field="entrants_limit", allowed=allowed)


def _check_round_seconds(seconds: int) -> None:
    if seconds and not FEWEST_ROUND_SECONDS <= seconds <= LONGEST_ROUND_SECONDS:
        allowed = (0, f"{FEWEST_ROUND_SECONDS}..{LONGEST_ROUND_SECONDS}")
        raise Refused(Refusal.INVALID, field="round_seconds", allowed=allowed)


def _most_entrants(settings: Settings) -> int:
    match settings.kind:
        case Kind.STAGES:
            return settings.table_size
        case Kind.ROUND_ROBIN:
            return LARGEST_FIELD  # every pair meets, so that the rounds grow with the field
        case Kind.SERIES | Kind.KNOCKOUT | Kind.SWISS | Kind.DUPLICATE:
            return MOST_ENTRANTS
        case _:
            assert_never(settings.kind)


def _check_kind(settings: Settings) -> None:
    kind = settings.kind
    if kind is Kind.KNOCKOUT:
        _within(settings.advance, "advance", 1, settings.table_size - 1)
    else:
        _only(settings.advance, "advance", 1)
    if kind is not Kind.SERIES:
        _only(settings.target_points, "target_points", 0)
    elif not settings.rounds and not settings.target_points:
        raise Refused(Refusal.NOT_IN_THIS_KIND, field="rounds", allowed=(f"1..{MOST_ROUNDS}",))
    if kind not in WITH_CHOSEN_ROUNDS:
        _only(settings.rounds, "rounds", 0)
    if kind not in WITH_LATE_ENTRY:
        _only(settings.late_rounds, "late_rounds", 0)


def _check_start(settings: Settings) -> None:
    if settings.check_in_seconds and settings.starts_at is None:
        raise Refused(Refusal.START_REQUIRED, field="starts_at")
    if settings.check_in_seconds:
        _only(settings.starts_when_full, "starts_when_full", False)


def _check_options(settings: Settings) -> None:
    options = settings.options
    # Before the options among each other: what those would have instead is not all to be had here.
    if options.first_seat not in _FIRST_SEATS:
        _unfit("options.first_seat", *_FIRST_SEATS)
    for found in disagreements(settings.boxed, options, seats=settings.table_size, begins=None):
        raise RulesRefused(found.refusal, field=f"options.{found.option}", allowed=found.allowed)
    if not options.turn_seconds:
        allowed = (f"5..{WEEK_SECONDS}",)
        raise Refused(Refusal.CLOCK_REQUIRED, field="options.turn_seconds", allowed=allowed)
    if settings.kind is Kind.STAGES and options.stages == 1:
        _unfit("options.stages", f"2..{options.hand_size}")
    if settings.kind is Kind.SERIES and options.scoring != "series":
        _unfit("options.scoring", "series")


def _within(value: int, field: str, least: int, most: int) -> None:
    if not least <= value <= most:
        raise Refused(Refusal.INVALID, field=field, allowed=(f"{least}..{most}",))


def _only(value: Value, field: str, allowed: Value) -> None:
    if value != allowed:
        _unfit(field, allowed)


def _unfit(field: str, *allowed: Value) -> None:
    raise Refused(Refusal.NOT_IN_THIS_KIND, field=field, allowed=allowed)
