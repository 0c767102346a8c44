"""`verify` finds the first row that was touched; `rebuild_projections` proves what is live, and mends it."""

from collections.abc import Callable, Iterator
from io import StringIO
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command

from games import asking, auditing, proofs, proving
from games.engine import events as ev
from games.engine.cards import cards
from games.engine.commands import Resign
from games.event_store import Log
from games.handling import handle
from games.models import Game, Seat
from games.proofs import Fault
from games.standing import Standing
from tests.games.tables import Table, at_once, play_on, tamper

pytestmark = pytest.mark.django_db(transaction=True)
type Tables = Callable[..., Table]


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


@pytest.fixture
def played(table: Tables) -> Table:
    """A game of three, dealt and two moves on."""
    opened = table(3)
    opened.start()
    play_on(opened, Random(3), until=lambda standing: standing.state.number == 3)
    return opened


def fault(table: Table, version: int, what: str) -> None:
    assert auditing.fault_of(table.id) == Fault(table.id, version, what)


# --- what is sound


@pytest.mark.parametrize("seats", [2, 4, 7, 10])
def test_whole_games_are_sound_and_their_rows_are_those_of_a_rebuild(table: Tables, seats: int) -> None:
    game = table(seats)
    game.start()
    play_on(game, Random(seats))
    assert game.head().status == "finished"
    before = game.rows()
    assert auditing.fault_of(game.id) is None
    assert auditing.rebuild(game.id, write=True) == []
    assert game.rows() == before
    Seat.objects.filter(game_id=game.id).delete()
    Game.objects.filter(pk=game.id).update(status="lobby", version=0, host_id=None, turn_number=99)
    auditing.rebuild(game.id, write=True)
    assert [strip(row) for row in game.rows()] == [strip(row) for row in before]


def strip(row: object) -> object:
    """A row without the number that the database gave it."""
    assert isinstance(row, dict)
    return {name: value for name, value in row.items() if not (name == "id" and isinstance(value, int))}


def test_games_at_every_stage_are_sound(table: Tables) -> None:
    lobby = table(3, visibility=Game.Visibility.CODE)
    left = table(2, taken=1)
    handle(left.id, asking.leave, left.caller(0))
    table(2).start()
    resigned = table(3)
    resigned.start()
    resigned.play(2, Resign())
    before = lobby.rows()
    assert say("verify") == "4 games checked, all sound.\n"
    assert say("rebuild_projections") == "4 games, 0 different, 0 with a broken log.\n"
    assert lobby.rows() == before


# --- what was touched


@pytest.mark.parametrize(
    "change",
    [
        "payload = jsonb_set(payload, '{seat}', '2')",
        "payload = payload || '{\"more\": 1}'",
        "schema = 1",
        "schema = 3",
        "type = 'seat_left'",
        "type = 'seat_sold'",
        "actor = NULL",
        "subject = gen_random_uuid()",
        "command = gen_random_uuid()",
        "recorded_at = recorded_at + interval '1 microsecond'",
        "digest = decode(repeat('00', 32), 'hex')",
    ],
)
def test_a_changed_row_is_found(played: Table, change: str) -> None:
    tamper(f"UPDATE games_storedevent SET {change} WHERE game_id = %s AND version = 4", played.id)
    found = auditing.fault_of(played.id)
    assert found is not None
    assert (found.log_id, found.version) == (played.id, 4)


def test_a_fraction_of_the_same_value_is_a_change(played: Table) -> None:
    payload = '{"bot": null, "seat": 1.0}'
    tamper(
        f"UPDATE games_storedevent SET payload = '{payload}' WHERE game_id = %s AND version = 4", played.id
    )
    fault(played, 4, "cannot be replayed (Unreadable)")


def test_a_missing_row_is_found_wherever_it_was(played: Table) -> None:
    last = played.head().version
    for version in (last, 4, 1):
        tamper("DELETE FROM games_storedevent WHERE game_id = %s AND version = %s", played.id, version)
        fault(played, version, "is missing")


def test_a_log_that_is_gone_is_missing_from_its_first_row(played: Table) -> None:
    tamper("DELETE FROM games_storedevent WHERE game_id = %s", played.id)
    fault(played, 1, "is missing")


def test_a_log_whose_head_is_gone_is_found(played: Table, table: Tables) -> None:
    sound = table(2)
    for statement in (
        "DELETE FROM games_seat WHERE game_id = %s",
        "DELETE FROM games_command WHERE game_id = %s",
        "DELETE FROM games_game WHERE id = %s",
    ):
        tamper(statement, played.id)
    fault(played, 1, proofs.WITHOUT_HEAD)
    assert failure("verify") == (
        f"{played.id} version 1 {proofs.WITHOUT_HEAD}\n",
        f"1 of 2 games are bad, first {played.id} version 1",
    )
    told = f"{played.id} version 1 {proofs.WITHOUT_HEAD}\n"
    assert failure("rebuild_projections") == (told, "2 games, 0 different, 1 with a broken log")
    assert auditing.fault_of(sound.id) is None


def test_a_row_that_was_put_on_top_is_found(played: Table) -> None:
    version = played.head().version
    columns = "game_id, version, type, schema, payload, actor, subject, command, recorded_at, digest"
    tamper(
        f"INSERT INTO games_storedevent ({columns}) SELECT {columns.replace('version', 'version + 1')}"
        " FROM games_storedevent WHERE game_id = %s AND version = %s",
        played.id,
        version,
    )
    found = auditing.fault_of(played.id)
    assert found is not None
    assert found.version == version + 1


def test_cards_out_of_nowhere_are_found_though_the_chain_is_whole(played: Table) -> None:
    version = played.head().version
    played.happen(ev.DiscardShuffled(9, cards("R5 R5 R5")))
    fault(played, version + 1, "does not conserve the cards")


def test_a_deal_from_half_a_box_is_found(table: Tables) -> None:
    opened = table(2)
    opened.deal("R5 G5", "R7 G7", leading="R3")
    fault(opened, 5, "does not conserve the cards")


def test_a_read_table_that_says_something_else_is_found(played: Table) -> None:
    version = played.head().version
    Game.objects.filter(pk=played.id).update(turn_number=9, deadline=None)
    Seat.objects.filter(game_id=played.id, number=1).update(place=1)
    fault(played, version, "is not what the read tables say: turn_number, deadline, seats[1]")


# --- the commands


def test_verify_names_every_bad_game_and_fails_with_the_first(table: Tables) -> None:
    games = sorted([table(2), table(2), table(2)], key=lambda each: each.id)
    for game, version in ((games[2], 2), (games[1], 3)):
        where = "game_id = %s AND version = %s"
        tamper(f"UPDATE games_storedevent SET subject = NULL WHERE {where}", game.id, version)
    out, error = failure("verify")
    assert out.splitlines() == [
        f"{games[1].id} version 3 does not match its digest",
        f"{games[2].id} version 2 does not match its digest",
    ]
    assert error == f"2 of 3 games are bad, first {games[1].id} version 3"


def test_verify_can_look_at_one_game(table: Tables) -> None:
    sound, bad = table(2), table(2)
    Game.objects.filter(pk=bad.id).update(seats_taken=0)
    assert say("verify", "--game", str(sound.id)) == "1 games checked, all sound.\n"
    failure("verify", "--game", str(bad.id), "--game", str(sound.id))
    nobody = uuid4()
    assert failure("verify", "--game", str(nobody)) == ("", f"There is no game {nobody}.")


def test_verify_shows_how_far_it_is_to_whoever_watches(table: Tables) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    table(2)
    table(2)
    out = Terminal()
    call_command("verify", stdout=out, no_color=True)
    assert out.getvalue() == "\r1 of 2\r2 of 2\n2 games checked, all sound.\n"


def test_rebuilding_reports_and_mends_only_when_asked(played: Table) -> None:
    good = played.rows()
    Game.objects.filter(pk=played.id).update(status="lobby", code="AAAAAA")
    Seat.objects.filter(game_id=played.id, number=2).update(number=7)
    Seat.objects.filter(game_id=played.id, number=0).update(player=None)
    Seat.objects.filter(game_id=played.id, number=1).update(player=played.people[0])
    bad = played.rows()
    told = [f"{played.id} {field}" for field in ("status", "seats[0]", "seats[1]", "seats[2]", "seats[7]")]
    out, error = failure("rebuild_projections")
    assert (out.splitlines(), error) == (told, "1 games, 1 different, 0 with a broken log")
    assert played.rows() == bad
    assert say("rebuild_projections", "--write").splitlines() == [
        *told,
        "1 games, 1 different, 0 with a broken log: written anew.",
    ]
    assert [strip(row) for row in played.rows()] == [strip(row) for row in good]
    assert say("verify") == "1 games checked, all sound.\n"


def test_nothing_is_rebuilt_from_a_broken_log(played: Table) -> None:
    tamper("UPDATE games_storedevent SET subject = NULL WHERE game_id = %s AND version = 2", played.id)
    Game.objects.filter(pk=played.id).update(seats_taken=1)
    before = played.rows()
    out, error = failure("rebuild_projections", "--write")
    assert out == f"{played.id} version 2 does not match its digest\n"
    assert error == "1 games, 0 different, 1 with a broken log"
    assert played.rows() == before
    tamper("DELETE FROM games_storedevent WHERE game_id = %s", played.id)
    assert failure("rebuild_projections")[0] == f"{played.id} version 1 is missing\n"


def test_a_game_can_be_verified_while_it_is_played(played: Table) -> None:
    """All is read as of one moment, so a move in between is not mistaken for a fault."""
    sound = proving.verified

    def while_somebody_moves(log: Log[Any, Standing, Any], game_id: UUID) -> Iterator[Standing]:
        for standing in sound(log, game_id):
            yield standing
            if standing.version == 4:
                at_once(lambda: play_on(played, Random(5), until=lambda now: now.state.number > 5))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(proving, "verified", while_somebody_moves)
        assert auditing.fault_of(played.id) is None
    assert played.standing().state.number > 5
