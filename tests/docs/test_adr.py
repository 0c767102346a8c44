"""Decisions are numbered without a gap, told in four parts, and listed under their titles."""

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "adr"
PAGES = sorted(FOLDER.glob("[0-9]*.md"))
PARTS = ["Context", "Decision", "Consequences", "Rejected"]


def test_numbers_have_no_gap() -> None:
    assert [page.name.partition("-")[0] for page in PAGES] == [f"{n:04}" for n in range(1, len(PAGES) + 1)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_decision_is_told_in_four_parts_on_half_a_page(page: Path) -> None:
    text = page.read_text()
    assert text.startswith(f"# {int(page.name[:4])}. ")
    assert re.findall(r"^\*\*(\w+)\.\*\* \S", text, re.MULTILINE) == PARTS
    assert text.count("\n\n") == len(PARTS)
    assert len(text.splitlines()) <= 20


def test_the_index_lists_every_decision_under_its_title() -> None:
    listed = re.findall(r"^- \[(.*)\]\((.*)\)$", (FOLDER / "README.md").read_text(), re.MULTILINE)
    titles = [(page.read_text().splitlines()[0].removeprefix("# "), page.name) for page in PAGES]
    assert sorted(listed, key=lambda one: one[1]) == titles
