"""What is sent again, under which key, for how long; and what is not."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

import httpx
import pytest

from taki_api.local.play.client import Call, Client, Refused, fetch_document
from taki_api.local.play.faults import Fault
from taki_api.local.play.figures import Figures
from taki_api.local.play.guest import Guest
from taki_api.local.play.openapi import Document
from taki_api.local.unusable import Unusable
from tests.local.play.pretend import DOCUMENT, Pretender, problem

BUSY = problem(503, "busy")
GUEST = Call("POST", "/auth/guest", {"name": "Noa"}, key="one")


class Clock:
    """Time that passes when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def run[T](
    pretender: Callable[[httpx.Request], httpx.Response],
    work: Callable[[Client], Coroutine[Any, Any, T]],
    clock: Clock | None = None,
) -> tuple[T, Figures]:
    clock, figures = clock or Clock(), Figures()

    async def inside() -> T:
        transport = httpx.MockTransport(pretender)
        async with httpx.AsyncClient(base_url="http://pretended", transport=transport) as http:
            return await work(Client(http, Document(DOCUMENT), figures, clock.sleep, clock))

    return asyncio.run(inside()), figures


def test_a_lost_connection_and_a_busy_server_get_the_same_request_again() -> None:
    keys: list[str] = []
    pretender = Pretender(trouble=[httpx.ConnectError("gone"), httpx.ReadError("cut"), BUSY])

    def watched(request: httpx.Request) -> httpx.Response:
        keys.append(f"{request.headers['Idempotency-Key']} {request.content.decode()}")
        return pretender(request)

    clock = Clock()
    (answer, body), figures = run(watched, lambda client: client.send(GUEST), clock)

    assert (answer.status, body["player"]["name"]) == (201, "Noa")
    assert keys == ['one {"name": "Noa"}'] * 4
    assert clock.slept == [0.1, 0.2, 0.4]
    assert figures.retries == {"ConnectError": 1, "ReadError": 1, "Service Unavailable": 1}


def test_the_server_says_how_long_to_wait() -> None:
    clock = Clock()
    pretender = Pretender(trouble=[problem(503, "busy", **{"Retry-After": "7"})])

    run(pretender, lambda client: client.send(GUEST), clock)

    assert clock.slept == [7.0]


def test_patience_ends() -> None:
    pretender = Pretender(trouble=[httpx.ConnectError("gone")] * 1000)

    with pytest.raises(Fault, match="no answer within 120 seconds"):
        run(pretender, lambda client: client.send(GUEST))


def test_a_refusal_is_not_sent_again() -> None:
    pretender = Pretender(trouble=[problem(409, "table_full")])

    with pytest.raises(Refused) as caught:
        run(pretender, lambda client: client.send(GUEST))

    assert caught.value.code == "table_full"
    assert pretender.asked == [("POST", "/auth/guest")]


def test_an_error_of_the_server_is_a_fault_though_it_is_described() -> None:
    with pytest.raises(Fault, match="the server failed"):
        run(Pretender(trouble=[problem(500, "internal")]), lambda client: client.send(GUEST))


def test_an_undescribed_busy_answer_is_a_fault() -> None:
    plain = httpx.Response(503, text="later")

    with pytest.raises(Fault, match="does not describe"):
        run(Pretender(trouble=[plain]), lambda client: client.send(GUEST))


def test_tokens_are_renewed_once_for_all_calls_that_wait() -> None:
    pretender = Pretender()

    def strict(request: httpx.Request) -> httpx.Response:
        if request.headers.get("Authorization") == "Bearer t9":
            return problem(401, "token_expired")
        return pretender(request)

    async def twice(client: Client) -> Guest:
        guest = await Guest.sign_in(client, "Noa")
        await asyncio.gather(guest.get("/editions"), guest.get("/editions"))
        return guest

    guest, figures = run(strict, twice)

    assert guest.access == "n9"
    assert figures.retries == {"token expired": 1}
    assert pretender.asked.count(("POST", "/auth/refresh")) == 1
    assert pretender.asked.count(("GET", "/editions")) == 2


def test_a_session_that_cannot_be_renewed_is_a_fault() -> None:
    pretender = Pretender()

    def spent(request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/refresh"):
            return problem(409, "already_rotated")
        return pretender(request) if "guest" in request.url.path else problem(401, "token_expired")

    async def once(client: Client) -> None:
        await (await Guest.sign_in(client, "Noa")).get("/editions")

    with pytest.raises(Fault, match="the tokens cannot be renewed"):
        run(spent, once)


def test_other_refusals_of_a_guest_are_passed_on() -> None:
    async def look(client: Client) -> None:
        guest = await Guest.sign_in(client, "Noa")
        pretender.trouble.append(problem(401, "session_ended"))
        await guest.get("/editions")

    pretender = Pretender()
    with pytest.raises(Refused, match="session_ended"):
        run(pretender, look)


def test_the_document_comes_from_the_server() -> None:
    async def fetch(client: Client) -> Document:
        return await fetch_document(client.http)

    run(lambda _: httpx.Response(200, content=json.dumps(DOCUMENT).encode()), fetch)
    with pytest.raises(Fault, match="is no JSON"):
        run(lambda _: httpx.Response(404, text="<p>"), fetch)


def test_what_speaks_no_http_gets_one_sentence() -> None:
    def silent(_: httpx.Request) -> httpx.Response:
        raise httpx.RemoteProtocolError("closed")

    async def fetch(client: Client) -> Document:
        return await fetch_document(client.http)

    sentence = r"No server can be talked to at http://pretended \(RemoteProtocolError\): choose another one"
    with pytest.raises(Unusable, match=sentence):
        run(silent, fetch)
