"""What games refuse, as problems: the status of each code, and which problem tells an error."""

import re
from collections.abc import Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Final, assert_never

from games.engine.options import OptionRefused, Value
from games.engine.refusals import Refusal, Refused
from games.event_store import NoSuchVersion
from games.refusing import OPTIONS_RULE, Declined, RefusedAt
from games.wire.reading import NotAnObject, Unfit
from problems.problem import RETRY_SECONDS, Problem

STATUS: Final[Mapping[str, HTTPStatus]] = MappingProxyType(
    {
        # not at this time: the game has moved on, or is not there yet
        Refusal.SEAT_TAKEN: HTTPStatus.CONFLICT,
        Refusal.TABLE_FULL: HTTPStatus.CONFLICT,
        Refusal.SEAT_NOT_TAKEN: HTTPStatus.CONFLICT,
        Refusal.ALREADY_STARTED: HTTPStatus.CONFLICT,
        Refusal.NOT_STARTED: HTTPStatus.CONFLICT,
        Refusal.TOO_FEW_SEATS: HTTPStatus.CONFLICT,
        Refusal.GAME_OVER: HTTPStatus.CONFLICT,
        Refusal.NOT_FINISHED: HTTPStatus.CONFLICT,
        Refusal.NOT_OVER: HTTPStatus.CONFLICT,
        Refusal.STALE_TURN: HTTPStatus.CONFLICT,
        Refusal.NOT_YOUR_TURN: HTTPStatus.CONFLICT,
        Refusal.SEAT_GIVEN_UP: HTTPStatus.CONFLICT,
        Refusal.SEAT_FINISHED: HTTPStatus.CONFLICT,
        Refusal.TOO_LATE: HTTPStatus.CONFLICT,
        Refusal.TURN_RESTS: HTTPStatus.CONFLICT,
        # not by this player
        Refusal.NOT_THE_HOST: HTTPStatus.FORBIDDEN,
        # not by the rules
        Refusal.SEATS_OUT_OF_RANGE: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.NO_SUCH_SEAT: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.TOO_FEW_CARDS: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.FIRST_SEAT_REQUIRED: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.FIRST_SEAT_NOT_ALLOWED: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.NO_EARLIER_GAME: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.NO_PRINTED_SIDE: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.TOO_MANY_STAGES: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.ONLY_AS_LAST_MOVE: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.CARD_NOT_HELD: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.DOES_NOT_MATCH: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.MUST_ANSWER_DEBT: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.COLOR_REQUIRED: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.COLOR_NOT_ALLOWED: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.NOT_IN_RUN: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.WINDOW_ANSWER_ONLY: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.ONLY_THE_DRAWN_CARD: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.SIDE_REQUIRED: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.SIDE_NOT_ALLOWED: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.MAY_NOT_BE_LAST: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.MAY_NOT_DRAW: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.MUST_LAY: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.MAY_NOT_END_TURN: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.NO_RUN_OF_YOURS: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.TAKI_ON_TOP: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.NO_WINDOW: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.OWN_PLUS_THREE: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.NOT_ONE_CARD: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.ALREADY_DECLARED: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.NO_CALLING_OUT: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.NOTHING_TO_CALL_OUT: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.NO_DECLARING: HTTPStatus.UNPROCESSABLE_ENTITY,
        Refusal.REASON_UNFIT: HTTPStatus.UNPROCESSABLE_ENTITY,
        # for reasons that the rules do not know
        "option_not_allowed": HTTPStatus.BAD_REQUEST,
        "not_seated": HTTPStatus.FORBIDDEN,
        "not_of_that_game": HTTPStatus.FORBIDDEN,
        "wrong_code": HTTPStatus.NOT_FOUND,
        "no_such_version": HTTPStatus.NOT_FOUND,
        "already_seated": HTTPStatus.CONFLICT,
        "seat_kept": HTTPStatus.CONFLICT,
        "kept_for_person": HTTPStatus.CONFLICT,
        "not_a_bot": HTTPStatus.CONFLICT,
        "opened_otherwise": HTTPStatus.CONFLICT,
        "gone_on_without_you": HTTPStatus.CONFLICT,
        "seated_by_others": HTTPStatus.CONFLICT,
        "not_when_rated": HTTPStatus.UNPROCESSABLE_ENTITY,
        "not_disclosed": HTTPStatus.CONFLICT,
        "key_reused": HTTPStatus.UNPROCESSABLE_ENTITY,
    }
)

_RANGE: Final = re.compile(r"(-?[0-9]+)\.\.([0-9]+)")

Refusing = Refused | Declined | OptionRefused | NoSuchVersion | Unfit


def problem_of(error: Refusing) -> Problem:
    """Return the problem that tells the sender, and nobody else, why nothing has happened."""
    match error:
        case Refused():
            return _of_rules(error)
        case Declined():
            retry_after = RETRY_SECONDS if error.code == "busy" else None
            return Problem(
                error.code,
                field=error.field,
                allowed=None if error.allowed is None else [*error.allowed],
                rule=error.rule,
                version=error.version,
                next_=None if error.next is None else str(error.next),
                retry_after=retry_after,
            )
        case OptionRefused():
            return Problem(
                "option_not_allowed",
                field=f"options.{error.name}",
                allowed=told_values(error.allowed),
                rule=OPTIONS_RULE,
            )
        case NoSuchVersion():
            return Problem("no_such_version", field="version")
        case NotAnObject():
            return Problem("malformed")
        case Unfit():
            return Problem("invalid", field=error.path or None, allowed=error.allowed)
        case _:
            assert_never(error)


def told_values(allowed: tuple[Value, ...]) -> object:
    """Return what would have been accepted as problems tell it: a range in one form, or a list of values."""
    *also, last = allowed or ("",)
    bounds = _RANGE.fullmatch(str(last))
    if bounds is None:
        return [*allowed]
    return {"min": int(bounds[1]), "max": int(bounds[2]), **({"also": also} if also else {})}


def _of_rules(refused: Refused) -> Problem:
    return Problem(
        refused.refusal.value,
        field=refused.field,
        allowed=None if refused.allowed is None else told_values(refused.allowed),
        rule=refused.rule,
        version=refused.version if isinstance(refused, RefusedAt) else None,
    )
