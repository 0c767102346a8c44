"""How the OpenAPI document describes problems: their form, and which of them an operation answers."""

from typing import Any

from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers

from problems.problem import known


class ProblemSerializer(serializers.Serializer[Any]):
    """Why a request was refused, as RFC 9457 has it: `code` for programs, the rest for people."""

    type = serializers.CharField(help_text="A URI that stands for the code.")
    title = serializers.CharField(help_text="What is wrong, in a few words.")
    status = serializers.IntegerField(help_text="The HTTP status once more.")
    detail = serializers.CharField(help_text="What to do about it, in the language asked for.")
    code = serializers.CharField(help_text="Stable name of the refusal.")
    rule = serializers.CharField(required=False, help_text="Number of the rule of the game.")
    field = serializers.CharField(
        required=False, help_text="Path of the value to blame, such as `moves[0].card`."
    )
    allowed = serializers.JSONField(
        required=False,
        help_text="What would have been accepted: a list of values, or `{min, max}` for the numbers from one "
        "to the other, with `also` where something is accepted beside them.",
    )
    version = serializers.IntegerField(required=False, help_text="The game's present version.")
    next = serializers.UUIDField(required=False, help_text="The game that goes on from it, by its id.")


def refusals(*codes: str) -> dict[int, OpenApiResponse]:
    """Return the entries of an operation's `responses` for these codes, one a status.

    What every operation may answer (such as `malformed`) is added to the document elsewhere.

    :raises KeyError: for a code that nobody declared.
    """
    by_status: dict[int, list[str]] = {}
    for code in codes:
        by_status.setdefault(int(known()[code]), []).append(code)
    return {
        status: OpenApiResponse(description="Refused: " + ", ".join(f"`{c}`" for c in these) + ".")
        for status, these in by_status.items()
    }
