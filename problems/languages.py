"""The languages that the server speaks, and which of them a client asks for."""

from typing import Protocol, runtime_checkable

from django.db import models
from django.utils.translation.trans_real import parse_accept_lang_header


class Language(models.TextChoices):
    """A language with a catalog of texts; the values are the tags of HTTP headers."""

    ENGLISH = "en", "English"
    HEBREW = "he", "עברית"
    KHMER = "km", "ខ្មែរ"


@runtime_checkable
class Addressed(Protocol):
    """A view whose requests may name the language of their answers, refusals too."""

    def language_named(self) -> Language | None:
        """Return the language that the request names; None leaves it to `Accept-Language`."""


# `iw` is the tag that Hebrew had before 1989; some systems still send it.
_FORMER_TAGS = {"iw": Language.HEBREW}


def preferred(accept_language: str) -> Language:
    """Return the language that an `Accept-Language` header weighs highest, English where it names none."""
    for tag, quality in parse_accept_lang_header(accept_language.lower()):
        primary = tag.partition("-")[0]
        if quality > 0 and (primary in Language.values or primary in _FORMER_TAGS):
            return _FORMER_TAGS.get(primary) or Language(primary)
    return Language.ENGLISH
