"""The rulebook's pages, taken apart: chapter, heading, and the blocks in the game's notation beneath it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PAGES = Path(__file__).parent
FENCE = "```"


class UnclearPage(ValueError):
    """A page is not written so that its blocks can be played."""


@dataclass(frozen=True)
class Step:
    """A line at the margin, and what is said, indented, to follow from it."""

    line: int
    said: str
    follows: tuple[str, ...]


@dataclass(frozen=True)
class Block:
    """A table and what happens on it; `line` is where it stands on its page."""

    page: str
    heading: str
    line: int
    table: str
    steps: tuple[Step, ...]


def every_block() -> list[Block]:
    """Return the blocks of all pages, in reading order."""
    return [
        block for page in sorted(PAGES.glob("[0-9]*.md")) for block in blocks_of(page.name, page.read_text())
    ]


def blocks_of(page: str, text: str) -> Iterator[Block]:
    """Yield the blocks of one page.

    :raises UnclearPage: where one stands under no heading, is never closed, or has no table or no step.
    """
    heading, lines = "", text.splitlines()
    at = 0
    while at < len(lines):
        if title := re.fullmatch(r"#+ (.+)", lines[at]):
            heading = title[1]
        if lines[at] == f"{FENCE}taki":
            begin = at + 1
            try:
                at = lines.index(FENCE, begin)
            except ValueError:
                raise UnclearPage(f"{page}:{begin}: this block is never closed") from None
            yield _block(page, heading, begin, lines[begin:at])
        at += 1


def _block(page: str, heading: str, begin: int, lines: list[str]) -> Block:
    if not heading or "" not in lines:
        raise UnclearPage(f"{page}:{begin}: a block has a heading, a table, a blank line and steps")
    gap = lines.index("")
    steps = tuple(_steps(page, begin + gap + 2, lines[gap + 1 :]))
    if not steps:
        raise UnclearPage(f"{page}:{begin}: nothing happens in this block")
    return Block(page, heading, begin, "\n".join(lines[:gap]), steps)


def _steps(page: str, first: int, lines: list[str]) -> Iterator[Step]:
    said, at, follows = "", 0, list[str]()
    for number, line in enumerate(lines, start=first):
        words = " ".join(line.split())
        if not words:
            continue
        if line.startswith(" "):
            if not said:
                raise UnclearPage(f"{page}:{number}: this follows from nothing")
            follows.append(words)
            continue
        if said:
            yield Step(at, said, tuple(follows))
        said, at, follows = words, number, []
    if said:
        yield Step(at, said, tuple(follows))
