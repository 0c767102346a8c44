"""What may be asked of a tournament, by entrants, by its director, by the clock."""

from dataclasses import dataclass

from games.tournaments.settings import Settings


@dataclass(frozen=True, slots=True)
class OpenTournament:
    """Open registration. `seed` is 32 secret bytes of a good source."""

    tournament: str
    settings: Settings
    seed: bytes


@dataclass(frozen=True, slots=True)
class Describe:
    """Change the texts; None leaves one as it is."""

    name: str | None = None
    description: str | None = None
    prizes: str | None = None


@dataclass(frozen=True, slots=True)
class Register:
    """Enter one person, or `count` bots of a level."""

    bot: str | None = None
    count: int = 1


@dataclass(frozen=True, slots=True)
class OpenCheckIn:
    """The time to check in has come. Does nothing where it is open, or play has begun."""


@dataclass(frozen=True, slots=True)
class CheckIn:
    """Say that one is here; a second time changes nothing."""

    entrant: int


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Play no further round; `has_played` where their part of the game at their table is over already."""

    entrant: int
    has_played: bool = False


@dataclass(frozen=True, slots=True)
class WithdrawErased:
    """Have these, whose accounts are erased, play no further round. Does nothing for who is out already."""

    entrants: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StartTournament:
    """Begin play; by the clock (`is_due`) a field that is too small ends the tournament instead."""

    is_due: bool


@dataclass(frozen=True, slots=True)
class LapseRegistration:
    """Nobody began it in time. Does nothing once it has started."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """Pair the next round, or end after the last; `games` are ids for its tables, more than it may need."""

    games: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableResult:
    """How the game of a table ended, by seat."""

    table: int
    game: str
    places: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BookResults:
    """Book games that have ended. One that is booked already, or no longer counts, changes nothing."""

    round: int
    results: tuple[TableResult, ...]


@dataclass(frozen=True, slots=True)
class ReplayTable:
    """The game of a table ended without a result: `instead` is played. Does nothing where it is replaced."""

    round: int
    table: int
    game: str
    instead: str


@dataclass(frozen=True, slots=True)
class RuleResult:
    """Decide the result of a table."""

    round: int
    table: int
    places: tuple[int, ...]
    points: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class RuleBye:
    """Free an entrant from the next round."""

    entrant: int
    reason: str


@dataclass(frozen=True, slots=True)
class PairAnew:
    """Pair the open round once more: at these tables, or (None) by a new lot; `games` as in `GoOn`.

    `is_played` where a game of the round has been played to its end, booked or not.
    """

    tables: tuple[tuple[int, ...], ...] | None
    games: tuple[str, ...]
    reason: str
    is_played: bool = False


@dataclass(frozen=True, slots=True)
class Disqualify:
    """Take an entrant out."""

    entrant: int
    reason: str


@dataclass(frozen=True, slots=True)
class Pause:
    """Pair no further round for now."""

    reason: str


@dataclass(frozen=True, slots=True)
class Resume:
    """Pair rounds again."""

    reason: str


@dataclass(frozen=True, slots=True)
class TakeTextsAway:
    """Have nobody read its texts any more, now or as they were before. Also once it is over."""

    reason: str


@dataclass(frozen=True, slots=True)
class Cancel:
    """End the tournament without a result."""

    reason: str


CommandInTournament = (
    Describe
    | Register
    | OpenCheckIn
    | CheckIn
    | Withdraw
    | WithdrawErased
    | StartTournament
    | LapseRegistration
    | GoOn
    | BookResults
    | ReplayTable
    | RuleResult
    | RuleBye
    | PairAnew
    | Disqualify
    | Pause
    | Resume
    | TakeTextsAway
    | Cancel
)

Command = OpenTournament | CommandInTournament
