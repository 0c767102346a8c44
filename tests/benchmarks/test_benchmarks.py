"""Each benchmark runs, with the smallest sizes; how fast anything is is asked nowhere."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.tournaments.kinds import Kind
from games.tournaments.results import Round, TableResult
from tests.benchmarks import (
    bots,
    duplicate,
    engine,
    growth,
    million,
    model_check,
    moves,
    orders,
    pairing,
    ratings,
    tournament,
)
from tests.engine.boxes import EDITIONS


def labels(file: Path) -> list[str]:
    told: dict[str, Any] = json.loads(file.read_text())
    return [line["label"] for line in told["lines"]]


def test_the_engine_is_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "engine.json"

    assert engine.main(["--games", "1", "--rounds", "1", "--no-peer", "--json", str(file)]) == 0

    assert labels(file) == [engine.PLAYOUTS, engine.LOOKING, engine.REPLAY]
    assert "Engine, 4 seats" in capsys.readouterr().out


def test_pairing_is_measured(tmp_path: Path) -> None:
    file = tmp_path / "pairing.json"

    sizes = ["--entrants", "20", "--rounds", "2", "--fields", "1"]
    assert pairing.main([*sizes, "--json", str(file)]) == 0

    assert labels(file) == [
        "20 at tables of 2",
        "20 at tables of 4",
        "1 fields of 8 to 31, tables of 2",
        "1 fields of 32 to 120, tables of 2",
        "1 fields of 8 to 31, tables of 4",
        "1 fields of 32 to 120, tables of 4",
    ]


def test_moves_over_http_are_measured(tmp_path: Path) -> None:
    file = tmp_path / "moves.json"
    sizes = ["--games", "2", "--seats", "2", "--steps", "2", "--rounds", "1", "--peer-seconds", "1"]

    assert moves.main([*sizes, "--json", str(file)]) == 0

    told = json.loads(file.read_text())
    (samples,) = told["rounds"]
    assert [samples[kind]["done"] for kind in (moves.MOVES, moves.KEYED)] == [4, 4]
    assert told["columns"] == [moves.MOVES, moves.KEYED, moves.PEER]


def test_growth_is_measured(tmp_path: Path) -> None:
    file = tmp_path / "growth.json"
    sizes = ["--games", "2", "4", "--places", "10", "--rounds", "1", "--calls", "1"]

    assert growth.main([*sizes, "--json", str(file)]) == 0

    assert labels(file)[0] == "a move at event 10"
    told = json.loads(file.read_text())["rounds"]
    assert [once["statements"] for once in told if once["kind"] == "a move at event 10"] == [3, 3]


def test_ratings_are_measured_and_made_anew_equal_to_the_last_bit(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ratings.json"

    assert ratings.main(["--games", "12", "--players", "8", "--json", str(file)]) == 0

    assert labels(file)[:2] == ["rated as they ended", "rated anew from the logs"]
    assert "the same bit for bit" in capfd.readouterr().out


@pytest.mark.parametrize("of_each_game", ["edition", "random"])
def test_a_million_moves_are_counted_for_each_edition(tmp_path: Path, of_each_game: str) -> None:
    file = tmp_path / "million.json"

    assert million.main(["--moves", "1", "--options", of_each_game, "--json", str(file)]) == 0

    assert labels(file) == list(EDITIONS)


def test_a_model_check_counts_states(tmp_path: Path) -> None:
    file = tmp_path / "model_check.json"

    assert model_check.main(["--only", "no voluntary draw", "--json", str(file)]) == 0

    (line,) = json.loads(file.read_text())["lines"]
    assert line["values"][4:7] == [0, 0, 0]


def test_a_peer_that_cannot_be_had_is_named(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("UV", "/bin/false")

    assert engine.main(["--games", "1", "--rounds", "1"]) == 2

    assert capfd.readouterr().err.startswith("RLCard could not be fetched or run")


def test_the_bots_are_measured(tmp_path: Path) -> None:
    file = tmp_path / "bots.json"
    sizes = ["--normal-games", "2", "--hard-games", "1", "--seats", "2", "--iterations", "2"]

    assert bots.main([*sizes, "--json", str(file)]) == 0

    assert labels(file) == ["normal against 1 easy", "hard against 1 normal"]


def test_the_true_rate_lies_around_the_one_that_was_seen() -> None:
    assert [round(rate, 4) for rate in bots.wilson(140, 400)] == [0.3049, 0.398]
    assert [round(rate, 4) for rate in bots.wilson(0, 10)] == [0.0, 0.2775]


def test_a_tournament_is_measured(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "tournament.json"
    sizes = ["--bots", "4", "--rounds", "1", "--table-size", "2", "--hand-size", "3"]

    assert tournament.main([*sizes, "--json", str(file)]) == 0

    told = {line["label"]: line["values"][0] for line in json.loads(file.read_text())["lines"]}
    assert [told[label] for label in ("rounds closed", "games", "tables lost", "failed tasks kept")] == [
        1,
        2,
        0,
        0,
    ]
    assert {"moves", "seconds from start to end", "tasks games.bots.play succeeded"} <= told.keys()
    assert "all sound." in capfd.readouterr().out


def test_what_a_duplicate_finds_is_measured(tmp_path: Path) -> None:
    file = tmp_path / "duplicate.json"

    assert duplicate.main(["--bots", "8", "--rounds", "2", "--tournaments", "2", "--json", str(file)]) == 0

    assert labels(file) == ["after 2 games", "after 4 games"]


def test_an_order_is_compared_with_the_true_one() -> None:
    assert [orders.kendall(order) for order in ([3, 2, 1, 0], [0, 1, 2, 3], [3, 2, 0, 1])] == [
        1,
        -1,
        2 / 3,
    ]


def test_games_needed_lie_between_two_looks() -> None:
    assert orders.games_needed([0.2, 0.4, 0.8], [4, 8, 16], 0.1) == 4
    assert orders.games_needed([0.2, 0.4, 0.8], [4, 8, 16], 0.4) == pytest.approx(8)
    assert orders.games_needed([0.2, 0.4, 0.8], [4, 8, 16], 0.6) == pytest.approx(8 * 2**0.5)
    assert orders.games_needed([0.2, 0.4, 0.8], [4, 8, 16], 0.9) is None


def test_a_game_tells_more_the_less_of_its_scores_is_luck() -> None:
    # A result as the strengths would have it but for one exchange: 8 of 10 of the spread are explained.
    one = Round((TableResult((3, 2, 0, 1), (1, 2, 2, 2), (0, 1, 2, 3)),))
    told = orders.told_by(Kind.SERIES, [one], [0, 1, 2, 3])

    assert told == orders.Told(5, -4, 5)
    assert orders.worth([told, told]) == pytest.approx(0.64 / 0.36)
    assert orders.ratio([told], [told]) == (1, 1, 1)
