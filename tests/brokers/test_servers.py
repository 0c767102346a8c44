"""What tests start of brokers goes with them."""

from pathlib import Path

from tests.brokers.servers import server
from tests.local.waiting import wait_for


def test_a_rabbitmq_leaves_nothing_running(tmp_path: Path) -> None:
    running = server("rabbitmq", tmp_path)
    try:
        running.start()
        assert of_folder(tmp_path) != []
    finally:
        running.close()
    wait_for(lambda: of_folder(tmp_path) == [])  # what the node itself had started ends when it finds it gone


def of_folder(folder: Path) -> list[str]:
    """The processes whose home is this folder."""
    home = f"HOME={folder}".encode()
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if home in (process / "environ").read_bytes().split(b"\0"):
                found.append((process / "comm").read_text().strip())
        except OSError:
            continue  # gone, or somebody else's
    return found
