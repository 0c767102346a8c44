"""What the tables of rulings name as tested stands in the rulebook, under that very heading."""

import re
from pathlib import Path

import pytest

from tests.rulebook.pages import every_block

RULINGS = Path(__file__).parents[2] / "docs" / "rulings"
HEADINGS = {(block.page.removesuffix(".md"), block.heading) for block in every_block()}


@pytest.mark.parametrize("page", sorted(RULINGS.glob("*.md")), ids=lambda page: page.stem)
def test_every_heading_that_a_ruling_names_has_a_game_under_it(page: Path) -> None:
    named = re.findall(r"`(\d\d-[a-z-]+): ([^`]+)`", page.read_text())
    assert named
    assert [one for one in named if one not in HEADINGS] == []
