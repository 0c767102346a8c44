"""Tournaments that bots play to their end; tended once or five times the log is the same."""

from datetime import timedelta
from uuid import UUID

import pytest

from games import asking as games_asking
from games import tasks
from games.asking import SYSTEM, Caller
from games.engine.commands import Resign
from games.engine.events import ClockExtended, Ending
from games.engine.scoring import points_in
from games.envelope import instant
from games.event_store import GAMES
from games.handling import handle as handle_game
from games.models import FailedTask, Game
from games.tournaments import asking, chance, commands, selectors
from games.tournaments.handling import handle
from games.tournaments.kinds import Kind
from games.tournaments.meeting import look_ahead
from games.tournaments.pairing import round_robin
from games.tournaments.refusals import Refusal, Refused
from games.tournaments.standing import time_called_at
from games.tournaments.state import TournamentPhase
from games.tournaments.tending import tend
from players.models import Player
from tests.conftest import FixedClock
from tests.games.tables import tamper
from tests.tournaments.played import Played

SMALL = [
    (Kind.SWISS, 6, {"table_size": 3, "rounds": 2}),
    (Kind.KNOCKOUT, 5, {"table_size": 3}),
    (Kind.ROUND_ROBIN, 3, {"table_size": 2}),
    (Kind.SERIES, 4, {"rounds": 2}),
    (Kind.STAGES, 3, {"table_size": 3, "entrants_limit": 3}),
    (Kind.DUPLICATE, 5, {"table_size": 2, "rounds": 2}),
]


@pytest.mark.parametrize(("kind", "field", "chosen"), SMALL)
def test_bots_play_each_kind_to_its_end(
    kind: Kind, field: int, chosen: dict[str, int], director: Player, clock: FixedClock
) -> None:
    cup = Played.open(kind, director.pk, **chosen)
    cup.enter_bots(field)
    cup.start()
    after = cup.to_the_end(clock)
    assert after.state.phase is TournamentPhase.FINISHED
    assert sorted(after.state.ranking) == list(range(field))
    games = Game.objects.filter(context_kind="tournament", context_id=cup.id)
    assert {game.status for game in games} == {"finished"}
    assert games.count() == sum(len(round_.tables) for round_ in after.state.rounds)
    assert all(game.disclosed_at is not None for game in games)


def test_time_is_called_at_tables_that_still_play(director: Player, clock: FixedClock) -> None:
    cup = Played.open(Kind.SWISS, director.pk, table_size=2, rounds=1, round_seconds=60)
    cup.enter_bots(4)
    cup.start()
    cup.tend()
    clock.advance(seconds=59)
    cup.tend()
    assert len(cup.now.state.rounds[0].waits_for) == 2
    clock.advance(seconds=1)
    cup.tend()
    assert cup.now.state.phase is TournamentPhase.FINISHED
    games = Game.objects.filter(context_id=cup.id)
    assert {_ending(game.pk) for game in games} == {Ending.TIME_CALLED}


def test_time_that_an_outage_took_from_a_game_is_given_back_before_time_is_called(
    director: Player, clock: FixedClock
) -> None:
    cup = Played.open(Kind.SWISS, director.pk, table_size=2, rounds=1, round_seconds=60)
    cup.enter_bots(2)
    cup.start()
    cup.tend()
    clock.advance(seconds=100)
    tend(cup.id)  # the sweep of games is not back yet
    assert cup.now.state.round is not None
    tasks.sweep()
    assert [row.event for row in GAMES.recorded(_games(cup)[0]) if isinstance(row.event, ClockExtended)]
    cup.tend()
    assert cup.now.state.round is not None
    clock.advance(seconds=60)
    cup.tend()
    assert cup.now.state.phase is TournamentPhase.FINISHED


def test_check_in_that_opened_late_is_open_as_long_as_was_said(director: Player, clock: FixedClock) -> None:
    starts_at = instant(clock.moment + timedelta(seconds=100))
    cup = Played.open(Kind.SWISS, director.pk, starts_at=starts_at, check_in_seconds=60)
    people = [Player.objects.create_guest(name).pk for name in ("Noa", "Omer")]
    for person in people:
        handle(cup.id, asking.register, Caller(person))
    clock.advance(seconds=130)
    cup.tend()
    assert (cup.now.state.check_in_open, cup.now.state.phase) == (True, TournamentPhase.OPEN)
    for person in people:
        handle(cup.id, asking.check_in, Caller(person))
    phases = []
    for seconds in (59, 1):
        clock.advance(seconds=seconds)
        cup.tend()
        phases.append(cup.now.state.phase)
    assert phases == [TournamentPhase.OPEN, TournamentPhase.RUNNING]


def test_who_has_resigned_withdraws_while_the_others_play(director: Player, clock: FixedClock) -> None:
    cup = Played.open(Kind.SWISS, director.pk, table_size=3, rounds=2)
    noa = Player.objects.create_guest("Noa").pk
    handle(cup.id, asking.register, Caller(noa))
    cup.enter_bots(2)
    cup.start()
    cup.tend()
    with pytest.raises(Refused) as refused:
        handle(cup.id, asking.withdraw, Caller(noa))
    assert refused.value.refusal is Refusal.AT_A_TABLE
    (game,) = _games(cup)
    handle_game(game, games_asking.play(None, [Resign()]), Caller(noa))
    handle(cup.id, asking.withdraw, Caller(noa))
    assert cup.to_the_end(clock).state.rounds[1].byes == ()
    assert cup.now.state.rounds[0].tables[0].result is not None
    assert {number for table in cup.now.state.rounds[1].tables for number in table.entrants} == {1, 2}


@pytest.mark.parametrize("kind", [Kind.SWISS, Kind.SERIES])
def test_who_is_left_alone_at_a_table_has_no_points_and_who_gave_up_has_the_most(
    kind: Kind, director: Player, clock: FixedClock
) -> None:
    cup = Played.open(kind, director.pk, table_size=2, rounds=1)
    people = [Player.objects.create_guest(name).pk for name in ("Noa", "Omer")]
    for person in people:
        handle(cup.id, asking.register, Caller(person))
    cup.start()
    cup.tend()
    (game,) = _games(cup)
    hands = GAMES.peek(game).standing.state.hands
    seat = cup.now.state.rounds[0].tables[0].entrants.index(0)
    handle_game(game, games_asking.play(None, [Resign()]), Caller(people[0]))
    cup.tend()
    (table,) = cup.now.state.rounds[0].tables
    assert table.result is not None
    assert (table.result.places[seat], table.result.places[1 - seat]) == (2, 1)
    most = max(map(points_in, hands))
    assert (table.result.points[seat], table.result.points[1 - seat]) == (most, 0)


def test_a_game_that_was_left_and_cannot_be_read_holds_up_no_other_table(
    director: Player, clock: FixedClock
) -> None:
    cup = Played.open(Kind.SWISS, director.pk, table_size=2, rounds=1)
    people = [Player.objects.create_guest(name).pk for name in ("Noa", "Omer", "Gal", "Tal")]
    for person in people:
        handle(cup.id, asking.register, Caller(person))
    cup.start()
    cup.tend()
    games = _games(cup)
    for game, table in zip(games, cup.now.state.rounds[0].tables, strict=True):
        handle_game(game, games_asking.play(None, [Resign()]), Caller(people[table.entrants[0]]))
    tamper("UPDATE games_storedevent SET schema = 9 WHERE game_id = %s AND version = 1", games[0])
    GAMES._cache.forget(games[0])
    cup.tend()
    assert cup.now.state.rounds[0].waits_for == (0,)
    assert FailedTask.objects.get().arguments == {"game": str(games[0])}


def test_a_pause_stops_the_clock_of_the_round(director: Player, clock: FixedClock) -> None:
    cup = Played.open(Kind.SWISS, director.pk, table_size=2, rounds=1, round_seconds=60)
    cup.enter_bots(2)
    cup.start()
    cup.tend()
    clock.advance(seconds=50)
    cup.direct(commands.Pause("Lunch."))
    clock.advance(seconds=500)
    assert selectors.to_tend(clock.moment) == []
    cup.direct(commands.Resume("Go on."))
    assert time_called_at(cup.now) == clock.moment + timedelta(seconds=10)


def test_a_game_that_was_aborted_is_played_again(director: Player, clock: FixedClock) -> None:
    cup = Played.open(Kind.SWISS, director.pk, table_size=2, rounds=1)
    cup.enter_bots(2)
    cup.start()
    cup.tend()
    (table,) = cup.now.state.rounds[0].tables
    handle_game(UUID(table.game), games_asking.abort("Broken."), SYSTEM)
    cup.tend()
    (again,) = cup.now.state.rounds[0].tables
    assert again.entrants == table.entrants
    assert again.game != table.game
    cup.tend()
    assert Game.objects.get(pk=again.game).status == "playing"
    assert cup.to_the_end(clock).state.phase is TournamentPhase.FINISHED


def test_who_is_disqualified_is_given_up_at_the_table(director: Player, clock: FixedClock) -> None:
    cup = Played.open(Kind.SWISS, director.pk, table_size=3, rounds=1)
    cup.enter_bots(3)
    cup.start()
    cup.tend()
    cup.direct(commands.Disqualify(1, "Two accounts."))
    cup.tend()
    cup.tend()
    (table,) = cup.now.state.rounds[0].tables
    state = GAMES.peek(UUID(table.game)).standing.state
    assert state.in_play == tuple(seat for seat in range(3) if table.entrants[seat] != 1)
    assert cup.to_the_end(clock).state.ranking[-1] == 1


def test_games_of_a_canceled_tournament_are_ended_and_opened(director: Player, clock: FixedClock) -> None:
    cup = Played.open(Kind.DUPLICATE, director.pk, table_size=2, rounds=2)
    cup.enter_bots(4)
    cup.start()
    cup.tend()
    cup.direct(commands.Cancel("Rain."))
    cup.tend()
    cup.tend()
    games = Game.objects.filter(context_id=cup.id)
    assert [(game.status, game.disclosed_at is None) for game in games] == [("abandoned", False)] * 2
    assert selectors.to_tend(clock.moment) == []


def test_no_deal_is_open_before_its_round_is_closed(director: Player, clock: FixedClock) -> None:
    cup = Played.open(Kind.DUPLICATE, director.pk, table_size=2, rounds=2)
    cup.enter_bots(4)
    cup.start()
    cup.tend()
    games = [UUID(table.game) for table in cup.now.state.rounds[0].tables]
    seeds = {GAMES.peek(game).standing.state.setup.seed for game in games}
    assert seeds == {chance.deal(cup.now.state.seed, 1, 1)}
    handle_game(games[0], games_asking.call_time, SYSTEM)
    cup.tend()
    assert Game.objects.get(pk=games[0]).disclosed_at is None
    assert not Game.objects.get(pk=games[0]).spectators
    handle_game(games[1], games_asking.call_time, SYSTEM)
    cup.tend()
    cup.tend()
    assert all(Game.objects.get(pk=game).disclosed_at is not None for game in games)
    of_second = [UUID(table.game) for table in cup.now.state.rounds[1].tables]
    handle_game(of_second[0], games_asking.abort("Broken."), SYSTEM)
    cup.tend()
    assert Game.objects.get(pk=of_second[0]).disclosed_at is None


def test_tables_that_are_paired_anew_get_another_deal(director: Player, clock: FixedClock) -> None:
    cup = Played.open(Kind.DUPLICATE, director.pk, table_size=2, rounds=1)
    cup.enter_bots(4)
    cup.start()
    cup.tend()
    handle(cup.id, asking.pair_anew(None, "Neighbors."), cup.director)
    cup.tend()
    games = [UUID(table.game) for table in cup.now.state.rounds[0].tables]
    seeds = {GAMES.peek(game).standing.state.setup.seed for game in games}
    assert seeds == {chance.deal(cup.now.state.seed, 1, 2)}
    cup.tend()
    statuses = Game.objects.filter(context_id=cup.id).exclude(pk__in=games).values_list("status", flat=True)
    assert set(statuses) == {"abandoned"}


@pytest.fixture
def pairs(director: Player, clock: FixedClock) -> Played:
    """Four bots at two tables of the only round."""
    cup = Played.open(Kind.SWISS, director.pk, table_size=2, rounds=1)
    cup.enter_bots(4)
    cup.start()
    cup.tend()
    return cup


def test_a_game_that_is_played_to_its_end_is_not_thrown_away_before_it_is_booked(pairs: Played) -> None:
    cup = pairs
    first, second = _games(cup)
    handle_game(first, games_asking.give_up(0, "disqualified"), SYSTEM)
    assert Game.objects.get(pk=first).status == "finished"
    before = cup.now
    with pytest.raises(Refused) as refused:
        handle(cup.id, asking.by_director(asking.pair_anew(None, "A mistake.")), cup.director)
    assert refused.value.refusal is Refusal.RESULTS_ARE_IN
    assert (cup.now, _games(cup)) == (before, [first, second])
    cup.direct(commands.Disqualify(cup.now.state.rounds[0].tables[0].entrants[0], "Two accounts."))
    cup.tend()
    booked = cup.now.state.rounds[0].tables[0].result
    assert booked is not None
    assert (booked.places, booked.ruled) == ((2, 1), False)


def test_a_game_that_is_played_but_not_booked_may_be_overruled_with_a_reason(pairs: Played) -> None:
    cup = pairs
    handle_game(_games(cup)[0], games_asking.give_up(0, "disqualified"), SYSTEM)
    cup.direct(commands.RuleResult(1, 0, places=(1, 2), points=(0, 9), reason="The line was cut."))
    cup.tend()
    ruled = cup.now.state.rounds[0].tables[0].result
    assert ruled is not None
    assert (ruled.places, ruled.points, ruled.ruled) == ((1, 2), (0, 9), True)


def test_a_round_whose_games_were_aborted_alone_is_paired_anew(director: Player, clock: FixedClock) -> None:
    cup = Played.open(Kind.SWISS, director.pk, table_size=2, rounds=1)
    cup.enter_bots(4)
    cup.start()
    cup.tend()
    handle_game(_games(cup)[0], games_asking.abort("Broken."), SYSTEM)
    handle(cup.id, asking.by_director(asking.pair_anew(None, "A mistake.")), cup.director)
    assert cup.now.state.rounds[0].pairings == 2


def test_the_schedule_of_a_round_robin_is_searched_while_nobody_holds_it(
    director: Player, clock: FixedClock
) -> None:
    cup = Played.open(Kind.ROUND_ROBIN, director.pk, table_size=3)
    cup.enter_bots(7)
    round_robin.schedule.cache_clear()
    cup.start()
    assert (cup.now.state.rounds_planned, round_robin.schedule.cache_info().misses) == (5, 0)
    look_ahead(cup.now.state)
    assert round_robin.schedule.cache_info()[:2] == (0, 1)
    cup.tend()
    assert round_robin.schedule.cache_info().misses == 1
    assert len(cup.now.state.rounds[0].tables) == 3


def test_a_round_robin_that_starts_by_the_clock_is_paired_by_the_same_tending(
    director: Player, clock: FixedClock
) -> None:
    starts_at = instant(clock.moment + timedelta(seconds=60))
    cup = Played.open(Kind.ROUND_ROBIN, director.pk, table_size=3, starts_at=starts_at)
    cup.enter_bots(7)
    clock.advance(seconds=60)
    cup.tend()
    assert (cup.now.state.rounds_planned, len(cup.now.state.rounds[0].tables)) == (5, 3)
    assert Game.objects.filter(context_id=cup.id, status="playing").count() == 3


def _games(cup: Played) -> list[UUID]:
    return [UUID(table.game) for table in cup.now.state.rounds[-1].tables]


def _ending(game_id: UUID) -> Ending | None:
    result = GAMES.peek(game_id).standing.state.result
    return None if result is None else result.ending
