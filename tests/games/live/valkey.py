"""A real Valkey of a test's own, which can be away for a while."""

import os
import subprocess
from pathlib import Path

from taki_api.local.binaries import valkey_program


class Valkey:
    """A server on a socket in `folder`; it runs from `start` to `stop`, as often as one likes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._socket = folder / "valkey.sock"
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"unix://{self._socket}"

    def start(self) -> None:
        command = [str(valkey_program(os.environ)), "--port", "0"]
        command += ["--unixsocket", str(self._socket), "--save", ""]
        process = subprocess.Popen(command, cwd=self._folder, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        assert any("Ready to accept connections" in line for line in process.stdout)
        self._process = process

    def stop(self) -> None:
        if self._process is not None:
            assert self._process.stdout is not None
            self._process.terminate()
            self._process.stdout.read()
            self._process.stdout.close()
            self._process.wait()
            self._process = None
