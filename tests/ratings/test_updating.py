"""Ratings after games: each counts once, in the order of disclosure, whoever rates it and however often."""

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import asking
from games.asking import SYSTEM
from games.engine.commands import Resign
from games.handling import handle
from games.models import Game
from games.ratings import rebuilding, storing, tasks, updating
from games.ratings.models import RatedGame, Rating, RatingChange
from tests.conftest import NOON, FixedClock
from tests.games.bot_tables import with_bots
from tests.games.tables import Table, at_once, beat, guest
from tests.ratings.tables import ended, kept

pytestmark = pytest.mark.django_db(transaction=True)
type Tables = Callable[..., Table]


@pytest.fixture
def people() -> list[UUID]:
    return [guest(f"Guest {number}") for number in range(4)]


def later(clock: FixedClock) -> int:
    clock.advance(seconds=20)
    return updating.update()


def numbers(family: str = "super") -> dict[UUID, tuple[float, float, int]]:
    rows = Rating.objects.filter(family=family)
    return {row.player_id: (row.mu, row.sigma, row.games) for row in rows}


def test_a_game_that_was_played_changes_what_is_known_of_its_people(table: Tables, clock: FixedClock) -> None:
    played = table(2)
    Game.objects.filter(pk=played.id).update(rated=True)
    played.start()
    clock.advance(seconds=3)
    played.play(1, Resign())
    assert updating.update() == 0  # perhaps not every command of that moment is to be seen
    clock.advance(seconds=4, microseconds=999_999)
    assert updating.update() == 0
    clock.advance(microseconds=1)
    assert updating.update() == 1
    winner, loser = played.people
    assert numbers() == {
        winner: (27.635389493140497, 8.06590141354368, 1),
        loser: (22.364610506859503, 8.06590141354368, 1),
    }
    rating = Rating.objects.get(player=winner)
    assert (rating.ladder, rating.family, rating.last_game_id) == ("people", "super", played.id)
    assert rating.updated_at == NOON + timedelta(seconds=3)
    assert rating.ordinal == 27.635389493140497 - 3 * 8.06590141354368
    change = RatingChange.objects.get(player=loser)
    assert (change.game_id, change.number, change.place) == (played.id, 1, 2)
    assert (change.mu_before, change.sigma_before) == (25.0, 25 / 3)
    assert rebuilding.check() == (1, 0, [])


def test_a_second_time_nothing_happens(people: list[UUID], clock: FixedClock) -> None:
    ended(*people)
    assert later(clock) == 1
    before = kept()
    for _ in range(2):
        tasks.update(something_new=True)
    assert updating.update() == 0
    assert kept() == before


def test_only_rated_games_that_were_dealt_here_and_finished_count(
    table: Tables, people: list[UUID], clock: FixedClock
) -> None:
    ended(*people, rated=False)
    ended(*people, origin=Game.Origin.IMPORTED)
    running, abandoned = table(2), table(2, lobby_seconds=60)
    running.start()
    Game.objects.filter(pk__in=[running.id, abandoned.id]).update(rated=True)
    clock.advance(seconds=61)
    abandoned.settle()
    assert abandoned.head().status == Game.Status.ABANDONED
    assert later(clock) == 0
    assert kept() == []
    assert rebuilding.check() == (0, 0, [])


def test_bots_are_rated_apart_and_mixed_games_count_nowhere(people: list[UUID], clock: FixedClock) -> None:
    ended("easy", "hard", places=(2, 1))
    mixed = ended(people[0], "easy")
    assert later(clock) == 2
    assert {(row.ladder, row.player.name, row.games) for row in Rating.objects.all()} == {
        ("bots", "Easy 1", 1),
        ("bots", "Hard 1", 1),
    }
    row = RatedGame.objects.get(game=mixed)
    assert (row.family, row.ladder, row.players) == ("", "", 2)
    before = kept()
    assert later(clock) == 0
    rebuilding.rebuild()
    assert kept() == before


def test_editions_of_one_family_are_rated_together_and_others_apart(
    people: list[UUID], clock: FixedClock
) -> None:
    noa, dan, *_ = people
    for edition in ("super-116", "super-112", "japan-120"):
        ended(noa, dan, edition=edition)
    assert later(clock) == 3
    assert {(row.family, row.games) for row in Rating.objects.filter(player=noa)} == {
        ("super", 2),
        ("japan", 1),
    }


def test_a_seat_that_was_given_up_or_held_by_a_bot_is_the_result_of_its_person(
    table: Tables, clock: FixedClock
) -> None:
    played = table(3, bot_after_turns=1)
    Game.objects.filter(pk=played.id).update(rated=True)
    played.start()
    played.play(0, Resign())
    for seconds in (31, 31):
        clock.advance(seconds=seconds)
        beat()
        played.settle()
    assert any(played.standing().state.is_played_by_bot(seat) for seat in (1, 2))
    played.play(1, Resign())
    assert later(clock) == 1
    places = {row.player_id: row.place for row in RatingChange.objects.all()}
    assert places == dict(zip(played.people, (3, 2, 1), strict=True))


def test_with_a_bot_at_the_table_from_the_start_nothing_counts(clock: FixedClock) -> None:
    played = with_bots("easy", people=2)
    Game.objects.filter(pk=played.id).update(rated=True)
    played.start()
    played.play(0, Resign())
    played.play(1, Resign())
    assert later(clock) == 1
    assert not Rating.objects.exists()


def test_a_game_that_is_seen_late_takes_its_place_among_the_others(
    people: list[UUID], clock: FixedClock
) -> None:
    noa, dan, ruth, avi = people
    ended(noa, dan, at=NOON + timedelta(seconds=1))
    ended(ruth, avi, at=NOON + timedelta(seconds=2), edition="japan-120")
    ended(ruth, noa, at=NOON + timedelta(seconds=5))
    ended(dan, noa, ruth, at=NOON + timedelta(seconds=6))
    assert later(clock) == 4
    of_japan = [*Rating.objects.filter(family="japan").order_by("pk").values()]
    ended(avi, noa, at=NOON + timedelta(seconds=3))
    assert later(clock) == 1
    live = kept()
    order = RatedGame.objects.filter(family="super").order_by("disclosed_at")
    assert [(row.disclosed_at - NOON).seconds for row in order] == [1, 3, 5, 6]
    played = RatingChange.objects.filter(player=noa).order_by("number")
    assert [(row.number, row.place) for row in played] == [(1, 1), (2, 2), (3, 2), (4, 2)]
    assert [*Rating.objects.filter(family="japan").order_by("pk").values()] == of_japan
    rebuilding.rebuild()
    assert kept() == live


def test_a_sealed_game_is_not_rated_before_it_is_disclosed(clock: FixedClock) -> None:
    played = Table.seated(rated=True, sealed=True)
    handle(played.id, asking.call_time, SYSTEM)
    assert later(clock) == 0
    rebuilding.rebuild()
    assert kept() == []
    assert rebuilding.check() == (0, 0, [])
    handle(played.id, asking.disclose, SYSTEM)
    assert later(clock) == 1
    assert RatedGame.objects.get(game=played.id).disclosed_at == NOON + timedelta(seconds=20)
    live = kept()
    rebuilding.rebuild()
    assert kept() == live


@pytest.mark.parametrize("sealed_for", [timedelta(minutes=1), 3 * updating.LATEST])
def test_a_sealed_game_counts_after_those_that_ended_while_it_was_sealed(
    people: list[UUID], clock: FixedClock, sealed_for: timedelta
) -> None:
    noa, dan, ruth, _ = people
    sealed = [ended(noa, dan, sealed=True), ended(dan, noa, sealed=True)]
    clock.advance(seconds=5)
    opened = ended(dan, noa)
    clock.advance(seconds=sealed_for.total_seconds())
    assert updating.update() == 1
    last = ended(noa, ruth)
    assert later(clock) == 1
    for game in reversed(sealed):
        handle(game, asking.disclose, SYSTEM)
        clock.advance(seconds=1)
    assert later(clock) == 2
    played = RatingChange.objects.filter(player=noa).order_by("number")
    assert [row.game_id for row in played] == [opened, last, *reversed(sealed)]
    assert rebuilding.check() == (4, 0, [])
    live = kept()
    rebuilding.rebuild()
    assert kept() == live


def test_two_games_that_ended_at_one_moment_are_rated_by_their_ids(
    people: list[UUID], clock: FixedClock
) -> None:
    noa, dan, *_ = people
    games = sorted([ended(noa, dan), ended(dan, noa), ended(noa, dan)])
    later(clock)
    played = RatingChange.objects.filter(player=noa).order_by("number")
    assert [row.game_id for row in played] == games


@pytest.mark.parametrize("at_once", [1, 2, 3])
def test_however_many_games_a_transaction_rates_the_numbers_are_the_same(
    people: list[UUID], clock: FixedClock, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    chance = Random(116)
    for _ in range(7):
        clock.advance(seconds=1)
        ended(*chance.sample(people, 3))
    monkeypatch.setattr(updating, "_AT_ONCE", at_once)
    assert later(clock) == 7
    live = kept()
    rebuilding.rebuild()
    assert kept() == live


def test_an_update_that_is_killed_leaves_whole_transactions_behind(
    people: list[UUID], clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(4):
        clock.advance(seconds=1)
        ended(*people)
    monkeypatch.setattr(updating, "_AT_ONCE", 2)
    keep, times = storing.keep, []

    def dies_the_second_time(books: Any) -> None:
        keep(books)
        times.append(len(books))
        if len(times) == 2:
            raise SystemExit

    monkeypatch.setattr(storing, "keep", dies_the_second_time)
    with pytest.raises(SystemExit):
        later(clock)
    assert RatedGame.objects.count() == 2
    monkeypatch.setattr(storing, "keep", keep)
    assert updating.update() == 2
    live = kept()
    rebuilding.rebuild()
    assert kept() == live


def test_two_workers_at_once_rate_each_game_once(people: list[UUID], clock: FixedClock) -> None:
    for _ in range(6):
        clock.advance(seconds=1)
        ended(*people)
    clock.advance(seconds=10)
    looked_at = at_once(*[updating.update] * 4)
    assert sum(looked_at) == 6  # type: ignore[arg-type]
    live = kept()
    rebuilding.rebuild()
    assert kept() == live


def test_while_one_process_writes_the_others_do_nothing(people: list[UUID], clock: FixedClock) -> None:
    ended(*people)
    clock.advance(seconds=10)
    with transaction.atomic():
        assert storing.lock(wait=True)
        (elsewhere,) = at_once(updating.update)
    assert elsewhere == 0
    assert updating.update() == 1


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_in_whatever_order_games_come_to_be_seen_live_equals_rebuilt(
    clock: FixedClock, people: list[UUID], data: st.DataObject
) -> None:
    """Games appear in any order, with updates in between, in two families and on two ladders.

    Some are sealed, until later or for good.
    """
    start = clock.moment
    games = data.draw(
        st.lists(st.tuples(st.integers(0, 9), st.integers(0, 5), st.booleans()), min_size=1, max_size=8)
    )
    chance = Random(data.draw(st.integers(0, 99)))
    clock.advance(minutes=30)
    waiting: list[UUID] = []
    for second, kind, sealed in games:
        sitters: list[Any] = ["easy", "normal"] if kind == 0 else chance.sample(people, chance.randint(2, 4))
        places = tuple(chance.randint(1, len(sitters)) for _ in sitters)
        edition = "japan-120" if kind == 1 else "super-112"
        at = start + timedelta(seconds=second)
        game = ended(*sitters, places=places, edition=edition, at=at, sealed=sealed)
        if sealed:
            waiting.append(game)
        is_time: bool = data.draw(st.booleans())
        if waiting and is_time:
            handle(waiting.pop(0), asking.disclose, SYSTEM)
        if data.draw(st.booleans()):
            updating.update()
    clock.advance(seconds=20)
    updating.update()
    live = kept()
    assert rebuilding.check().differences == []
    rebuilding.rebuild()
    assert kept() == live
    clock.advance(minutes=-29)  # so that the next example's games are all within the hour
