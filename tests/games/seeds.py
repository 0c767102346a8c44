"""Copies of the seed files that ship, with a mistake in them."""

from pathlib import Path


def changed(original: Path, tmp_path: Path, old: str, new: str) -> Path:
    """A copy of a file in which `old`, which it holds once or more, is `new` the first time."""
    copy = tmp_path / original.name
    copy.write_bytes(original.read_bytes())
    spoil(copy, old, new)
    return copy


def spoil(path: Path, old: str, new: str) -> None:
    """Put `new` where `old`, which the file holds once or more, stands for the first time."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
