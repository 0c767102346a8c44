"""What tests of pages share: a shell for their commands."""

from pathlib import Path

import pytest

from tests.docs.shell import Shell


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A shell to run a page's commands in."""
    return Shell(tmp_path)
