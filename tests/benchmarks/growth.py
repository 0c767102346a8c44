"""What a move, a list and a sweep cost as a game, and then the number of games, grows.

    .venv/bin/python -m tests.benchmarks.growth

It starts a database of its own, durable, on a folder that is gone afterwards. The measuring is done in
`growth_inside`, a process with Django's settings, which takes the same arguments.
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from taki_api.local import foreground, parts
from taki_api.local.environment import Needs, for_django
from taki_api.local.folder import DataFolder
from taki_api.local.postgres import OWNER_ROLE
from taki_api.local.progress import Progress
from taki_api.local.services import Services
from taki_api.local.signals import Signals, StopRequested
from taki_api.local.supervisor import Supervisor
from taki_api.local.unusable import Unusable
from tests.benchmarks import report
from tests.benchmarks.served import bare_environment

YARDSTICK = "a game of the bare engine"


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and tell; 0, or 2 where the database cannot be had."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    options(arguments)  # what is wrong with them is said before anything is started
    with (
        tempfile.TemporaryDirectory(prefix="taki-benchmark-", ignore_cleanup_errors=True) as directory,
        Signals() as signals,
    ):
        folder = DataFolder.open(Path(directory))
        supervisor = Supervisor(folder, signals)
        try:
            return _run(arguments, folder, supervisor, signals)
        except Unusable as problem:
            sys.stderr.write(f"{problem.details}\n{problem}\n")
            return 2
        except StopRequested:
            return 130
        finally:
            supervisor.close()


def options(argv: Sequence[str]) -> argparse.Namespace:
    """Return what is asked for."""
    parser = report.parser(
        "growth", "What a move, a list and a sweep cost as games grow in length and number."
    )
    parser.add_argument(
        "--games", type=int, nargs="+", default=[1_000, 1_000_000], help="how many games there are, rising"
    )
    parser.add_argument(
        "--places", type=int, nargs="+", default=[50, 1_000], help="at how many events of a game it moves"
    )
    parser.add_argument("--calls", type=int, default=10, help="how often each is done in a round")
    return parser.parse_args(argv)


def _run(arguments: list[str], folder: DataFolder, supervisor: Supervisor, signals: Signals) -> int:
    environment = bare_environment()
    services = Services.plan(folder, Needs.of(environment), environment)
    services.start(supervisor, Progress(sys.stderr))
    django = for_django(environment, folder, services.sockets, role=OWNER_ROLE)
    with Progress(sys.stderr).step("migrations"):
        supervisor.run(parts.preparation(django, ("migrate", "--noinput")))
    command = (sys.executable, "-P", "-m", "tests.benchmarks.growth_inside", *arguments)
    return foreground.run(command, django, Path.cwd(), supervisor=supervisor, signals=signals)


if __name__ == "__main__":
    sys.exit(main())
