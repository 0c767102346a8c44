"""What these tests share: the static files, collected once as the image collects them."""

from pathlib import Path

import pytest

from tests.deploy.production import python

_COLLECT = """
import sys, django
from django.conf import settings
settings.STATIC_ROOT = sys.argv[1]
django.setup()
from django.core.management import call_command
call_command("collectstatic", interactive=False, verbosity=0)
"""


@pytest.fixture(scope="session")
def static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the collected files; no secret was needed to make it."""
    folder = tmp_path_factory.mktemp("static")
    done = python("-c", _COLLECT, str(folder))
    assert (done.returncode, done.stderr) == (0, "")
    return folder
