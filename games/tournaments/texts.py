"""What may stand in the texts of a tournament that everybody reads: its name, what is said of it, reasons."""

from dataclasses import replace
from typing import Final

from games.tournaments.events import Event, TournamentDescribed, TournamentOpened
from games.tournaments.refusals import Refusal, Refused
from games.tournaments.settings import LONGEST_NAME, LONGEST_TEXT
from players.characters import is_control, is_unseen

# They hide nothing: Persian is spelled with them, and signs of several people are made by them.
_JOINERS: Final = "\u200c\u200d"
# What a tournament is called whose texts were taken away.
NAMELESS: Final = "Tournament"
_LINES_AND_TABS: Final = "\n\r\t"


def one_line(text: str) -> str:
    """Return the words of a text with single blanks between them."""
    return " ".join(text.split())


def without_texts(event: Event) -> Event:
    """Return an event as it is told once the texts that were valid then have been taken away."""
    if isinstance(event, TournamentOpened):
        return replace(event, settings=replace(event.settings, name=NAMELESS, description="", prizes=""))
    return TournamentDescribed(NAMELESS, "", "") if isinstance(event, TournamentDescribed) else event


def check_texts(name: str, description: str, prizes: str) -> None:
    """Refuse a name that is no line, and texts in which something works that is not to be seen.

    Description and prizes may be empty, and may have line breaks and tabs.

    :raises Refused: `wrong_length`, with the field and how many characters it may have; `invalid`, with the
        field.
    """
    _check_length(name, "name", 1, LONGEST_NAME)
    if one_line(name) != name:
        raise Refused(Refusal.INVALID, field="name")
    check_line(name, "name")
    for field, text in (("description", description), ("prizes", prizes)):
        _check_length(text, field, 0, LONGEST_TEXT)
        if text:
            _check(text, field, besides=_JOINERS + _LINES_AND_TABS)


def check_line(text: str, field: str) -> None:
    """Refuse a line in which nothing is to be seen, or something works that is not to be seen.

    :raises Refused: `invalid`, with the field.
    """
    _check(text, field, besides=_JOINERS)


def _check_length(text: str, field: str, fewest: int, most: int) -> None:
    if not fewest <= len(text) <= most:
        raise Refused(Refusal.WRONG_LENGTH, field=field, allowed=(f"{fewest}..{most}",))


def _check(text: str, field: str, *, besides: str) -> None:
    is_fit = all(character in besides or not is_control(character) for character in text)
    if not is_fit or all(character.isspace() or is_unseen(character) for character in text):
        raise Refused(Refusal.INVALID, field=field)
