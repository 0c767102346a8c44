"""Settings that can be played, and every one that cannot: the setting at fault, and what it may be."""

from dataclasses import replace
from typing import Any

import pytest

from games.engine.editions import Edition
from games.engine.refusals import Refusal as RulesRefusal
from games.engine.refusals import Refused as RulesRefused
from games.tournaments.checking import check
from games.tournaments.commands import OpenTournament
from games.tournaments.deciding import decide
from games.tournaments.kinds import Kind
from games.tournaments.refusals import Refusal, Refused
from games.tournaments.settings import Settings
from tests.tournaments.deciding import ID, SEED, planned

UNFIT = Refusal.NOT_IN_THIS_KIND
RANGE = Refusal.INVALID
SMALL = Refusal.FIELD_TOO_SMALL
LARGE = Refusal.FIELD_TOO_LARGE
NOON = "2040-01-01T12:00:00.000000Z"


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        *((kind, {}) for kind in Kind),
        (Kind.SWISS, {"table_size": 10, "entrants_limit": 1_000, "rounds": 100, "late_rounds": 99}),
        (Kind.SWISS, {"entrants_limit": 2, "round_seconds": 60, "break_seconds": 604_800}),
        (Kind.SWISS, {"round_seconds": 604_800, "starts_at": NOON, "check_in_seconds": 86_400}),
        (Kind.SWISS, {"starts_when_full": True, "starts_at": NOON}),
        (Kind.SERIES, {"rounds": 0, "target_points": 100_000, "late_rounds": 3}),
        (Kind.SERIES, {"rounds": 100, "target_points": 1}),
        (Kind.KNOCKOUT, {"table_size": 10, "advance": 9, "entrants_limit": 1_000}),
        (Kind.ROUND_ROBIN, {"entrants_limit": 64}),
        (Kind.STAGES, {"table_size": 2, "entrants_limit": 2}),
        *((kind, {"table_size": 7, "entrants_limit": 7}) for kind in Kind if kind is not Kind.DUPLICATE),
        (Kind.DUPLICATE, {"table_size": 10, "entrants_limit": 20, "rounds": 100}),
        (Kind.SWISS, {"options": {"first_seat": "random", "turn_seconds": 5, "scoring": "series"}}),
        (Kind.STAGES, {"options": {"stages": 2}}),
    ],
)
def test_these_can_be_played(kind: Kind, changes: dict[str, Any]) -> None:
    said = planned(kind, **changes)
    (event,) = decide(None, OpenTournament(ID, said, SEED))
    assert getattr(event, "settings") == said  # noqa: B009


@pytest.mark.parametrize(
    ("kind", "changes", "refusal", "field", "allowed"),
    [
        # what any tournament may be
        (Kind.SWISS, {"table_size": 1}, RANGE, "table_size", ("2..10",)),
        (Kind.SWISS, {"table_size": 11}, RANGE, "table_size", ("2..10",)),
        (Kind.SWISS, {"rounds": -1}, RANGE, "rounds", ("0..100",)),
        (Kind.SWISS, {"rounds": 101}, RANGE, "rounds", ("0..100",)),
        (Kind.SWISS, {"late_rounds": -1}, RANGE, "late_rounds", ("0..99",)),
        (Kind.SWISS, {"late_rounds": 100}, RANGE, "late_rounds", ("0..99",)),
        (Kind.SWISS, {"rounds": 2, "late_rounds": 2}, RANGE, "late_rounds", ("0..1",)),
        (Kind.SERIES, {"rounds": 1, "late_rounds": 1}, RANGE, "late_rounds", ("0..0",)),
        (Kind.SERIES, {"target_points": -1}, RANGE, "target_points", ("0..100000",)),
        (Kind.SERIES, {"target_points": 100_001}, RANGE, "target_points", ("0..100000",)),
        (Kind.SWISS, {"break_seconds": -1}, RANGE, "break_seconds", ("0..604800",)),
        (Kind.SWISS, {"break_seconds": 604_801}, RANGE, "break_seconds", ("0..604800",)),
        (Kind.SWISS, {"check_in_seconds": -1}, RANGE, "check_in_seconds", ("0..86400",)),
        (Kind.SWISS, {"check_in_seconds": 86_401}, RANGE, "check_in_seconds", ("0..86400",)),
        (Kind.SWISS, {"round_seconds": 59}, RANGE, "round_seconds", (0, "60..2592000")),
        (Kind.SWISS, {"round_seconds": -1}, RANGE, "round_seconds", (0, "60..2592000")),
        (Kind.SWISS, {"round_seconds": 2_592_001}, RANGE, "round_seconds", (0, "60..2592000")),
        # the texts
        (Kind.SWISS, {"name": ""}, Refusal.WRONG_LENGTH, "name", ("1..80",)),
        (Kind.SWISS, {"name": "a\nb"}, RANGE, "name", None),
        (Kind.SWISS, {"name": "x" * 81}, Refusal.WRONG_LENGTH, "name", ("1..80",)),
        (Kind.SWISS, {"name": "\u3164"}, RANGE, "name", None),
        (Kind.SWISS, {"description": "a\x00b"}, RANGE, "description", None),
        (Kind.SWISS, {"description": "x" * 4_001}, Refusal.WRONG_LENGTH, "description", ("0..4000",)),
        (Kind.SWISS, {"prizes": "x" * 4_001}, Refusal.WRONG_LENGTH, "prizes", ("0..4000",)),
        (Kind.SWISS, {"description": " \n "}, RANGE, "description", None),
        (Kind.SWISS, {"prizes": "a\u202eb"}, RANGE, "prizes", None),
        # the field
        (Kind.SWISS, {"entrants_limit": 1}, SMALL, "entrants_limit", ("2..1000",)),
        (Kind.SWISS, {"entrants_limit": 1_001}, LARGE, "entrants_limit", ("2..1000",)),
        (Kind.SERIES, {"entrants_limit": 1_001}, LARGE, "entrants_limit", ("2..1000",)),
        (Kind.KNOCKOUT, {"entrants_limit": 1_001}, LARGE, "entrants_limit", ("2..1000",)),
        (Kind.STAGES, {"entrants_limit": 1}, SMALL, "entrants_limit", ("4..4",)),
        (Kind.STAGES, {"entrants_limit": 3}, SMALL, "entrants_limit", ("4..4",)),
        (Kind.STAGES, {"entrants_limit": 5}, LARGE, "entrants_limit", ("4..4",)),
        *(
            (kind, {"table_size": 7, "entrants_limit": 6}, SMALL, "entrants_limit", (allowed,))
            for kind, allowed in (
                *((kind, "7..1000") for kind in (Kind.SERIES, Kind.KNOCKOUT, Kind.SWISS)),
                (Kind.ROUND_ROBIN, "7..64"),
                (Kind.STAGES, "7..7"),
                (Kind.DUPLICATE, "14..1000"),
            )
        ),
        (Kind.ROUND_ROBIN, {"entrants_limit": 65}, LARGE, "entrants_limit", ("2..64",)),
        (Kind.DUPLICATE, {"entrants_limit": 3}, SMALL, "entrants_limit", ("4..1000",)),
        (Kind.DUPLICATE, {"table_size": 4, "entrants_limit": 7}, SMALL, "entrants_limit", ("8..1000",)),
        (Kind.DUPLICATE, {"entrants_limit": 1_001}, LARGE, "entrants_limit", ("4..1000",)),
        # what belongs to some kinds alone
        (Kind.KNOCKOUT, {"advance": 0}, RANGE, "advance", ("1..1",)),
        (Kind.KNOCKOUT, {"advance": 2}, RANGE, "advance", ("1..1",)),
        (Kind.KNOCKOUT, {"table_size": 4, "advance": 4}, RANGE, "advance", ("1..3",)),
        (Kind.SWISS, {"advance": 2}, UNFIT, "advance", (1,)),
        (Kind.SWISS, {"target_points": 60}, UNFIT, "target_points", (0,)),
        (Kind.SERIES, {"rounds": 0}, UNFIT, "rounds", ("1..100",)),
        (Kind.KNOCKOUT, {"rounds": 2}, UNFIT, "rounds", (0,)),
        (Kind.ROUND_ROBIN, {"rounds": 2}, UNFIT, "rounds", (0,)),
        (Kind.STAGES, {"rounds": 2}, UNFIT, "rounds", (0,)),
        (Kind.KNOCKOUT, {"late_rounds": 2}, UNFIT, "late_rounds", (0,)),
        (Kind.DUPLICATE, {"late_rounds": 2}, UNFIT, "late_rounds", (0,)),
        # the start
        (Kind.SWISS, {"check_in_seconds": 60}, Refusal.START_REQUIRED, "starts_at", None),
        (
            Kind.SWISS,
            {"check_in_seconds": 60, "starts_at": NOON, "starts_when_full": True},
            UNFIT,
            "starts_when_full",
            (False,),
        ),
        # what is played
        (Kind.SWISS, {"options": {"first_seat": "named"}}, UNFIT, "options.first_seat", ("host", "random")),
        (Kind.SWISS, {"options": {"first_seat": "rotate"}}, UNFIT, "options.first_seat", ("host", "random")),
        (
            Kind.SWISS,
            {"options": {"turn_seconds": 0}},
            Refusal.CLOCK_REQUIRED,
            "options.turn_seconds",
            ("5..604800",),
        ),
        (Kind.STAGES, {"options": {}}, UNFIT, "options.stages", ("2..8",)),
        (Kind.STAGES, {"options": {"hand_size": 5}}, UNFIT, "options.stages", ("2..5",)),
        (Kind.SERIES, {"options": {}}, UNFIT, "options.scoring", ("series",)),
    ],
)
def test_these_cannot(
    kind: Kind, changes: dict[str, Any], refusal: Refusal, field: str, allowed: tuple[object, ...] | None
) -> None:
    said = planned(kind, **changes)
    with pytest.raises(Refused) as told:
        decide(None, OpenTournament(ID, said, SEED))
    assert (told.value.refusal, told.value.field, told.value.allowed) == (refusal, field, allowed)


def test_options_that_do_not_go_together_are_refused_as_for_a_game() -> None:
    with pytest.raises(RulesRefused) as told:
        check(planned(Kind.SWISS, options={"stages": 4, "hand_size": 3}))
    assert (told.value.refusal, told.value.field, told.value.allowed) == (
        RulesRefusal.TOO_MANY_STAGES,
        "options.stages",
        ("1..3",),
    )


def test_one_box_must_be_enough_for_the_largest_table() -> None:
    said = planned(Kind.SWISS, table_size=10, entrants_limit=10, options={"packs": 1, "hand_size": 12})
    with pytest.raises(RulesRefused) as told:
        check(said)
    assert told.value.refusal is RulesRefusal.TOO_FEW_CARDS
    assert told.value.field == "options.packs"
    assert told.value.allowed == ("auto", 2, 3, 4)
    check(replace(said, table_size=2))


def test_the_first_that_is_at_fault_is_told() -> None:
    with pytest.raises(Refused) as told:
        check(planned(Kind.KNOCKOUT, table_size=11, advance=20, entrants_limit=5_000))
    assert told.value.field == "table_size"


def test_a_tournament_keeps_its_box_whatever_the_files_say_later() -> None:
    said: Settings = planned()
    assert said.boxed == Edition("super-116", {}, said.box, said.options)
    assert sum(number for _, number in said.box) == 116


def test_only_a_duplicate_deals_alike_and_asks_for_two_tables() -> None:
    assert {kind for kind in Kind if planned(kind).deals_alike} == {Kind.DUPLICATE}
    fewest = {kind: planned(kind, table_size=5).fewest_entrants for kind in Kind}
    assert fewest == {kind: 10 if kind is Kind.DUPLICATE else 2 for kind in Kind}
