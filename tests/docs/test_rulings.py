"""The rulings name, for each open point of the rules, a heading of the rulebook that is there."""

import re
from pathlib import Path

import pytest

from tests.rulebook.pages import every_block

ROOT = Path(__file__).parents[2]
RULINGS = ROOT / "docs" / "rulings"
PAGES = sorted(RULINGS.glob("[0-9]*.md"))
HEADINGS = {f"{block.page.removesuffix('.md')}: {block.heading.replace('`', '')}" for block in every_block()}


def rows(page: Path) -> list[list[str]]:
    lines = [line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_every_heading_that_a_ruling_names_is_in_the_rulebook(page: Path) -> None:
    for point, _, tested_by in rows(page):
        named = re.findall(r"`(\d\d-[^`]+: [^`]+)`", tested_by)
        files = re.findall(r"`(tests/[^`]+)`", tested_by)
        assert named or files or tested_by == "-", point
        assert all((ROOT / file).is_file() for file in files), point
        assert set(named) <= HEADINGS, point


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_every_ruling_says_how_it_is_played(page: Path) -> None:
    for cells in rows(page):
        assert len(cells) == 3, cells
        assert all(cells[:2]), cells


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_a_dash_stands_where_a_point_is_not_built_and_nowhere_else(page: Path) -> None:
    for point, ruling, tested_by in rows(page):
        assert (tested_by == "-") == ruling.startswith("Not built"), point


def test_the_index_names_every_page() -> None:
    index = (RULINGS / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"\]\(([0-9][^)]*\.md)\)", index) == [page.name for page in PAGES]
