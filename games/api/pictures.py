"""How pictures are answered; what is on them is not known here."""

from typing import Any

import msgspec
from rest_framework.renderers import BaseRenderer

from games import drawing


class Svg(BaseRenderer):
    """Writes a picture as it is; a problem, which comes as an object, is written as JSON."""

    media_type = drawing.MEDIA_TYPE
    format = "svg"
    charset = None
    render_style = "binary"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,  # noqa: ARG002
        renderer_context: Any = None,  # noqa: ARG002
    ) -> bytes:
        """Return the bytes of an answer."""
        return data if isinstance(data, bytes) else msgspec.json.encode(data)
