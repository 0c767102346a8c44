"""`verify` and `rebuild_projections` hold tournaments to their logs: entrants and tables, void ones too."""

from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from games import asking as games_asking
from games import upkeep
from games.asking import SYSTEM
from games.handling import handle as handle_game
from games.models import FailedTask
from games.proofs import Fault
from games.tournaments import asking, commands
from games.tournaments.auditing import PROOF
from games.tournaments.handling import handle
from games.tournaments.kinds import Kind
from games.tournaments.models import Entrant, Table, Tournament
from players.models import Player
from tests.conftest import FixedClock
from tests.games.tables import tamper
from tests.tournaments.played import Played


def say(command: str, *arguments: str) -> str:
    out = StringIO()
    call_command(command, *arguments, stdout=out, no_color=True)
    return out.getvalue()


def failure(command: str, *arguments: str) -> tuple[str, str]:
    """What a command prints, and how it fails."""
    out = StringIO()
    with pytest.raises(CommandError) as error:
        call_command(command, *arguments, stdout=out, no_color=True)
    return out.getvalue(), str(error.value)


def rows(cup: Played) -> list[list[Any]]:
    """All that is read of a tournament, without the numbers that the database gave."""
    of_it = {"tournament": cup.id}
    return [
        [*Tournament.objects.filter(pk=cup.id).values_list()],
        [
            *Entrant.objects.filter(**of_it)
            .order_by("number")
            .values_list("number", "player", "part", "place")
        ],
        [
            *Table.objects.filter(**of_it)
            .order_by("game_id")
            .values_list("round", "number", "game_id", "stage")
        ],
    ]


@pytest.fixture
def cup(director: Player) -> Played:
    """Eight bots at the two tables of the first round."""
    opened = Played.open(Kind.SWISS, director.pk, rounds=2)
    opened.enter_bots(8)
    opened.start()
    opened.tend()
    return opened


def with_void_games(cup: Played) -> None:
    """Pair the round anew, and have a game of the new pairing replaced."""
    handle(cup.id, asking.by_director(asking.pair_anew(None, "Once more.")), cup.director)
    cup.tend()
    game = Table.objects.get(tournament=cup.id, number=1, stage="playing").game_id
    handle_game(game, games_asking.abort("It was stuck."), SYSTEM)
    cup.tend()


def stages(cup: Played) -> list[tuple[int, int, str]]:
    of_it = Table.objects.filter(tournament=cup.id).order_by("round", "number", "stage")
    return [*of_it.values_list("round", "number", "stage")]


def check_a_rebuild_is_what_is_live(cup: Played) -> None:
    live = rows(cup)
    assert PROOF.fault_of(cup.id) is None
    assert PROOF.rebuild(cup.id, write=True) == []
    PROOF._tables.rebuild(cup.id, cup.now)
    assert rows(cup) == live


def test_a_rebuild_is_what_is_live_with_games_that_count_no_more(cup: Played) -> None:
    with_void_games(cup)
    assert stages(cup) == [
        (1, 0, "playing"),
        (1, 0, "void"),
        (1, 1, "playing"),
        (1, 1, "void"),
        (1, 1, "void"),
    ]
    check_a_rebuild_is_what_is_live(cup)


def test_a_rebuild_is_what_is_live_when_all_is_played(cup: Played, clock: FixedClock) -> None:
    with_void_games(cup)
    cup.direct(commands.RuleResult(1, 0, (1, 2, 3, 4), (0, 1, 2, 3), "The table fell over."))
    cup.direct(commands.Disqualify(5, "Late."))
    cup.to_the_end(clock)
    assert [stage for round_, _, stage in stages(cup) if round_ == 2] == ["booked", "booked"]
    check_a_rebuild_is_what_is_live(cup)


def test_a_rebuild_is_what_is_live_when_it_was_canceled(cup: Played, director: Player) -> None:
    with_void_games(cup)
    cup.direct(commands.RuleResult(1, 0, (1, 2, 3, 4), (0, 1, 2, 3), "The table fell over."))
    cup.direct(commands.Cancel("Rain."))
    assert [stage for _, _, stage in stages(cup)] == ["booked", "void", "void", "void", "void"]
    check_a_rebuild_is_what_is_live(cup)


def test_what_the_read_tables_say_wrongly_is_named_and_mended_when_asked(cup: Played) -> None:
    good, (one, other) = rows(cup), Table.objects.filter(tournament=cup.id).order_by("number")
    Tournament.objects.filter(pk=cup.id).update(status="open", entrants_in=7)
    Entrant.objects.filter(tournament=cup.id, number=3).update(part="withdrew")
    Table.objects.filter(pk=one.pk).update(stage="void")
    Table.objects.filter(pk=other.pk).delete()
    bad, fields = rows(cup), ["status", "entrants_in", "entrants[3]"]
    fields += [f"tables[{one.game_id}]", f"tables[{other.game_id}]"]
    assert PROOF.fault_of(cup.id) == Fault(
        cup.id, cup.now.version, f"is not what the read tables say: {', '.join(fields)}"
    )
    out, error = failure("rebuild_projections")
    assert out.splitlines() == [f"{cup.id} {field}" for field in fields]
    assert error.endswith("; 1 tournaments, 1 different, 0 with a broken log")
    assert rows(cup) == bad
    assert say("rebuild_projections", "--write").splitlines()[-1].endswith("broken log: written anew.")
    assert rows(cup) == good


def test_the_first_row_of_a_tournament_that_was_touched_is_found(cup: Played) -> None:
    tamper("UPDATE tournaments_event SET actor = NULL WHERE tournament_id = %s AND version = 3", cup.id)
    assert PROOF.fault_of(cup.id) == Fault(cup.id, 3, "does not match its digest")
    told = f"1 of 1 tournaments are bad, first {cup.id} version 3"
    assert failure("verify") == (f"{cup.id} version 3 does not match its digest\n", told)
    assert failure("rebuild_projections", "--write")[1].endswith("0 different, 1 with a broken log")


def test_one_command_says_all_of_games_and_tournaments(cup: Played) -> None:
    assert say("verify") == "2 games checked, all sound.\n1 tournaments checked, all sound.\n"
    assert say("rebuild_projections") == (
        "2 games, 0 different, 0 with a broken log; 1 tournaments, 0 different, 0 with a broken log.\n"
    )


def test_one_tournament_can_be_looked_at(cup: Played, director: Player) -> None:
    bad = Played.open(Kind.SWISS, director.pk)
    tamper("UPDATE tournaments_event SET digest = '' WHERE tournament_id = %s", bad.id)
    assert say("verify", "--tournament", str(cup.id)) == "1 tournaments checked, all sound.\n"
    nobody = uuid4()
    assert failure("verify", "--tournament", str(nobody)) == ("", f"There is no tournament {nobody}.")


def test_the_nightly_sample_proves_tournaments_too(cup: Played) -> None:
    assert upkeep.verify_sample() == []
    tamper("UPDATE tournaments_event SET actor = NULL WHERE tournament_id = %s AND version = 3", cup.id)
    assert upkeep.verify_sample() == [Fault(cup.id, 3, "does not match its digest")]
    assert FailedTask.objects.get().arguments == {"tournament": str(cup.id), "version": 3}
