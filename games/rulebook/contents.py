"""What the rules say in which order, and which sentence stands when; the sentences are in `texts/`.

A sentence stands where all its conditions hold and the box has every card that it names.
"""

from typing import Final, NamedTuple

from games.rulebook.conditions import Condition, above, both, chosen, either


class Sentence(NamedTuple):
    """A sentence by the key of its section and its own."""

    section: str
    key: str
    conditions: tuple[Condition, ...] = ()


def _said(section: str, *sentences: tuple[str, *tuple[Condition, ...]]) -> tuple[Sentence, ...]:
    return tuple(Sentence(section, one[0], one[1:]) for one in sentences)


_IN_ONE_STAGE: Final = chosen("stages", 1)
_IN_STAGES: Final = above("stages", 1)
_TURNED_UP: Final = chosen("opening_card", "turned_up")
_APPLIES: Final = both(_TURNED_UP, chosen("opening_action", "applies"))
_CLOSED_BY_WORD: Final = chosen("taki_close", "declared")
# Where runs close by themselves only a TAKI that was turned up may lie open.
_MAY_LIE_OPEN: Final = either(_CLOSED_BY_WORD, _APPLIES)
_WINDOW: Final = chosen("plus_three_window", "open")
_NO_WINDOW: Final = chosen("plus_three_window", "none")
_MAY_FINISH: Final = chosen("finish_on_action", True)
_IS_SAID: Final = chosen("last_card", "automatic", "called_out")
_COSTS: Final = above("last_card_penalty", 0)
_FIRST_ONLY: Final = chosen("places", "first_only")
_PLAY_ON: Final = chosen("places", "play_on")
_SERIES: Final = chosen("scoring", "series")
_CLOCK: Final = above("turn_seconds", 0)

_TO_A_SIDE: Final[tuple[tuple[str, *tuple[Condition, ...]], ...]] = (
    ("passes",),
    ("side_chosen", chosen("crazy_direction", "chosen")),
    ("side_left", chosen("crazy_direction", "left")),
    ("side_of_play", chosen("crazy_direction", "play_direction")),
)
_HANDS_PASSED: Final[tuple[tuple[str, *tuple[Condition, ...]], ...]] = (
    ("ends_run",),
    ("ends_open", _MAY_LIE_OPEN),
    ("unsaid", _IS_SAID),
    ("single_counts", _IS_SAID, chosen("crazy_single_card", "counts_as_declared")),
    ("single_is_said", _IS_SAID, chosen("crazy_single_card", "must_declare")),
    ("last", _MAY_FINISH),
)

SENTENCES: Final = (
    *_said(
        "game",
        ("aim",),
        ("wins_by_empty_hand", _IN_ONE_STAGE),
        ("wins_by_stages", _IN_STAGES),
    ),
    *_said(
        "box",
        ("size",),
        ("colored",),
        ("colorless",),
        ("no_two",),
        ("packs_auto", chosen("packs", "auto")),
        ("packs_fixed",),
    ),
    *_said(
        "deal",
        ("hands",),
        ("turned_up", _TURNED_UP),
        ("action_inert", _TURNED_UP, chosen("opening_action", "inert")),
        ("taki_inert", _TURNED_UP, chosen("opening_action", "inert")),
        ("action_redraw", _TURNED_UP, chosen("opening_action", "redraw")),
        ("action_applies", _APPLIES),
        ("plus_two_applies", _APPLIES),
        ("plus_applies", _APPLIES),
        ("stop_applies", _APPLIES),
        ("direction_applies", _APPLIES, chosen("direction_with_two", "opponent_plays")),
        ("direction_stops", _APPLIES, chosen("direction_with_two", "acts_as_stop")),
        ("taki_applies", _APPLIES),
        ("none_turned_up", chosen("opening_card", "none")),
        ("first_host", chosen("first_seat", "host")),
        ("first_random", chosen("first_seat", "random")),
        ("first_named", chosen("first_seat", "named")),
        ("first_previous_winner", chosen("first_seat", "previous_winner")),
        ("first_rotate", chosen("first_seat", "rotate")),
        ("round",),
    ),
    *_said(
        "turn",
        ("lay",),
        ("may_draw", chosen("voluntary_draw", True)),
        ("must_lay", chosen("voluntary_draw", False)),
        ("drawn_waits", chosen("drawn_card_playable", False)),
        ("drawn_playable", chosen("drawn_card_playable", True)),
        ("beneath",),
        ("passed_over",),
        ("pile",),
    ),
    *_said(
        "plus_two",
        ("owes",),
        ("stacks", chosen("plus_two_stacks", True)),
        ("alone", chosen("plus_two_stacks", False)),
        ("king",),
        ("must_answer", chosen("voluntary_draw", False)),
        ("pays",),
        ("last_at_once", _MAY_FINISH, chosen("plus_two_last_wins", "at_once")),
        ("last_returns", _MAY_FINISH, chosen("plus_two_last_wins", "if_it_does_not_return")),
    ),
    *_said(
        "plus",
        ("another_or_draw", chosen("voluntary_draw", True)),
        ("another_if_any", chosen("voluntary_draw", False)),
        ("any_match", chosen("plus_follow_up", "any_match")),
        ("same_color", chosen("plus_follow_up", "same_color_or_plus")),
        ("drawn_waits", chosen("drawn_card_playable", False)),
        ("drawn_playable", chosen("drawn_card_playable", True)),
        ("last_draws", chosen("plus_last", "draws")),
        ("last_without_pile", chosen("plus_last", "draws"), _MAY_FINISH),
        ("last_wins", chosen("plus_last", "wins"), _MAY_FINISH),
        ("last_refused", chosen("plus_last", "refused")),
    ),
    *_said("stop", ("skips",)),
    *_said(
        "change_direction",
        ("turns",),
        ("opponent", chosen("direction_with_two", "opponent_plays")),
        ("as_stop", chosen("direction_with_two", "acts_as_stop")),
    ),
    *_said(
        "taki",
        ("run",),
        ("actions",),
        ("declared", _CLOSED_BY_WORD),
        ("closer", _CLOSED_BY_WORD),
        ("on_top", _CLOSED_BY_WORD),
        ("acts_at_once", _CLOSED_BY_WORD),
        ("plus_on_top", _CLOSED_BY_WORD),
        ("automatic", chosen("taki_close", "automatic")),
        ("binds_nobody", _MAY_LIE_OPEN),
        ("own_run", _MAY_LIE_OPEN),
        ("other_taki", _MAY_LIE_OPEN),
        ("answer", _MAY_LIE_OPEN, chosen("plus_two_stacks", True)),
        ("same_color", chosen("taki_on_own_taki", "same_color")),
        ("any_color", chosen("taki_on_own_taki", "any_while_only_takis")),
    ),
    *_said(
        "change_color",
        ("names",),
        ("ends_run", chosen("change_color_in_run", "ends_run")),
        ("not_in_run", chosen("change_color_in_run", "refused")),
        ("ends_open", _MAY_LIE_OPEN),
    ),
    *_said(
        "super_taki",
        ("opens",),
        ("same_figure",),
        ("leading", chosen("super_taki_color", "leading")),
        ("nothing_leads", chosen("super_taki_color", "leading"), chosen("opening_card", "none")),
        ("chosen", chosen("super_taki_color", "chosen")),
        ("open_leading", _MAY_LIE_OPEN, chosen("super_taki_color", "leading")),
        ("open_chosen", _MAY_LIE_OPEN, chosen("super_taki_color", "chosen")),
        ("on_top", _CLOSED_BY_WORD),
    ),
    *_said(
        "king",
        ("free",),
        ("declined_free", chosen("king_decline", "free")),
        ("declined_draws", chosen("king_decline", "draws_one")),
        ("ends_run", chosen("king_in_run", "ends_run")),
        ("not_in_run", chosen("king_in_run", "refused")),
        ("ends_open", _MAY_LIE_OPEN),
        ("last", _MAY_FINISH),
    ),
    *_said(
        "plus_three",
        ("all_draw",),
        ("fits",),
        ("debt_refused", chosen("plus_three_on_debt", "refused")),
        ("debt_kept", chosen("plus_three_on_debt", "keeps_debt")),
        ("debt_canceled", chosen("plus_three_on_debt", "cancels_debt")),
        ("window", _WINDOW),
        ("breaker", _WINDOW),
        ("king_exempts", _WINDOW, chosen("king_on_plus_three", "exempts_its_player")),
        ("king_cancels", _WINDOW, chosen("king_on_plus_three", "cancels")),
        ("king_refused", _WINDOW, chosen("king_on_plus_three", "refused")),
        (
            "king_and_debt",
            _WINDOW,
            chosen("plus_three_on_debt", "keeps_debt"),
            chosen("king_on_plus_three", "exempts_its_player", "cancels"),
        ),
        ("no_window", _NO_WINDOW),
        (
            "waiting",
            _MAY_FINISH,
            chosen("plus_three_on_debt", "keeps_debt"),
            chosen("plus_two_last_wins", "if_it_does_not_return"),
        ),
        ("open_run", _MAY_LIE_OPEN),
        ("last", _MAY_FINISH, _FIRST_ONLY),
        ("last_among_others", _MAY_FINISH, _PLAY_ON),
    ),
    *_said(
        "breaker",
        ("breaks", _WINDOW),
        ("breaks_nothing", _NO_WINDOW),
        ("costly",),
        ("open_run", _MAY_LIE_OPEN),
    ),
    # It shows no side: a game with one is not opened with `printed`.
    *_said("crazy", *_TO_A_SIDE, *_HANDS_PASSED),
    *_said("passes", *_TO_A_SIDE, ("side_printed", chosen("crazy_direction", "printed")), *_HANDS_PASSED),
    *_said(
        "last_card",
        ("said", _IS_SAID),
        ("automatic", chosen("last_card", "automatic"), _COSTS),
        ("called_out", chosen("last_card", "called_out"), _COSTS),
        ("costs_nothing", _IS_SAID, chosen("last_card_penalty", 0)),
        ("moves", _IS_SAID, _COSTS),
        ("moved_by_clock", _IS_SAID, _COSTS, _CLOCK),
        ("again", chosen("last_card", "automatic"), _COSTS),
        ("debt_stays", _IS_SAID, _COSTS),
        ("whole_turn", _IS_SAID),
        ("lapses", _IS_SAID),
        ("wrongly", _IS_SAID),
        ("win_stands", _IS_SAID),
        ("off", chosen("last_card", "off")),
    ),
    *_said(
        "ending",
        ("first_only", _FIRST_ONLY),
        ("play_on", _PLAY_ON),
        ("action_may_be_last", _MAY_FINISH),
        ("acts_on_others", _MAY_FINISH, _PLAY_ON),
        ("action_not_last", chosen("finish_on_action", False)),
        ("stalemate", _IN_ONE_STAGE),
        ("stalemate_in_stages", _IN_STAGES),
        ("time_called",),
        ("points",),
        ("not_scored", chosen("scoring", "none")),
        ("scored", _SERIES),
        ("bonus", _SERIES, above("winner_bonus", 0)),
        ("no_bonus", _SERIES, chosen("winner_bonus", 0)),
    ),
    *_said(
        "stages",
        ("ladder", _IN_STAGES),
        ("next_hand", _IN_STAGES),
        ("last_stage", _IN_STAGES),
        ("said_in_each", _IN_STAGES, _IS_SAID),
    ),
    *_said(
        "time",
        ("clock", _CLOCK),
        ("no_clock", chosen("turn_seconds", 0)),
        ("bot", _CLOCK, above("bot_after_turns", 0)),
        ("no_bot", _CLOCK, chosen("bot_after_turns", 0)),
        ("gives_up",),
        ("resigns",),
        ("debt_is_void",),
        ("window_is_void", _WINDOW),
        ("own_run_ends",),
        ("last_seat_wins", _FIRST_ONLY),
        ("last_seat_takes_place", _PLAY_ON),
        ("lobby",),
    ),
)

# Where a box has none of the cards that a heading of the groups names, this one stands in its place.
OTHER_HEADINGS: Final = {"crazy": "passes"}
# Under which heading a settings dialog shows an option.
GROUPS: Final = {
    "deal": ("hand_size", "packs", "first_seat", "opening_card", "opening_action"),
    "turn": ("voluntary_draw", "drawn_card_playable"),
    "plus_two": ("plus_two_stacks", "plus_two_last_wins"),
    "plus": ("plus_follow_up", "plus_last"),
    "change_direction": ("direction_with_two",),
    "taki": ("taki_close", "taki_on_own_taki"),
    "change_color": ("change_color_in_run",),
    "super_taki": ("super_taki_color",),
    "king": ("king_in_run", "king_decline"),
    "plus_three": ("king_on_plus_three", "plus_three_on_debt", "plus_three_window", "plus_three_seconds"),
    "crazy": ("crazy_direction", "crazy_single_card"),
    "last_card": ("last_card", "last_card_penalty"),
    "ending": ("finish_on_action", "places", "scoring", "winner_bonus"),
    "stages": ("stages",),
    "time": ("turn_seconds", "bot_after_turns", "give_up_after_seconds", "lobby_seconds"),
}
