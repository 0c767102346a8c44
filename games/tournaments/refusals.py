"""Every way in which a tournament says no: a code that one could say; statuses and texts stand elsewhere."""

from enum import StrEnum

from games.engine.options import Value


class Refusal(StrEnum):
    """Why a command to a tournament is not carried out. Nothing has happened then."""

    # opening
    INVALID = "invalid"  # out of its range
    WRONG_LENGTH = "wrong_length"  # a text of too few characters or too many
    FIELD_TOO_SMALL = "field_too_small"  # the limit lets too few in for tables of this size
    FIELD_TOO_LARGE = "field_too_large"
    NOT_IN_THIS_KIND = "not_in_this_kind"  # what means nothing in a tournament of this kind
    START_OUT_OF_RANGE = "start_out_of_range"
    START_REQUIRED = "start_required"
    CLOCK_REQUIRED = "clock_required"
    # entering
    ALREADY_ENTERED = "already_entered"
    ALREADY_LEFT = "already_left"
    NOT_ENTERED = "not_entered"
    DISQUALIFIED = "disqualified"
    REGISTRATION_CLOSED = "registration_closed"
    TOURNAMENT_FULL = "tournament_full"
    NO_BOTS = "no_bots"
    CHECK_IN_CLOSED = "check_in_closed"
    AT_A_TABLE = "at_a_table"
    # at any time
    TOURNAMENT_OVER = "tournament_over"
    TOURNAMENT_STARTED = "tournament_started"
    TOURNAMENT_NOT_STARTED = "tournament_not_started"
    NOT_THE_DIRECTOR = "not_the_director"
    # the director's
    TOO_FEW_ENTRANTS = "too_few_entrants"
    NO_SUCH_ENTRANT = "no_such_entrant"
    NO_SUCH_ROUND = "no_such_round"
    NO_SUCH_TABLE = "no_such_table"
    NO_ROUND_OPEN = "no_round_open"
    NO_ROUND_FOLLOWS = "no_round_follows"
    RESULTS_ARE_IN = "results_are_in"
    ROUND_MOVED_ON = "round_moved_on"
    RESULT_UNFIT = "result_unfit"
    PAIRING_UNFIT = "pairing_unfit"
    ALREADY_PAUSED = "already_paused"
    NOT_PAUSED = "not_paused"
    REASON_REQUIRED = "reason_required"


class Refused(Exception):
    """A tournament refuses a command; `field` names what is at fault, `allowed` what it may be."""

    def __init__(
        self, refusal: Refusal, *, field: str | None = None, allowed: tuple[Value, ...] | None = None
    ) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal
        self.field = field
        self.allowed = allowed
