#!/usr/bin/env python
"""Django's command line, for this project."""

import os
import sys

from django.core.management import execute_from_command_line


def main() -> None:
    """Run the management command named on the command line, without a limit on its statements.

    The limits of `taki_api.settings` protect players from each other; a migration or a rebuild
    takes as long as it takes.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "taki_api.settings")
    os.environ.setdefault("TAKI_STATEMENT_SECONDS", "0")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
