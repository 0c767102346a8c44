"""The program that kills a server while rounds close runs, with few bots; the larger run is for people."""

import json
from pathlib import Path

from tests.faults import killing_rounds


def test_a_tournament_is_as_if_undisturbed_when_its_worker_and_database_are_killed(tmp_path: Path) -> None:
    file = tmp_path / "killing_rounds.json"
    sizes = ["--bots", "4", "--rounds", "1", "--parts", "postgres", "worker"]

    assert killing_rounds.main([*sizes, "--json", str(file)]) == 0

    told = json.loads(file.read_text())
    kills = {line["label"]: line["values"][0] for line in told["lines"]}
    assert kills == {"postgres, round opening": 1, "worker, round closing": 1}
    assert told["notes"][0] == "The tournament is as if undisturbed: pairings, results, standings."
    assert "all sound." in told["notes"][1]
