"""Khmer texts are spelled in one way: two letters look the same below another one, and are not."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXTS = [
    *sorted((ROOT / "seeds").rglob("*.toml")),
    *(ROOT / folder / "texts" / "km.toml" for folder in ("problems", "games/rulebook")),
]
# A subscript TA stands below TA and NA; below every other letter the dictionary has DA.
SUBSCRIPT_TA_ELSEWHERE = re.compile("(?<![\u178f\u1793])\u17d2\u178f")


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_subscript_letter_is_the_one_of_the_dictionary(path: Path) -> None:
    assert SUBSCRIPT_TA_ELSEWHERE.findall(path.read_text(encoding="utf-8")) == []
