"""Figures as SVG by matplotlib, the same bytes for the same figure; what is drawn is not known here."""

import warnings
from collections.abc import Callable
from io import BytesIO
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Names come from people: nothing in them is a formula or changes the direction of what stands around them.
_ISOLATED: Final = "\u2068{}\u2069"
_STYLE: Final[dict[Any, Any]] = {
    "svg.hashsalt": "taki",  # else ids are random
    "svg.fonttype": "none",  # texts stay texts: browsers find the letters of every script
    "font.size": 11,
    "text.parse_math": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#8a8f98",
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.titlelocation": "left",
    "axes.titlesize": 13,
    "axes.titlepad": 30,
    "grid.color": "#e3e5e9",
    "xtick.color": "#4a4f57",
    "ytick.color": "#4a4f57",
    "legend.frameon": False,
    "figure.facecolor": "white",
    "figure.constrained_layout.h_pad": 0.12,
    "figure.constrained_layout.w_pad": 0.12,
    "timezone": "UTC",
}
_NOTHING_ABOUT: Final = dict.fromkeys(("Creator", "Date", "Format", "Type"))
# Its settings are those of the whole process, and it is not made for threads.
_one_at_a_time: Final = Lock()

WIDTH_INCHES: Final = 8.0
MEDIA_TYPE: Final = "image/svg+xml"
# Styles stand in the picture itself; else nothing is loaded or run where it is opened alone.
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"


def svg(draw: Callable[["Axes"], None], *, height_inches: float = 4.0) -> bytes:
    """Return the figure that `draw` fills, as SVG.

    The library takes a second to load, so that happens with the first figure and not before.
    """
    import matplotlib
    from matplotlib.figure import Figure

    with _one_at_a_time, matplotlib.rc_context(_STYLE), warnings.catch_warnings():
        # It only measures texts; who shows the picture has the letters.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        figure = Figure(figsize=(WIDTH_INCHES, height_inches), layout="constrained")
        draw(figure.add_subplot())
        told = BytesIO()
        figure.savefig(told, format="svg", metadata=_NOTHING_ABOUT)
        return told.getvalue()


def isolated(name: str) -> str:
    """Return a name of somebody so that it stands well among words of another direction."""
    return _ISOLATED.format(name)
