"""What holds for every page of the admin: its name, its assets, what it may load, and how errors look."""

import re

import pytest
from django.test import Client

from tests.games.admin import shown
from tests.games.tables import Table

STRICT = "default-src 'none'; frame-ancestors 'none'"


def every_page(table: Table) -> list[str]:
    game = f"/admin/games/game/{table.id}/"
    return [
        "/admin/",
        "/admin/games/game/",
        "/admin/games/handslook/",
        "/admin/players/player/",
        "/admin/players/session/",
        "/admin/auth/group/",
        "/admin/auth/group/add/",
        f"/admin/players/player/{table.people[0]}/change/",
        f"{game}change/",
        f"{game}at/",
        f"{game}abort/",
        f"{game}give-up/",
    ]


def test_every_page_bears_the_products_name_and_icon(superuser: Client, playing: Table) -> None:
    for path in (*every_page(playing), "/admin/login/"):
        page = Client().get(path) if path == "/admin/login/" else superuser.get(path)
        text = page.content.decode()
        assert page.status_code == 200, path
        assert "TAKI server" in text, path
        assert "Django" not in text, path
        assert re.search(r'<link rel="icon" href="/static/games/favicon.svg" type="image/svg', text), path


def test_no_page_loads_anything_from_elsewhere_or_holds_a_script(superuser: Client, playing: Table) -> None:
    for path in every_page(playing):
        page = superuser.get(path).content.decode()
        assert "//" not in page.replace("http://www.w3.org/2000/svg", ""), path
        scripts = re.findall(r"<script([^>]*)>(.*?)</script>", page, re.DOTALL)
        assert [text for kind, text in scripts if text.strip() and "application/json" not in kind] == [], path
        assert re.findall(r"\son(?:click|load|input|change|submit)=", page) == [], path


def test_every_asset_is_served(superuser: Client, playing: Table) -> None:
    page = superuser.get(f"/admin/games/game/{playing.id}/change/").content.decode()
    assets = set(re.findall(r'"(/static/[^"]+)"', page))
    assert "/static/games/admin.css" in assets
    for asset in assets:
        answer = superuser.get(asset)
        answer.close()
        assert answer.status_code == 200, asset


def test_expressions_are_compiled_below_admin_and_nowhere_else(superuser: Client, playing: Table) -> None:
    def policy(path: str) -> dict[str, str]:
        parts = superuser.get(path)["Content-Security-Policy"].split("; ")
        return dict(part.split(" ", 1) for part in parts)

    docs = policy("/api/v1/docs")
    assert docs["script-src"] == "'self'"
    for path in (*every_page(playing), "/admin/login/", "/admin/nowhere/"):
        assert policy(path) == docs | {"script-src": "'self' 'unsafe-eval'"}, path
    for path in ("/api/v1/schema", f"/api/v1/games/{playing.id}", "/api/v1/admin/"):
        assert superuser.get(path)["Content-Security-Policy"] == STRICT
    for path in ("/healthz", "/nowhere", "/administration/"):
        assert policy(path) == docs


@pytest.mark.parametrize("path", ["/admin/nowhere/", "/admin/games/game/x/y/", "/admin/games/seat/"])
def test_what_is_not_there_is_a_page_for_people(superuser: Client, path: str) -> None:
    answer = superuser.get(path, headers={"Accept-Language": "he"})
    assert answer.status_code == 404
    assert answer["Content-Type"] == "text/html; charset=utf-8"
    assert answer["Content-Language"] == "he"
    assert '<html lang="he">' in answer.content.decode()


def test_what_may_not_be_done_is_a_page_for_people(reader: Client, db: None) -> None:
    answer = reader.get("/admin/players/player/")
    assert (answer.status_code, answer["Content-Type"]) == (403, "text/html; charset=utf-8")
    assert "<h1>You may not do this</h1>" in answer.content.decode()


def test_a_bug_is_a_page_for_people_that_says_nothing_of_it(
    reader: Client, playing: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("Gargamel holds R5")

    monkeypatch.setattr("games.auditing.fault_of", lambda _game_id: None)
    monkeypatch.setattr("games.admin.transcripts.steps", fail)
    reader.raise_request_exception = False
    answer = reader.get(f"/admin/games/game/{playing.id}/change/")
    assert (answer.status_code, answer["Content-Type"]) == (500, "text/html; charset=utf-8")
    page = answer.content.decode()
    assert "<h1>Something went wrong here</h1>" in page
    assert "Gargamel" not in page


def test_elsewhere_errors_stay_problems(superuser: Client) -> None:
    for path in ("/nowhere", "/api/v1/nowhere"):
        answer = superuser.get(path)
        assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")


def test_whoever_may_read_nothing_finds_nothing_in_the_menu(reader: Client, db: None) -> None:
    links = shown.links(reader.get("/admin/"))
    assert "/admin/games/game/" in links
    assert "/admin/players/player/" not in links


def test_the_search_of_the_menu_knows_lists_and_nothing_in_them(superuser: Client, playing: Table) -> None:
    for term in ("game", "guest", str(playing.id), str(playing.people[0])):
        found = [link for link in shown.links(superuser.get("/admin/search/", {"s": term})) if link]
        lists = ["/admin/games/failedtask/", "/admin/games/game/", "/admin/games/handslook/"]
        assert sorted(found) == (lists if term == "game" else []), term
