"""Settings made of what a director chooses: an edition by its key, options beside what the kind needs."""

from collections.abc import Mapping
from typing import Any, Final

from games import boxes
from games.engine.lobby import FEWEST_SEATS
from games.engine.options import choose
from games.rated import check_options
from games.tournaments.kinds import Kind
from games.tournaments.settings import LONGEST_ROUND_SECONDS, Settings

# What a kind is made of, where the director says nothing else.
_NEEDED: Final[Mapping[Kind, Mapping[str, object]]] = {
    Kind.SERIES: {"scoring": "series"},
    Kind.STAGES: {"stages": 8},
}
# So many times the time of a turn a round lasts at most, where the director says nothing else.
TURNS_IN_A_ROUND: Final = 120
_USUAL_TABLE: Final = 4


class NoSuchEdition(LookupError):
    """There is no edition with this key."""


def settings_of(
    kind: Kind,
    edition: str,
    wanted: Mapping[str, object],
    *,
    entrants_limit: int,
    table_size: int | None,
    round_seconds: int | None,
    **chosen: Any,
) -> Settings:
    """Return the settings of a tournament; `chosen` are the other fields of `Settings`.

    `wanted` are options by name. `round_seconds` None leaves them to the time of a turn, and `table_size`
    None means four, or all at one where fewer may be in it; whether all can be played is asked when it is
    opened.

    :raises NoSuchEdition: for an unknown key.
    :raises games.engine.options.OptionRefused: for an option that cannot have the value wanted.
    :raises games.refusing.NotWhenRated: where rated games are wanted by other rules than the edition's.
    """
    box = boxes.editions().get(edition)
    if box is None:
        raise NoSuchEdition(edition)
    usual = choose(box.options, _NEEDED.get(kind, {}))
    options = choose(usual, wanted)
    if chosen.get("rated"):
        check_options(usual, options)
    seconds = TURNS_IN_A_ROUND * options.turn_seconds if round_seconds is None else round_seconds
    return Settings(
        kind=kind,
        edition=edition,
        box=box.box,
        options=options,
        entrants_limit=entrants_limit,
        table_size=_seats_of(entrants_limit) if table_size is None else table_size,
        round_seconds=min(seconds, LONGEST_ROUND_SECONDS) if round_seconds is None else round_seconds,
        **chosen,
    )


def _seats_of(entrants_limit: int) -> int:
    return max(FEWEST_SEATS, min(_USUAL_TABLE, entrants_limit))
