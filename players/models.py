"""The tables of people, their sessions and the tokens that renew them; no rule of the game."""

import uuid
from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models import Q
from uuid_utils.compat import uuid7

from players import clock, names
from problems.languages import Language


class PlayerManager(BaseUserManager["Player"]):
    """Makes players, each kind by a function of its own."""

    def create_guest(self, name: str, locale: Language = Language.ENGLISH) -> "Player":
        """Return a new guest called `name`, without login or password.

        Guests may share a name: nobody owns one by typing it first. Front ends tell them apart by
        id.

        :raises problems.problem.Problem: for a name that may not be shown.
        """
        shown = names.normalized(name)
        return self.create(
            kind=Player.Kind.GUEST,
            name=shown,
            name_key=names.key(shown),
            locale=locale,
            password=make_password(None),
        )

    def create_superuser(self, login: str, password: str) -> "Player":
        """Return a new operator, who may do everything in the admin."""
        player = self.model(
            login=login,
            kind=Player.Kind.HUMAN,
            name=names.normalized(login),
            name_key=names.key(login),
            is_staff=True,
            is_superuser=True,
        )
        player.set_password(password)
        player.save(force_insert=True)
        return player


class Player(AbstractBaseUser, PermissionsMixin):
    """Somebody who plays or operates: a person with an account, a guest, or a bot.

    The id is a UUIDv7: it tells when the player came, which is no secret, and it names the player
    in the logs of games, which outlive the erasure of this row. Names are not unique.
    """

    class Kind(models.TextChoices):
        """What stands behind the player."""

        HUMAN = "human"
        GUEST = "guest"
        BOT = "bot"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    kind = models.CharField(max_length=5, choices=Kind)
    bot_level = models.PositiveSmallIntegerField(null=True, blank=True)
    bot_version = models.CharField(max_length=32, blank=True, default="")
    # Tells bots of one level and version apart, so that several of them sit at one table.
    bot_ordinal = models.PositiveSmallIntegerField(null=True, blank=True)
    name = models.CharField(max_length=names.MOST_CODE_POINTS, blank=True)
    name_key = models.CharField(max_length=names.MOST_CODE_POINTS, blank=True, db_index=True)
    locale = models.CharField(max_length=2, choices=Language, default=Language.ENGLISH)
    created_at = models.DateTimeField(default=clock.now, editable=False)
    erased_at = models.DateTimeField(null=True, blank=True, editable=False)
    login = models.CharField(max_length=64, unique=True, null=True, blank=True)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)

    objects: ClassVar[PlayerManager] = PlayerManager()

    USERNAME_FIELD = "login"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        # A right to add or delete would have no effect: people come and go through the API.
        default_permissions = ("view", "change")
        constraints = [
            models.CheckConstraint(
                name="player_bot_has_level",
                condition=Q(kind="bot", bot_level__isnull=False)
                | (~Q(kind="bot") & Q(bot_level__isnull=True, bot_version="")),
            ),
            models.UniqueConstraint(
                name="player_bot_is_there_once",
                fields=["bot_level", "bot_version", "bot_ordinal"],
                condition=Q(kind="bot"),
            ),
            models.CheckConstraint(
                name="player_erased_is_anonymous",
                condition=Q(erased_at__isnull=True) | Q(name="", name_key="", login__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        # Django writes this into its own records, where a name would outlive its erasure.
        return self.login or f"{self.kind} {self.id}"


class Session(models.Model):
    """One sign-in on one device, from then until it expires or is ended.

    Access tokens name it, so that ending it ends them too.
    """

    class Ending(models.TextChoices):
        """Why a session was ended before it expired."""

        SIGNED_OUT = "signed_out"
        TOKEN_REUSED = "token_reused"  # noqa: S105
        ERASED = "erased"
        OPERATOR = "operator"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="sessions")
    started_at = models.DateTimeField(default=clock.now)
    expires_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_reason = models.CharField(max_length=12, choices=Ending, blank=True, default="")

    class Meta:
        default_permissions = ("view", "change")
        constraints = [
            models.CheckConstraint(
                name="session_end_has_reason",
                condition=Q(ended_at__isnull=True, ended_reason="")
                | (Q(ended_at__isnull=False) & ~Q(ended_reason="")),
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)


class RefreshToken(models.Model):
    """A token that renews a session once; only its SHA-256 is here, never the token."""

    hash = models.BinaryField(primary_key=True, max_length=32)
    session = models.ForeignKey(Session, models.CASCADE, related_name="refresh_tokens")
    issued_at = models.DateTimeField(default=clock.now)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        default_permissions = ()  # no page shows any

    def __str__(self) -> str:
        return f"of session {self.session_id}"
