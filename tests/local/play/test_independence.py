"""The client knows the API and nothing of what is behind it."""

import subprocess
import sys

from taki_api.local.migrations import ROOT

LOADED = "import sys, taki_api.local.play; print(*{name.partition('.')[0] for name in sys.modules})"


def test_it_loads_nothing_of_the_server() -> None:
    command = (sys.executable, "-c", LOADED)
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()

    assert {"httpx", "jsonschema", "rich"} <= set(told)
    assert not {"django", "rest_framework", "celery", "games", "players", "problems"} & set(told)
