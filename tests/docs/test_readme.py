"""What the README says is run: its commands against a server, its Python as a doctest, word for word."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from games import boxes
from tests.docs.shell import Shell

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()


def test_the_game_by_hand_goes_as_the_readme_says(live_server: LiveServer, shell: Shell) -> None:
    told = shell(live_server, re.findall(r"```bash\n(.*?)```", README, re.DOTALL))
    seats, status, hand, leading, events, version, code, *later = told
    title, over, again, begins, level, waits_for, *cup, leaders = later
    assert seats.count('"Noa"') == seats.count('"Dan"') == 1
    assert status == '"playing"'
    assert len(hand.split(",")) == 8
    assert re.fullmatch(r'"[RGBY](\d|\+2|\+|S|D|T)"', leading)
    assert '"version": ' in events
    assert int(version) >= 9
    assert code == '"stale_turn"'
    assert title == '"Rules: Super TAKI, 116 cards"'
    assert over == '"finished"'
    assert again.count('"Noa"') == again.count('"Dan"') == 1
    assert begins == "1"
    assert (level, waits_for) == ('"easy"', "1")
    assert cup == ["0", "2", '"running"', '"entrant_registered"', "0"]
    assert leaders == "[]"


def test_the_rules_as_a_library_go_as_the_readme_says() -> None:
    blocks = re.findall(r"```pycon\n(.*?)```", README, re.DOTALL)
    assert len(blocks) == 2
    block = "".join(blocks)
    told: list[str] = []
    session = doctest.DocTestParser().get_doctest(block, {}, "README.md", None, None)
    failed, attempted = doctest.DocTestRunner().run(session, out=told.append)
    assert (failed, attempted, told) == (0, block.count(">>> "), [])


def test_the_readme_lists_every_box_and_theme() -> None:
    listed = re.findall(r"^\| `([\w-]+)` \| (\d+) \|", README, re.MULTILINE)
    there = [(key, str(edition.size)) for key, edition in boxes.editions().items()]
    missing = [f"| `{key}` | {size} | how to know it |" for key, size in there if (key, size) not in listed]
    assert not missing, f"Add to the boxes in README.md: {missing}"
    gone = [f"| `{key}` | {size} |" for key, size in listed if (key, size) not in there]
    assert not gone, f"Take from the boxes in README.md: {gone}"
    unnamed = [theme for theme in boxes.themes() if f"`{theme}`" not in README]
    assert not unnamed, f"Name among the themes in README.md: {unnamed}"


@pytest.mark.parametrize("command", sorted(set(re.findall(r"^\./taki (\w+)", README, re.MULTILINE))))
def test_every_command_of_the_readme_exists(command: str) -> None:
    usage = subprocess.run(
        [sys.executable, ROOT / "taki", "--help"], capture_output=True, text=True, check=True
    )
    assert f"\n  {command} " in usage.stdout


def test_a_client_is_told_of_time_and_of_coming_back() -> None:
    section = README.split("## What a client should know")[1].split("\n## ")[0]
    named = (
        "`turn.deadline`",
        "`gives_up_at`",
        "`stood_in`",
        "`seats[].absent`",
        '{"move": {"type": "return"}}',
    )
    assert [name for name in named if name not in section] == []
    assert "`DELETE games/{id}/bots/{seat}`" in README
