"""Runs the commands of a page against a server, as somebody would who types them one after the other."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from pytest_django.live_server_helper import LiveServer

_ADDRESS_IN_PAGES = "http://127.0.0.1:8000"


class Shell:
    """A shell whose `curl` is the stand-in, kept in a folder: a machine for tests may have none."""

    def __init__(self, folder: Path) -> None:
        curl = folder / "curl"
        curl.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{Path(__file__).parent / "curl.py"}" "$@"\n')
        curl.chmod(0o755)
        self._environment = {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}

    def __call__(self, server: LiveServer, blocks: Sequence[str]) -> list[str]:
        """Return the lines that these blocks print, none of which may fail."""
        script = "set -euo pipefail\n" + "".join(blocks).replace(_ADDRESS_IN_PAGES, server.url)
        done = subprocess.run(
            ["bash", "-c", script],
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout.splitlines()
