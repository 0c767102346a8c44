"""Serializer fields that take a JSON value for what it is and say what they would have taken."""

from typing import Any

from rest_framework import serializers


class Text(serializers.CharField):
    """A JSON string, kept as it came: no number becomes text, no space is cut off."""

    def __init__(self, **options: Any) -> None:
        super().__init__(trim_whitespace=False, **options)

    def to_internal_value(self, data: Any) -> str:
        """Return `data`, when it is a string.

        :raises rest_framework.exceptions.ValidationError: when it is anything else.
        """
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class AllowedCode(str):
    """The code of a validation error that carries what would have been accepted.

    The framework rebuilds its error details several times and keeps of them only text and code.
    """

    __slots__ = ("allowed",)
    allowed: list[Any]


class Choice(serializers.ChoiceField):
    """One of a few strings; a refusal lists them."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the chosen value.

        :raises rest_framework.exceptions.ValidationError: with the choices beside its code.
        """
        if isinstance(data, str) and data in self.choices:
            return super().to_internal_value(data)
        code = AllowedCode("invalid_choice")
        code.allowed = list(self.choices)
        raise serializers.ValidationError("not a choice", code=code)
