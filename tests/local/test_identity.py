"""As whom PostgreSQL runs, with fakes for what a machine may forbid."""

import os
import pwd
import shutil
from pathlib import Path

import pytest

from taki_api.local.child import NAMESPACE, STAY
from taki_api.local.identity import Identity, candidates, choose
from taki_api.local.unusable import Unusable

MYSELF = Identity(STAY, os.geteuid())
IMPOSSIBLE = Identity("0:nonsense", os.geteuid())
TRUE = Path(shutil.which("true") or "true")


def test_the_first_identity_that_works_is_taken(tmp_path: Path) -> None:
    tried: list[int | None] = []

    def offered(owner: int | None) -> list[Identity]:
        tried.append(owner)
        return [IMPOSSIBLE, MYSELF]

    assert choose(tmp_path / "postgres", TRUE, tried=offered) == MYSELF
    (tmp_path / "postgres").mkdir()
    assert choose(tmp_path / "postgres", TRUE, tried=offered) == MYSELF
    assert tried == [None, os.geteuid()]


def test_no_identity_that_works_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(Unusable) as refused:
        choose(tmp_path / "postgres", TRUE, tried=lambda _: [IMPOSSIBLE])

    assert str(refused.value) == (
        f"PostgreSQL cannot run as root here, and no other user may enter {tmp_path}: "
        "run this as an ordinary user, or choose a folder that all users may enter with --data."
    )


def test_anybody_but_root_stays_who_he_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)

    assert candidates(None) == [Identity(STAY, 1000)]


def test_root_tries_a_namespace_then_users_without_rights(monkeypatch: pytest.MonkeyPatch) -> None:
    nobody = pwd.getpwnam("nobody")
    users = {"nobody": nobody}
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(pwd, "getpwnam", users.__getitem__)
    namespace = Identity(NAMESPACE, 0)
    unprivileged = Identity(f"{nobody.pw_uid}:{nobody.pw_gid}", nobody.pw_uid)

    assert candidates(None) == [namespace, unprivileged]
    assert candidates(0) == [namespace]
    assert candidates(nobody.pw_uid) == [unprivileged]
