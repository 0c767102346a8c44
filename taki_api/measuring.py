"""Where the counts of all processes of a machine are put together: a folder of small files, one a process.

prometheus-client decides when it is imported whether counts are shared, so this comes before (ADR 52).
"""

import os
import socket
from pathlib import Path
from typing import Final

# Of the library; it has no other way in.
_FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"


def share(folder: str) -> None:
    """Have this process and all that come from it keep their counts under this folder.

    Each host, or container, has a folder of its own in there: in containers process ids are alike.
    """
    own = Path(folder) / socket.gethostname()
    own.mkdir(parents=True, exist_ok=True)
    os.environ.update({_FOLDER: str(own)})


def files(folder: str) -> list[str]:
    """Return what all processes have written there, those that are gone too: counts only rise."""
    return [str(file) for file in sorted(Path(folder).glob("*/*.db"))]
