"""The JSON forms of people and tokens, for requests and answers."""

from typing import Any, override

from rest_framework import serializers

from players import names
from players.fields import AllowedCode, Text
from players.models import Player


class Name(Text):
    """A name as it was typed; the people's own rules say what is wrong with it, and how."""

    @override
    def run_validators(self, value: Any) -> None:
        """Leave it to `players.names`."""


class Asked(serializers.Serializer[Any]):
    """What a client asks for: a field that nobody knows is a mistake, and told as one."""

    @override
    def to_internal_value(self, data: Any) -> Any:
        """Return the values of the known fields.

        :raises rest_framework.exceptions.ValidationError: for an unknown field, with the known ones.
        """
        values = super().to_internal_value(data)  # what is missing is told first
        unknown = [name for name in data if name not in self.fields]
        if unknown:
            code = AllowedCode("unknown_field")
            code.allowed = list(self.fields)
            raise serializers.ValidationError({unknown[0]: "unknown"}, code=code)
        return values


class NewGuestSerializer(Asked):
    """What a new guest says."""

    name = Name(
        max_length=2 * names.MOST_CODE_POINTS,
        allow_blank=True,
        help_text=(
            f"1 to {names.MOST_VISIBLE} visible characters of any script. Spaces are made single. "
            "Refused: controls, direction marks and other invisible characters, words that mix "
            "scripts that look alike, and piles of combining marks. Names need not be unique."
        ),
    )


class PlayerBriefSerializer(serializers.ModelSerializer[Player]):
    """A player where others are listed."""

    class Meta:
        model = Player
        fields = ["id", "name"]


class PlayerSerializer(serializers.ModelSerializer[Player]):
    """A player's public profile. The name of an erased player is empty."""

    erased = serializers.SerializerMethodField(help_text="Whether the person asked to be forgotten.")

    class Meta:
        model = Player
        fields = ["id", "name", "kind", "created_at", "erased"]

    def get_erased(self, player: Player) -> bool:
        """Say whether the person asked to be forgotten."""
        return player.erased_at is not None


class OwnPlayerSerializer(PlayerSerializer):
    """A player's own profile."""

    class Meta(PlayerSerializer.Meta):
        fields = [*PlayerSerializer.Meta.fields, "locale"]


class RefreshSerializer(Asked):
    """A refresh token to be exchanged."""

    refresh = Text(max_length=200, help_text="The refresh token of the last pair.")


class TokenPairSerializer(serializers.Serializer[Any]):
    """Both tokens of a session."""

    access = serializers.CharField(help_text="Send it as `Authorization: Bearer <access>`.")
    access_expires_at = serializers.DateTimeField()
    refresh = serializers.CharField(help_text="Good for one exchange at `auth/refresh`.")
    refresh_expires_at = serializers.DateTimeField()


class GuestSerializer(TokenPairSerializer):
    """A new guest, signed in."""

    player = PlayerBriefSerializer()
