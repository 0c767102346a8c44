"""What the pages point at is there: links, and the paths of files that they name."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "tests/rulebook/README.md"])
FOLDERS = "games|players|taki_api|tests|seeds|docs|docker"


def pointed_at(pattern: str) -> list[tuple[Path, str]]:
    return [(page, target) for page in PAGES for target in sorted(set(re.findall(pattern, page.read_text())))]


@pytest.mark.parametrize(("page", "link"), pointed_at(r"\]\((?!https?:)([^)#\s]+)[^)]*\)"))
def test_every_link_leads_somewhere(page: Path, link: str) -> None:
    assert (page.parent / link).exists()


@pytest.mark.parametrize(("page", "path"), pointed_at(rf"`((?:{FOLDERS})/[^`\s]*)`"))
def test_every_path_that_is_named_is_there(page: Path, path: str) -> None:
    assert list(ROOT.glob(path))
