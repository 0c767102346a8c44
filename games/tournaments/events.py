"""What can have happened in a tournament: one fact each, with everything that the fold must book.

Entrants are numbered as they registered; who they are stands in the log's envelope. Pairings and the final
order are in the events, so that a corrected formula never changes a tournament that was played.
"""

from dataclasses import dataclass
from enum import StrEnum

from games.tournaments.settings import Settings


class Removal(StrEnum):
    """Why an entrant was taken out by somebody else."""

    NO_SHOW = "no_show"
    DISQUALIFIED = "disqualified"


class Cancellation(StrEnum):
    """Why a tournament has no result."""

    TOO_FEW_ENTRANTS = "too_few_entrants"
    NOT_STARTED_IN_TIME = "not_started_in_time"
    BY_THE_DIRECTOR = "by_the_director"


# --- registration


@dataclass(frozen=True, slots=True)
class TournamentOpened:
    """Registration is open; holds all that is needed for ever, the secret seed of all lots too."""

    tournament: str
    settings: Settings
    rules: int  # the version of pairing and scoring that this tournament began under
    seed: bytes
    commitment: str


@dataclass(frozen=True, slots=True)
class TournamentDescribed:
    """Its texts were changed."""

    name: str
    description: str
    prizes: str


@dataclass(frozen=True, slots=True)
class EntrantRegistered:
    """Somebody registered: a person, or a bot of this level; `waiting` where there was no place left."""

    entrant: int
    bot: str | None
    waiting: bool


@dataclass(frozen=True, slots=True)
class EntrantPromoted:
    """A place became free for the first of the waiting list."""

    entrant: int


@dataclass(frozen=True, slots=True)
class CheckInOpened:
    """Who means to play has to say so from now until the start."""


@dataclass(frozen=True, slots=True)
class EntrantCheckedIn:
    """An entrant is here."""

    entrant: int


@dataclass(frozen=True, slots=True)
class EntrantWithdrew:
    """An entrant plays no further round."""

    entrant: int


@dataclass(frozen=True, slots=True)
class EntrantRemoved:
    """An entrant was taken out; `reason` is the director's, empty for who did not show up."""

    entrant: int
    removal: Removal
    reason: str


# --- rounds


@dataclass(frozen=True, slots=True)
class TournamentStarted:
    """Play begins: who is in, and after how many rounds it ends at the latest."""

    entrants: tuple[int, ...]
    rounds: int


@dataclass(frozen=True, slots=True)
class RoundPaired:
    """Who meets whom: the entrants of each table by seat, the game of each table, and who is free."""

    round: int
    tables: tuple[tuple[int, ...], ...]
    games: tuple[str, ...]
    byes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundPairedAnew:
    """The director had the open round paired once more; the games of before count nothing."""

    round: int
    tables: tuple[tuple[int, ...], ...]
    games: tuple[str, ...]
    byes: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class TableFinished:
    """The game of a table came to its end: places and points by seat."""

    round: int
    table: int
    game: str
    places: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableReplayed:
    """The game of a table ended without a result; this one is played in its stead."""

    round: int
    table: int
    game: str


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """Every table of the round has a result."""

    round: int


# --- the director's hand


@dataclass(frozen=True, slots=True)
class ResultRuled:
    """The director decided the result of a table, whatever was played there."""

    round: int
    table: int
    places: tuple[int, ...]
    points: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class ByeRuled:
    """The director frees an entrant from the next round, with the score of a bye."""

    entrant: int
    reason: str


@dataclass(frozen=True, slots=True)
class TournamentPaused:
    """No further round is paired for now; games that run go on."""

    reason: str


@dataclass(frozen=True, slots=True)
class TournamentResumed:
    """Rounds are paired again."""

    reason: str


@dataclass(frozen=True, slots=True)
class TextsTakenAway:
    """Somebody who watches over the server took the texts away; `name` is what it is called instead."""

    name: str
    reason: str


# --- the end


@dataclass(frozen=True, slots=True)
class TournamentFinished:
    """The tournament is over; entrants from the first place to the last, and the seed is no secret now."""

    ranking: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TournamentCanceled:
    """The tournament is over without a result."""

    cancellation: Cancellation
    reason: str


Event = (
    TournamentOpened
    | TournamentDescribed
    | EntrantRegistered
    | EntrantPromoted
    | CheckInOpened
    | EntrantCheckedIn
    | EntrantWithdrew
    | EntrantRemoved
    | TournamentStarted
    | RoundPaired
    | RoundPairedAnew
    | TableFinished
    | TableReplayed
    | RoundClosed
    | ResultRuled
    | ByeRuled
    | TournamentPaused
    | TournamentResumed
    | TextsTakenAway
    | TournamentFinished
    | TournamentCanceled
)
