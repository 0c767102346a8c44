"""What the API answers about games, as bytes of JSON."""

from typing import cast

import msgspec

from games import selectors
from games.api.forms import EventsPage, GameListed, MovesPlayed, SeatListed
from games.asking import Caller
from games.engine.state import Phase
from games.envelope import instant
from games.models import Game
from games.recording import Handled
from games.selectors import Found, People
from games.standing import Standing
from games.terms import context_of, terms_of
from games.wire.events import event_form
from games.wire.values import instant_or_none
from games.wire.view_forms import GameView, SeatedPlayer, Visibility
from games.wire.views import context_form, game_view
from players.models import Player


def encoded(form: msgspec.Struct) -> bytes:
    """Return the form as JSON."""
    return msgspec.json.encode(form)


def view_of(
    found: Found, people: People, *, standing: Standing | None = None, seat: int | None = None
) -> GameView:
    """Return a found game through the finder's eyes; or another standing of it, through another seat's."""
    return game_view(
        standing or found.standing,
        found.seat if seat is None else seat,
        terms=terms_of(found.game),
        names=people.names,
    )


def in_lobby(handled: Handled, caller: Caller) -> bytes:
    """Return the game after what was done in its lobby: what is seen of it is from then, names are of now."""
    standing = handled.standing
    people = selectors.people(standing)
    view = game_view(
        standing,
        standing.seat_of(caller.player),
        terms=handled.terms,
        names=people.names,
    )
    return encoded(view)


def after_moves(handled: Handled, caller: Caller) -> bytes:
    """Return what the caller's moves caused; from the log alone, so that a retry gets the same bytes."""
    standing = handled.standing
    seat = standing.seat_of(caller.player)
    disclosed = standing.state.disclosed
    return encoded(
        MovesPlayed(
            version=handled.last_version,
            events=[event_form(recorded, seat, disclosed=disclosed) for recorded in handled.events],
            view=game_view(standing, seat, terms=handled.terms),
        )
    )


def page_of_events(found: Found, *, after: int, limit: int) -> bytes:
    """Return what happened after a version, as the finder may see it."""
    standing = found.standing
    events = [
        event_form(recorded, found.seat, disclosed=standing.state.disclosed)
        for recorded in selectors.events(found, after=after, limit=limit)
    ]
    behind = 0 if found.seat is not None else found.game.spectator_delay_seconds
    return encoded(EventsPage(events, standing.version, behind))


def listed(game: Game, seen: Standing | None) -> GameListed:
    """Return a game as lists show it; `seen` is what the reader may know of it, None where that is all."""
    if seen is None:
        version, status, began, ended = game.version, Phase(game.status), game.started_at, game.ended_at
    else:
        version, status, began, ended = seen.version, seen.state.phase, seen.started_at, seen.ended_at
    return GameListed(
        id=str(game.pk),
        version=version,
        status=status,
        visibility=cast(Visibility, game.visibility),
        edition=game.edition,
        seat_count=game.seat_count,
        seats=[
            _seat(seat.number, seat.player, seat.place if seen is None else seen.state.places[seat.number])
            for seat in game.seats.all()
            if seat.player is not None
        ],
        opened_at=instant(game.opened_at),
        started_at=instant_or_none(began),
        ended_at=instant_or_none(ended),
        context=context_form(context_of(game.context_kind, game.context_id)),
        rated=game.rated,
        spectator_delay_seconds=game.spectator_delay_seconds,
        previous=None if game.previous_id is None else str(game.previous_id),
    )


def _seat(number: int, player: Player, place: int | None) -> SeatListed:
    seated = SeatedPlayer(str(player.pk), player.name)
    return SeatListed(number, seated, bot=player.kind == Player.Kind.BOT, place=place)
