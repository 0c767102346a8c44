"""What the server has acknowledged, kept in a file, and compared with the server after a crash."""

import os
from pathlib import Path

from taki_api.local.play.client import Refused
from taki_api.local.play.faults import Fault
from taki_api.local.play.guest import Guest
from taki_api.local.unusable import Unusable


class Acknowledgments:
    """Appends `game version` to a file for each acknowledged answer; without a file it does nothing."""

    def __init__(self, file: Path | None) -> None:
        try:
            flags = os.O_CREAT | os.O_WRONLY | os.O_APPEND
            self._target = None if file is None else os.open(file, flags, 0o600)
        except OSError as error:
            raise Unusable(f"{file} cannot be written ({error.strerror}): choose another file.") from error

    def note(self, game: str, version: int) -> None:
        """Keep that the server has acknowledged this version."""
        if self._target is not None:
            # One write a line, past all buffers: whatever ends this process, the file has it.
            os.write(self._target, f"{game} {version}\n".encode())

    def close(self) -> None:
        """Close the file."""
        if self._target is not None:
            os.close(self._target)


def read(file: Path) -> dict[str, int]:
    """The highest acknowledged version of each game.

    :raises Unusable: when the file cannot be read or holds anything else.
    """
    highest: dict[str, int] = {}
    try:
        for line in file.read_text().splitlines():
            game, version = line.split()
            highest[game] = max(highest.get(game, 0), int(version))
    except OSError as error:
        raise Unusable(f"{file} cannot be read ({error.strerror}): name a file of --acknowledged.") from error
    except ValueError as error:
        raise Unusable(f"{file} is no file of --acknowledged: its lines are a game and a version.") from error
    return highest


async def check(highest: dict[str, int], reader: Guest) -> None:
    """Compare with the server, as somebody who sits at none of the games.

    :raises Fault: when a game is gone or is behind what was acknowledged.
    """
    lost: list[tuple[str, object]] = []
    for game, version in highest.items():
        try:
            found = (await reader.get(f"/games/{game}"))["version"]
        except Refused as refused:
            found = refused.code
        if not isinstance(found, int) or found < version:
            lost.append((game, f"acknowledged {version}, found {found}"))
    if lost:
        raise Fault("something that was acknowledged is gone", lost)
