"""`./taki serve`: the whole server on this machine, from an empty folder to Ctrl-C."""

import argparse
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NoReturn

from taki_api import queues
from taki_api.local import address, parts, valkey
from taki_api.local.address import Address
from taki_api.local.environment import OPERATOR_PASSWORD_FILE, Needs, data_path, for_django
from taki_api.local.folder import DataFolder, Owner
from taki_api.local.migrations import refuse_newer
from taki_api.local.postgres import OWNER_ROLE, SERVER_ROLE
from taki_api.local.progress import Progress
from taki_api.local.services import Services, end_leftovers
from taki_api.local.sharing import claim
from taki_api.local.signals import Signals, StopRequested
from taki_api.local.supervisor import Supervisor
from taki_api.local.unusable import Unusable

READY_SECONDS = 60
COUNTS_FOLDER = "metrics"
"""In the folder's `run`: what the processes of this server count."""
SIGN_IN_FILE = "sign-in"
"""In the folder's `run`: whether the operator's password is ours to tell, in the words of `seed`."""


@dataclass(frozen=True)
class Options:
    """What was asked for on the command line."""

    address: Address
    data: Path


def main(argv: Sequence[str], *, environment: Mapping[str, str]) -> int:
    """Serves until it is told to stop; 0 when it was.

    :raises Unusable: when it cannot start.
    """
    options = parse(argv, environment)
    folder = DataFolder.open(options.data)
    needs = Needs.of(environment)
    owner = Owner("serve", os.getpid(), "", needs.postgres, needs.valkey, options.address.url)
    with Signals() as signals, claim(folder, owner):
        supervisor = Supervisor(folder, signals)
        server = Server(options.address, folder, environment, supervisor, Progress(sys.stdout))
        try:
            server.start(owner)
            server.tell()
            supervisor.keep()
        except StopRequested:
            server.progress.line()
            with server.progress.step("stopping"):
                supervisor.close()
        finally:
            supervisor.close()
    return 0


@dataclass(frozen=True)
class Server:
    """The parts of the server and the order in which they come up."""

    listen: Address
    folder: DataFolder
    environment: Mapping[str, str]
    supervisor: Supervisor
    progress: Progress

    def start(self, owner: Owner) -> None:
        """Starts everything and waits until the server answers that it is ready.

        :raises Unusable: when something is missing or fails.
        """
        end_leftovers(self.folder)
        self.listen.check_free()
        if given := self.environment.get("REDIS_URL"):
            valkey.check_given(given)
        services = Services.plan(self.folder, Needs.of(self.environment), self.environment)
        self.progress.line(f"TAKI starts, its data is in {self.folder.path}")
        services.start(self.supervisor, self.progress)
        self.folder.write_owner(replace(owner, sockets=str(services.sockets)))
        self._prepare_database(services.sockets, ours=owner.postgres)
        self._start_processes(services.sockets)

    def _prepare_database(self, sockets: Path, *, ours: bool) -> None:
        django = for_django(self.environment, self.folder, sockets, role=OWNER_ROLE)
        source = self.folder.path if ours else "The database in DATABASE_URL"
        refuse_newer(django["DATABASE_URL"], source=str(source))
        # Somebody else's database has roles of its own.
        rights = [("grant_server_role", SERVER_ROLE)] if ours else []
        seed = ("seed", "--outcome", str(self.folder.run / SIGN_IN_FILE))
        with self.progress.step("migrations and seeds"):
            self.supervisor.run(parts.preparation(django, ("migrate", "--noinput"), *rights, seed))

    def _start_processes(self, sockets: Path) -> None:
        django = for_django(self.environment, self.folder, sockets, role=SERVER_ROLE, hosts=self.listen.names)
        counts = self.folder.run / COUNTS_FOLDER
        shutil.rmtree(counts, ignore_errors=True)  # those of an earlier server
        django = {"TAKI_METRICS_FOLDER": str(counts), **django}
        self.supervisor.start(parts.web(django, self.listen.host, self.listen.port))
        with self.progress.step("web server"):
            self.supervisor.wait_for(
                lambda: address.is_ready(self.listen.url), what="The server", seconds=READY_SECONDS
            )
        # After the web, since all want the same two cores while they start.
        self.supervisor.start(parts.worker("clock", django, self.folder, [queues.TIME]))
        self.supervisor.start(parts.worker("worker", django, self.folder, queues.OTHERS))
        self.supervisor.start(parts.beat(django, self.folder))

    def tell(self) -> None:
        """Says where everything is and how to sign in."""
        url, line = self.listen.url, self.progress.line
        line(f"\nReady after {self.progress.seconds():.1f} s.\n")
        line(f"  API    {url}/api/v1/")
        line(f"  docs   {url}/api/v1/docs")
        line(f"  admin  {url}/admin/")
        line(f"         sign in as operator, {password_hint(self.folder, self.environment)}")
        line(f"  logs   {self.folder.log}\n")
        line("Ctrl-C stops everything.")


def password_hint(folder: DataFolder, environment: Mapping[str, str]) -> str:
    """The operator's password or where it is, if it is the one that works."""
    if (folder.run / SIGN_IN_FILE).read_text() != "works":
        return "password as set earlier (./taki manage changepassword operator sets another)"
    for name in ("TAKI_OPERATOR_PASSWORD", "TAKI_OPERATOR_PASSWORD_FILE"):
        if environment.get(name):
            return f"password as set in {name}"
    # A screen may show it, a file that the output goes to would keep it.
    shown = f" {folder.secret(OPERATOR_PASSWORD_FILE)}" if sys.stdout.isatty() else ""
    return f"password{shown} (in {folder.path / OPERATOR_PASSWORD_FILE})"


def parse(argv: Sequence[str], environment: Mapping[str, str]) -> Options:
    """The options on the command line.

    :raises Unusable: for one that cannot be used.
    """
    parser = _Parser(prog="./taki serve", description="Runs the whole server; Ctrl-C stops it.")
    parser.add_argument("--port", type=_port, default=8000, help="where it listens (8000)")
    parser.add_argument("--host", default="127.0.0.1", help="address it listens on (127.0.0.1)")
    parser.add_argument("--data", metavar="DIR", help="where its data is (TAKI_DATA, else .taki)")
    found = parser.parse_args(argv)
    return Options(Address(found.host, found.port), data_path(environment, found.data))


def _port(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: give a number from 1 to 65535")
    return int(text)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise Unusable(f"{message} (see {self.prog} --help).")
