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
from taki_api.local.play.acknowledged import Acknowledged
from taki_api.local.play.client import Client
from taki_api.local.play.faults import Fault
from taki_api.local.play.figures import Figures
from taki_api.local.play.game import Played
from taki_api.local.play.openapi import Document
from taki_api.local.play.run import connecting, play, sign_in_reader
from taki_api.local.play.screen import Screen
from taki_api.local.play.settings import Settings, parse
from taki_api.local.unusable import Unusable
from tests.local.play.pretend import (
    DOCUMENT,
    GAME,
    NOBODY_BREAKS,
    READER,
    SOMEBODY_BREAKS,
    Pretender,
    problem,
)

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


def noted(file: Path, pretender: Pretender) -> dict[str, list[Acknowledged]]:
    """Play against the pretender, and return what was acknowledged."""
    played(pretender, replace(asked(), acknowledged=file))
    return acknowledged.read(file)


def test_what_was_acknowledged_is_found_again(tmp_path: Path) -> None:
    pretender = Pretender()
    answers = noted(tmp_path / "acknowledged", pretender)

    assert [answer.view["version"] for answer in answers[GAME]] == [1, 2, 4, 6, 10, 12]
    told = [[event["type"] for event in answer.events] for answer in answers[GAME]]
    assert told[:4] == [[], [], [], ["card_laid", "window_opened"]]
    _check(answers, pretender)


def test_what_was_acknowledged_and_is_not_there_any_more_is_a_fault(tmp_path: Path) -> None:
    pretender = Pretender()
    answers = noted(tmp_path / "acknowledged", pretender)
    later = Acknowledged({**answers[GAME][-1].view, "version": 99}, ())

    with pytest.raises(Fault, match="something that was acknowledged is gone") as caught:
        _check({GAME: [*answers[GAME], later], "another": answers[GAME][:1]}, pretender)
    assert caught.value.facts == [
        (GAME, f"acknowledged 99, found {len(pretender.log)}"),
        ("another", "acknowledged 1, found not_found"),
    ]


def test_what_is_told_otherwise_than_it_was_acknowledged_is_a_fault(tmp_path: Path) -> None:
    pretender = Pretender()
    answers = noted(tmp_path / "acknowledged", pretender)
    pretender.log[4]["card"] = "X3"
    del pretender.log[5]["seat"]
    pretender.log[2]["hands"][0] = ["R1", "R1"]
    pretender.shown[6, 0]["seats"][1]["cards"] += 1
    pretender.shown[4, 0]["you"]["hand"] = []

    with pytest.raises(Fault, match="something that was acknowledged is gone") as caught:
        _check(answers, pretender)
    assert caught.value.facts == [
        (GAME, "the view of version 4 is told otherwise at you.hand"),
        (GAME, "event 5 is told otherwise at card"),
        (GAME, "event 6 is told otherwise at seat"),
        (GAME, "the view of version 6 is told otherwise at seats[1].cards"),
    ]


def test_of_a_game_that_still_runs_is_compared_what_a_spectator_sees(tmp_path: Path) -> None:
    pretender = Pretender()
    answers = noted(tmp_path / "acknowledged", pretender)[GAME][:-1]
    pretender.status = "playing"
    _check({GAME: answers}, pretender)

    pretender.shown[6, READER]["table"]["color"] = "G"
    with pytest.raises(Fault) as caught:
        _check({GAME: answers}, pretender)
    assert caught.value.facts == [(GAME, "the view of version 6 is told otherwise at table.color")]


def test_a_name_may_be_another_today(tmp_path: Path) -> None:
    pretender = Pretender()
    noted(tmp_path / "acknowledged", pretender)
    told = [{"seat": 0, "player": {"id": "p0", "name": "Noa"}}]
    pretender.shown[4, 0]["seats"] = [{"seat": 0, "player": {"id": "p0", "name": ""}}]

    _check({GAME: [Acknowledged({**pretender.shown[4, 0], "seats": told}, ())]}, pretender)


def test_a_game_is_compared_to_its_end_page_by_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretender = Pretender()
    answers = noted(tmp_path / "acknowledged", pretender)
    monkeypatch.setattr(acknowledged, "_PAGE", 5)
    pretender.log[-1]["ending"] = "stalemate"

    with pytest.raises(Fault) as caught:
        _check(answers, pretender)
    assert caught.value.facts == [(GAME, "event 12 is told otherwise at ending")]


def _check(answers: dict[str, list[Acknowledged]], pretender: Pretender) -> None:
    async def check() -> None:
        async with pretender.client() as http:
            client = Client(http, Document(DOCUMENT), Figures())
            await acknowledged.check(answers, await sign_in_reader(client))

    asyncio.run(check())


def test_a_file_of_something_else_gets_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "novel").write_text("It was a dark night\n")
    for number, line in enumerate(("[]", "7", '{"view": {}, "events": []}', '{"view": {"id": "a"}}')):
        (tmp_path / f"other{number}").write_text(f"{line}\n")
        with pytest.raises(Unusable, match="is no file of --acknowledged"):
            acknowledged.read(tmp_path / f"other{number}")

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
