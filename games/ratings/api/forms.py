"""The JSON forms of ratings: queries that are read, pages that are answered."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from games.ratings.api.cursors import SentSpot
from games.ratings.booking import Ladder
from games.ratings.formula import DEVIATIONS, FEWEST_GAMES, FIRST_POINTS, MOST_SIGMA, POINTS_A_UNIT
from games.wire.values import LAST_NUMBER, Form, Id, Instant, Place
from games.wire.view_forms import SeatedPlayer

MOST_LISTED = 100

_Family = Annotated[str, Meta(description="The key of a family of editions; each edition tells its own.")]
_Points = Annotated[
    int,
    Meta(
        description=f"What is almost certainly reached: {FIRST_POINTS} + {POINTS_A_UNIT} * (mu - "
        f"{DEVIATIONS} * sigma), rounded; newcomers have {FIRST_POINTS}."
    ),
]
_Mu = Annotated[float, Meta(description="The likeliest strength, 25 for newcomers.")]
_Sigma = Annotated[float, Meta(description="The standard deviation of it, 25/3 for newcomers.")]
_Games = Annotated[int, Meta(ge=1, description="Rated games in this family.")]
_Rank = Annotated[
    Annotated[int, Meta(ge=1)] | None,
    Meta(description="1 is the best; whoever has the same shares it. Null while provisional."),
]
_Provisional = Annotated[
    bool,
    Meta(
        description=f"Too little is known yet: fewer than {FEWEST_GAMES} games, or sigma above {MOST_SIGMA}."
    ),
]
_Next = Annotated[str | None, Meta(extra_json_schema={"format": "uri"})]
_UpdatedAt = Annotated[
    Instant, Meta(description="When the last rated game was disclosed, mostly at its end.")
]
_Limit = Annotated[int, Meta(ge=1, le=MOST_LISTED, description="The most entries on one page.")]


# --- queries


class LeaderboardQuery(Form, frozen=True):
    """Which part of a leaderboard."""

    ladder: Annotated[Ladder, Meta(description="People or bots: they are rated apart.")] = Ladder.PEOPLE
    provisional: Annotated[
        bool, Meta(description="True: those who have no rank yet, instead of those who have one.")
    ] = False
    cursor: Annotated[
        SentSpot | UnsetType, Meta(description="Where the list goes on, from the `next` of the page before.")
    ] = UNSET
    limit: _Limit = 20


class HistoryQuery(Form, frozen=True):
    """Which part of a history."""

    cursor: Annotated[
        Annotated[int, Meta(ge=1, le=LAST_NUMBER)] | UnsetType,
        Meta(description="Where the list goes on, from the `next` of the page before."),
    ] = UNSET
    limit: _Limit = 20


# --- answers


class LeaderboardListed(Form, frozen=True, kw_only=True):
    """A leaderboard in a list."""

    family: _Family
    editions: Annotated[list[str], Meta(description="The keys of the editions that are rated together.")]
    ladder: Ladder
    ranked: Annotated[int, Meta(ge=0, description="How many have a rank.")]
    provisional: Annotated[int, Meta(ge=0, description="How many have none yet.")]


class LeaderboardsPage(Form, frozen=True):
    """All leaderboards; `next` is always null."""

    results: list[LeaderboardListed]
    next: None


class Ranked(Form, frozen=True, kw_only=True):
    """Somebody on a leaderboard."""

    rank: _Rank
    player: SeatedPlayer
    rating: _Points
    mu: _Mu
    sigma: _Sigma
    games: _Games
    provisional: _Provisional
    updated_at: _UpdatedAt


class LeaderboardPage(Form, frozen=True):
    """A part of a leaderboard, the best first, and the address of the next."""

    results: list[Ranked]
    next: _Next


class RatingView(Form, frozen=True, kw_only=True):
    """How strong a player is by all rated games of a family."""

    family: _Family
    ladder: Ladder
    rank: _Rank
    rating: _Points
    mu: _Mu
    sigma: _Sigma
    games: _Games
    provisional: _Provisional
    updated_at: _UpdatedAt


class RatingsPage(Form, frozen=True):
    """All ratings of a player, one a family in which there is a rated game; `next` is always null."""

    results: list[RatingView]
    next: None


class RatedGameView(Form, frozen=True, kw_only=True):
    """What one game changed."""

    number: Annotated[int, Meta(ge=1, description="The player's rated games of the family count from 1.")]
    game: Annotated[Id | None, Meta(description="Null for a private game at which the caller did not sit.")]
    disclosed_at: Annotated[
        Instant,
        Meta(description="From when on the game counts: its end or, where it was sealed, that of its round."),
    ]
    place: Place
    players: Annotated[int, Meta(ge=2, le=10, description="How many sat at the table.")]
    rating_before: _Points
    rating: _Points
    mu: _Mu
    sigma: _Sigma


class RatingHistoryPage(Form, frozen=True):
    """What each game changed, the last first, and the address of the next page."""

    results: list[RatedGameView]
    next: _Next
