"""`manage.py tournament`: what it opens, shows and writes, what it refuses, and how it is left."""

import io
import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command

from games import moments
from games.tournaments.kinds import Kind
from games.tournaments.log import TOURNAMENTS
from games.tournaments.management import playing, wanted
from games.tournaments.management.progress import Figures
from games.tournaments.models import Tournament
from games.tournaments.state import TournamentPhase
from players.models import Player
from tests.conftest import FixedClock
from tests.games.tables import beat
from tests.tournaments.played import Played

SMALL = ("run", "swiss", "--bots", "easy", "normal:3", "--table-size=2", "--rounds=2")


@pytest.fixture(autouse=True)
def _time_passes(transactional_db: None, clock: FixedClock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a little time pass between any two readings, as it does where nobody moves a clock."""

    def reading(_database_clock: datetime) -> datetime:
        clock.advance(seconds=0.2)
        return clock.moment

    monkeypatch.setattr(moments, "reading", reading)


def test_a_tournament_is_played_here_to_its_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, said = tmp_path / "cup.json", io.StringIO()
    call_command("tournament", *SMALL, "--here", f"--json={file}", "--set", "hand_size=3", stdout=said)
    cup = Tournament.objects.get()
    state = TOURNAMENTS.peek(cup.pk).standing.state
    assert (state.phase, len(state.rounds), state.settings.name) == (
        TournamentPhase.FINISHED,
        2,
        "From the shell",
    )
    assert state.settings.options.hand_size == 3
    assert [entrant.bot for entrant in state.entrants] == ["easy", "normal", "normal", "normal"]
    told = json.loads(file.read_text())
    assert (told["tournament"], told["status"], told["rounds"], told["tables"]) == (
        str(cup.pk),
        "finished",
        2,
        4,
    )
    assert [row["entrant"] for row in told["standings"]] == [*state.ranking]
    assert "2 of 2 rounds, 2 of 2 tables" in said.getvalue()
    assert all(row["player"]["name"] in said.getvalue() for row in told["standings"])
    assert "2 of 2 rounds, 2 of 2 tables" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--bots=easy:two",), "'easy:two' does not say how many, such as easy:4; at most 1000."),
        (("--bots=clever:2",), "There are no bots of level 'clever', but easy, normal, hard."),
        (("--edition=nope",), "There is no edition 'nope', but "),
        (("--set=turn_seconds",), "'turn_seconds' is not OPTION=VALUE, such as turn_seconds=30."),
        (("--set=turn_seconds=1",), "The option turn_seconds takes 0, 5..604800."),
        (("--set=voluntary_draw=3",), "The option voluntary_draw takes true, false."),
        (("--set=luck=1",), "There is no option 'luck', but hand_size, "),
        (("--name=",), "(wrong_length)"),
        (("--name=a\x00b",), "(invalid)"),
        (("--advance=2",), "(not_in_this_kind)"),
        (("--table-size=5",), "(field_too_small)"),
        (("--set=turn_seconds=0",), "(clock_required)"),
        (("--rated", "--set=hand_size=3"), "(not_when_rated)"),
        (("--set", "hand_size=3", "--set", "stages=5"), "(too_many_stages)"),
    ],
)
def test_what_cannot_be_wanted_is_told_before_anything_is_opened(
    arguments: tuple[str, ...], sentence: str
) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("tournament", *SMALL, "--here", *arguments)
    assert sentence in str(refused.value)
    assert refused.value.returncode == 2
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("kind", "bots", "sentence"),
    [
        ("knockout", ("easy:1",), "It takes 2 entrants or more, and these bots are 1."),
        ("duplicate", ("easy:4", "hard:3"), "It takes 8 entrants or more, and these bots are 7."),
        ("swiss", ("easy:1000", "hard"), "It takes 1000 entrants or fewer, and these bots are 1001."),
        ("round_robin", ("easy:65",), "(field_too_large)"),
        ("stages", ("easy:5",), "(field_too_large)"),
    ],
)
def test_a_field_that_cannot_start_opens_nothing(kind: str, bots: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("tournament", "run", kind, "--bots", *bots, "--here")
    assert sentence in str(refused.value)
    assert refused.value.returncode == 2
    assert not Tournament.objects.exists()


def test_without_a_clock_nothing_is_opened() -> None:
    with pytest.raises(CommandError, match="--here") as refused:
        call_command("tournament", *SMALL)
    assert refused.value.returncode == 1
    assert not Tournament.objects.exists()


def test_ctrl_c_leaves_it_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def pressed(_tournament_id: UUID) -> Iterator[None]:
        yield
        raise KeyboardInterrupt

    monkeypatch.setattr("games.tournaments.management.commands.tournament.play_on", pressed)
    with pytest.raises(CommandError) as left:
        call_command("tournament", *SMALL, "--here")
    cup = Tournament.objects.get()
    assert cup.status == Tournament.Status.RUNNING
    assert left.value.returncode == 130
    assert f"tournament follow {cup.pk}" in str(left.value)


def test_one_that_is_left_is_followed_to_its_end(director: Player) -> None:
    cup = Played.open(Kind.SWISS, director.pk, rounds=1, table_size=2, options={"hand_size": 3})
    cup.enter_bots(2)
    cup.start()
    said = io.StringIO()
    call_command("tournament", "follow", str(cup.id), "--here", stdout=said)
    assert cup.now.state.phase is TournamentPhase.FINISHED
    assert "1 of 1 rounds" in said.getvalue()


def test_one_that_is_over_is_told_without_a_clock(director: Player) -> None:
    cup = Played.open(Kind.SWISS, director.pk)
    call_command("tournament", "cancel", str(cup.id), "--reason=Rain.", stdout=io.StringIO())
    assert cup.now.state.phase is TournamentPhase.CANCELED
    with pytest.raises(CommandError, match="It was canceled"):
        call_command("tournament", "follow", str(cup.id), stdout=io.StringIO())
    with pytest.raises(CommandError, match="tournament_over") as refused:
        call_command("tournament", "cancel", str(cup.id))
    assert refused.value.returncode == 2


def test_an_unknown_one_is_named() -> None:
    unknown = UUID(int=7)
    for action in ("follow", "cancel"):
        with pytest.raises(CommandError, match=f"There is no tournament {unknown}.") as refused:
            call_command("tournament", action, str(unknown))
        assert refused.value.returncode == 2


def test_a_server_at_work_is_followed(director: Player) -> None:
    cup = Played.open(Kind.SWISS, director.pk, rounds=1, table_size=2, options={"hand_size": 3})
    cup.enter_bots(2)
    cup.start()
    beat()
    steps = playing.play_on(cup.id)
    while not cup.now.state.is_over:
        next(steps)
    beat()
    said = io.StringIO()
    call_command("tournament", "follow", str(cup.id), stdout=said)
    assert "1 of 1 rounds" in said.getvalue()


@pytest.mark.parametrize(
    ("found", "done"),
    [
        (Figures(0, 9, 0, 0, 0), 0),
        (Figures(2, 9, 1, 4, 0), 2.25),
        (Figures(3, 9, 4, 4, 0), 3),
        (Figures(9, 9, 4, 4, 0), 9),
        (Figures(2, 0, 1, 2, 0), 2.5),
    ],
)
def test_progress_counts_rounds_with_the_share_of_the_open_one(found: Figures, done: float) -> None:
    assert found.rounds_done == done


def test_words_become_the_values_of_options() -> None:
    wishes = {"edition": "super-116", "name": "Cup", "table_size": None, "rounds": 0, "advance": 1}
    wishes |= {"target_points": 0, "break_seconds": 0, "round_seconds": None, "rated": False}
    words = {"voluntary_draw": "off", "hand_size": "5", "packs": "auto", "places": "play_on"}
    made = wanted.settings(Kind.SERIES, field=[wanted.bots("hard:7")], options=words, wanted=wishes)
    assert (made.options.voluntary_draw, made.options.hand_size, made.options.packs) == (False, 5, "auto")
    assert (made.options.scoring, made.options.places) == ("series", "play_on")
    assert made.round_seconds == 3_600
    assert (made.entrants_limit, made.table_size, made.allow_bots, made.waiting_list) == (7, 4, True, False)
    made = wanted.settings(Kind.SERIES, field=[wanted.bots("hard:3")], options={}, wanted=wishes)
    assert (made.entrants_limit, made.table_size) == (3, 3)
