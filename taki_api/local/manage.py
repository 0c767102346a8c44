"""`./taki manage`: any management command of Django's, on the same data as `./taki serve`."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from taki_api.local import foreground
from taki_api.local.environment import Needs, data_path, for_django
from taki_api.local.folder import DataFolder
from taki_api.local.migrations import ROOT, refuse_newer
from taki_api.local.postgres import OWNER_ROLE
from taki_api.local.progress import Progress
from taki_api.local.sharing import services_at_hand
from taki_api.local.signals import Signals, StopRequested
from taki_api.local.supervisor import Supervisor
from taki_api.local.unusable import Unusable

NEEDS_NO_DATA = {
    *("check", "collectstatic", "compilemessages", "diffsettings", "findstatic", "help", "makemessages"),
    *("makemigrations", "migrate", "showmigrations", "spectacular", "sqlmigrate", "version"),
}
"""The commands that look into no table, or make the tables; all others want data that is there."""

USAGE = """usage: ./taki manage [--data DIR] COMMAND ...

Runs a management command on the data of ./taki serve, whether that runs or not;
./taki manage help lists the commands."""


def main(argv: Sequence[str], *, environment: Mapping[str, str]) -> int:
    """Runs `manage.py` with the words after the options; its exit code is ours.

    :raises Unusable: when the services cannot be had, or the command wants data and there is none.
    """
    data, arguments = split(argv)
    if not arguments or arguments[0] in ("-h", "--help"):
        sys.stdout.write(USAGE + "\n")
        return 0 if arguments else 2
    needs, wants_data = Needs.of(environment), looks_into_data(arguments)
    path = data_path(environment, data)
    if needs.postgres and wants_data and not (path.expanduser() / "postgres" / "PG_VERSION").exists():
        # Before anything is made, since the name of the folder may be mistyped.
        raise _no_data(str(path))
    folder = DataFolder.open(path)
    with Signals() as signals:
        supervisor = Supervisor(folder, signals)
        try:
            with services_at_hand(
                folder,
                needs,
                environment,
                supervisor=supervisor,
                signals=signals,
                # Only what takes its time is worth a line among a command's own output.
                progress=Progress(None if folder.postgres.exists() else sys.stderr),
            ) as sockets:
                django = for_django(environment, folder, sockets, role=OWNER_ROLE)
                source = str(path) if needs.postgres else "The database in DATABASE_URL"
                if not refuse_newer(django["DATABASE_URL"], source=source) and wants_data:
                    raise _no_data(source)
                command = (sys.executable, "-P", str(ROOT / "manage.py"), *arguments)
                return foreground.run(command, django, Path.cwd(), supervisor=supervisor, signals=signals)
        except StopRequested:
            return 130


def looks_into_data(arguments: Sequence[str]) -> bool:
    """Whether this command line of Django's wants tables that are there already."""
    return arguments[0] not in NEEDS_NO_DATA and not {"-h", "--help", "--version"} & set(arguments)


def _no_data(source: str) -> Unusable:
    return Unusable(f"{source} holds no data yet: run ./taki serve or ./taki manage migrate on it first.")


def split(argv: Sequence[str]) -> tuple[str | None, Sequence[str]]:
    """The folder of a leading `--data`, and what Django's own command line gets.

    :raises Unusable: when `--data` comes without a folder.
    """
    match argv:
        case ["--data", data, *arguments]:
            return data, arguments
        case [first, *arguments] if first.startswith("--data="):
            return first.removeprefix("--data="), arguments
        case ["--data"]:
            raise Unusable("--data wants a folder: ./taki manage --data DIR COMMAND ...")
    return None, argv
