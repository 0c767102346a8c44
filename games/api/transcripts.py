"""A game as lines of text: a head that names it and its people, then one line an event in notation."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from rest_framework.renderers import BaseRenderer

from games.engine.events import Event
from games.engine.notation import DEFAULT_NAMES, write_event
from games.envelope import Recorded, instant
from games.selectors import Found, People


class PlainText(BaseRenderer):
    """Writes text as it is; a problem, which comes as an object, is written as JSON."""

    media_type = "text/plain"
    format = "txt"
    charset = None
    render_style = "binary"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,  # noqa: ARG002
        renderer_context: Mapping[str, Any] | None = None,  # noqa: ARG002
    ) -> bytes:
        """Return the bytes of an answer."""
        return data.encode() if isinstance(data, str) else msgspec.json.encode(data)


def transcript(found: Found, people: People, recorded: Iterable[Recorded[Event]]) -> str:
    """Return the whole of a disclosed game as text; the head says who sat on the numbered seats."""
    lines = [*_head(found, people), *(_line(one) for one in recorded)]
    return "".join(f"{line}\n" for line in lines)


def _head(found: Found, people: People) -> Iterable[str]:
    standing = found.standing
    yield f"# game {found.game.pk}"
    yield f"# edition {standing.state.setup.edition}"
    yield f"# opened {instant(standing.opened_at)}"
    for seat, person in enumerate(standing.people):
        if person is not None:
            yield f"# {DEFAULT_NAMES[seat]} {person} {people.names.get(person, '')}".rstrip()


def _line(recorded: Recorded[Event]) -> str:
    return f"{recorded.version} {instant(recorded.recorded_at)} {write_event(recorded.event)}"
