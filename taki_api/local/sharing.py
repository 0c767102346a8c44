"""Who runs the services of a data folder: this command itself, or another whose services it uses."""

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from taki_api.local import postgres, valkey
from taki_api.local.environment import Needs
from taki_api.local.folder import DataFolder, Owner
from taki_api.local.progress import Progress, warn
from taki_api.local.services import START_SECONDS, Services, end_leftovers
from taki_api.local.signals import Signals
from taki_api.local.supervisor import Supervisor
from taki_api.local.unusable import Unusable

_POLL_SECONDS = 0.05
_CLAIM_SECONDS = 1


@contextmanager
def services_at_hand(
    folder: DataFolder,
    needs: Needs,
    environment: Mapping[str, str],
    *,
    supervisor: Supervisor,
    signals: Signals,
    progress: Progress,
) -> Iterator[Path]:
    """Gives the folder of sockets on which the services answer while the block runs.

    Uses those of another command on the same data, else starts them and ends them afterwards,
    when no third command uses them any more.

    :raises Unusable: when they cannot be started, or the other command does not run all of them.
    """
    mine = Owner("manage", os.getpid(), "", needs.postgres, needs.valkey)
    deadline = time.monotonic() + START_SECONDS
    while True:
        with folder.claimed(mine) as claimed:
            if claimed:
                try:
                    end_leftovers(folder)
                    services = Services.plan(folder, needs, environment)
                    services.start(supervisor, progress)
                    folder.write_owner(replace(mine, sockets=str(services.sockets)))
                    yield services.sockets
                    _wait_for_guests(folder, signals)
                finally:
                    supervisor.close()
                return
        with folder.visited(alone=False) as welcome:
            owner = folder.owner()
            if welcome and owner and _answers(folder, owner, needs):
                yield Path(owner.sockets)
                return
        if time.monotonic() > deadline:
            raise Unusable(f"{describe(owner)} does not answer: end it and run this again.")
        signals.pause(_POLL_SECONDS)


@contextmanager
def claim(folder: DataFolder, owner: Owner) -> Iterator[None]:
    """Holds the folder for one command alone while the block runs.

    :raises Unusable: when another command has it.
    """
    deadline = time.monotonic() + _CLAIM_SECONDS
    while True:
        with folder.claimed(owner) as claimed:
            if claimed:
                yield
                return
        holder = folder.owner()
        # Without a holder it was only another command's glance at the lock.
        if holder or time.monotonic() > deadline:
            place = f" at {holder.url}" if holder and holder.url else ""
            raise Unusable(
                f"{describe(holder)} already uses the data in {folder.path}{place}: "
                "end it, or choose another folder with --data."
            )
        time.sleep(_POLL_SECONDS)


def describe(owner: Owner | None) -> str:
    """The command that runs the services of a folder, for a message."""
    return f"./taki {owner.command} (process {owner.pid})" if owner else "Another ./taki"


def _answers(folder: DataFolder, owner: Owner, needs: Needs) -> bool:
    if not owner.sockets:
        return False
    for needed, run, variable in (
        (needs.postgres, owner.postgres, "DATABASE_URL"),
        (needs.valkey, owner.valkey, "REDIS_URL"),
    ):
        if needed and not run:
            raise Unusable(
                f"{describe(owner)} on this data folder was given {variable}: set it for this command, too."
            )
    sockets = Path(owner.sockets)
    return (not needs.postgres or postgres.is_ready(folder, sockets)) and (
        not needs.valkey or valkey.is_answering(sockets)
    )


def _wait_for_guests(folder: DataFolder, signals: Signals) -> None:
    told = False
    while True:
        # Held until the services have ended would be better still; a guest that slips in between
        # finds them gone and starts its own.
        with folder.visited(alone=True) as alone:
            if alone:
                return
        if not told:
            warn("another command still uses this database, waiting for it to end")
        told = True
        signals.pause(_POLL_SECONDS)
