"""Sends calls until there is an answer, and lets the document judge each."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import httpx

from taki_api.local.play.faults import Fault, as_json, excerpt
from taki_api.local.play.figures import Figures
from taki_api.local.play.openapi import Answer, Document
from taki_api.local.unusable import Unusable

API = "/api/v1"
FIRST_DELAY_SECONDS = 0.1
LONGEST_DELAY_SECONDS = 2.0
PATIENCE_SECONDS = 120.0
"""How long one request is sent again, to a server that is away or busy."""
ANSWER_SECONDS = 40.0
"""How long one answer may take; a long poll is held for 25 seconds."""
_NOT_NOW = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)


class Refused(Exception):
    """The server said no, in a way that its document describes."""

    def __init__(self, answer: Answer, problem: dict[str, Any]) -> None:
        self.code: str = problem["code"]
        self.answer = answer
        super().__init__(self.code)

    def as_fault(self, headline: str, sent: Any = None) -> Fault:
        """The refusal told as a broken promise, where it should not have come."""
        facts: list[tuple[str, object]] = [
            ("request", f"{self.answer.method} {self.answer.path}"),
            ("sent", as_json(sent)),
            ("status", self.answer.status),
            ("answer", excerpt(self.answer.content)),
        ]
        return Fault(headline, facts)


@dataclass(frozen=True)
class Call:
    """One request, whose every retry is the same."""

    method: str
    path: str
    """Below `/api/v1`."""
    body: Any = None
    query: tuple[tuple[str, str | int], ...] = ()
    token: str | None = None
    key: str | None = None

    def headers(self) -> dict[str, str]:
        """All headers that it needs."""
        made = {"Accept": "application/json, application/problem+json, text/plain;q=0.9, */*;q=0.1"}
        if self.body is not None:
            made["Content-Type"] = "application/json"
        if self.token:
            made["Authorization"] = f"Bearer {self.token}"
        if self.key:
            made["Idempotency-Key"] = self.key
        return made


@dataclass
class Client:
    """Sends calls to one server."""

    http: httpx.AsyncClient
    document: Document
    figures: Figures
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    clock: Callable[[], float] = time.monotonic

    async def send(self, call: Call) -> tuple[Answer, Any]:
        """The answer and its body, once there is one that is not "try again".

        :raises Refused: for a described refusal.
        :raises Fault: for an answer that is not described, an error of the server's, or none in time.
        """
        self.document.judge_request(call.method, API + call.path, call.body)
        answer, body = await self._patiently(call)
        if answer.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise Refused(answer, body).as_fault("the server failed", call.body)
        if answer.status >= HTTPStatus.BAD_REQUEST:
            raise Refused(answer, body)
        return answer, body

    async def _patiently(self, call: Call) -> tuple[Answer, Any]:
        until, delay = self.clock() + PATIENCE_SECONDS, FIRST_DELAY_SECONDS
        while True:
            try:
                response = await self._once(call)
                obstacle = HTTPStatus(response.status_code).phrase
            except httpx.TransportError as error:
                response, obstacle = None, type(error).__name__
            if response is not None:
                answer = _answer(call, response)
                body = self.document.judge(answer)
                if answer.status not in _NOT_NOW:
                    return answer, body
                delay = max(delay, float(response.headers.get("Retry-After", 0)))
            if self.clock() + delay > until:
                facts = [("request", f"{call.method} {call.path}"), ("last", obstacle)]
                raise Fault(f"no answer within {PATIENCE_SECONDS:.0f} seconds", facts)
            self.figures.retries[obstacle] += 1
            await self.sleep(delay)
            delay = min(2 * delay, LONGEST_DELAY_SECONDS)

    async def _once(self, call: Call) -> httpx.Response:
        content = None if call.body is None else json.dumps(call.body, ensure_ascii=False).encode()
        begun = self.clock()
        response = await self.http.request(
            call.method, API + call.path, params=call.query, content=content, headers=call.headers()
        )
        template = self.document.template(call.method, API + call.path).removeprefix(API)
        self.figures.measure(f"{call.method} {template}", self.clock() - begun)
        return response


async def fetch_document(http: httpx.AsyncClient) -> Document:
    """The server's own OpenAPI document.

    :raises Fault: when what it gives is none.
    :raises Unusable: when what answers speaks no HTTP.
    """
    try:
        response = await http.get(f"{API}/schema")
    except httpx.TransportError as error:
        url = str(http.base_url).rstrip("/")
        problem = (
            f"No server can be talked to at {url} ({type(error).__name__}): choose another one with --url."
        )
        raise Unusable(problem) from error
    try:
        return Document(response.json())
    except ValueError as error:
        facts = [("status", response.status_code), ("body", excerpt(response.content))]
        raise Fault("the server's OpenAPI document is no JSON", facts) from error


def _answer(call: Call, response: httpx.Response) -> Answer:
    kind = response.headers.get("Content-Type", "")
    return Answer(call.method, API + call.path, response.status_code, kind, response.content)
