"""From the words after `./taki` to the function that does it; every command's work lives elsewhere."""

import importlib
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, cast

from taki_api.local.unusable import Unusable

USAGE_ERROR = 2
INTERRUPTED = 130


class Command(Protocol):
    """What each command's module offers as `main`."""

    def __call__(self, argv: Sequence[str], *, environment: Mapping[str, str]) -> int:
        """Does it and returns the exit code.

        :raises Unusable: for what the caller must mend first.
        """


# Modules by name, so that each command imports only what it needs.
COMMANDS = {
    "serve": "taki_api.local.serve",
    "test": "taki_api.local.testing",
    "play": "taki_api.local.play",
    "manage": "taki_api.local.manage",
}


def load(name: str) -> Command:
    """The function behind a command's name.

    :raises Unusable: when there is no such command.
    """
    if name not in COMMANDS:
        raise Unusable(f"There is no command {name!r}: choose one of {', '.join(COMMANDS)}.")
    return cast(Command, importlib.import_module(COMMANDS[name]).main)


def main(
    argv: Sequence[str],
    *,
    environment: Mapping[str, str] | None = None,
    find: Callable[[str], Command] = load,
) -> int:
    """Runs one command and returns its exit code; what must be mended is said in one sentence."""
    name, arguments = (argv[0], argv[1:]) if argv else ("", [])
    try:
        command = find(name)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        return command(arguments, environment=os.environ if environment is None else environment)
    except Unusable as problem:
        if problem.details:
            sys.stderr.write(problem.details.rstrip() + "\n")
        sys.stderr.write(f"taki: {problem}\n")
        return USAGE_ERROR
    except KeyboardInterrupt:
        return INTERRUPTED
