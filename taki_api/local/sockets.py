"""The folder in which PostgreSQL and Valkey listen: short enough for the kernel, closed to others."""

import hashlib
import os
import re
import stat
from pathlib import Path

from taki_api.local.unusable import Unusable

# 104 bytes on macOS, 108 on Linux, less the longest name in it (`.s.PGSQL.5432.lock`).
LONGEST = 80
# What needs no quoting in PostgreSQL's, libpq's, redis-py's and kombu's spelling of a path.
_PLAIN = re.compile(r"[A-Za-z0-9._/-]+")


def socket_folder(run: Path, *, owner: int) -> Path:
    """A folder that only `owner` may enter: `run` itself, or a short one that is always the same.

    :param owner: user id of whoever makes the sockets; root may enter anyhow.
    :raises Unusable: when somebody else holds the short one's place.
    """
    if owner == os.geteuid() and len(os.fsencode(run)) <= LONGEST and _PLAIN.fullmatch(str(run)):
        return run
    digest = hashlib.sha256(os.fsencode(run)).hexdigest()[:16]
    folder = Path(f"/tmp/taki-{owner}-{digest}")  # noqa: S108 - checked below
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        pass
    else:
        os.chown(folder, owner, -1)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != owner or found.st_mode & 0o077:
        raise Unusable(f"{folder} belongs to somebody else: remove it, or choose another folder with --data.")
    return folder
