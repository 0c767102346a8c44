"""What keeps lists of games cheap, however many there are: bounded counts, searches and filters by index."""

from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest

from games.boxes import editions
from games.invites import as_written
from games.models import Game, Seat
from players import names
from players.models import Player

if TYPE_CHECKING:
    GamePages = Paginator[Game]
else:  # Django's own class knows no type parameter
    GamePages = Paginator

MOST_LISTED: Final = 10_000
# Of those whose names begin so, the games of this many are searched.
MOST_NAMESAKES: Final = 1_000


class BoundedPaginator(GamePages):
    """Pages through the first `MOST_LISTED` rows and counts no further."""

    @cached_property
    def count(self) -> int:
        """How many rows can be paged through."""
        return min(self._counted, MOST_LISTED)

    @property
    def is_cut(self) -> bool:
        """Whether there are more."""
        return self._counted > MOST_LISTED

    @cached_property
    def _counted(self) -> int:
        rows: Any = self.object_list
        counted: int = rows[: MOST_LISTED + 1].count()
        return counted


def time_shown(at: datetime | None) -> str:
    """Return a time as lists show it, in UTC; a dash for none."""
    return "-" if at is None else at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")


def found(games: QuerySet[Game], term: str) -> QuerySet[Game]:
    """Return those of `games` that `term` names.

    By the id of the game or of somebody seated, by the code of a lobby, or by the beginning of the name of
    somebody seated.
    """
    term = term.strip()
    if not term:
        return games
    # A union, since one condition with OR would read the whole table.
    ids = _by_id(UUID(term)) if is_id(term) else _by_word(term)
    return games.filter(pk__in=ids)


def is_id(term: str) -> bool:
    """Say whether a term is the id of something."""
    try:
        UUID(term)
    except ValueError:
        return False
    return True


def _by_id(id_: UUID) -> QuerySet[Any, Any]:
    seated = Seat.objects.filter(player_id=id_).values_list("game_id")
    return seated.union(Game.objects.filter(pk=id_).values_list("pk"))


def _by_word(term: str) -> QuerySet[Any, Any]:
    namesakes = Player.objects.filter(name_key__startswith=names.key(term)).order_by("name_key")
    seated = Seat.objects.filter(player__in=namesakes.values("pk")[:MOST_NAMESAKES])
    return seated.values_list("game_id").union(Game.objects.filter(code=as_written(term)).values_list("pk"))


class OneOf(admin.SimpleListFilter):
    """Keeps the rows whose field `parameter_name` has the chosen value; an unknown value keeps all."""

    def queryset(self, _request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Return the rows that are kept."""
        # What a browser sends goes no further: the database would fail on some of it.
        if self.value() not in dict(self.lookup_choices):
            return rows
        return rows.filter(**{str(self.parameter_name): self.value()})


class ByStatus(OneOf):
    """How far they have come."""

    title = parameter_name = "status"

    def lookups(self, _request: HttpRequest, _admin: Any) -> list[tuple[str, Any]]:
        """Return every status."""
        return Game.Status.choices


class ByEdition(OneOf):
    """The box that they are played with."""

    title = parameter_name = "edition"

    def lookups(self, _request: HttpRequest, _admin: Any) -> list[tuple[str, Any]]:
        """Return every edition there is: asking the games would read them all."""
        return [(key, key) for key in editions()]


class ByVisibility(OneOf):
    """For whom they exist."""

    title = parameter_name = "visibility"

    def lookups(self, _request: HttpRequest, _admin: Any) -> list[tuple[str, Any]]:
        """Return every visibility."""
        return Game.Visibility.choices


class ByOrigin(OneOf):
    """Where their logs come from."""

    title = parameter_name = "origin"

    def lookups(self, _request: HttpRequest, _admin: Any) -> list[tuple[str, Any]]:
        """Return every origin."""
        return Game.Origin.choices
