"""As whom PostgreSQL runs: it refuses to run as root, so root lends it another face."""

import os
import pwd
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from taki_api.local.processes import nothing
from taki_api.local.unusable import Unusable

_FACE = 65534
"""The user that root appears as, inside the user namespace; any id but 0 would do."""


@dataclass(frozen=True)
class Identity:
    """How a child becomes the user that PostgreSQL runs as."""

    enter: Callable[[], None]
    """Called in the child between fork and exec."""
    uid: int
    """The user, seen from outside, who must own PostgreSQL's files."""


def _enter_namespace() -> None:
    os.unshare(os.CLONE_NEWUSER)
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{_FACE} 0 1")
    Path("/proc/self/gid_map").write_text(f"{_FACE} 0 1")


def _entering(user: pwd.struct_passwd) -> Callable[[], None]:
    def enter() -> None:
        os.setgroups([])
        os.setgid(user.pw_gid)
        os.setuid(user.pw_uid)

    return enter


def candidates(files_owner: int | None) -> list[Identity]:
    """The identities that may be tried, the best first.

    Anybody but root simply stays who he is. For root a user namespace needs no other user and
    leaves the files root's; where the machine forbids it, an unprivileged user takes over.

    :param files_owner: user id of existing data, which nobody else can open; None for new data.
    """
    if os.geteuid() != 0:
        return [Identity(nothing, os.geteuid())]
    found = [Identity(_enter_namespace, 0)] if hasattr(os, "unshare") else []
    for name in ("postgres", "nobody"):
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        found.append(Identity(_entering(user), user.pw_uid))
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
    def in_child() -> None:
        identity.enter()
        os.chdir(directory)

    try:
        done = subprocess.run(  # noqa: S603 - PostgreSQL's own program
            [program, "--version"],
            preexec_fn=in_child,
            capture_output=True,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return done.returncode == 0
