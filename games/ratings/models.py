"""The tables of the ratings: what follows from rated games, and can be made again from their logs.

Foreign keys to games and players are without a constraint: its check would wait for the locks of those who
play on, and they for a rebuilding. Rows come and go by `storing` alone.
"""

from django.conf import settings
from django.db import models

from games.models import Game
from games.ratings.booking import Ladder
from games.seed_files import LONGEST_KEY

_LADDERS = [(ladder.value, ladder.value) for ladder in Ladder]


class RatedGame(models.Model):
    """A disclosed game that was looked at; one that counts nowhere has neither family nor ladder."""

    game = models.OneToOneField(
        Game, models.DO_NOTHING, primary_key=True, related_name="+", db_constraint=False
    )
    family = models.CharField(max_length=LONGEST_KEY, blank=True)
    ladder = models.CharField(max_length=6, choices=_LADDERS, blank=True)
    disclosed_at = models.DateTimeField(db_index=True)
    players = models.PositiveSmallIntegerField()

    class Meta:
        default_permissions = ()
        indexes = [models.Index(fields=["family", "ladder", "disclosed_at", "game"], name="rated_in_order")]

    def __str__(self) -> str:
        return str(self.game_id)


class RatingChange(models.Model):
    """What one game changed for one player; `number` counts the player's rated games in the family from 1."""

    game = models.ForeignKey(RatedGame, models.DO_NOTHING, related_name="changes", db_index=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.DO_NOTHING, related_name="+", db_index=False, db_constraint=False
    )
    family = models.CharField(max_length=LONGEST_KEY)
    number = models.PositiveIntegerField()
    place = models.PositiveSmallIntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="rating_changes_once_a_game"),
            models.UniqueConstraint(fields=["player", "family", "number"], name="rating_change_has_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.family} {self.number}"


class Rating(models.Model):
    """How strong a player is by all rated games of a family; a player is on one ladder alone."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.DO_NOTHING, related_name="+", db_index=False, db_constraint=False
    )
    family = models.CharField(max_length=LONGEST_KEY)
    ladder = models.CharField(max_length=6, choices=_LADDERS)
    mu = models.FloatField()
    sigma = models.FloatField()
    ordinal = models.FloatField()  # as formula.ordinal has it, for the order of ladders
    games = models.PositiveIntegerField()
    last_game = models.ForeignKey(RatedGame, models.DO_NOTHING, related_name="+", db_index=False)
    updated_at = models.DateTimeField()  # when the last game was disclosed

    class Meta:
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["player", "family"], name="rating_is_one_a_family"),
        ]
        indexes = [
            models.Index(fields=["family", "ladder", "-ordinal", "player"], name="rating_listed"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.family}"
