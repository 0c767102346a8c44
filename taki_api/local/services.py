"""PostgreSQL and Valkey of one data folder: planned, started, and cleared of what a crash left."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from taki_api.local import leftovers, postgres, roles, valkey
from taki_api.local.binaries import postgres_programs
from taki_api.local.environment import Needs
from taki_api.local.folder import DataFolder
from taki_api.local.identity import choose
from taki_api.local.postgres import Cluster
from taki_api.local.processes import Part
from taki_api.local.progress import Progress
from taki_api.local.sockets import socket_folder
from taki_api.local.supervisor import Supervisor

START_SECONDS = 60
"""How long PostgreSQL may take, recovery after a crash included."""


@dataclass(frozen=True)
class Services:
    """What has to be started, all looked up and nothing started yet."""

    folder: DataFolder
    sockets: Path
    cluster: Cluster | None
    valkey: Part | None

    @classmethod
    def plan(
        cls,
        folder: DataFolder,
        needs: Needs,
        environment: Mapping[str, str],
        *,
        durable: bool = True,
    ) -> "Services":
        """Finds the programs and checks that they can open the data.

        :raises Unusable: when something is missing or does not fit.
        """
        cluster, owner = None, os.geteuid()
        if needs.postgres:
            programs = postgres_programs(environment)
            identity = choose(folder.postgres, programs.folder / "postgres")
            owner = identity.uid
        sockets = socket_folder(folder.run, owner=owner)
        if needs.postgres:
            cluster = Cluster(folder, programs, identity, sockets, durable=durable)
            cluster.check_version()
        part = valkey.valkey_part(folder, sockets, environment) if needs.valkey else None
        return cls(folder, sockets, cluster, part)

    def start(self, supervisor: Supervisor, progress: Progress) -> None:
        """Starts them and waits until they answer, both at once; the database then exists.

        :raises Unusable: when one of them fails.
        """
        if self.cluster and not self.cluster.exists:
            with progress.step("new database"):
                supervisor.run(self.cluster.making())
                self.cluster.adopt()
        if self.cluster:
            supervisor.start(self.cluster.running())
        if self.valkey:
            supervisor.start(self.valkey)
        if self.cluster:
            with progress.step(f"PostgreSQL {self.cluster.programs.major}"):
                supervisor.wait_for(self.cluster.is_ready, what="PostgreSQL", seconds=START_SECONDS)
                roles.ensure_database(self.sockets)
        if self.valkey:
            with progress.step("Valkey"):
                supervisor.wait_for(
                    lambda: valkey.is_answering(self.sockets), what="Valkey", seconds=START_SECONDS
                )


def end_leftovers(folder: DataFolder) -> None:
    """Ends what a killed supervisor of this folder left running; only for the claim's holder."""
    records = sorted(folder.run.glob("*.pid"), key=lambda file: file.stem in ("postgres", "valkey"))
    for file in records:
        stop_signal = postgres.STOP_SIGNAL if file.stem == "postgres" else Part.stop_signal
        leftovers.end_recorded(file, stop_signal=stop_signal, seconds=10)
