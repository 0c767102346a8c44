"""The laws of tournaments, held over random ones of every kind in which anybody asks for anything."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.envelope import Recorded
from games.tournaments import commands as cmd
from games.tournaments import events as ev
from games.tournaments.codec import TOURNAMENT_EVENTS
from games.tournaments.commands import Command
from games.tournaments.deciding import decide
from games.tournaments.events import Event
from games.tournaments.kinds import Kind
from games.tournaments.meeting import played, table_of_all
from games.tournaments.pairing.knockout import go_on
from games.tournaments.refusals import Refused
from games.tournaments.settings import Settings
from games.tournaments.standing import Standing, due_at, fold, goes_on_at
from games.tournaments.state import Part, State, TournamentPhase, evolve
from games.tournaments.texts import NAMELESS
from tests.tournaments.deciding import WHY
from tests.tournaments.wandering import ENDINGS, EVERY_PLAN, Wanderer, to_the_end, wander

type Tournament = tuple[Settings, int]
type Law = Callable[[Tournament], None]
# What the machinery asks, which may be asked again by others or after a crash.
REPEATED = (
    cmd.OpenCheckIn,
    cmd.GoOn,
    cmd.BookResults,
    cmd.ReplayTable,
    cmd.LapseRegistration,
    cmd.WithdrawErased,
    cmd.TakeTextsAway,
)


def in_every_kind(law: Law) -> Law:
    """Hold the law over some tournaments of every plan, and over more of any."""
    for plan in EVERY_PLAN:
        for seed in range(3):
            law = example((plan, seed))(law)
    tournaments = st.tuples(st.sampled_from(EVERY_PLAN), st.integers(0, 1_000_000))
    return settings(max_examples=30)(given(tournaments)(law))


def steps(tournament: Tournament) -> Iterator[tuple[State, Command, tuple[Event, ...], Wanderer]]:
    """Yield each command of a whole tournament with the state before, and what it led to."""
    for wanderer, command in wander(*tournament):
        before = wanderer.state
        yield before, command, asked(wanderer, command), wanderer
    for command in to_the_end(wanderer):
        before = wanderer.state
        yield before, command, asked(wanderer, command), wanderer


def whole(tournament: Tournament) -> Wanderer:
    """Return a tournament that is over."""
    *_, (_, _, _, wanderer) = steps(tournament)
    return wanderer


def asked(wanderer: Wanderer, command: Command) -> tuple[Event, ...]:
    """Put a command to a tournament, which may refuse it."""
    try:
        return wanderer.ask(command)
    except Refused:
        return ()


def replayed(log: Iterable[Recorded[Event]]) -> Standing:
    """Return the standing that a log leaves."""
    standing: Standing | None = None
    for row in log:
        standing = fold(standing, row)
    assert standing is not None
    return standing


@in_every_kind
def test_replaying_a_log_gives_the_standing_that_was_lived(told: Tournament) -> None:
    wanderer = whole(told)
    assert replayed(wanderer.log) == wanderer.standing


@in_every_kind
def test_a_refused_command_changes_nothing(told: Tournament) -> None:
    for wanderer, command in wander(*told, steps=30):
        before, length = wanderer.standing, len(wanderer.log)
        try:
            wanderer.ask(command)
        except Refused:
            assert wanderer.standing == before == replayed(wanderer.log)
            assert len(wanderer.log) == length


@in_every_kind
def test_every_event_comes_back_from_its_stored_form(told: Tournament) -> None:
    for _, _, events, _ in steps(told):
        for event in events:
            assert TOURNAMENT_EVENTS.decode(*TOURNAMENT_EVENTS.encode(event)) == event


@in_every_kind
def test_what_is_asked_of_the_machinery_five_times_is_done_once(told: Tournament) -> None:
    for _, command, _, wanderer in steps(told):
        is_due = isinstance(command, cmd.StartTournament) and command.is_due
        if is_due or isinstance(command, REPEATED):
            for _ in range(5):
                assert decide(wanderer.state, command) == ()


@in_every_kind
def test_a_round_is_paired_and_closed_exactly_once_with_every_result(told: Tournament) -> None:
    for _, _, _, wanderer in steps(told):
        for round_ in wanderer.state.rounds:
            assert round_.closed is not bool(round_.waits_for)
    told_of = [row.event for row in wanderer.log if isinstance(row.event, ev.RoundPaired | ev.RoundClosed)]
    rounds = range(1, len(wanderer.state.rounds) + 1)
    expected = [(type_, number) for number in rounds for type_ in (ev.RoundPaired, ev.RoundClosed)]
    assert [(type(event), event.round) for event in told_of] == expected


@in_every_kind
def test_a_table_that_counts_is_finished_at_most_once(told: Tournament) -> None:
    log = [row.event for row in whole(told).log]
    ends = Counter(event.game for event in log if isinstance(event, ev.TableFinished))
    assert set(ends.values()) <= {1}
    games = [game for event in log for game in games_of(event)]
    assert len(set(games)) == len(games)
    assert ends.keys() <= {*games}


def games_of(event: Event) -> tuple[str, ...]:
    match event:
        case ev.RoundPaired() | ev.RoundPairedAnew():
            assert len(event.games) == len(event.tables)
            return event.games
        case ev.TableReplayed():
            return (event.game,)
        case _:
            return ()


@in_every_kind
def test_everyone_in_play_is_at_one_table_or_has_a_bye(told: Tournament) -> None:
    for before, _, events, _ in steps(told):
        state = before
        for event in events:
            if isinstance(event, ev.RoundPaired | ev.RoundPairedAnew):
                there = [entrant for table in event.tables for entrant in table]
                assert sorted([*there, *event.byes]) == in_play(state)
                assert event.byes == tuple(sorted(event.byes))
                largest = state.settings.table_size
                fewest = largest if state.settings.kind is Kind.DUPLICATE else 2
                assert all(fewest <= len(table) <= largest for table in event.tables)
            state = evolve(state, event)


def in_play(state: State) -> list[int]:
    """Return who is in it before a round is paired, and has not been knocked out."""
    rounds = played(state)
    still_in = set(state.field)
    if state.settings.kind is Kind.KNOCKOUT and rounds:
        last = rounds[-1]
        still_in = set(last.byes)
        for result in last.results:
            still_in |= {*go_on(result, state.settings.advance, seed=state.seed)}
    return [number for number in sorted(still_in) if state.entrants[number].part is Part.IN]


@in_every_kind
def test_there_are_never_more_in_it_than_the_limit_and_nobody_waits_for_a_free_place(
    told: Tournament,
) -> None:
    for _, _, _, wanderer in steps(told):
        state = wanderer.state
        assert state.places_free >= 0
        assert (
            state.phase is not TournamentPhase.OPEN or not state.places_free or not state.those(Part.WAITING)
        )
        assert [entrant.number for entrant in state.entrants] == [*range(len(state.entrants))]
        assert list(state.field) == sorted({*state.field})


@in_every_kind
def test_a_tournament_that_runs_plays_a_round_or_rests_or_has_a_time_when_it_goes_on(
    told: Tournament,
) -> None:
    for _, _, _, wanderer in steps(told):
        state = wanderer.state
        waits = state.phase is TournamentPhase.RUNNING and state.round is None and not state.paused
        assert (goes_on_at(wanderer.standing) is not None) is waits
        assert not waits or due_at(wanderer.standing) == goes_on_at(wanderer.standing)
        assert state.phase is not TournamentPhase.OPEN or due_at(wanderer.standing) is not None


@in_every_kind
def test_every_tournament_comes_to_its_end_and_ranks_all_who_played(told: Tournament) -> None:
    for before, command, _, wanderer in steps(told):
        if before.is_over and not isinstance(command, cmd.TakeTextsAway):
            assert wanderer.state == before
    state = wanderer.state
    assert state.is_over
    assert len(state.rounds) <= state.rounds_planned
    if state.phase is TournamentPhase.FINISHED:
        assert sorted(state.ranking) == list(state.field)
        out = {*state.those(Part.DISQUALIFIED)} & {*state.field}
        assert {*state.ranking[len(state.field) - len(out) :]} == out
    assert decide(state, cmd.StartTournament(is_due=True)) == ()


@in_every_kind
def test_the_last_standings_are_the_places_of_the_end(told: Tournament) -> None:
    state = whole(told).state
    last = table_of_all(state, until=len(state.rounds))
    assert [row.place for row in last] == [*range(1, len(state.field) + 1)]
    if state.phase is TournamentPhase.FINISHED:
        assert tuple(row.entrant for row in last) == state.ranking


@in_every_kind
def test_standings_have_all_who_play_with_the_disqualified_last_after_every_round(told: Tournament) -> None:
    for _, _, events, wanderer in steps(told):
        if any(isinstance(event, ev.RoundClosed | ev.EntrantRemoved) for event in events):
            state = wanderer.state
            out = {*state.those(Part.DISQUALIFIED)} & {*state.field}
            for until in range(sum(round_.closed for round_ in state.rounds) + 1):
                order = [row.entrant for row in table_of_all(state, until=until)]
                assert sorted(order) == [*state.field]
                assert {*order[len(order) - len(out) :]} == out


@in_every_kind
def test_it_may_be_ended_by_the_director_and_then_nothing_happens_but_to_its_texts(told: Tournament) -> None:
    for wanderer, command in wander(*told, steps=25):
        asked(wanderer, command)
    for command in ENDINGS:
        asked(wanderer, command)
    assert wanderer.state.is_over
    asked(wanderer, cmd.TakeTextsAway(WHY))
    ended = wanderer.standing
    assert ended.state.settings.name == NAMELESS
    for _ in range(40):
        assert asked(wanderer, wanderer.anything()) == ()
    assert wanderer.standing == ended
