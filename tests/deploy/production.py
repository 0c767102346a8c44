"""A process of its own, set up as in production: nothing of the surroundings but what a test says."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
KEY = "0123456789abcdefghijklmnopqrstuvwxyz" * 2

_OURS = ("TAKI_", "DATABASE_URL", "REDIS_URL", "CELERY_", "PYTHONPATH")


def python(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run an interpreter whose environment says only `variables` of this project."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_OURS)}
    environment = kept | {"DJANGO_SETTINGS_MODULE": "taki_api.settings", "PYTHONPATH": str(ROOT)} | variables
    command = [sys.executable, *arguments]
    return subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)


def found(script: str, *arguments: str, **variables: str) -> Any:
    """What a script of this folder prints as JSON."""
    done = python(str(Path(__file__).parent / script), *arguments, **variables)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
