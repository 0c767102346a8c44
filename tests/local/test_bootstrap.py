"""The script `taki` in an empty clone, with fakes for uv and Python: what it runs and what it says."""

import ast
import os
import shutil
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

from taki_api.local import cli
from taki_api.local.migrations import ROOT

SHELL = shutil.which("sh") or "/bin/sh"

# Notes its calls; makes an environment whose Python only says how it was called.
FAKE_UV = """
case "$1" in
  --version) echo "uv 0.13.9 (a fake)" ;;
  venv) echo venv >> calls; mkdir -p .venv/bin; cp fake-python .venv/bin/python ;;
  pip) echo sync >> calls; test ! -e unreachable || { echo "error: no route"; echo "hint: try"; exit 2; } ;;
esac
"""
FAKE_PYTHON = """
case "$*" in
  *version_info*) echo 3.12.1 ;;
  "-P "*) shift; echo "ran $* in $PYTHONPATH" ;;
  *) exit 1 ;;
esac
"""


class Clone(NamedTuple):
    """A folder with the script and a lock file."""

    path: Path

    def run(self, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run the script with nothing but this environment, from another folder."""
        given = {"PATH": str(self.path / "bin"), "HOME": str(self.path / "home")} | environment
        command = [sys.executable, str(self.path / "taki"), *words]
        return subprocess.run(command, env=given, cwd="/", capture_output=True, text=True, check=False)

    def ready(self) -> dict[str, str]:
        """Environment variables that name the fakes."""
        return {"UV": str(self.path / "fake-uv"), "TAKI_PYTHON": str(self.path / "fake-python")}

    def calls(self) -> list[str]:
        """What the fake uv was asked for."""
        file = self.path / "calls"
        return file.read_text().split() if file.exists() else []


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    path = tmp_path / "my clone"
    for name in ("bin", "home"):
        (path / name).mkdir(parents=True)
    shutil.copy(ROOT / "taki", path / "taki")
    (path / "requirements.lock").write_text("django==6.1\n")
    for name, script in (("fake-uv", FAKE_UV), ("fake-python", FAKE_PYTHON)):
        # The fakes need a PATH of their own for cp and mkdir.
        text = f"#!{SHELL}\nPATH={os.environ['PATH']}\n{script}"
        (path / name).write_text(text)
        (path / name).chmod(0o755)
    return Clone(path)


@pytest.fixture
def script() -> ModuleType:
    """The script as a module."""
    loader = SourceFileLoader("taki_script", str(ROOT / "taki"))
    spec = spec_from_loader(loader.name, loader)
    assert spec
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_an_old_python_can_read_it() -> None:
    ast.parse((ROOT / "taki").read_text(), feature_version=(3, 8))


def test_it_knows_the_commands_that_there_are(script: ModuleType) -> None:
    assert set(script.COMMANDS) == set(cli.COMMANDS)
    assert all(f"\n  {name} " in script.USAGE for name in cli.COMMANDS)


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"]])
def test_without_a_command_it_says_how_it_is_used(clone: Clone, words: list[str]) -> None:
    done = clone.run(*words)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: ./taki COMMAND ...\n")
    assert not (clone.path / ".tools").exists()


def test_an_unknown_command_installs_nothing(clone: Clone) -> None:
    done = clone.run("dance", **clone.ready())

    assert done.returncode == 2
    assert done.stderr.startswith("taki: there is no command 'dance'.\n\nusage: ./taki COMMAND")
    assert clone.calls() == []


def test_it_installs_once_and_then_becomes_the_command(clone: Clone) -> None:
    program = clone.path / "taki_api/local/__main__.py"

    first = clone.run("serve", "--port", "8001", **clone.ready())
    second = clone.run("serve", "--port", "8001", **clone.ready())

    assert first.stdout == f"ran {program} serve --port 8001 in {clone.path}\n"
    assert first.stderr.startswith("taki: installing the packages of requirements.lock")
    assert (second.stdout, second.stderr) == (first.stdout, "")
    assert clone.calls() == ["venv", "sync"]


def test_it_installs_again_when_the_lock_file_changes(clone: Clone) -> None:
    clone.run("serve", **clone.ready())
    (clone.path / "requirements.lock").write_text("django==6.2\n")

    clone.run("serve", **clone.ready())
    clone.run("serve", **clone.ready())

    assert clone.calls() == ["venv", "sync", "sync"]


def test_it_works_through_a_link(clone: Clone, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(clone.path / "taki")

    done = subprocess.run(
        [sys.executable, str(link), "test"],
        env=clone.ready(),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.stdout == f"ran {clone.path}/taki_api/local/__main__.py test in {clone.path}\n"


def test_a_failed_installation_says_why_and_is_done_again(clone: Clone) -> None:
    (clone.path / "unreachable").touch()

    failed = clone.run("serve", **clone.ready())
    assert failed.returncode == 2
    assert failed.stderr.splitlines()[-1] == (
        "taki: The packages of requirements.lock could not be installed (error: no route): check "
        "that this machine reaches its package registry and run this again."
    )
    (clone.path / "unreachable").unlink()
    assert clone.run("serve", **clone.ready()).returncode == 0
    assert clone.calls() == ["venv", "sync", "sync"]


def test_neither_uv_nor_a_way_to_fetch_it_is_one_sentence(clone: Clone) -> None:
    done = clone.run("serve", TAKI_PYTHON=clone.ready()["TAKI_PYTHON"])

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == [
        "taki: fetching uv 0.13.9 ...",
        "taki: uv is missing and this Python has neither venv nor pip to fetch it with: install "
        "uv, or python3-venv, and run this again.",
    ]


def test_an_unsuitable_taki_python_is_one_sentence(clone: Clone) -> None:
    done = clone.run("serve", UV=clone.ready()["UV"], TAKI_PYTHON="/bin/false")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "taki: TAKI_PYTHON (/bin/false) is no Python 3.12 or later (3.13.0 will not do).\n"
    )


def test_no_python_found_and_none_fetched_is_one_sentence(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script, "run", lambda *_, **__: (2, "error: no such download"))

    with pytest.raises(script.Unusable) as refused:
        script.make_venv("uv", None)

    assert str(refused.value) == (
        "No Python 3.12 or later was found and none could be downloaded: "
        "install one, or set TAKI_PYTHON to the path of one, and run this again."
    )


@pytest.mark.parametrize(
    ("answer", "version"),
    [
        ("3.12.0\n", (3, 12, 0)),
        ("3.13.0\n", None),
        ("3.13.1\n", (3, 13, 1)),
        ("3.11.9\n", None),
        ("pyenv: python3.12: command not found\n", None),
    ],
)
def test_only_a_python_that_will_do_is_taken(
    script: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    answer: str,
    version: tuple[int, ...] | None,
) -> None:
    monkeypatch.setattr(script, "run", lambda *_, **__: (0, answer))

    assert script.usable_version("python3") == version


def test_pyenvs_pythons_are_found_off_the_path(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("3.9.18", "3.13.1", "3.12.10", "3.12.9", "pypy3.10"):
        (tmp_path / "versions" / name).mkdir(parents=True)
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))

    found = [Path(each).parts[-3] for each in script.pyenv_pythons()]

    assert found == ["3.9.18", "3.12.9", "3.12.10", "3.13.1"]


def test_an_old_python_is_one_sentence(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 6, 15))

    assert script.main(["serve"]) == 2
    assert capsys.readouterr().err == (
        "taki: This is Python 3.6, and ./taki needs 3.8 or later: start it with a newer one, such "
        "as `python3.12 taki serve`.\n"
    )
