"""The JSON forms of tournaments: bodies and queries that are read, pages that are answered."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from games.api.forms import LONGEST_WAIT_SECONDS, MOST_EVENTS, SentId
from games.bots.levels import Level
from games.engine.options import WEEK_SECONDS
from games.tournaments import settings as limits
from games.tournaments.choosing import TURNS_IN_A_ROUND
from games.tournaments.directing import FEWEST_POINTS, LONGEST_REASON, MOST_POINTS
from games.tournaments.kinds import Kind
from games.tournaments.plots import MOST_LINES
from games.tournaments.state import Part, TournamentPhase
from games.wire.option_schemas import OptionsChosen, OptionValues
from games.wire.schemas import call
from games.wire.values import LAST_NUMBER, Count, Form, Id, Instant, Place, Points, SeatNumber, Version
from games.wire.view_forms import SeatedPlayer

# Before anything is described: these words alone would say nothing in a document of everything.
call("Kind", "TournamentKind")
call("Part", "EntrantPart")
call("Removal", "EntrantRemoval")
call("Cancellation", "TournamentCancellation")

MOST_ON_A_PAGE = 200
MOST_BOTS_AT_ONCE = 100

_SentInstant = Annotated[
    str,
    Meta(
        max_length=32,
        pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$",
        description="RFC 3339, with its offset from UTC.",
        extra_json_schema={"format": "date-time"},
    ),
]
# Lengths of texts are described here and asked by the rules, whose refusals tell what they may be.
_Name = Annotated[
    str,
    Meta(
        description="What it is called, in one line.",
        extra_json_schema={"minLength": 1, "maxLength": limits.LONGEST_NAME},
    ),
]
_Text = Annotated[str, Meta(extra_json_schema={"maxLength": limits.LONGEST_TEXT})]
_Reason = Annotated[
    str,
    Meta(
        description="Why, for all to read; it may not be empty.",
        extra_json_schema={"minLength": 1, "maxLength": LONGEST_REASON},
    ),
]

EntrantNumber = Annotated[
    int, Meta(ge=0, le=LAST_NUMBER, description="Entrants are numbered from 0 in the order of registration.")
]
RoundNumber = Annotated[int, Meta(ge=1, le=limits.MOST_ROUNDS, description="Rounds count from 1.")]
TableNumber = Annotated[
    int, Meta(ge=0, le=limits.MOST_ENTRANTS, description="Tables count from 0 in a round.")
]


# --- bodies


class OpenTournamentBody(Form, frozen=True, kw_only=True):
    """What the director of a tournament chooses; nothing by which anybody could choose a deal or a lot."""

    kind: Annotated[Kind, Meta(description="How entrants meet, and what counts.")]
    name: _Name
    edition: Annotated[str, Meta(description="The key of an edition.", extra_json_schema={"maxLength": 32})]
    options: Annotated[
        OptionsChosen | UnsetType,
        Meta(
            description="Rule options other than the edition's; those that the kind needs are set by "
            "themselves: `stages` for `stages`, `scoring` for `series`."
        ),
    ] = UNSET
    table_size: Annotated[
        Annotated[int, Meta(ge=2, le=10)] | UnsetType,
        Meta(
            description="The most seats at a table, no more than `entrants_limit`; 4 where nothing is said, "
            "or that limit where it is lower."
        ),
    ] = UNSET
    entrants_limit: Annotated[
        int,
        Meta(
            ge=2,
            le=limits.MOST_ENTRANTS,
            description="So many may be in it: as many as sit at a table or more, in `duplicate` twice as "
            "many or more, in `stages` just as many. Fewer may come.",
        ),
    ]
    description: Annotated[_Text, Meta(description="What people should know.")] = ""
    prizes: Annotated[_Text, Meta(description="What there is to win, as text.")] = ""
    waiting_list: Annotated[bool, Meta(description="Whether more may register, and wait for a place.")] = True
    allow_bots: Annotated[bool, Meta(description="Whether the director may enter bots.")] = False
    rated: Annotated[
        bool,
        Meta(description="Whether its games count for ratings; one of people and bots together does not."),
    ] = False
    starts_at: Annotated[
        _SentInstant | None,
        Meta(description="When it starts; null: when the director says, or when it is full."),
    ] = None
    starts_when_full: Annotated[bool, Meta(description="Whether it starts with the last free place.")] = False
    check_in_seconds: Annotated[
        int,
        Meta(
            ge=0,
            le=limits.DAY_SECONDS,
            description="So long before `starts_at` check-in opens, no longer than it is until then; who has "
            "not checked in by then is out. 0: nobody has to.",
        ),
    ] = 0
    rounds: Annotated[
        int,
        Meta(
            ge=0,
            le=limits.MOST_ROUNDS,
            description="Of `series`, `swiss` and `duplicate`; 0: as many as it needs. Other kinds have 0.",
        ),
    ] = 0
    advance: Annotated[
        int, Meta(ge=1, le=9, description="`knockout`: how many of a table go on; other kinds have 1.")
    ] = 1
    target_points: Annotated[
        int,
        Meta(
            ge=0,
            le=limits.MOST_POINTS,
            description="`series`: it ends with the round in which somebody has so many; 0: none.",
        ),
    ] = 0
    late_rounds: Annotated[
        int,
        Meta(
            ge=0,
            le=limits.MOST_ROUNDS - 1,
            description="`series`, `swiss`: one may still enter until the round after so many is paired: "
            "1 lets people come in during round 1; 0: nobody after the start. Fewer than `rounds`, where "
            "those are said.",
        ),
    ] = 0
    break_seconds: Annotated[int, Meta(ge=0, le=WEEK_SECONDS, description="Between two rounds.")] = 0
    round_seconds: Annotated[
        Annotated[int, Meta(ge=0, le=limits.LONGEST_ROUND_SECONDS)] | None,
        Meta(
            description="Then time is called at tables that still play: places by the cards held. 60 or "
            f"more; 0: never; null: {TURNS_IN_A_ROUND} times `turn_seconds`."
        ),
    ] = None


class DescribeTournamentBody(Form, frozen=True):
    """The texts that shall be otherwise."""

    name: _Name | UnsetType = UNSET
    description: _Text | UnsetType = UNSET
    prizes: _Text | UnsetType = UNSET


class EnterBotsBody(Form, frozen=True):
    """Bots that enter."""

    level: Annotated[Level, Meta(description="How well they play.")]
    count: Annotated[int, Meta(ge=1, le=MOST_BOTS_AT_ONCE, description="How many.")] = 1


class Ruling(Form, frozen=True, tag_field="type", kw_only=True):
    """Something that the director decides."""

    reason: _Reason


class RuleResultBody(Ruling, frozen=True, tag="result", kw_only=True):
    """A table gets this result, in place of the game's."""

    round: RoundNumber
    table: TableNumber
    places: Annotated[list[Place], Meta(max_length=10, description="By seat: 1, 2, 2, 4.")]
    points: Annotated[
        list[Annotated[int, Meta(ge=FEWEST_POINTS, le=MOST_POINTS)]],
        Meta(max_length=10, description="Of the cards left, by seat."),
    ]


class RuleByeBody(Ruling, frozen=True, tag="bye", kw_only=True):
    """An entrant is free in the next round, with the score of a bye."""

    entrant: EntrantNumber


class PairAnewBody(Ruling, frozen=True, tag="pair_anew", kw_only=True):
    """The open round is paired once more, before one of its games has been played to its end."""

    tables: Annotated[
        Annotated[
            list[Annotated[list[EntrantNumber], Meta(max_length=10)]], Meta(max_length=limits.MOST_ENTRANTS)
        ]
        | UnsetType,
        Meta(description="The entrants of each table by seat, who is left out has a bye; without: by lot."),
    ] = UNSET


class DisqualifyBody(Ruling, frozen=True, tag="disqualify", kw_only=True):
    """An entrant is taken out, and their seat given up where they still play."""

    entrant: EntrantNumber


class PauseBody(Ruling, frozen=True, tag="pause", kw_only=True):
    """No further round is paired for now."""


class ResumeBody(Ruling, frozen=True, tag="resume", kw_only=True):
    """Rounds are paired again."""


class CancelBody(Ruling, frozen=True, tag="cancel", kw_only=True):
    """The tournament ends without a result."""


RulingBody = (
    RuleResultBody | RuleByeBody | PairAnewBody | DisqualifyBody | PauseBody | ResumeBody | CancelBody
)


# --- queries


class TournamentsQuery(Form, frozen=True):
    """Which tournaments."""

    status: Annotated[TournamentPhase | UnsetType, Meta(description="Those that have come so far.")] = UNSET
    kind: Annotated[Kind | UnsetType, Meta(description="Those of this kind.")] = UNSET
    player: Annotated[SentId | UnsetType, Meta(description="Those that this player entered.")] = UNSET
    cursor: Annotated[
        SentId | UnsetType, Meta(description="Where the list goes on, from the `next` of the page before.")
    ] = UNSET
    limit: Annotated[int, Meta(ge=1, le=100, description="The most on one page.")] = 20


class PageQuery(Form, frozen=True):
    """Which part of a list."""

    cursor: Annotated[
        int,
        Meta(ge=0, le=LAST_NUMBER, description="Where the list goes on, from the `next` of the page before."),
    ] = 0
    limit: Annotated[int, Meta(ge=1, le=MOST_ON_A_PAGE, description="The most on one page.")] = 100


class StandingsQuery(PageQuery, frozen=True):
    """Of which round, and which part."""

    round: Annotated[
        Annotated[int, Meta(ge=0, le=limits.MOST_ROUNDS)] | UnsetType,
        Meta(description="After so many closed rounds; without: after all."),
    ] = UNSET


class PictureQuery(Form, frozen=True):
    """Of how many."""

    top: Annotated[
        int, Meta(ge=1, le=MOST_LINES, description="How many entrants, the best after the last closed round.")
    ] = MOST_LINES


class TournamentEventsQuery(Form, frozen=True):
    """Which events."""

    after: Annotated[int, Meta(ge=0, le=LAST_NUMBER, description="The version that is known already.")] = 0
    limit: Annotated[int, Meta(ge=1, le=MOST_EVENTS, description="The most events in one answer.")] = 200
    wait: Annotated[
        int,
        Meta(
            ge=0,
            le=LONGEST_WAIT_SECONDS,
            description="Seconds for which an answer without events may be held back until there is one.",
        ),
    ] = 0


# --- answers


class TournamentSettings(Form, frozen=True, kw_only=True):
    """What was chosen when it was opened."""

    options: OptionValues
    table_size: Annotated[int, Meta(ge=2, le=10)]
    entrants_limit: Count
    waiting_list: bool
    allow_bots: bool
    rated: bool
    starts_at: Instant | None
    starts_when_full: bool
    check_in_seconds: Count
    rounds: Count
    advance: Annotated[int, Meta(ge=1, le=9)]
    target_points: Count
    late_rounds: Count
    break_seconds: Count
    round_seconds: Count


class RoundNow(Form, frozen=True, kw_only=True):
    """The newest round."""

    number: RoundNumber
    tables: Count
    playing: Annotated[Count, Meta(description="Tables without a result.")]
    closed: bool
    ends_at: Annotated[Instant | None, Meta(description="When time is called, where it is.")]
    next_at: Annotated[Instant | None, Meta(description="When the next round is paired, or all ends.")]


class OwnTable(Form, frozen=True):
    """Where the caller plays now."""

    round: RoundNumber
    table: TableNumber
    game: Id


class OwnEntry(Form, frozen=True, kw_only=True):
    """The caller's part in it."""

    entrant: EntrantNumber
    part: Part
    checked_in: bool
    place: Annotated[Annotated[int, Meta(ge=1)] | None, Meta(description="Once it is over.")]
    table: OwnTable | None
    bye: Annotated[bool, Meta(description="Whether the caller has a bye in the round that is played.")]


class TournamentView(Form, frozen=True, kw_only=True):
    """A tournament as it is."""

    id: Id
    version: Version
    status: TournamentPhase
    paused: bool
    kind: Kind
    name: str
    description: str
    prizes: str
    edition: str
    settings: TournamentSettings
    director: SeatedPlayer | None
    commitment: Annotated[
        str, Meta(description="SHA-256 over domain, id and seed: known before anything is drawn.")
    ]
    seed: Annotated[str | None, Meta(description="The seed of all lots in hexadecimal, once it is over.")]
    opened_at: Instant
    started_at: Instant | None
    ended_at: Instant | None
    check_in_open: bool
    entrants: Annotated[Count, Meta(description="How many are in it.")]
    waiting: Annotated[Count, Meta(description="How many wait for a place.")]
    rounds_planned: Annotated[
        Count, Meta(description="It ends after so many at the latest; 0 before it starts.")
    ]
    round: RoundNow | None
    you: OwnEntry | None


class TournamentListed(Form, frozen=True, kw_only=True):
    """A tournament in a list."""

    id: Id
    version: Version
    status: TournamentPhase
    kind: Kind
    name: str
    edition: str
    entrants: Count
    entrants_limit: Count
    round: Count
    opened_at: Instant
    starts_at: Instant | None
    started_at: Instant | None
    ended_at: Instant | None


_Next = Annotated[str | None, Meta(extra_json_schema={"format": "uri"})]


class TournamentsPage(Form, frozen=True):
    """Tournaments, the newest first, and the address of the next page."""

    results: list[TournamentListed]
    next: _Next


class EntrantListed(Form, frozen=True, kw_only=True):
    """Somebody who registered."""

    entrant: EntrantNumber
    player: SeatedPlayer
    bot: Annotated[Level | None, Meta(description="The level, of a bot.")]
    part: Part
    checked_in: bool
    place: Annotated[Annotated[int, Meta(ge=1)] | None, Meta(description="Once it is over.")]


class EntrantsPage(Form, frozen=True):
    """Entrants in the order of registration."""

    results: list[EntrantListed]
    next: _Next


class StandingRow(Form, frozen=True, kw_only=True):
    """A place in the standings."""

    place: Annotated[int, Meta(ge=1)]
    entrant: EntrantNumber
    player: SeatedPlayer
    bot: Level | None
    part: Part
    score: Annotated[
        float,
        Meta(
            description="What the kind counts, with six decimals at most. In `duplicate` less than par: "
            "negative for who did worse than par."
        ),
    ]
    tie_breaks: Annotated[dict[str, float], Meta(description="By name, in the order in which they decide.")]


class StandingsPage(Form, frozen=True):
    """The standings after the closed rounds, best first; nobody shares a place."""

    round: Annotated[int, Meta(ge=0, description="After so many closed rounds.")]
    results: list[StandingRow]
    next: _Next


class RoundListed(Form, frozen=True, kw_only=True):
    """A round in a list."""

    number: RoundNumber
    tables: Count
    playing: Count
    closed: bool


class RoundsPage(Form, frozen=True):
    """All rounds that have been paired; `next` is always null."""

    results: list[RoundListed]
    next: None


class TableSeat(Form, frozen=True, kw_only=True):
    """Who sits where at a table, and how it ended for them."""

    seat: SeatNumber
    entrant: EntrantNumber
    player: SeatedPlayer
    bot: Level | None
    place: Place | None
    points: Annotated[
        Points | None,
        Meta(
            description="As they count here: who gave up has the most of that table, and who won since all "
            "others had left has none."
        ),
    ]


class TableView(Form, frozen=True, kw_only=True):
    """A table of a round. Where all tables have the same deal, results are null until the round is closed."""

    round: RoundNumber
    table: TableNumber
    game: Id
    finished: bool
    ruled: Annotated[bool, Meta(description="Whether the director decided the result.")]
    seats: list[TableSeat]


class RoundView(Form, frozen=True, kw_only=True):
    """A round: its tables, page by page, and who is free."""

    number: RoundNumber
    closed: bool
    byes: list[EntrantNumber]
    results: list[TableView]
    next: _Next
