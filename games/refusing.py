"""Why a command to a game was not carried out: what the rules cannot know is named here, without HTTP."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar, Final
from uuid import UUID

import psycopg
from django.db import OperationalError

from games.engine.options import Value
from games.engine.refusals import Refused

# The number under which the rules keep their options.
OPTIONS_RULE: Final = "options"


class RefusedAt(Refused):
    """The rules' refusal, with the version of the game that it was decided on."""

    def __init__(self, refused: Refused, version: int) -> None:
        super().__init__(
            refused.refusal,
            field=refused.field,
            allowed=refused.allowed,
            move=refused.move,
            rule=refused.rule,
        )
        self.version = version


class Declined(Exception):
    """Nothing has happened, and not because of a rule; `code` names the reason.

    `version` is the present one of the game that the request names, None where there is no game to be told
    of.
    """

    code: ClassVar[str]
    rule: ClassVar[str | None] = None  # the number of the ruling in rules I.3, or `options`
    field: str | None = None  # of the request, where one is to blame
    allowed: tuple[Value, ...] | None = None  # what would have been accepted there
    next: UUID | None = None  # the game that goes on from that one, where the sender should look there

    def __init__(self, version: int | None = None) -> None:
        super().__init__(self.code)
        self.version = version


class NotFound(Declined):
    """There is no such game, or none for this player: the two cannot be told apart."""

    code = "not_found"


class WrongCode(Declined):
    """No lobby has this invite code."""

    code = "wrong_code"
    field = "code"


class NotSeated(Declined):
    """The caller sits on no seat of this game."""

    code = "not_seated"


class AlreadySeated(Declined):
    """The caller sits at this game and cannot sit down again."""

    code = "already_seated"
    rule = "1"


class NotOfThatGame(Declined):
    """The caller did not sit at the game from which this one goes on."""

    code = "not_of_that_game"
    rule = "1"


class SeatKept(Declined):
    """The seats of a game that goes on from another are kept for who had them there; `own` for the caller."""

    code = "seat_kept"
    rule = "1"
    field = "seat"

    def __init__(self, version: int, own: int) -> None:
        super().__init__(version)
        self.allowed = (own,)


class KeptForPerson(Declined):
    """A game that goes on from another keeps the seats of people; `free` are those that a bot may have."""

    code = "kept_for_person"
    field = "seat"

    def __init__(self, version: int, free: tuple[int, ...]) -> None:
        super().__init__(version)
        self.allowed = free


class NotABot(Declined):
    """No bot sits on this seat; `bots` are the seats with one."""

    code = "not_a_bot"
    field = "seat"

    def __init__(self, version: int, bots: tuple[int, ...]) -> None:
        super().__init__(version)
        self.allowed = bots


class OpenedOtherwise(Declined):
    """Somebody opened the game that goes on already, with another value of this option."""

    code = "opened_otherwise"
    rule = OPTIONS_RULE

    def __init__(self, version: int, next_: UUID, option: str, value: Value) -> None:
        super().__init__(version)
        self.next = next_
        self.field = f"options.{option}"
        self.allowed = (value,)


class GoneOnWithoutYou(Declined):
    """The others have started the game that goes on; the caller does not sit there and never will."""

    code = "gone_on_without_you"
    rule = "1"
    field = "after"

    def __init__(self, version: int, next_: UUID) -> None:
        super().__init__(version)
        self.next = next_


class SeatedByOthers(Declined):
    """An organizer seated the people of this game, and says itself what comes after it."""

    code = "seated_by_others"
    field = "after"


class NotWhenRated(Declined):
    """A game that counts for ratings cannot be so; `allowed` is empty where nothing else can be named."""

    code = "not_when_rated"

    def __init__(self, field: str, allowed: tuple[Value, ...], version: int | None = None) -> None:
        super().__init__(version)
        self.field = field
        self.allowed = allowed


class KeyReused(Declined):
    """The same idempotency key came before with another method, path or body."""

    code = "key_reused"


class SessionEnded(Declined):
    """The caller's session is over."""

    code = "session_ended"


class Busy(Declined):
    """Others hold the game for too long; the same request may succeed in a moment."""

    code = "busy"


@contextmanager
def lock_timeouts_told() -> Iterator[None]:
    """Turn the database's word for waiting too long into `Busy`."""
    try:
        yield
    except OperationalError as error:
        if isinstance(error.__cause__, psycopg.errors.LockNotAvailable):
            raise Busy from error
        raise
