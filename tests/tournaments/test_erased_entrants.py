"""People whose accounts are erased while a tournament goes on: they leave it, however often it is tended."""

from uuid import UUID

import pytest

from games import asking as games_asking
from games.asking import SYSTEM, Caller
from games.envelope import Recorded
from games.event_store import GAMES
from games.handling import handle as handle_game
from games.tournaments import asking, commands, selectors
from games.tournaments import events as ev
from games.tournaments.handling import handle
from games.tournaments.kinds import Kind
from games.tournaments.log import TOURNAMENTS
from games.tournaments.state import Part, TournamentPhase
from games.tournaments.tending import tend
from players import erasure
from players.models import Player
from tests.conftest import FixedClock
from tests.tournaments.played import Played


def people(cup: Played, *names: str) -> list[Player]:
    """Guests who have registered, in this order."""
    found = [Player.objects.create_guest(name) for name in names]
    for person in found:
        handle(cup.id, asking.register, Caller(person.pk))
    return found


def since(cup: Played, version: int) -> list[Recorded[ev.Event]]:
    return TOURNAMENTS.recorded(cup.id, after=version)


def playing(director: Player, kind: Kind = Kind.SWISS, **chosen: int) -> tuple[Played, list[Player]]:
    """Four people at two tables."""
    cup = Played.open(kind, director.pk, table_size=2, rounds=2, **chosen)
    entered = people(cup, "Omer", "Shira", "Yael", "Gil")
    cup.start()
    cup.tend()
    cup.tend()
    return cup, entered


@pytest.mark.parametrize("times", [1, 5])
def test_before_the_start_they_leave_and_who_waits_comes_in(
    director: Player, clock: FixedClock, times: int
) -> None:
    cup = Played.open(Kind.SWISS, director.pk, table_size=2, entrants_limit=2)
    entered = people(cup, "Omer", "Shira", "Yael", "Gil")
    before = cup.now.version
    for person in (entered[1], entered[2]):
        erasure.erase(person)
    cup.tend(times=times)
    told = since(cup, before)
    assert [row.event for row in told] == [
        ev.EntrantWithdrew(1),
        ev.EntrantWithdrew(2),
        ev.EntrantPromoted(3),
    ]
    assert [(row.actor, row.subject) for row in told] == [
        (None, entered[1].pk),
        (None, entered[2].pk),
        (None, entered[3].pk),
    ]
    assert cup.now.state.those(Part.IN) == (0, 3)
    assert selectors.to_tend(clock.moment) == []


def test_what_was_never_tended_is_found_however_late(director: Player, clock: FixedClock) -> None:
    cup = Played.open(Kind.SWISS, director.pk, table_size=2)
    (omer,) = people(cup, "Omer")
    assert selectors.to_tend(clock.moment) == []
    erasure.erase(omer)
    clock.advance(seconds=20 * 24 * 3_600)
    assert selectors.to_tend(clock.moment) == [cup.id]
    assert cup.now.state.those(Part.IN) == (0,)
    cup.tend()
    assert cup.now.state.those(Part.WITHDREW) == (0,)


def test_in_the_middle_of_a_round_their_game_goes_on_and_they_are_not_paired_again(
    director: Player, clock: FixedClock
) -> None:
    cup, entered = playing(director)
    before = cup.now.version
    erasure.erase(entered[0])
    cup.tend(times=5)
    assert [row.event for row in since(cup, before)] == [ev.EntrantWithdrew(0)]
    games = [UUID(table.game) for table in cup.now.state.rounds[0].tables]
    assert {GAMES.peek(game).standing.state.in_play for game in games} == {(0, 1)}
    for game in games:
        handle_game(game, games_asking.call_time, SYSTEM)
    cup.tend()
    second = cup.now.state.rounds[1]
    seated = [number for table in second.tables for number in table.entrants]
    assert sorted([*seated, *second.byes]) == [1, 2, 3]


@pytest.mark.parametrize("kind", [Kind.KNOCKOUT, Kind.ROUND_ROBIN, Kind.DUPLICATE])
def test_a_tournament_of_any_kind_goes_on_without_them(
    director: Player, clock: FixedClock, kind: Kind
) -> None:
    cup = Played.open(kind, director.pk, table_size=2, round_seconds=60)
    (omer,) = people(cup, "Omer")
    cup.enter_bots(4, "easy")
    cup.start()
    erasure.erase(omer)
    after = cup.to_the_end(clock)
    assert after.state.phase is TournamentPhase.FINISHED
    assert after.state.entrants[0].part is Part.WITHDREW
    assert all(0 not in table.entrants for round_ in after.state.rounds for table in round_.tables)


def test_while_it_is_paused_they_leave_too(director: Player, clock: FixedClock) -> None:
    cup, entered = playing(director)
    cup.direct(commands.Pause("Lunch."))
    erasure.erase(entered[2])
    cup.tend()
    assert cup.now.state.those(Part.WITHDREW) == (2,)


def test_who_has_left_already_or_is_in_one_that_is_over_changes_nothing(
    director: Player, clock: FixedClock
) -> None:
    cup = Played.open(Kind.SWISS, director.pk, table_size=2)
    omer, shira = people(cup, "Omer", "Shira")
    handle(cup.id, asking.withdraw, Caller(omer.pk))
    erasure.erase(omer)
    assert selectors.to_tend(clock.moment) == []
    cup.direct(commands.Cancel("Rain."))
    erasure.erase(shira)
    before = cup.now.version
    assert selectors.to_tend(clock.moment) == []
    tend(cup.id)
    assert cup.now.version == before


def test_a_tournament_whose_director_is_erased_goes_on(director: Player, clock: FixedClock) -> None:
    cup = Played.open(Kind.SWISS, director.pk, table_size=2, rounds=1)
    cup.enter_bots(2, "easy")
    cup.start()
    erasure.erase(director)
    assert cup.to_the_end(clock).state.phase is TournamentPhase.FINISHED
