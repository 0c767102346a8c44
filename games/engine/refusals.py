"""Every way in which the rules say no: a code that one could say, and the number of its rule."""

from enum import StrEnum
from types import MappingProxyType
from typing import Final


class Refusal(StrEnum):
    """Why a command is not carried out. Nothing has happened then."""

    # the lobby
    SEATS_OUT_OF_RANGE = "seats_out_of_range"
    NO_SUCH_SEAT = "no_such_seat"
    SEAT_TAKEN = "seat_taken"
    TABLE_FULL = "table_full"
    SEAT_NOT_TAKEN = "seat_not_taken"
    ALREADY_STARTED = "already_started"
    NOT_STARTED = "not_started"
    NOT_THE_HOST = "not_the_host"
    TOO_FEW_SEATS = "too_few_seats"
    TOO_FEW_CARDS = "too_few_cards"
    FIRST_SEAT_REQUIRED = "first_seat_required"
    FIRST_SEAT_NOT_ALLOWED = "first_seat_not_allowed"
    NO_EARLIER_GAME = "no_earlier_game"
    NO_PRINTED_SIDE = "no_printed_side"
    TOO_MANY_STAGES = "too_many_stages"
    GAME_OVER = "game_over"
    NOT_FINISHED = "not_finished"
    NOT_OVER = "not_over"
    # whose turn
    STALE_TURN = "stale_turn"
    NOT_YOUR_TURN = "not_your_turn"
    SEAT_GIVEN_UP = "seat_given_up"
    SEAT_FINISHED = "seat_finished"
    TOO_LATE = "too_late"
    TURN_RESTS = "turn_rests"
    ONLY_AS_LAST_MOVE = "only_as_last_move"
    # laying
    CARD_NOT_HELD = "card_not_held"
    DOES_NOT_MATCH = "does_not_match"
    MUST_ANSWER_DEBT = "must_answer_debt"
    COLOR_REQUIRED = "color_required"
    COLOR_NOT_ALLOWED = "color_not_allowed"
    NOT_IN_RUN = "not_in_run"
    WINDOW_ANSWER_ONLY = "window_answer_only"
    ONLY_THE_DRAWN_CARD = "only_the_drawn_card"
    SIDE_REQUIRED = "side_required"
    SIDE_NOT_ALLOWED = "side_not_allowed"
    MAY_NOT_BE_LAST = "may_not_be_last"
    # the other moves
    MAY_NOT_DRAW = "may_not_draw"
    MUST_LAY = "must_lay"
    MAY_NOT_END_TURN = "may_not_end_turn"
    NO_RUN_OF_YOURS = "no_run_of_yours"
    TAKI_ON_TOP = "taki_on_top"
    NO_WINDOW = "no_window"
    OWN_PLUS_THREE = "own_plus_three"
    NOT_ONE_CARD = "not_one_card"
    ALREADY_DECLARED = "already_declared"
    NO_CALLING_OUT = "no_calling_out"
    NOTHING_TO_CALL_OUT = "nothing_to_call_out"
    NO_DECLARING = "no_declaring"
    # an operator's doing
    REASON_UNFIT = "reason_unfit"


RULES: Final = MappingProxyType(
    {
        Refusal.SEATS_OUT_OF_RANGE: "1",
        Refusal.NO_SUCH_SEAT: "1",
        Refusal.SEAT_TAKEN: "1",
        Refusal.TABLE_FULL: "1",
        Refusal.SEAT_NOT_TAKEN: "1",
        Refusal.ALREADY_STARTED: "1",
        Refusal.NOT_STARTED: "1",
        Refusal.NOT_THE_HOST: "1",
        Refusal.TOO_FEW_SEATS: "1",
        Refusal.TOO_FEW_CARDS: "1",
        Refusal.FIRST_SEAT_REQUIRED: "1",
        Refusal.FIRST_SEAT_NOT_ALLOWED: "1",
        Refusal.NO_EARLIER_GAME: "1",
        Refusal.NO_PRINTED_SIDE: "1",
        Refusal.TOO_MANY_STAGES: "options",
        Refusal.GAME_OVER: "9",
        Refusal.NOT_FINISHED: "9",
        Refusal.NOT_OVER: "9",
        Refusal.STALE_TURN: "1",
        Refusal.NOT_YOUR_TURN: "1",
        Refusal.SEAT_GIVEN_UP: "8",
        Refusal.SEAT_FINISHED: "9",
        Refusal.TOO_LATE: "5",
        Refusal.TURN_RESTS: "5",
        Refusal.ONLY_AS_LAST_MOVE: "1",
        Refusal.CARD_NOT_HELD: "1",
        Refusal.DOES_NOT_MATCH: "1",
        Refusal.MUST_ANSWER_DEBT: "2",
        Refusal.COLOR_REQUIRED: "1",
        Refusal.COLOR_NOT_ALLOWED: "1",
        Refusal.NOT_IN_RUN: "3",
        Refusal.WINDOW_ANSWER_ONLY: "5",
        Refusal.ONLY_THE_DRAWN_CARD: "1",
        Refusal.SIDE_REQUIRED: "1",
        Refusal.SIDE_NOT_ALLOWED: "1",
        Refusal.MAY_NOT_BE_LAST: "9",
        Refusal.MAY_NOT_DRAW: "1",
        Refusal.MUST_LAY: "1",
        Refusal.MAY_NOT_END_TURN: "1",
        Refusal.NO_RUN_OF_YOURS: "3",
        Refusal.TAKI_ON_TOP: "3",
        Refusal.NO_WINDOW: "5",
        Refusal.OWN_PLUS_THREE: "5",
        Refusal.NOT_ONE_CARD: "6",
        Refusal.ALREADY_DECLARED: "6",
        Refusal.NO_CALLING_OUT: "6",
        Refusal.NOTHING_TO_CALL_OUT: "6",
        Refusal.NO_DECLARING: "6",
        Refusal.REASON_UNFIT: "8",
    }
)


class Refused(Exception):
    """The rules refuse a command.

    `field` names what is at fault, `allowed` what it may be, `move` the place of the move in a command
    of several. A refusal may tell its sender only what that seat can see anyway.
    """

    def __init__(
        self,
        refusal: Refusal,
        *,
        field: str | None = None,
        allowed: tuple[str | int, ...] | None = None,
        move: int | None = None,
        rule: str | None = None,
    ) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal
        self.field = field
        self.allowed = allowed
        self.move = move
        self.rule = rule or RULES[refusal]  # the number of the ruling in rules I.3
