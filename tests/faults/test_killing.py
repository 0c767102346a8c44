"""The program that kills parts of a server runs, with few games; the larger run is for people."""

import json
from pathlib import Path

from tests.faults import killing


def test_games_go_on_and_stay_sound_when_the_clock_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "killing.json"

    assert killing.main(["--games", "2", "--rounds", "1", "--parts", "clock", "--json", str(file)]) == 0

    told = json.loads(file.read_text())
    assert [line["label"] for line in told["lines"]] == ["kill -9 clock"]
    assert told["notes"] == ["Two beats; 2 games. 2 games checked, all sound."]
