"""As whom PostgreSQL runs: it refuses to run as root, so root lends it another face."""

import os
import pwd
import signal
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from taki_api.local.child import NAMESPACE, STAY
from taki_api.local.processes import tied
from taki_api.local.unusable import Unusable


@dataclass(frozen=True)
class Identity:
    """The user that PostgreSQL runs as."""

    become: str
    """In the words of `child`."""
    uid: int
    """The user, seen from outside, who must own PostgreSQL's files."""


def candidates(files_owner: int | None) -> list[Identity]:
    """The identities that may be tried, the best first.

    Anybody but root simply stays who he is. For root a user namespace needs no other user and
    leaves the files root's; where the machine forbids it, an unprivileged user takes over.

    :param files_owner: user id of existing data, which nobody else can open; None for new data.
    """
    if os.geteuid() != 0:
        return [Identity(STAY, os.geteuid())]
    found = [Identity(NAMESPACE, 0)] if hasattr(os, "unshare") else []
    for name in ("postgres", "nobody"):
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        found.append(Identity(f"{user.pw_uid}:{user.pw_gid}", user.pw_uid))
    return [each for each in found if files_owner in (None, each.uid)]


def choose(
    data: Path, program: Path, *, tried: Callable[[int | None], Sequence[Identity]] = candidates
) -> Identity:
    """The first identity that can run the program from inside the folder that holds `data`.

    :raises Unusable: when none can.
    """
    files_owner = data.stat().st_uid if data.exists() else None
    identities = tried(files_owner)
    for identity in identities:
        if identity.uid != os.geteuid():
            # Lets it through to its own directory; everything beside that stays closed to it.
            data.parent.chmod(0o711)
        if _can_run(identity, program, data.parent):
            return identity
    raise Unusable(
        f"PostgreSQL cannot run as root here, and no other user may enter {data.parent}: "
        "run this as an ordinary user, or choose a folder that all users may enter with --data."
    )


def _can_run(identity: Identity, program: Path, directory: Path) -> bool:
    question = tied(
        [str(program), "--version"],
        directory,
        stop_signal=signal.SIGTERM,
        become=identity.become,
    )
    done = subprocess.run(question, capture_output=True, check=False)  # noqa: S603 - as above
    return done.returncode == 0
