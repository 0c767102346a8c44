"""The tables of tournaments: logs, their heads, read tables, answered commands; no rule lives here."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from uuid_utils.compat import uuid7

from games.models import AppendOnlyQuerySet, StoredRow
from games.tournaments.kinds import Kind as KindOf
from games.tournaments.settings import LONGEST_NAME
from games.tournaments.state import Part as PartOf
from games.tournaments.state import TournamentPhase


class Tournament(models.Model):
    """The head of one tournament's log: what every command locks, and what lists and sweeps read.

    All but the id is a projection of the log, written in the same transaction.
    """

    class Status(models.TextChoices):
        """How far the tournament has come."""

        OPEN = TournamentPhase.OPEN.value
        RUNNING = TournamentPhase.RUNNING.value
        FINISHED = TournamentPhase.FINISHED.value
        CANCELED = TournamentPhase.CANCELED.value

    class Kind(models.TextChoices):
        """How entrants meet."""

        SERIES = KindOf.SERIES.value
        STAGES = KindOf.STAGES.value
        KNOCKOUT = KindOf.KNOCKOUT.value
        ROUND_ROBIN = KindOf.ROUND_ROBIN.value
        SWISS = KindOf.SWISS.value
        DUPLICATE = KindOf.DUPLICATE.value

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    version = models.PositiveIntegerField()
    digest = models.BinaryField(max_length=32)
    kind = models.CharField(max_length=11, choices=Kind)
    name = models.CharField(max_length=LONGEST_NAME)
    edition = models.CharField(max_length=32)
    status = models.CharField(max_length=8, choices=Status)
    paused = models.BooleanField()
    director = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    entrants_limit = models.PositiveSmallIntegerField()
    entrants_in = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField()
    round_open = models.BooleanField()
    # When something is due next: check-in, start, the next round, the end of a round's time.
    deadline = models.DateTimeField(null=True, blank=True)
    opened_at = models.DateTimeField()
    starts_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        # A right to add, change or delete would have no effect: logs make these rows.
        default_permissions = ("view",)
        permissions = [("direct_tournament", "Can direct a tournament")]
        indexes = [
            models.Index(fields=["deadline"], condition=Q(deadline__isnull=False), name="tournament_due"),
            models.Index(fields=["status", "id"], name="tournament_listed"),
        ]

    def __str__(self) -> str:
        return self.name


class Entrant(models.Model):
    """Who is in a tournament: a read table, for lists."""

    class Part(models.TextChoices):
        """What part an entrant has."""

        WAITING = PartOf.WAITING.value
        IN = PartOf.IN.value
        WITHDREW = PartOf.WITHDREW.value
        NO_SHOW = PartOf.NO_SHOW.value
        DISQUALIFIED = PartOf.DISQUALIFIED.value

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entrants", db_index=False)
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    part = models.CharField(max_length=12, choices=Part)
    place = models.PositiveSmallIntegerField(null=True, blank=True)  # once it is over

    class Meta:
        default_permissions = ()  # shown with the tournament
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entrant_is_one_of_its_tournament"),
            models.UniqueConstraint(
                fields=["tournament", "player"],
                condition=Q(part="waiting") | Q(part="in"),
                name="entrant_is_in_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.number}"


class Table(models.Model):
    """A table of a round and the game that was, is or will be played there: what sweeps look for."""

    class Stage(models.TextChoices):
        """How far the table has come; `void`: its game counts no more."""

        PLAYING = "playing"
        BOOKED = "booked"
        VOID = "void"

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="tables", db_index=False)
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    game_id = models.UUIDField(unique=True)  # no foreign key: the table is told before its game is opened
    stage = models.CharField(max_length=7, choices=Stage)

    class Meta:
        default_permissions = ()  # shown with the tournament
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "round", "number"],
                condition=~Q(stage="void"),
                name="table_plays_one_game_that_counts",
            ),
        ]
        indexes = [
            models.Index(fields=["tournament"], condition=Q(stage="playing"), name="table_that_plays"),
            models.Index(fields=["tournament", "round", "number"], name="table_listed"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.round}/{self.number}"


class StoredTournamentEvent(StoredRow):
    """One event of one tournament."""

    pk = models.CompositePrimaryKey("tournament_id", "version")
    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="+", db_index=False)

    objects: ClassVar[models.Manager["StoredTournamentEvent"]] = models.Manager.from_queryset(
        AppendOnlyQuerySet
    )()

    class Meta:
        db_table = "tournaments_event"
        default_permissions = ()  # shown with the tournament

    def __str__(self) -> str:
        return f"{self.tournament_id}@{self.version} {self.type}"


class KeyedCommand(models.Model):
    """A command that was carried out under a key of its sender, so that a retry finds its answer."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="+")
    player = models.UUIDField()
    key = models.CharField(max_length=255)
    method = models.CharField(max_length=8)
    path = models.CharField(max_length=255)
    body_hash = models.BinaryField(max_length=32)
    last_version = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        db_table = "tournaments_command"
        default_permissions = ()  # shown with the tournament
        constraints = [
            models.UniqueConstraint(fields=["player", "key"], name="tournament_key_is_unique_to_its_sender"),
        ]

    def __str__(self) -> str:
        return str(self.id)
