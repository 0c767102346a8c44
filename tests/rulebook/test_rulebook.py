"""Every block of every page is a test; what a page may say is told in README.md."""

from itertools import groupby

import pytest

from tests.rulebook.pages import Block, every_block
from tests.rulebook.playing import play


def _named(blocks: list[Block]) -> list[object]:
    cases: list[object] = []
    for (page, heading), group in groupby(blocks, lambda block: (block.page, block.heading)):
        for count, block in enumerate(group, start=1):
            name = f"{page.removesuffix('.md')}: {heading}{f' ({count})' if count > 1 else ''}"
            cases.append(pytest.param(block, id=name))
    return cases


@pytest.mark.parametrize("block", _named(every_block()))
def test_the_game_goes_as_the_rulebook_says(block: Block) -> None:
    play(block)
