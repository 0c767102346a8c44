"""A child process of its own: several management commands in one Django, whose start costs seconds.

`python -m taki_api.local.steps migrate --noinput + seed` runs both, the second after the first.
A setting that somebody must mend first is one sentence, the last line, and `os.EX_CONFIG`.
"""

import itertools
import os
import sys
from collections.abc import Iterator, Sequence

SEPARATOR = "+"


def commands(words: Sequence[str]) -> Iterator[list[str]]:
    """The commands between the separators."""
    for is_separator, command in itertools.groupby(words, lambda word: word == SEPARATOR):
        if not is_separator:
            yield list(command)


def obstacles() -> list[str]:
    """What Django finds wrong with its settings, one sentence each; it is ready when there is none."""
    import django
    from django.core import checks

    from taki_api.environment import BadEnvironment

    try:
        django.setup()
    except BadEnvironment as problem:
        return [str(problem)]
    # The commands would check, too, but dump what they find.
    return [f"{found.msg.rstrip('.')}." for found in checks.run_checks() if found.is_serious()]


def main(argv: Sequence[str]) -> int:
    """Runs the commands one after another, as `manage.py` would; the first failure ends it."""
    if found := obstacles():
        sys.stderr.write("\n".join(found) + "\n")
        return os.EX_CONFIG
    from django.core.management import ManagementUtility

    for command in commands(argv):
        ManagementUtility(["manage.py", *command]).execute()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
