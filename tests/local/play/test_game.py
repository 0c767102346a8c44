"""A whole game against a pretended server, and every promise that it can break."""

import asyncio
import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from rich.console import Console

from taki_api.local.play import acknowledged, seat
from taki_api.local.play.client import Client
from taki_api.local.play.faults import Fault
from taki_api.local.play.figures import Figures
from taki_api.local.play.game import Played
from taki_api.local.play.openapi import Document
from taki_api.local.play.run import connecting, play, sign_in_reader
from taki_api.local.play.screen import Screen
from taki_api.local.play.settings import Settings, parse
from taki_api.local.unusable import Unusable
from tests.local.play.pretend import DOCUMENT, GAME, NOBODY_BREAKS, SOMEBODY_BREAKS, Pretender, problem

QUIET = Console(file=io.StringIO())


def asked(*more: str, seed: int = SOMEBODY_BREAKS) -> Settings:
    return parse(["--edition", "tiny", "--players", "2", "--seed", str(seed), *more], {})


def played(pretender: Pretender, settings: Settings | None = None) -> tuple[list[Played], Figures]:
    settings, figures = settings or asked(), Figures()
    screen = Screen(settings.games, figures, QUIET)
    return asyncio.run(play(settings, figures, pretender.client, screen)), figures


@pytest.fixture(autouse=True)
def _nothing_is_sent_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat, "SENT_TWICE", 0.0)


def test_a_game_is_played_to_its_transcript() -> None:
    pretender = Pretender()

    games, figures = played(pretender)

    assert games == [Played(GAME, "tiny", 2, 3, "empty_hand", "a transcript\n")]
    assert figures.moves == 3
    assert [event["type"] for event in pretender.log].count("card_laid") == 3


@pytest.mark.parametrize(("first_seat", "seats"), [("host", [None]), ("random", [None]), ("named", [0, 1])])
def test_the_host_names_who_begins_where_the_options_leave_that_to_it(
    first_seat: str, seats: list[int | None]
) -> None:
    pretender = Pretender(first_seat=first_seat)

    played(pretender)

    assert pretender.first in seats


def test_a_window_that_nobody_answers_is_waited_for() -> None:
    pretender = Pretender()

    games, _ = played(pretender, asked(seed=NOBODY_BREAKS))

    assert [each.moves for each in games] == [2]
    assert [event["seat"] for event in pretender.log if event["type"] == "cards_drawn"] == [1]


def test_a_window_that_nobody_settles_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taki_api.local.play.game.WINDOW_SECONDS", -1.0)

    with pytest.raises(Fault, match="a \\+3 may still be answered"):
        played(Pretender(), asked(seed=NOBODY_BREAKS))


def test_a_game_without_end_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taki_api.local.play.game.MOST_ROUNDS", 1)

    with pytest.raises(Fault, match="a game does not end"):
        played(Pretender())


def test_moves_sent_twice_get_one_answer_and_happen_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat, "SENT_TWICE", 1.0)
    pretender = Pretender()

    games, figures = played(pretender)

    assert games[0].moves == figures.repeats == 3
    assert pretender.asked.count(("POST", f"/games/{GAME}/moves")) == 6


def test_another_answer_under_the_same_key_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat, "SENT_TWICE", 1.0)
    pretender = Pretender()

    def forgetful(request: httpx.Request) -> httpx.Response:
        answer = pretender(request)
        if request.url.path.endswith("/moves"):
            key = request.headers["Idempotency-Key"]
            pretender.answered[key] = pretender.answered[key] + b" "
        return answer

    with pytest.raises(Fault, match="the same move under the same key got another answer"):
        _play_by(forgetful)


def test_whoever_is_late_in_a_race_looks_again() -> None:
    pretender = Pretender()
    lost: list[str] = []

    def faster(request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/moves") and b"break_plus_three" in request.content and not lost:
            lost.append("the clock was faster")
            pretender(httpx.Request("GET", f"http://x/api/v1/games/{GAME}/events?after=0&limit=1&wait=1"))
            return problem(409, "too_late")
        return pretender(request)

    games, figures = _play_by(faster)

    assert games[0].moves == 2
    assert figures.races == {"too_late": 1}


@pytest.mark.parametrize("code", ["stale_turn", "does_not_match"])
def test_a_listed_move_that_is_refused_without_a_race_is_a_fault(code: str) -> None:
    pretender = Pretender()

    def stubborn(request: httpx.Request) -> httpx.Response:
        return problem(409, code) if request.url.path.endswith("/moves") else pretender(request)

    with pytest.raises(Fault, match="a move that was listed as legal is refused") as caught:
        _play_by(stubborn)

    assert dict(caught.value.facts)["sent"] == '{"turn": 1, "move": {"type": "lay", "card": "+3"}}'


def test_a_seat_that_is_refused_is_a_fault() -> None:
    pretender = Pretender()

    def full(request: httpx.Request) -> httpx.Response:
        return problem(409, "table_full") if request.url.path.endswith("/seats") else pretender(request)

    with pytest.raises(Fault, match="the server refuses what nothing speaks against"):
        _play_by(full)


def _play_by(handler: Callable[[httpx.Request], httpx.Response]) -> tuple[list[Played], Figures]:
    settings, figures = asked(), Figures()

    def connect() -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url="http://pretended", transport=httpx.MockTransport(handler))

    screen = Screen(1, figures, QUIET)
    return asyncio.run(play(settings, figures, connect, screen)), figures


def _in_view(change: Callable[[dict[str, Any]], Any]) -> Callable[[str, int, Any], tuple[int, Any]]:
    def tamper(path: str, status: int, body: Any) -> tuple[int, Any]:
        if path == f"/games/{GAME}" and body["status"] == "finished":
            change(body)
        return status, body

    return tamper


def _to_reader(change: Callable[[dict[str, Any]], Any]) -> Callable[[str, int, Any], tuple[int, Any]]:
    def tamper(path: str, status: int, body: Any) -> tuple[int, Any]:
        if path == f"/games/{GAME}" and body["you"] is None:
            change(body)
        return status, body

    return tamper


def _in(end: str, change: Callable[[dict[str, Any]], Any]) -> Callable[[str, int, Any], tuple[int, Any]]:
    def tamper(path: str, status: int, body: Any) -> tuple[int, Any]:
        if path.endswith(end):
            change(body)
        return status, body

    return tamper


@pytest.mark.parametrize(
    ("tamper", "law"),
    [
        (_in("/start", lambda view: view["table"].update(pile=1)), "a card is gone or doubled: 6 where"),
        (_in_view(lambda view: view["table"].update(discard=9)), "a card is gone or doubled: "),
        (_in_view(lambda view: view.update(version=4)), "a view is older than what was acknowledged"),
        (_in_view(lambda view: view["you"]["hand"].append("R1")), "a hand is not as large as its count says"),
        (_in_view(lambda view: view.update(you=None)), "a guest does not see its own seat"),
        (_in("/start", lambda view: view.update(legal=[])), "a seat has its turn and no legal move"),
        (
            _in("/moves", lambda body: body.update(events=[])),
            "the versions of a move's events do not rise by one",
        ),
        (_in("/moves", lambda body: body["events"][0].update(version=1)), "the versions of a move's events"),
        (_in("/moves", lambda body: body.update(version=99)), "a move's answer names more than one version"),
        (_in("/events", lambda body: body["events"].pop(0)), "an event is missed or doubled in the cursor"),
        (
            _in("/events", lambda body: body["events"].append(body["events"][-1])),
            "an event is missed or doubled",
        ),
        (_in_view(lambda view: view.update(result=None)), "a finished game has no result"),
        (
            _in_view(lambda view: view["result"].update(places=[2, None])),
            "a finished game leaves places open",
        ),
        (
            _in_view(lambda view: view["fairness"].update(seed="00")),
            "the commitment does not belong to the seed",
        ),
        (
            _in_view(lambda view: view.update(hands=[[], []])),
            "the last hands are not what was dealt, drawn and laid",
        ),
        (_to_reader(lambda view: view.update(legal=[{"type": "draw"}])), "a spectator sees more than counts"),
        (_to_reader(lambda view: view.update(hands=[[], []])), "a spectator sees more than counts"),
        (_to_reader(lambda view: view.update(version=1)), "a view is older than what was acknowledged"),
        (
            _in("/events", lambda body: body["events"][-1].update(at="2026-11-30T09:09:09Z")),
            "an event is told differently after the end",
        ),
    ],
)
def test_a_broken_law_is_told(tamper: Any, law: str) -> None:
    with pytest.raises(Fault) as caught:
        played(Pretender(tamper=tamper))

    assert caught.value.headline.startswith(law)
    assert dict(caught.value.facts).get("game", GAME) == GAME


def test_a_past_that_changes_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat, "KEPT", 1.0)

    def tamper(path: str, status: int, body: Any) -> tuple[int, Any]:
        return status, {**body, "code": "ABCDEF"} if "/history/" in path else body

    with pytest.raises(Fault, match="the past has changed"):
        played(Pretender(tamper=tamper))


def test_the_past_is_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat, "KEPT", 1.0)
    pretender = Pretender()

    played(pretender)

    looked = [path for _, path in pretender.asked if "/history/" in path]
    assert looked == [f"/games/{GAME}/history/{len(pretender.log) - 2}"]


def test_an_edition_that_is_not_there_gets_one_sentence() -> None:
    sentence = "There is no edition 'huge': choose one of tiny, or all with --edition."

    with pytest.raises(Unusable, match=sentence):
        played(Pretender(), replace(asked(), edition="huge"))


def test_all_editions_are_those_that_the_server_has() -> None:
    games, _ = played(Pretender(), replace(asked(), edition="all"))

    assert [each.edition for each in games] == ["tiny"]


def test_cards_that_are_not_as_many_as_the_box_says_are_a_fault() -> None:
    def tamper(path: str, status: int, body: Any) -> tuple[int, Any]:
        return status, {**body, "size": 8} if path == "/editions/tiny" else body

    with pytest.raises(Fault, match="the cards of an edition are 7") as caught:
        played(Pretender(tamper=tamper))
    assert caught.value.facts == [("edition", "tiny"), ("size", 8)]


def test_what_was_acknowledged_is_found_again(tmp_path: Path) -> None:
    file, pretender = tmp_path / "acknowledged", Pretender()

    played(pretender, replace(asked(), acknowledged=file))

    highest = acknowledged.read(file)
    assert highest == {GAME: len(pretender.log)}
    _check(highest, pretender)
    with pytest.raises(Fault, match="something that was acknowledged is gone") as caught:
        _check({GAME: 99, "another": 1}, pretender)
    assert caught.value.facts == [
        (GAME, f"acknowledged 99, found {len(pretender.log)}"),
        ("another", "acknowledged 1, found not_found"),
    ]


def _check(highest: dict[str, int], pretender: Pretender) -> None:
    async def check() -> None:
        async with pretender.client() as http:
            client = Client(http, Document(DOCUMENT), Figures())
            await acknowledged.check(highest, await sign_in_reader(client))

    asyncio.run(check())


def test_a_file_of_something_else_gets_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "novel").write_text("It was a dark night\n")

    with pytest.raises(Unusable, match="is no file of --acknowledged"):
        acknowledged.read(tmp_path / "novel")
    with pytest.raises(Unusable, match="cannot be read \\(No such file or directory\\)"):
        acknowledged.read(tmp_path / "missing")
    with pytest.raises(Unusable, match="cannot be written \\(Is a directory\\)"):
        acknowledged.Acknowledgments(tmp_path)


def test_a_reader_that_is_not_let_in_is_a_fault() -> None:
    pretender = Pretender(trouble=[problem(409, "no_guests")])

    with pytest.raises(Fault, match="a guest cannot sign in"):
        played(pretender)


def test_a_proxy_is_only_for_other_machines() -> None:
    async def trusts(url: str) -> bool:
        async with connecting(replace(asked(), url=url))() as http:
            return http.trust_env

    assert not asyncio.run(trusts("http://127.0.0.1:8000"))
    assert asyncio.run(trusts("https://taki.example"))
