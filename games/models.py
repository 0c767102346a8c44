"""The tables of games: logs, their heads, read tables, answered commands; no rule and no SQL lives here."""

from typing import ClassVar, Never

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from uuid_utils.compat import uuid7

from games.engine.state import Phase

CODE_LENGTH = 6


class Game(models.Model):
    """The head of one game's log: what every command locks, and what lists and sweeps read.

    All but the first block of fields is a projection of the log, written in the same transaction.
    """

    class Status(models.TextChoices):
        """How far the game has come; the engine's phases."""

        LOBBY = Phase.LOBBY.value
        PLAYING = Phase.PLAYING.value
        FINISHED = Phase.FINISHED.value
        ABANDONED = Phase.ABANDONED.value

    class Visibility(models.TextChoices):
        """For whom the game exists: for all, for those who have its code, for a tournament's visitors."""

        PUBLIC = "public"
        CODE = "code"
        TOURNAMENT = "tournament"

    class Origin(models.TextChoices):
        """Where the log comes from; an imported one was never dealt here and is never rated."""

        PLAYED = "played"
        IMPORTED = "imported"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    visibility = models.CharField(max_length=10, choices=Visibility, default=Visibility.PUBLIC)
    origin = models.CharField(max_length=8, choices=Origin, default=Origin.PLAYED)
    spectators = models.BooleanField(default=True)
    # So long after it happened spectators see what happens; up to `standing.LONGEST_DELAY_SECONDS`.
    spectator_delay_seconds = models.PositiveIntegerField(default=0)
    previous = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="+")
    context_kind = models.CharField(max_length=32, blank=True, default="")
    context_id = models.UUIDField(null=True, blank=True)
    rated = models.BooleanField(default=False)
    # The way into a lobby that is not public. A secret that is given up when the lobby is over, so it is
    # in no log; null is "none", and unlike empty texts any number of nulls are unique.
    code = models.CharField(max_length=CODE_LENGTH, null=True, blank=True)

    version = models.PositiveIntegerField()
    digest = models.BinaryField(max_length=32)
    edition = models.CharField(max_length=32)
    status = models.CharField(max_length=9, choices=Status)
    seat_count = models.PositiveSmallIntegerField()
    seats_taken = models.PositiveSmallIntegerField()
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )
    turn_number = models.PositiveIntegerField(default=0)
    turn_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    # When something is late next: lobby, turn, window, or a seat to give up; null once the game is over.
    deadline = models.DateTimeField(null=True, blank=True)
    # From when on a bot has something to consider; null where none has.
    bot_at = models.DateTimeField(null=True, blank=True)
    opened_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    disclosed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        # A right to add, change or delete would have no effect: logs make these rows.
        default_permissions = ("view",)
        permissions = [
            ("look_into_hands", "Can look into the hands of a running game"),
            ("abort_game", "Can abort a game"),
            ("give_up_seat", "Can give somebody's seat up"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["code"], condition=Q(code__isnull=False), name="game_code_is_unique_while_open"
            ),
            models.UniqueConstraint(
                fields=["previous"], condition=~Q(status="abandoned"), name="game_goes_on_once"
            ),
            models.CheckConstraint(
                condition=Q(code__isnull=True) | Q(status="lobby"), name="game_code_ends_with_the_lobby"
            ),
            models.CheckConstraint(
                condition=Q(seats_taken__lte=F("seat_count")), name="game_seats_taken_exist"
            ),
        ]
        indexes = [
            models.Index(fields=["deadline"], condition=Q(deadline__isnull=False), name="game_overdue"),
            models.Index(fields=["bot_at"], condition=Q(bot_at__isnull=False), name="game_waits_for_bot"),
            # Ids rise with time, so the newest games of a status are the end of this index.
            models.Index(fields=["status", "id"], name="game_listed"),
            models.Index(
                fields=["context_id", "id"], condition=Q(context_id__isnull=False), name="game_of_context"
            ),
            # Those whose status spectators may not know yet run, or have ended lately.
            models.Index(
                fields=["ended_at"], condition=Q(spectator_delay_seconds__gt=0), name="game_seen_later"
            ),
            # For whoever rates finished games, in the order in which all may know their results.
            models.Index(
                fields=["disclosed_at", "id"], condition=Q(rated=True), name="game_rated_by_disclosure"
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)

    @property
    def is_private(self) -> bool:
        """Whether the game does not exist for strangers; `asking.may_see` says who is none."""
        return self.visibility == self.Visibility.CODE

    @property
    def is_closed(self) -> bool:
        """Whether the game exists for those alone who sit at it: nobody watches until it is disclosed."""
        return not self.spectators and self.disclosed_at is None


class Seat(models.Model):
    """A place at a game, and who sits there: a read table, for lists."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.SmallIntegerField(null=True, blank=True)  # below 0 where a winner's bonus is taken off

    class Meta:
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="seat_is_one_of_its_game"),
            models.UniqueConstraint(
                fields=["player", "game"], condition=Q(player__isnull=False), name="player_sits_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number}"


class AppendOnly(TypeError):
    """Somebody tried to change the log."""

    def __init__(self) -> None:
        super().__init__("What was recorded is never changed or removed.")


class AppendOnlyQuerySet[M: models.Model](models.QuerySet[M]):
    """A query that can read and `bulk_create`, nothing else; a trigger guards the table itself."""

    def update(self, **_kwargs: object) -> Never:
        """Refused.

        :raises AppendOnly: always.
        """
        raise AppendOnly

    def delete(self) -> Never:
        """Refused.

        :raises AppendOnly: always.
        """
        raise AppendOnly

    def bulk_update(self, *_args: object, **_kwargs: object) -> Never:
        """Refused.

        :raises AppendOnly: always.
        """
        raise AppendOnly

    def _raw_delete(self, *_args: object, **_kwargs: object) -> Never:
        raise AppendOnly


class StoredRow(models.Model):
    """One event of one log as it is kept for ever; docs/log-format.md says what each field holds."""

    version = models.PositiveIntegerField()
    type = models.CharField(max_length=32)
    schema = models.PositiveSmallIntegerField()
    payload = models.JSONField()
    actor = models.UUIDField(null=True)
    subject = models.UUIDField(null=True)
    command = models.UUIDField()
    recorded_at = models.DateTimeField()
    digest = models.BinaryField(max_length=32)

    class Meta:
        abstract = True

    def save(self, *_args: object, **_kwargs: object) -> Never:
        """Refused: an event is appended by the event store, in one statement with its neighbors.

        :raises AppendOnly: always.
        """
        raise AppendOnly

    def delete(self, *_args: object, **_kwargs: object) -> Never:
        """Refused.

        :raises AppendOnly: always.
        """
        raise AppendOnly


class StoredEvent(StoredRow):
    """One event of one game."""

    pk = models.CompositePrimaryKey("game_id", "version")
    game = models.ForeignKey(Game, models.PROTECT, related_name="+", db_index=False)

    objects: ClassVar[models.Manager["StoredEvent"]] = models.Manager.from_queryset(AppendOnlyQuerySet)()

    class Meta:
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.game_id}@{self.version} {self.type}"


class KeyedCommand(models.Model):
    """A command that was carried out under a key of its sender, so that a retry finds its answer.

    The id is the `command` of the events that it caused; `player` is null for the system.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    game = models.ForeignKey(Game, models.PROTECT, related_name="+")
    player = models.UUIDField(null=True)
    key = models.CharField(max_length=255)
    method = models.CharField(max_length=8)
    path = models.CharField(max_length=255)
    body_hash = models.BinaryField(max_length=32)
    first_version = models.PositiveIntegerField()
    last_version = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        db_table = "games_command"
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(
                fields=["player", "key"], nulls_distinct=False, name="command_key_is_unique_to_its_sender"
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)


class Heartbeat(models.Model):
    """When a process that others rely on last showed that it is alive."""

    name = models.CharField(max_length=32, primary_key=True)
    at = models.DateTimeField()
    since = models.DateTimeField(null=True, blank=True)  # from when on without a gap, where that matters

    class Meta:
        default_permissions = ("view",)

    def __str__(self) -> str:
        return self.name


class BotCall(models.Model):
    """For which version of a game its bots were called, and whether they have decided to leave it as it is.

    Written beside the log and without its lock: losing a row costs a call, and nothing else.
    """

    game_id = models.UUIDField(primary_key=True)  # no foreign key: its check would wait for the game's lock
    version = models.PositiveIntegerField()
    called_at = models.DateTimeField()  # to come, where a call that failed is put off
    decided = models.BooleanField()

    class Meta:
        db_table = "games_bot_call"
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.game_id}@{self.version}"


class HandsLook(models.Model):
    """An operator looked into the hands of a game before it was disclosed: who, when, and at what."""

    who = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    game = models.ForeignKey(Game, models.PROTECT, related_name="+")
    version = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True, blank=True)

    # Like a log it only grows: the role of the server may neither change nor remove a row.
    objects: ClassVar[models.Manager["HandsLook"]] = models.Manager.from_queryset(AppendOnlyQuerySet)()

    class Meta:
        default_permissions = ("view",)
        verbose_name = "look into a hand"
        verbose_name_plural = "looks into hands"

    def __str__(self) -> str:
        return f"{self.game_id}@{self.version}"


class FailedTask(models.Model):
    """A task that failed for good, so that an operator sees it: one row for all failures that are alike.

    It holds ids and places in the code, never a message: one could quote a name or a card.
    """

    mark = models.CharField(max_length=64, primary_key=True)  # tells which failures are alike
    task = models.CharField(max_length=64)
    queue = models.CharField(max_length=32, blank=True)
    arguments = models.JSONField()
    error = models.CharField(max_length=128)
    frames = models.JSONField()
    first_at = models.DateTimeField()
    last_at = models.DateTimeField(db_index=True)
    times = models.PositiveIntegerField()

    class Meta:
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.task} {self.error}"
