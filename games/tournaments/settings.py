"""What is fixed when a tournament is opened: its kind, its size, its clock, and what its tables play."""

from dataclasses import dataclass
from typing import Final

from games.engine.cards import Card
from games.engine.editions import Edition
from games.engine.options import Options
from games.tournaments.kinds import Kind

FEWEST_ENTRANTS: Final = 2
MOST_ENTRANTS: Final = 1_000
MOST_ROUNDS: Final = 100
DAY_SECONDS: Final = 86_400
FEWEST_ROUND_SECONDS: Final = 60
LONGEST_ROUND_SECONDS: Final = 2_592_000  # thirty days
MOST_POINTS: Final = 100_000
LONGEST_NAME: Final = 80
LONGEST_TEXT: Final = 4_000


# Kinds in which somebody may come late: what was missed counts as nothing won.
WITH_LATE_ENTRY: Final = frozenset({Kind.SERIES, Kind.SWISS})
# Kinds of which the director says how many rounds they have.
WITH_CHOSEN_ROUNDS: Final = frozenset({Kind.SERIES, Kind.SWISS, Kind.DUPLICATE})


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one tournament; 0 and None stand for "none"."""

    kind: Kind
    name: str
    edition: str
    box: tuple[tuple[Card, int], ...]  # in full: the files may say something else later
    options: Options
    table_size: int
    entrants_limit: int
    description: str = ""
    prizes: str = ""
    waiting_list: bool = True
    allow_bots: bool = False
    rated: bool = False
    starts_at: str | None = None  # RFC 3339 in UTC with six decimals
    starts_when_full: bool = False
    check_in_seconds: int = 0  # before `starts_at`
    rounds: int = 0  # 0: as many as the kind needs
    advance: int = 1  # knockout: how many of a table go on
    target_points: int = 0  # series: it ends with the round in which somebody reaches them
    late_rounds: int = 0  # one may still enter until the round after so many is paired
    break_seconds: int = 0  # between rounds
    round_seconds: int = 0  # then time is called at tables that still play

    @property
    def boxed(self) -> Edition:
        """The edition as this tournament keeps it."""
        return Edition(self.edition, {}, self.box, self.options)

    @property
    def fewest_entrants(self) -> int:
        """With fewer it does not start: a deal is compared between two tables at least."""
        return 2 * self.table_size if self.kind is Kind.DUPLICATE else FEWEST_ENTRANTS

    @property
    def deals_alike(self) -> bool:
        """Whether all tables of a round get the same deal, which nobody else may see before it is closed."""
        return self.kind is Kind.DUPLICATE
