"""The rules that are made of the sentences: true of their box and options, and of nothing else."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import boxes
from games.engine.cards import CARDS, Figure
from games.engine.editions import Edition
from games.engine.options import KINDS, Choice, Flag, Options, Value, Whole
from games.rulebook import choices
from games.rulebook.making import Rules, rules_for
from games.rulebook.wording import as_text
from games.seed_files import LANGUAGES
from tests.games.rulebook.boxes import EDITIONS, EVERY_FIGURE, SUPER

GOLDEN = Path(__file__).parent / "super-116.en.txt"

# With which other options an option comes into play at all.
TOGETHER: Mapping[str, Mapping[str, Value]] = {
    "opening_action": {"opening_card": "turned_up"},
    "plus_three_seconds": {"plus_three_window": "open"},
    "king_on_plus_three": {"plus_three_window": "open"},
    "plus_two_last_wins": {"finish_on_action": True},
    "crazy_single_card": {"last_card": "automatic"},
    "last_card_penalty": {"last_card": "automatic"},
    "winner_bonus": {"scoring": "series"},
}
# What no sentence tells, since no edition that has the card can be opened with it.
SILENT = [("crazy_direction", "printed")]


def some_values(name: str) -> list[Value]:
    match KINDS[name]:
        case Choice(words):
            return [*words]
        case Flag():
            return [True, False]
        case Whole(lowest, highest, also):
            return [*also, lowest, lowest + 1, highest]


def chosen(options: Options, **values: Value) -> Options:
    if (values.get("stages") or options.stages) > (values.get("hand_size") or options.hand_size):  # type: ignore[operator]
        values |= {"hand_size": 12}
    return replace(options, **values)  # type: ignore[arg-type]


def written(rules: Rules) -> str:
    """The rules as text, a line each."""
    lines = []
    for section in rules.sections:
        lines += ["", as_text(section.heading, rules.language)]
        lines += [f"- {as_text(paragraph, rules.language)}" for paragraph in section.paragraphs]
    return "".join(f"{line}\n" for line in [as_text(rules.title, rules.language), *lines])


def told(edition: Edition, language: str = "en", **values: Value) -> str:
    return written(rules_for(edition, chosen(edition.options, **values), language))


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.key)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_values_of_an_option_that_matters_are_told_alike(edition: Edition, language: str) -> None:
    for name in KINDS:
        said = [
            told(edition, language, **(TOGETHER.get(name) or {}), **{name: value})
            for value in some_values(name)
            if (name, value) not in SILENT
        ]
        matters = choices.matters(name, edition.box)
        assert len(set(said)) == (len(said) if matters else 1), name


def test_the_options_that_do_not_matter_are_those_about_cards_that_are_not_there() -> None:
    def idle(edition: Edition) -> list[str]:
        return [name for name in KINDS if not choices.matters(name, edition.box)]

    assert idle(EVERY_FIGURE) == []
    assert idle(SUPER) == ["crazy_direction", "crazy_single_card"]
    numbers = replace(EVERY_FIGURE, box=tuple((card, 2) for card in CARDS.values() if card.points < 10))
    assert idle(numbers) == [
        *("plus_two_stacks", "plus_two_last_wins", "plus_follow_up", "plus_last", "direction_with_two"),
        *("taki_close", "taki_on_own_taki", "change_color_in_run", "king_in_run", "super_taki_color"),
        *("king_decline", "king_on_plus_three", "plus_three_on_debt", "plus_three_window"),
        *("plus_three_seconds", "crazy_direction", "crazy_single_card"),
    ]


@st.composite
def tables(draw: st.DrawFn) -> tuple[Edition, Options]:
    edition = draw(st.sampled_from(EDITIONS))
    values: dict[str, Any] = {
        name: draw(st.sampled_from(some_values(name))) for name in draw(st.sets(st.sampled_from([*KINDS])))
    }
    return edition, chosen(edition.options, **values)


@given(tables())
def test_any_rules_can_be_told_in_every_language(table: tuple[Edition, Options]) -> None:
    in_english = rules_for(*table, "en")
    for language in LANGUAGES:
        rules = rules_for(*table, language)
        assert [(one.key, len(one.paragraphs)) for one in rules.sections] == [
            (one.key, len(one.paragraphs)) for one in in_english.sections
        ]
        assert re.findall(r"[{}]", written(rules)) == []


@given(tables())
def test_hebrew_is_kept_apart_from_what_runs_the_other_way(table: tuple[Edition, Options]) -> None:
    text = written(rules_for(*table, "he"))
    around = re.sub("\u2068[^\u2068\u2069]*\u2069", "", text)
    assert re.findall(r"[A-Za-z0-9+×\u2068\u2069]", headings_aside(around)) == []


def headings_aside(text: str) -> str:
    # A heading that is a name and nothing else has nothing beside it to be kept apart from.
    return "\n".join(line for line in text.splitlines() if line.startswith("- "))


@given(tables())
def test_nothing_is_told_of_a_card_that_is_not_in_the_box(table: tuple[Edition, Options]) -> None:
    edition, options = table
    figures = boxes.themes()[boxes.DEFAULT_THEME].figures
    in_box = {card.figure for card, _ in edition.box}
    text = re.sub("\\+3 Breaker", "Breaker", written(rules_for(edition, options, "en")).partition("\n")[2])
    for figure in set(Figure) - in_box:
        name = "Breaker" if figure is Figure.BREAKER else figures[figure].names["en"]
        assert name not in text


def test_the_usual_rules_are_the_kept_ones() -> None:
    assert told(SUPER) == GOLDEN.read_text(encoding="utf-8")


def test_the_cards_are_counted() -> None:
    few = {"G9": 1, "CC": 4}
    cards = tuple(
        (CARDS[f"{color}{figure}"], 2 if figure == "5" else 1) for color in "RGBY" for figure in "59"
    )
    box = (*cards, (CARDS["CC"], few["CC"]), (CARDS["K"], 1))
    assert section("box", replace(SUPER, box=box)) == [
        "One pack has 17 cards.",
        "In each of the four colors (red, green, blue, yellow): 9 (one of each), 5 (two of each).",
        "Without a color: Change Color (4), King (1).",
        "Packs are added until everybody can be dealt a full hand and enough cards are left for the pile.",
    ]


def section(key: str, edition: Edition, language: str = "en", **values: Value) -> list[str]:
    rules = rules_for(edition, chosen(edition.options, **values), language)
    (found,) = [one for one in rules.sections if one.key == key]
    return [as_text(paragraph, language) for paragraph in found.paragraphs]


@pytest.mark.parametrize(
    ("hand_size", "stages", "ladder"),
    [
        (8, 8, "8, 7, 6, 5, 4, 3, 2, 1"),
        (8, 2, "8, 7"),
        (5, 3, "5, 4, 3"),
        (12, 12, "12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1"),
    ],
)
def test_the_hands_of_the_stages_are_listed(hand_size: int, stages: int, ladder: str) -> None:
    first, *_ = section("stages", SUPER, hand_size=hand_size, stages=stages)
    assert first == (
        f"Everybody has {stages} hands to empty, one after the other. The numbers of their cards: {ladder}."
    )


def test_a_game_of_one_stage_has_no_word_of_stages() -> None:
    assert "stages" not in [one.key for one in rules_for(SUPER, SUPER.options, "en").sections]


@pytest.mark.parametrize(
    ("language", "penalty", "sentence"),
    [
        ("en", 1, "Whoever has not said it when the next player moves draws one card."),
        ("en", 2, "Whoever has not said it when the next player moves draws 2 cards."),
        ("en", 0, "Forgetting it costs nothing."),
        ("he", 1, "מי שלא הכריז עד שהשחקן הבא שיחק לוקח \u2068קלף אחד\u2069."),
        ("he", 2, "מי שלא הכריז עד שהשחקן הבא שיחק לוקח \u2068שני קלפים\u2069."),
        ("he", 10, "מי שלא הכריז עד שהשחקן הבא שיחק לוקח \u206810 קלפים\u2069."),
        ("km", 10, "អ្នកដែលមិនបានប្រកាស រហូតដល់អ្នកលេងបន្ទាប់លេង ត្រូវហូត បៀ ១០ សន្លឹក។"),
    ],
)
def test_numbers_are_told_as_the_language_does(language: str, penalty: int, sentence: str) -> None:
    assert section("last_card", SUPER, language, last_card_penalty=penalty)[1] == sentence


@pytest.mark.parametrize(
    ("seconds", "time"),
    [
        (5, "5 seconds"),
        (60, "one minute"),
        (90, "90 seconds"),
        (120, "2 minutes"),
        (3_600, "one hour"),
        (5_400, "90 minutes"),
        (86_400, "one day"),
        (604_800, "7 days"),
    ],
)
def test_times_are_told_in_the_largest_unit_that_fits(seconds: int, time: str) -> None:
    assert section("time", SUPER, turn_seconds=seconds)[0].startswith(f"A turn may take {time}. ")


def test_what_is_called_out_is_the_edition_s_word() -> None:
    assert '"TAKI"' in section("last_card", replace(SUPER, shout={"en": "TAKI"}))[0]


def test_what_becomes_of_who_stays_away_is_told() -> None:
    assert section("time", SUPER)[1:3] == [
        "Whoever has missed 2 turns in a row is replaced by a bot until the first own move.",
        "Whoever makes no move for 7 days after a turn of their own has begun is out of the game.",
    ]
    never = section("time", SUPER, bot_after_turns=0, give_up_after_seconds=60)
    assert never[1] == "Nobody plays in place of a player who is away."
    assert "for one minute" in never[2]
    without_clock = section("time", SUPER, turn_seconds=0)
    assert without_clock[:2] == ["A turn may take as long as it takes.", section("time", SUPER)[2]]


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.key)
def test_where_the_others_play_on_nobody_is_said_to_win_but_who_is_first(edition: Edition) -> None:
    text = told(edition, places="play_on", scoring="none", plus_last="wins")
    assert re.findall(r".*\b(?:win|wins|won|winner)\b.*", text) == ["- Whoever first has no card left wins."]


def test_where_the_others_play_on_the_last_at_the_table_takes_the_best_place_left() -> None:
    wins, takes = (section("time", SUPER, places=value)[7] for value in ("first_only", "play_on"))
    assert wins == "If only one player is left, that player wins at once."
    assert takes == "If only one player is left, that player takes the best place left at once."


@pytest.mark.parametrize("window", ["open", "none"])
def test_a_finishing_plus_three_is_drawn_for_by_the_others_where_they_play_on(window: str) -> None:
    only, among_others = (
        section("plus_three", SUPER, plus_three_window=window, places=value)[-1]
        for value in ("first_only", "play_on")
    )
    assert only == "As the last card it lets you finish at once: nobody draws, and it cannot be answered."
    assert among_others == (
        "As the last card it lets you finish at once: the others draw three cards, and it cannot be answered."
    )


@pytest.mark.parametrize("scoring", ["none", "series"])
def test_what_a_card_counts_is_told_before_what_points_are_for(scoring: str) -> None:
    ending = section("ending", SUPER, scoring=scoring)
    points = "A number counts as many points as it shows, every action card ten."
    assert ending[ending.index(points) + 1].startswith(
        {"none": "Points are of no other use", "series": "The game counts in a series."}[scoring]
    )


OPEN_RUNS = {
    "taki": "A run that lies open when a turn begins binds nobody, not even whoever left it open: "
    "whoever has the turn may play as always.",
    "change_color": "It ends a run that lies open, whichever color you name.",
    "super_taki": "On a run that lies open it goes on with that run.",
    "king": "It ends a run that lies open.",
    "plus_three": "A run that lies open beneath it stays open.",
    "breaker": "A run that lies open beneath it stays open.",
    "crazy": "It ends a run that lies open.",
    "passes": "They end a run that lies open.",
}


@pytest.mark.parametrize(
    ("taki_close", "opening_action", "opening_card", "may_lie_open"),
    [
        ("declared", "inert", "none", True),
        ("automatic", "applies", "turned_up", True),
        ("automatic", "applies", "none", False),
        ("automatic", "inert", "turned_up", False),
    ],
)
def test_of_open_runs_is_told_where_one_may_lie_open(
    taki_close: str, opening_action: str, opening_card: str, may_lie_open: bool
) -> None:
    values = {"taki_close": taki_close, "opening_action": opening_action, "opening_card": opening_card}
    rules = rules_for(EVERY_FIGURE, chosen(EVERY_FIGURE.options, **values), "en")
    told_in = {
        one.key
        for one in rules.sections
        if OPEN_RUNS.get(one.key) in [as_text(paragraph, "en") for paragraph in one.paragraphs]
    }
    assert told_in == ({*OPEN_RUNS} if may_lie_open else set())


def test_an_option_stands_under_a_heading_of_cards_that_are_in_the_box() -> None:
    def heading(key: str) -> tuple[str, str]:
        box = boxes.editions()[key].box
        group = choices.group_of("crazy_direction", box)
        assert choices.group_of("crazy_single_card", box) == group
        return group, choices.groups(box)[group]["en"]

    assert heading("japan-120") == ("passes", "Right Pass, Left Pass")
    assert heading("crazy-112") == ("crazy", "Crazy")
    assert choices.group_of("crazy_direction", EVERY_FIGURE.box) == "crazy"
    assert choices.group_of("crazy_direction", SUPER.box) == "crazy"  # it does not matter there


def test_the_groups_of_every_box_are_those_of_its_options() -> None:
    for edition in EDITIONS:
        in_order = [choices.group_of(name, edition.box) for name in KINDS]
        assert set(choices.groups(edition.box)) == set(in_order), edition.key
