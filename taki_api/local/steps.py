"""A child process of its own: several management commands in one Django, whose start costs seconds.

`python -m taki_api.local.steps migrate --noinput + seed` runs both, the second after the first.
"""

import itertools
import sys
from collections.abc import Iterator, Sequence

SEPARATOR = "+"


def commands(words: Sequence[str]) -> Iterator[list[str]]:
    """The commands between the separators."""
    for is_separator, command in itertools.groupby(words, lambda word: word == SEPARATOR):
        if not is_separator:
            yield list(command)


def main(argv: Sequence[str]) -> None:
    """Runs the commands one after another, as `manage.py` would; the first failure ends it."""
    from django.core.management import ManagementUtility

    for command in commands(argv):
        ManagementUtility(["manage.py", *command]).execute()


if __name__ == "__main__":
    main(sys.argv[1:])
