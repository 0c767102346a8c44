"""What every admin page of games has in common: rows are only read, and it may say why it shows nothing."""

from typing import Any, Final, NamedTuple, cast

from django.http import HttpRequest

from players.admin.rows import ReadMostly
from players.models import Player

MOST_DIGITS: Final = 9  # no log is longer, and the database's numbers end soon after


class ReadOnly(ReadMostly):
    """Mixed into an admin whose rows are written elsewhere: nobody adds, changes or deletes any here."""

    def has_change_permission(self, _request: HttpRequest, _row: Any = None) -> bool:
        """Nobody changes rows here."""
        return False


class Page(NamedTuple):
    """A page to be: its template, title and content."""

    template: str
    title: str
    content: dict[str, Any]
    status: int = 200


class Done(NamedTuple):
    """Something has been done: the way leads back to the game's page, which tells of it."""

    told: str


class TurnedAway(Exception):
    """The page cannot be shown; `reason` is a sentence for the operator and holds nothing hidden."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


def operator_of(request: HttpRequest) -> Player:
    """Return who asks; the admin lets nobody in who is not signed in."""
    return cast(Player, request.user)


def number(text: str, *, what: str, least: int, most: int) -> int:
    """Return the number that `text` says, `least` to `most`; `what` it is begins the sentence of a refusal.

    :raises TurnedAway: 400 for what is no number, 404 where there is none of it.
    """
    if not (text.isascii() and text.removeprefix("-").isdecimal()):
        raise TurnedAway(400, f"{what} must be a whole number.")
    if len(text) > MOST_DIGITS or not least <= int(text) <= most:
        raise TurnedAway(404, f"{what} must be from {least} to {most}.")
    return int(text)


class Steps(NamedTuple):
    """Where one is in a row of numbered things, from 1 to `last`, and where one can go from there."""

    current: int
    last: int

    @property
    def previous(self) -> int | None:
        """The one before, where there is one."""
        return self.current - 1 if self.current > 1 else None

    @property
    def next(self) -> int | None:
        """The one after, where there is one."""
        return self.current + 1 if self.current < self.last else None
