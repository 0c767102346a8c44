"""The rulebook's own reading: a block that is wrong must fail, and say where."""

import pytest

from tests.rulebook.pages import UnclearPage, blocks_of
from tests.rulebook.playing import play
from tests.rulebook.table import UnclearTable, table

PAGE = """# A chapter

## A rule

```taki
leading R3
dana    R5 G1 G4
omer    R4 B4 B5

{steps}
```
"""


def wrong(steps: str) -> str:
    (block,) = blocks_of("page.md", PAGE.format(steps=steps))
    with pytest.raises(AssertionError) as error:
        play(block)
    return str(error.value)


def test_a_block_is_found_under_its_heading() -> None:
    (block,) = blocks_of("page.md", PAGE.format(steps="dana lays R5\n    turn omer"))
    assert (block.page, block.heading, block.line) == ("page.md", "A rule", 5)
    assert [(step.line, step.said, step.follows) for step in block.steps] == [
        (10, "dana lays R5", ("turn omer",))
    ]
    play(block)


def test_an_event_that_the_page_does_not_tell_fails() -> None:
    assert wrong("dana lays R5") == ("page.md:10: dana lays R5\n(- the page, + the engine)\n+ turn omer")


def test_an_event_that_does_not_happen_fails() -> None:
    assert wrong("dana lays R5\n    debt 2\n    turn omer").endswith("\n- debt 2\n  turn omer")


def test_a_refusal_that_the_page_does_not_tell_fails() -> None:
    assert wrong("dana lays G1\n    turn omer").endswith("\n- turn omer\n+ ! does_not_match")


def test_a_fact_that_is_not_so_fails() -> None:
    said = wrong("table\n    leading R5\n    color R")
    assert said == "page.md:10: table\n(- the page, + the engine)\n- leading R5\n+ leading R3\n  color R"


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        ("```taki\nleading R3\n\ndana draws\n```", "a heading"),
        ("# A rule\n```taki\nleading R3\n```", "a blank line"),
        ("# A rule\n```taki\nleading R3\n\n```", "nothing happens"),
        ("# A rule\n```taki\nleading R3\n\n    turn omer\n```", "follows from nothing"),
        ("# A rule\n```taki\nleading R3\n\ndana draws\n", "never closed"),
    ],
)
def test_a_page_that_cannot_be_played_is_told(page: str, reason: str) -> None:
    with pytest.raises(UnclearPage, match=reason):
        list(blocks_of("page.md", page))


@pytest.mark.parametrize(
    "text",
    [
        "dana R1\nomer R3",
        "leading R3\ndana R1",
        "leading CC\ndana R1\nomer R3",
        "leading R3\ndana R1\ndana R4",
        "leading R3\ndana R3 R3\nomer R4",
        "leading R3\ndana R1\nomer R4\nturn noa",
        "leading R3\ndana R1\nomer",
    ],
)
def test_a_table_that_cannot_be_laid_out_is_told(text: str) -> None:
    with pytest.raises(UnclearTable):
        table(text)


def test_a_table_holds_one_whole_box_where_nothing_else_is_said() -> None:
    state = table("leading R3\nabove K\ndiscard G1\ndana R1 R5\nomer G4").state
    assert len(state.pile) == 116 - 3 - 3
    assert [card.code for card in state.pile[:4]] == ["R1", "R3", "R4", "R4"]
