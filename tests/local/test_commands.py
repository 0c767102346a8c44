"""The commands as somebody types them, with everything real behind them."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from taki_api.local import leftovers
from taki_api.local.address import is_ready
from taki_api.local.folder import DataFolder
from taki_api.local.migrations import ROOT
from tests.local.ports import ReservedPort
from tests.local.waiting import wait_for

TAKI = (sys.executable, "-P", str(ROOT / "taki_api/local/__main__.py"))
PARTS = ("postgres", "valkey", "web", "clock", "worker", "beat")


@pytest.fixture
def environment(bare: dict[str, str]) -> dict[str, str]:
    return bare | {"PYTHONPATH": str(ROOT)}


def pids(folder: DataFolder) -> dict[str, int]:
    """The processes that a server wrote down."""
    found = {name: leftovers.recorded(folder.run / f"{name}.pid") for name in PARTS}
    return {name: pid for name, pid in found.items() if pid}


def test_a_server_starts_mends_itself_and_stops(folder: DataFolder, environment: dict[str, str]) -> None:
    port = ReservedPort()
    command = [*TAKI, "serve", "--port", str(port.number), "--data", str(folder.path)]
    url = port.url
    with (
        port,
        subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as server,
    ):
        wait_for(lambda: server.poll() is not None or set(pids(folder)) == set(PARTS))
        assert server.poll() is None
        assert is_ready(url)
        first = pids(folder)

        for name in ("postgres", "valkey"):
            os.kill(first[name], signal.SIGKILL)
        wait_for(lambda: pids(folder).get("postgres") not in (None, first["postgres"]))
        wait_for(lambda: pids(folder).get("valkey") not in (None, first["valkey"]))
        wait_for(lambda: is_ready(url))
        second = pids(folder)

        server.send_signal(signal.SIGINT)
        output, complaints = server.communicate()

    assert server.returncode == 0
    assert f"  API    {url}/api/v1/\n  docs   {url}/api/v1/docs\n  admin  {url}/admin/\n" in output
    assert f"sign in as operator, password (in {folder.path}/operator_password)\n" in output
    assert folder.secret("operator_password") not in output
    assert sorted(line.split(",")[0] for line in complaints.splitlines()) == [
        "taki: postgres ended (signal 9)",
        "taki: valkey ended (signal 9)",
    ]
    assert [name for name in PARTS if leftovers.birth(second[name])] == []
    assert list(folder.run.glob("*.pid")) == []


def test_manage_starts_the_database_for_its_own_time(folder: DataFolder, environment: dict[str, str]) -> None:
    script = "from django.db import connection as c; k = c.cursor(); "
    script += "k.execute('SELECT current_user'); print(k.fetchone()[0]); raise SystemExit(7)"
    manage = [*TAKI, "manage", "--data", str(folder.path)]
    shell = [*manage, "shell", "--no-imports", "-c", script]
    subprocess.run([*manage, "check"], env=environment, capture_output=True, check=True)

    refused = subprocess.run(shell, env=environment, capture_output=True, text=True, check=False)
    subprocess.run([*manage, "migrate"], env=environment, capture_output=True, check=True)
    done = subprocess.run(shell, env=environment, capture_output=True, text=True, check=False)

    assert (refused.stdout, refused.returncode) == ("", 2)
    assert refused.stderr == (
        f"taki: {folder.path} holds no data yet: run ./taki serve or ./taki manage migrate on it first.\n"
    )
    assert (done.stdout, done.returncode) == ("taki\n", 7)
    assert pids(folder) == {}


def test_test_hands_its_words_and_its_exit_code_through(environment: dict[str, str], tmp_path: Path) -> None:
    command = [*TAKI, "test", "--no-such-option"]

    done = subprocess.run(
        command,
        env=environment | {"TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 4
    assert "unrecognized arguments: --no-such-option" in done.stderr
    assert list(tmp_path.iterdir()) == []
