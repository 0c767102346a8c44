"""The words after `./taki play`."""

from pathlib import Path

import pytest

from taki_api.local.play.run import plans
from taki_api.local.play.settings import parse
from taki_api.local.unusable import Unusable


def test_nothing_said_is_one_game_of_four_with_its_transcript() -> None:
    settings = parse([], {"TAKI_DATA": "/data"})

    assert (settings.url, settings.seats, settings.games) == ("http://127.0.0.1:8000", (4,), 1)
    assert (settings.edition, settings.transcript, settings.quick) == ("super-116", True, False)
    assert settings.data == Path("/data")
    assert 0 <= settings.seed < 1_000_000


def test_transcripts_of_many_games_are_printed_only_if_asked_for() -> None:
    assert not parse(["--games", "2"], {}).transcript
    assert parse(["--games", "2", "--transcript"], {}).transcript
    assert not parse(["--no-transcript"], {}).transcript
    assert not parse(["--edition", "all"], {}).transcript


def test_table_sizes_take_turns() -> None:
    settings = parse(["--players", "2,10", "--games", "3", "--seed", "7", "--quick"], {})

    assert [(plan.number, plan.seats, plan.seed) for plan in plans(settings, ["super-116"])] == [
        (1, 2, 7),
        (2, 10, 7),
        (3, 2, 7),
    ]
    assert next(plans(settings, ["super-116"])).options == {"plus_three_seconds": 3}


def test_each_edition_is_played_as_often_as_asked() -> None:
    settings = parse(["--edition", "all", "--players", "2,3,4", "--games", "2"], {})

    assert [(plan.number, plan.edition, plan.seats) for plan in plans(settings, ["one", "two"])] == [
        (1, "one", 2),
        (2, "one", 3),
        (3, "two", 4),
        (4, "two", 2),
    ]


def test_bots_take_some_of_the_seats() -> None:
    assert next(plans(parse([], {}), ["super-116"])).bots == ()
    settings = parse(["--players", "3,4", "--bots", "easy, hard"], {})
    assert [(plan.seats, plan.bots) for plan in plans(settings, ["super-116"])] == [(3, ("easy", "hard"))]


def test_one_player_at_least_is_a_guest() -> None:
    with pytest.raises(Unusable, match="At least one of 2 players is a guest: name fewer --bots"):
        parse(["--players", "4,2", "--bots", "easy,easy"], {})


def test_options_are_left_at_their_defaults() -> None:
    assert next(plans(parse([], {}), ["super-116"])).options == {}


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["--players", "1"], "argument --players: a game has 2 to 10 players, not 1"),
        (["--players", "2,11"], "argument --players: a game has 2 to 10 players, not 2,11"),
        (["--players", "two"], "argument --players: 'two' is no whole number"),
        (["--games", "0"], "argument --games: give a number from 1 on, not 0"),
        (["--seed", "1.5"], "argument --seed: '1.5' is no whole number"),
        (["--concurrency", "-1"], "argument --concurrency: give a number from 1 on, not -1"),
        (
            ["--url", "localhost:8000"],
            "argument --url: 'localhost:8000' is no server: give its root, such as http://127.0.0.1:8000",
        ),
        (
            ["--url", "http://host:99999"],
            "argument --url: 'http://host:99999' is no server: give its root, such as http://127.0.0.1:8000",
        ),
        (
            ["--url", "http://host/api"],
            "argument --url: 'http://host/api' is no server: give its root, such as http://127.0.0.1:8000",
        ),
        (["--cheat"], "unrecognized arguments: --cheat"),
    ],
)
def test_what_cannot_be_used_gets_one_sentence(argv: list[str], sentence: str) -> None:
    with pytest.raises(Unusable) as caught:
        parse(argv, {})

    assert str(caught.value) == f"{sentence} (see ./taki play --help)."
