"""Django's system checks: a mistake in the files of the games stops whatever would serve them."""

import shutil
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError

from games import boxes, checks
from tests.games.seeds import spoil


@pytest.fixture
def seeds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the seeds, which the checks read."""
    copy = tmp_path / "seeds"
    shutil.copytree(boxes.SEEDS, copy)
    sound = boxes.mistakes
    monkeypatch.setattr(boxes, "mistakes", lambda: sound(copy))
    return copy


def told() -> list[str]:
    return [f"{error.id} {error.msg}" for error in checks.seeds(None)]


def test_what_ships_is_sound(seeds: Path) -> None:
    assert told() == []
    call_command("check")


def test_each_bad_file_is_an_error_with_line_and_key(seeds: Path) -> None:
    edition, theme = seeds / "editions" / "super-116.toml", seeds / "themes" / "classic.toml"
    spoil(edition, "CC = 4", "CC = 5")
    spoil(seeds / "editions" / "japan-120.toml", "RP = 2", "RP = 2\nRP = 2")
    spoil(theme, 'picture = "red"', "picture = 1")
    assert told() == [
        f"games.E001 {seeds / 'editions' / 'japan-120.toml'}:40: colorless.RP must not be there twice,"
        " as in line 39",
        f"games.E001 {edition}:4: printed must be 117, the sum of the counts: 26 in each of 4 colors"
        " (each_color, line 19), 13 without one (colorless, line 34)",
        f"games.E001 {theme}:21: colors.R.picture must be a text",
    ]


@pytest.mark.django_db
def test_nothing_is_served_or_migrated_with_a_bad_file(seeds: Path) -> None:
    spoil(seeds / "editions" / "super-116.toml", "CC = 4", "CC = 5")
    with pytest.raises(SystemCheckError, match="printed must be 117"):
        call_command("check")
    with pytest.raises(SystemCheckError, match="printed must be 117"):
        call_command("migrate", "--plan", skip_checks=False)


def test_the_edition_and_the_theme_that_are_taken_where_none_is_named_must_be_there(seeds: Path) -> None:
    shutil.rmtree(seeds / "editions")
    theme = seeds / "themes" / "classic.toml"
    theme.unlink()
    assert told() == [
        f"games.E001 {seeds / 'editions' / 'super-116.toml'}: No such file or directory",
        f"games.E001 {theme}: No such file or directory",
    ]


def test_two_editions_or_themes_of_one_name_are_an_error(seeds: Path) -> None:
    edition, theme = seeds / "editions" / "super-116.toml", seeds / "themes" / "sounds.toml"
    spoil(seeds / "editions" / "super-112.toml", 'en = "', 'en = "A box" # "')
    spoil(edition, 'en = "', 'en = "A\u200f  BOX" # "')
    spoil(theme, 'en = "Sounds"', 'en = "ANIMALS "')
    assert told() == [
        f"games.E001 {edition}:8: names.en must not be that of super-112, 'A\\u200f  BOX'",
        f"games.E001 {theme}:7: names.en must not be that of animals, 'ANIMALS '",
    ]


def test_a_file_in_another_encoding_is_an_error(seeds: Path) -> None:
    theme = seeds / "themes" / "classic.toml"
    theme.write_text(theme.read_text(encoding="utf-8"), encoding="utf-16")
    assert told() == [
        f"games.E001 {theme}:1: 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte"
    ]
