"""Where the sockets lie: in the data folder, or in a short place that nobody else may enter."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from taki_api.local.sockets import LONGEST, socket_folder
from taki_api.local.unusable import Unusable


@pytest.fixture
def awkward(tmp_path: Path) -> Iterator[Path]:
    """A folder with a space in its name, which takes the short place; that is removed afterwards."""
    run = tmp_path / "my data" / "run"
    yield run
    shutil.rmtree(socket_folder(run, owner=os.geteuid()), ignore_errors=True)


def test_a_plain_short_path_is_used_itself() -> None:
    assert socket_folder(Path("/srv/taki/run"), owner=os.geteuid()) == Path("/srv/taki/run")


def test_an_awkward_path_gets_a_place_that_is_closed_and_always_the_same(awkward: Path) -> None:
    found = socket_folder(awkward, owner=os.geteuid())

    assert found == socket_folder(awkward, owner=os.geteuid())
    assert found.stat().st_mode & 0o777 == 0o700
    assert len(str(found)) < LONGEST
    assert found != socket_folder(awkward.with_name("run 2"), owner=os.geteuid())
    socket_folder(awkward.with_name("run 2"), owner=os.geteuid()).rmdir()


def test_a_long_path_gets_one_too(awkward: Path) -> None:
    run = Path("/srv") / ("x" * LONGEST)

    found = socket_folder(run, owner=os.geteuid())

    assert found.parent == Path("/tmp")
    found.rmdir()


def test_a_place_that_others_may_enter_is_refused(awkward: Path) -> None:
    found = socket_folder(awkward, owner=os.geteuid())
    found.chmod(0o755)

    with pytest.raises(Unusable) as refused:
        socket_folder(awkward, owner=os.geteuid())

    found.chmod(0o700)
    assert str(refused.value) == (
        f"{found} belongs to somebody else: remove it, or choose another folder with --data."
    )
