"""What lies in the data folder, and who may have it."""

import os
import stat
from pathlib import Path

import pytest

from taki_api.local.folder import DataFolder, Owner
from taki_api.local.unusable import Unusable

SERVE = Owner("serve", 4711, "/run", postgres=True, valkey=True, url="http://127.0.0.1:8000")
MANAGE = Owner("manage", 4712, "/run", postgres=True, valkey=True)


def test_a_secret_is_made_once_and_closed_to_others(folder: DataFolder) -> None:
    first = folder.secret("secret_key")

    assert folder.secret("secret_key") == first
    assert len(first) == 43
    assert stat.S_IMODE((folder.path / "secret_key").stat().st_mode) == 0o600
    assert DataFolder.open(folder.path).secret("secret_key") == first
    assert folder.secret("operator_password") != first


def test_what_it_makes_is_closed_to_others(folder: DataFolder) -> None:
    modes = {stat.S_IMODE(each.stat().st_mode) for each in (folder.path, folder.run, folder.log)}

    assert modes == {0o700}


def test_it_has_one_owner_at_a_time(folder: DataFolder) -> None:
    assert folder.owner() is None
    with folder.claimed(SERVE) as first:
        with folder.claimed(MANAGE) as second:
            assert (first, second) == (True, False)
        assert folder.owner() == SERVE
    assert folder.owner() is None
    with folder.claimed(MANAGE) as third:
        assert third


def test_an_owner_tells_more_about_itself_later(folder: DataFolder) -> None:
    with folder.claimed(SERVE):
        folder.write_owner(MANAGE)
        assert folder.owner() == MANAGE


def test_guests_share_it_and_keep_out_whoever_wants_to_be_alone(folder: DataFolder) -> None:
    with (
        folder.visited(alone=False) as one,
        folder.visited(alone=False) as other,
        folder.visited(alone=True) as alone,
    ):
        assert (one, other, alone) == (True, True, False)
    with folder.visited(alone=True) as alone:
        assert alone


def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("mine")

    with pytest.raises(Unusable) as refused:
        DataFolder.open(file / "data")

    assert str(refused.value) == (
        f"The data folder {file}/data cannot be written (Not a directory): "
        "make it writable, or choose another one with --data."
    )
    assert file.read_text() == "mine"


def test_the_folder_of_another_user_is_one_sentence(
    folder: DataFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: stranger)

    with pytest.raises(Unusable) as refused:
        DataFolder.open(folder.path)

    assert str(refused.value) == (
        f"The data folder {folder.path} belongs to another user: "
        "run this as that user, or choose another folder with --data."
    )
