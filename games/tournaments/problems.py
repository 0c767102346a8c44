"""What tournaments refuse, as problems: the status of each code."""

from collections.abc import Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Final

from games.problems import told_values
from games.tournaments.refusals import Refusal, Refused
from problems.problem import Problem

STATUS: Final[Mapping[str, HTTPStatus]] = MappingProxyType(
    {
        # not at this time
        Refusal.ALREADY_ENTERED: HTTPStatus.CONFLICT,
        Refusal.ALREADY_LEFT: HTTPStatus.CONFLICT,
        Refusal.NOT_ENTERED: HTTPStatus.CONFLICT,
        Refusal.REGISTRATION_CLOSED: HTTPStatus.CONFLICT,
        Refusal.TOURNAMENT_FULL: HTTPStatus.CONFLICT,
        Refusal.CHECK_IN_CLOSED: HTTPStatus.CONFLICT,
        Refusal.AT_A_TABLE: HTTPStatus.CONFLICT,
        Refusal.TOURNAMENT_OVER: HTTPStatus.CONFLICT,
        Refusal.TOURNAMENT_STARTED: HTTPStatus.CONFLICT,
        Refusal.TOURNAMENT_NOT_STARTED: HTTPStatus.CONFLICT,
        Refusal.TOO_FEW_ENTRANTS: HTTPStatus.CONFLICT,
        Refusal.NO_ROUND_OPEN: HTTPStatus.CONFLICT,
        Refusal.NO_ROUND_FOLLOWS: HTTPStatus.CONFLICT,
        Refusal.RESULTS_ARE_IN: HTTPStatus.CONFLICT,
        Refusal.ROUND_MOVED_ON: HTTPStatus.CONFLICT,
        Refusal.ALREADY_PAUSED: HTTPStatus.CONFLICT,
        Refusal.NOT_PAUSED: HTTPStatus.CONFLICT,
        # of no form that could be meant
        Refusal.INVALID: HTTPStatus.BAD_REQUEST,
        Refusal.WRONG_LENGTH: HTTPStatus.BAD_REQUEST,
        # not by this player
        Refusal.DISQUALIFIED: HTTPStatus.FORBIDDEN,
        Refusal.NOT_THE_DIRECTOR: HTTPStatus.FORBIDDEN,
        # there is none
        "no_table": HTTPStatus.NOT_FOUND,
        "bye_this_round": HTTPStatus.NOT_FOUND,
        "no_round": HTTPStatus.NOT_FOUND,
        # not in this tournament
        Refusal.FIELD_TOO_SMALL: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.FIELD_TOO_LARGE: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.NOT_IN_THIS_KIND: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.START_OUT_OF_RANGE: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.START_REQUIRED: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.CLOCK_REQUIRED: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.NO_BOTS: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.NO_SUCH_ENTRANT: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.NO_SUCH_ROUND: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.NO_SUCH_TABLE: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.RESULT_UNFIT: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.PAIRING_UNFIT: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.REASON_REQUIRED: HTTPStatus.UNPROCESSABLE_ENTITY,
    }
)


def problem_of(refused: Refused) -> Problem:
    """Return the problem that tells the sender, and nobody else, why nothing has happened."""
    allowed = None if refused.allowed is None else told_values(refused.allowed)
    return Problem(refused.refusal.value, field=refused.field, allowed=allowed)
