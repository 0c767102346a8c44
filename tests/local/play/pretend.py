"""A pretended server for the client: one short game of two seats, its document, and whatever goes wrong.

Seat 0 lays a +3; seat 1 breaks it, or nobody does and the clock closes the window; then seat 1 lays its last
card that counts and the game is over. It holds no rules.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx

GAME = "0198f0c4-0000-7000-8000-00000000000a"
AT = "2026-11-30T01:02:03.000004Z"
SEED = bytes(31) + b"\1"
COMMITMENT = hashlib.sha256(b"taki-commitment-1\0" + GAME.encode() + b"\0" + SEED).hexdigest()
SOMEBODY_BREAKS = 0  # a seed for which seat 1 breaks the +3
NOBODY_BREAKS = 1  # and one for which it does not

READER = 9

type Tamper = Callable[[str, int, Any], tuple[int, Any]]


def _operation(*statuses: int) -> dict[str, Any]:
    told = {"schema": {"type": "object"}}
    problem = {"schema": {"type": "object", "required": ["code"]}}
    responses = {str(status): {"content": {"application/json": told}} for status in statuses}
    refusals = {
        str(status): {"content": {"application/problem+json": problem}}
        for status in (401, 404, 409, 500, 503)
    }
    body = {"content": {"application/json": told}}
    return {"requestBody": body, "responses": responses | refusals}


DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "paths": {
        "/api/v1/auth/guest": {"post": _operation(201)},
        "/api/v1/auth/refresh": {"post": _operation(200)},
        "/api/v1/editions": {"get": _operation(200)},
        "/api/v1/editions/{key}": {"get": _operation(200)},
        "/api/v1/games": {"post": _operation(201)},
        "/api/v1/games/{id}": {"get": _operation(200)},
        "/api/v1/games/{id}/seats": {"post": _operation(200)},
        "/api/v1/games/{id}/start": {"post": _operation(200)},
        "/api/v1/games/{id}/moves": {"post": _operation(200)},
        "/api/v1/games/{id}/events": {"get": _operation(200)},
        "/api/v1/games/{id}/history/{version}": {"get": _operation(200)},
        "/api/v1/games/{id}/transcript": {
            "get": {"responses": {"200": {"content": {"text/plain": {"schema": {"type": "string"}}}}}}
        },
    },
}
EDITION = {
    "key": "tiny",
    "size": 7,
    "cards": [
        {"card": "R1", "color": "R", "figure": "1", "count": 2},
        {"card": "R3", "color": "R", "figure": "3", "count": 2},
        {"card": "R5", "color": "R", "figure": "5", "count": 1},
        {"card": "+3", "color": None, "figure": "+3", "count": 1},
        {"card": "X3", "color": None, "figure": "X3", "count": 1},
    ],
}


def _as_it_is(_: str, status: int, body: Any) -> tuple[int, Any]:
    return status, body


@dataclass
class Pretender:
    """Answers requests; `tamper` may change any answer on its way out."""

    tamper: Tamper = _as_it_is
    trouble: list[httpx.Response | httpx.TransportError] = field(default_factory=list)
    """What the next requests get instead of an answer, first to last."""
    asked: list[tuple[str, str]] = field(default_factory=list)
    """Method and path of every request."""
    first_seat: str = "host"
    first: int | None = None
    """The seat that the host named."""
    guests: int = 0
    status: str = "lobby"
    turn: int = 0
    open: bool = False
    hands: list[list[str]] = field(default_factory=lambda: [["+3", "R1"], ["X3", "R3"]])
    pile: list[str] = field(default_factory=lambda: ["R1", "R3"])
    heap: list[str] = field(default_factory=lambda: ["R5"])
    log: list[dict[str, Any]] = field(default_factory=list)
    answered: dict[str, bytes] = field(default_factory=dict)
    shown: dict[tuple[int, int], Any] = field(default_factory=dict)
    """Views by version and seat."""

    def client(self) -> httpx.AsyncClient:
        """An HTTP client that reaches nothing but this."""
        return httpx.AsyncClient(base_url="http://pretended", transport=httpx.MockTransport(self))

    def __call__(self, request: httpx.Request) -> httpx.Response:
        path = request.url.path.removeprefix("/api/v1")
        self.asked.append((request.method, path))
        if path == "/schema":
            return httpx.Response(200, json=DOCUMENT)
        if self.trouble:
            trouble = self.trouble.pop(0)
            if isinstance(trouble, httpx.TransportError):
                raise trouble
            return trouble
        if path.endswith("/transcript"):
            return httpx.Response(200, text="a transcript\n")
        status, body = self.tamper(path, *self._answer(request, path))
        media = "application/json" if status < 400 else "application/problem+json"
        key = request.headers.get("Idempotency-Key", "")
        content = json.dumps(body).encode()
        if path.endswith("/moves") and status < 400:
            content = self.answered.setdefault(key, content)
        return httpx.Response(status, content=content, headers={"Content-Type": media})

    def _answer(self, request: httpx.Request, path: str) -> tuple[int, Any]:
        seat = int(request.headers.get("Authorization", "Bearer t0")[-1])
        body = json.loads(request.content or b"null")
        match path.removeprefix(f"/games/{GAME}"):
            case "/auth/guest":
                return 201, self._guest(body["name"])
            case "/auth/refresh":
                return 200, {"access": body["refresh"].replace("r", "n"), "refresh": body["refresh"]}
            case "/editions":
                return 200, {"results": [{"key": "tiny"}]}
            case "/editions/tiny":
                return 200, EDITION
            case "/games":
                self._happen("game_opened", seed=None)
                return 201, self.view(0)
            case "/seats":
                self._happen("seat_taken", seat=seat)
                return 200, self.view(seat)
            case "/start":
                self.first = body.get("first")
                return 200, self._start(seat)
            case "":
                return 200, self.view(seat)
            case "/events":
                return 200, self._page(request.url.params, seat)
            case "/moves":
                return self._move(request.headers["Idempotency-Key"], body, seat)
        if "/history/" in path:
            version = int(path.rpartition("/")[2])
            return 200, self.shown[version, int(request.url.params.get("seat", READER))]
        return 404, {"code": "not_found"}

    def _guest(self, name: str) -> dict[str, Any]:
        # The first to come only reads; the tokens of the next two name their seats.
        number = {1: 0, 2: 1}.get(self.guests, READER)
        self.guests += 1
        player = {"id": f"p{number}", "name": name}
        return {"access": f"t{number}", "refresh": f"r{number}", "player": player}

    def _start(self, seat: int) -> Any:
        self.status, self.turn = "playing", 1
        self._happen("hands_dealt", hands=[list(hand) for hand in self.hands], hand=None)
        self._happen("turn_passed", seat=0, number=1)
        return self.view(seat)

    def _page(self, query: httpx.QueryParams, seat: int) -> dict[str, Any]:
        if self.open and "wait" in query:
            self._happen("window_closed")
            self._draw(1)
            self._pass_turn()
        after = int(query["after"])
        events = [self._seen(event, seat) for event in self.log[after : after + int(query["limit"])]]
        return {"events": events, "version": len(self.log)}

    def _move(self, key: str, body: Any, seat: int) -> tuple[int, Any]:
        if key in self.answered:
            return 200, {}
        before, move = len(self.log), body["move"]
        if move["type"] == "break_plus_three":
            self._lay(seat, "X3")
            self._happen("window_closed")
            self._draw(0)
            self._pass_turn()
        else:
            self._lay(seat, move["card"])
            if move["card"] == "+3":
                self.open = True
                self._happen("window_opened", seat=seat)
            else:
                self.status = "finished"
                self._happen("game_finished", ending="empty_hand")
        events = [self._seen(event, seat) for event in self.log[before:]]
        return 200, {"version": len(self.log), "events": events, "view": self.view(seat)}

    def _lay(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.heap.append(card)
        self._happen("card_laid", seat=seat, card=card)

    def _draw(self, seat: int) -> None:
        self.hands[seat] += self.pile
        self._happen("cards_drawn", seat=seat, cards=list(self.pile))
        self.pile.clear()

    def _pass_turn(self) -> None:
        self.open, self.turn = False, 2
        self._happen("turn_passed", seat=1, number=2)

    def _happen(self, kind: str, **facts: Any) -> None:
        self.log.append({"version": len(self.log) + 1, "type": kind, "at": AT, **facts})

    def _seen(self, event: dict[str, Any], seat: int) -> dict[str, Any]:
        match event["type"]:
            case "hands_dealt" if self.status != "finished":
                return {**event, "hands": None, "hand": None if seat == READER else event["hands"][seat]}
            case "cards_drawn" if self.status != "finished" and event["seat"] != seat:
                return {**event, "cards": None}
        return dict(event)

    def view(self, seat: int) -> dict[str, Any]:
        """What the seat sees, kept with what a reader would."""
        for viewer in (READER, seat):
            seen = self.shown[len(self.log), viewer] = self._view(viewer)
        return seen

    def _view(self, seat: int) -> dict[str, Any]:
        over = self.status == "finished"
        playing = self.status == "playing"
        return {
            "id": GAME,
            "version": len(self.log),
            "status": self.status,
            "code": None,
            "you": {"seat": seat, "hand": list(self.hands[seat])} if seat != READER else None,
            "options": {"first_seat": self.first_seat},
            "seats": [{"seat": each, "cards": len(self.hands[each])} for each in (0, 1)],
            "table": {
                "color": "R",
                "top": self.heap[-1:],
                "pile": len(self.pile),
                "discard": len(self.heap) - 1,
                "run": None,
                "plus_three": {"seat": 0} if self.open else None,
            },
            "turn": {"number": self.turn, "seat": self._mover(), "pending": "ordinary"} if playing else None,
            "legal": self._legal(seat) if playing else [],
            "result": {"ending": "empty_hand", "places": [2, 1]} if over else None,
            "fairness": {"commitment": COMMITMENT, "seed": SEED.hex() if over else None},
            "hands": [list(hand) for hand in self.hands] if over else None,
        }

    def _mover(self) -> int | None:
        return None if self.open else self.turn - 1

    def _legal(self, seat: int) -> list[dict[str, Any]]:
        if self.open:
            return [{"type": "break_plus_three"}] if seat == 1 else []
        if seat != self._mover():
            return []
        return [{"type": "lay", "card": "+3" if seat == 0 else "R3"}]


def problem(status: int, code: str, **headers: str) -> httpx.Response:
    """A refusal as the API tells it."""
    told = {"Content-Type": "application/problem+json", **headers}
    return httpx.Response(status, content=json.dumps({"code": code, "status": status}).encode(), headers=told)
