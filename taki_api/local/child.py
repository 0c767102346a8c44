"""What runs first in every child: it gets its user and its tie to the parent, then becomes the program.

Started by its path in a bare interpreter, which takes 20 ms: it imports nothing of ours.

    child.py PARENT SIGNAL BECOME DIRECTORY PROGRAM ARGUMENT...

A program instead of code between fork and exec, since that is not safe once there are threads.
"""

import ctypes
import os
import sys

STAY, NAMESPACE = "stay", "namespace"
"""Values of BECOME, beside `UID:GID`."""
CANNOT_START = 127
_FACE = 65534
"""The user that root appears as, inside the user namespace; any id but 0 would do."""
_PR_SET_PDEATHSIG = 1


def main(parent: int, stop_signal: int, become: str, directory: str, program: list[str]) -> None:
    """Becomes the program; the kernel sends it the signal when its parent dies (Linux only).

    :raises OSError: when this machine does not let it.
    """
    _become(become)
    # After that, since a change of user clears it.
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, stop_signal)
    if os.getppid() != parent:
        sys.exit(CANNOT_START)
    os.chdir(directory)
    os.execv(program[0], program)  # noqa: S606 - the whole purpose


def _become(user: str) -> None:
    if user == NAMESPACE:
        os.unshare(os.CLONE_NEWUSER)
        for file, content in (
            ("setgroups", "deny"),
            ("uid_map", f"{_FACE} 0 1"),
            ("gid_map", f"{_FACE} 0 1"),
        ):
            with open(f"/proc/self/{file}", "w") as mapping:  # noqa: PTH123 - pathlib takes long
                mapping.write(content)
    elif user != STAY:
        uid, gid = (int(part) for part in user.split(":"))
        os.setgroups([])
        os.setgid(gid)
        os.setuid(uid)


if __name__ == "__main__":
    _, parent, stop_signal, become, directory, *program = sys.argv
    try:
        main(int(parent), int(stop_signal), become, directory, program)
    except OSError as error:
        sys.stderr.write(f"{program[0]} cannot be started: {error}\n")
        sys.exit(CANNOT_START)
