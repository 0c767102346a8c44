"""How late turns are settled when very many run out in the same minute, by a real worker and beat.

    .venv/bin/python -m tests.benchmarks.lateness

It starts a server of its own, as `./taki serve` does, on a folder that is gone afterwards. The games are made
and looked at by `lateness_inside`, a process with Django's settings, which takes the same arguments.
"""

import argparse
import subprocess
import sys
from collections.abc import Sequence

from taki_api.local.environment import for_django
from taki_api.local.postgres import OWNER_ROLE
from taki_api.local.unusable import Unusable
from tests.benchmarks import report
from tests.benchmarks.served import bare_environment, server


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and tell; 0, or 2 where the server cannot be had."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    options(arguments)  # what is wrong with them is said before anything is started
    try:
        with server() as served:
            django = for_django(bare_environment(), served.folder, served.sockets, role=OWNER_ROLE)
            django["DJANGO_SETTINGS_MODULE"] = "taki_api.settings"
            command = (sys.executable, "-P", "-m", "tests.benchmarks.lateness_inside", *arguments)
            return subprocess.run(command, env=django, cwd=report.ROOT, check=False).returncode
    except Unusable as problem:
        sys.stderr.write(f"{problem.details}\n{problem}\n")
        return 2


def options(argv: Sequence[str]) -> argparse.Namespace:
    """Return what is asked for."""
    parser = report.parser("lateness", "How late turns are settled when many run out together.", rounds=False)
    parser.add_argument("--games", type=int, default=10_000, help="how many turns run out")
    parser.add_argument("--within", type=float, default=60, help="seconds over which they are spread")
    return parser.parse_args(argv)


if __name__ == "__main__":
    sys.exit(main())
