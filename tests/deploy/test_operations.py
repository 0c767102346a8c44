"""docs/operations.md names every setting, none that is gone, and the defaults that the code has."""

import re

import pytest

from tests.deploy.production import ROOT
from tests.deploy.reading import deployment, figures, reads, unseen, ways_around

PAGE = (ROOT / "docs" / "operations.md").read_text()
ROWS = {
    name: (default, meaning)
    for name, default, meaning in re.findall(r"^\| `([A-Z_]+)` \| (.*?) \| (.*) \|$", PAGE, re.M)
}
READS = reads()


def test_every_setting_is_on_the_page_and_no_other() -> None:
    assert set(ROWS) == {read.name for read in READS} | deployment()


def test_every_number_has_the_default_of_the_page() -> None:
    numbers = {read.name: read.default for read in READS if read.reader == "number"}
    assert {name: ROWS[name][0] for name in numbers} == {
        name: f"`{number}`" for name, number in numbers.items()
    }


def test_every_number_has_the_range_of_the_page() -> None:
    ranges = {
        read.name: f"{read.named.get('least', 0)} to {read.named['most']}"
        for read in READS
        if read.reader == "number"
    }
    assert len(ranges) > 5
    assert [name for name, range_ in ranges.items() if f"; {range_}" not in ROWS[name][1]] == []


def test_every_figure_is_on_the_page_and_no_other() -> None:
    table = PAGE.split("### Figures")[1].split("\n## ")[0]
    told = re.findall(r"`(taki_[a-z_]+)`", "".join(re.findall(r"^\| (`taki_.*?) \|", table, re.M)))
    assert sorted(told) == sorted(figures())


def test_every_flag_is_off_by_default() -> None:
    assert {ROWS[read.name][0] for read in READS if read.reader == "flag"} == {"`0`"}


def test_the_page_tells_which_settings_may_be_files() -> None:
    secrets = {read.name for read in READS if read.reader == "secret"}
    assert {name for name, (_, meaning) in ROWS.items() if meaning.endswith("*or file*")} == secrets


def test_every_limit_by_address_has_the_default_of_the_page() -> None:
    settings = (ROOT / "taki_api" / "settings.py").read_text()
    rates = dict(re.findall(r'rate\("(TAKI_\w+_RATE)"\) or \(None if LOCAL else "([^"]+)"\)', settings))
    assert set(rates) == {name for name in ROWS if name.endswith("_RATE")}
    assert {name: ROWS[name][0] for name in rates} == {name: f"`{rate}`" for name, rate in rates.items()}


@pytest.mark.parametrize("name", ["docs/operations.md", "docs/backup.md", "CONTRIBUTING.md"])
def test_every_link_leads_somewhere(name: str) -> None:
    page = ROOT / name
    links = re.findall(r"\]\((?!http)([^)#]+)", page.read_text())
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_file_that_contributors_are_sent_to_exists() -> None:
    named = set(
        re.findall(r"`((?:games|seeds|taki_api|\.ci)/[^` ]*)`", (ROOT / "CONTRIBUTING.md").read_text())
    )
    assert len(named) > 5
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_management_commands_of_the_page_exist() -> None:
    named = set(re.findall(r"^\| `([a-z_]+)(?: [A-Z]+)?` \|", PAGE, re.M)) - services() - {*figures()}
    ours = {file.stem for app in ("games", "players") for file in (ROOT / app).rglob("commands/[!_]*.py")}
    assert named == ours


def services() -> set[str]:
    """The names of the containers."""
    text = (ROOT / "compose.yaml").read_text().split("\nservices:\n")[1].split("\nvolumes:\n")[0]
    return set(re.findall(r"^  (\w+):$", text, re.M))


def test_every_service_starts_again_when_it_ends_but_the_one_that_is_to_end() -> None:
    text = (ROOT / "compose.yaml").read_text().split("\nservices:\n")
    shared = re.findall(r"^  restart: (.*)$", text[0], re.M)
    assert shared == ["unless-stopped"]
    parts = re.split(r"^  (\w+):$", text[1].split("\nvolumes:\n")[0], flags=re.M)[1:]
    restarts = {
        name: re.findall(r"^    restart: (.*)$", told, re.M) or (shared if "<<: *taki\n" in told else [])
        for name, told in zip(parts[::2], parts[1::2], strict=True)
    }
    assert restarts == {name: ["unless-stopped"] for name in services()} | {"migrate": ['"no"']}


def test_compose_passes_on_every_setting_of_the_server_that_it_does_not_decide() -> None:
    table = PAGE.split("**The server**")[1].split("\n\n**")[0]
    server = re.findall(r"^\| `([A-Z_]+)` \|", table, re.M)
    assert server[-3:] == ["TAKI_LOCAL", "TAKI_DEBUG", "DJANGO_SETTINGS_MODULE"]
    compose = (ROOT / "compose.yaml").read_text()
    others = {"CELERY_BROKER_URL", "TAKI_POOLED"}
    assert [name for name in server[:-3] if f" {name}: " not in compose] == [
        name for name in server if name in others
    ]


def test_nothing_reads_the_environment_so_that_this_page_would_miss_it() -> None:
    assert unseen() == []


@pytest.mark.parametrize(
    "line",
    [
        'os.getenv("TAKI_NEW")',
        "from os import environ",
        "from os import getenv",
        "from taki_api.environment import text",
        '"TAKI_NEW" in os.environ',
        'environment.text(name="TAKI_NEW")',
        "environment.text(NAME)",
    ],
)
def test_a_way_around_the_page_is_seen(line: str) -> None:
    assert [*ways_around(line)] == [1]


def test_the_services_of_the_page_are_those_of_compose() -> None:
    table = PAGE.split("| service |")[1].split("\n\n")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.M)) == services()
