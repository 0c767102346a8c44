"""Persons as pages of the admin name them, with the ways to their own page and back to games."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple
from uuid import UUID

from django.urls import reverse

from players.admin.people import Link, link_from_players
from players.models import Player


class Person(NamedTuple):
    """Somebody who is named on a page; `url` is None where the operator may not open their own page."""

    name: str
    url: str | None


def shown(player: Player | None) -> str:
    """Return what a player is called in a list; a dash for nobody."""
    if player is None:
        return "-"
    return player.name or f"erased {player.pk}"


def persons(ids: Iterable[UUID | None], *, linked: bool) -> Mapping[UUID | None, Person]:
    """Return everybody among `ids`, in one statement; None, which is nobody, is left out."""
    wanted = {id_ for id_ in ids if id_ is not None}
    players = Player.objects.in_bulk(wanted)
    return {id_: _person(id_, players.get(id_), linked=linked) for id_ in wanted}


def _person(id_: UUID, player: Player | None, *, linked: bool) -> Person:
    if player is None:
        return Person(str(id_), None)
    return Person(shown(player), reverse("admin:players_player_change", args=[id_]) if linked else None)


def _to_games(player: Player, operator: Player) -> Link | None:
    if not operator.has_perm("games.view_game"):
        return None
    return Link("Games of this player", f"{reverse('admin:games_game_changelist')}?q={player.pk}")


link_from_players(_to_games)
