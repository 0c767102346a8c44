"""`./taki test`: pytest with a PostgreSQL and a Valkey of its own, both gone afterwards."""

import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from taki_api.local import foreground
from taki_api.local.environment import Needs, for_django
from taki_api.local.folder import DataFolder
from taki_api.local.migrations import ROOT
from taki_api.local.postgres import OWNER_ROLE
from taki_api.local.progress import Progress
from taki_api.local.services import Services
from taki_api.local.signals import Signals, StopRequested
from taki_api.local.supervisor import Supervisor

EVERYTHING = ("-n", "2")
"""What pytest gets when nothing was asked for: the whole suite, on the cores of a small machine."""


def main(argv: Sequence[str], *, environment: Mapping[str, str]) -> int:
    """Runs pytest with these arguments; its exit code is ours.

    :raises Unusable: when the services cannot be started.
    """
    with (
        tempfile.TemporaryDirectory(prefix="taki-test-", ignore_cleanup_errors=True) as directory,
        Signals() as signals,
    ):
        folder = DataFolder.open(Path(directory))
        supervisor = Supervisor(folder, signals)
        try:
            return _run(argv or EVERYTHING, environment, folder, supervisor, signals)
        except StopRequested:
            return 130
        finally:
            supervisor.close()


def _run(
    arguments: Sequence[str],
    environment: Mapping[str, str],
    folder: DataFolder,
    supervisor: Supervisor,
    signals: Signals,
) -> int:
    # Not durable: a machine that loses power in the middle of the tests loses nothing of worth.
    services = Services.plan(folder, Needs.of(environment), environment, durable=False)
    services.start(supervisor, Progress(sys.stderr))
    django = for_django(environment, folder, services.sockets, role=OWNER_ROLE)
    command = (sys.executable, "-P", "-m", "pytest", *arguments)
    return foreground.run(command, django, ROOT, supervisor=supervisor, signals=signals)
