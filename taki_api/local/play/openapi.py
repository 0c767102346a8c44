"""The server's OpenAPI document as a judge of what was sent and answered; it sends nothing itself."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Never

from jsonschema import ValidationError
from jsonschema.exceptions import best_match
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from taki_api.local.play.dialect import FORMATS, schema_validator
from taki_api.local.play.faults import Fault, as_json, excerpt

type Node = Mapping[str, Any]

_BASE = "urn:taki:openapi"


@dataclass(frozen=True)
class Answer:
    """What came back for one request."""

    method: str
    path: str
    """Without the query."""
    status: int
    content_type: str
    content: bytes


class Document:
    """An OpenAPI 3.1 document; validators are made once for each schema that is met.

    :raises Fault: when it is no such document.
    """

    def __init__(self, document: Any) -> None:
        version = document.get("openapi") if isinstance(document, dict) else None
        if not str(version).startswith("3.1.") or not isinstance(document.get("paths"), dict):
            raise Fault("the server's OpenAPI document is not one of version 3.1", [("openapi", version)])
        self._paths: Node = document["paths"]
        self._root = document
        resource = DRAFT202012.create_resource(document)
        self._registry: Registry[Any] = Registry().with_resource(_BASE, resource)
        self._validator_class = schema_validator()
        self._validators: dict[str, Any] = {}

    def judge(self, answer: Answer) -> Any:
        """The body of an answer that the document describes: JSON, text, or None where there is none.

        :raises Fault: when it does not describe it.
        """
        pointer, operation = self._operation(answer.method, answer.path)
        pointer, response = self._response(pointer, operation, answer)
        if not response.get("content"):
            if answer.content:
                raise _undescribed(answer, pointer, "a body where none is described")
            return None
        media = answer.content_type.partition(";")[0].strip().lower()
        if media not in response["content"]:
            told = f"content type {answer.content_type!r}, described: {', '.join(response['content'])}"
            raise _undescribed(answer, pointer, told)
        body = _decoded(answer, media, pointer)
        at = f"{pointer}/content/{_escaped(media)}/schema"
        if "schema" in response["content"][media]:
            error = self._misfit(at, body)
            if error is not None:
                raise _undescribed(answer, at, error.message, where=error.json_path)
        return body

    def judge_request(self, method: str, path: str, body: Any) -> None:
        """Make sure that the document describes what is about to be sent.

        :raises Fault: when it does not.
        """
        pointer, operation = self._operation(method, path)
        if body is None:
            return
        content = operation.get("requestBody", {}).get("content", {})
        sent = [("request", f"{method} {path}"), ("sent", as_json(body))]
        if "application/json" not in content:
            raise Fault("the OpenAPI document describes no JSON body for this request", sent)
        error = self._misfit(f"{pointer}/requestBody/content/application~1json/schema", body)
        if error is not None:
            facts = [*sent, ("at", error.json_path), ("problem", excerpt(error.message))]
            raise Fault("the OpenAPI document does not describe a request that was listed as legal", facts)

    def template(self, method: str, path: str) -> str:
        """The path as the document has it: `/games/{game_id}`.

        :raises Fault: when it describes no such operation.
        """
        fitting = [template for template in self._paths if _fits(template, path)]
        # As OpenAPI has it: a path without parameters goes before one with.
        for template in sorted(fitting, key=lambda each: each.count("{")):
            if method.lower() in self._paths[template]:
                return template
        raise Fault("the OpenAPI document describes no such operation", [("request", f"{method} {path}")])

    def _operation(self, method: str, path: str) -> tuple[str, Node]:
        template, word = self.template(method, path), method.lower()
        return f"/paths/{_escaped(template)}/{word}", self._paths[template][word]

    def _response(self, pointer: str, operation: Node, answer: Answer) -> tuple[str, Node]:
        described: Node = operation.get("responses", {})
        for key in (str(answer.status), f"{answer.status // 100}XX", "default"):
            if key in described:
                return f"{pointer}/responses/{key}", described[key]
        told = f"status {answer.status}, described: {', '.join(described)}"
        raise _undescribed(answer, pointer, told)

    def _misfit(self, pointer: str, body: Any) -> ValidationError | None:
        if pointer not in self._validators:
            self._validators[pointer] = self._validator_class(
                {"$ref": f"{_BASE}#{pointer}"}, registry=self._registry, format_checker=FORMATS
            )
        error: ValidationError | None = best_match(self._validators[pointer].iter_errors(body))
        return error


def _fits(template: str, path: str) -> bool:
    wanted, given = template.split("/"), path.split("/")
    return len(wanted) == len(given) and all(_segments_fit(wanted, given))


def _segments_fit(wanted: list[str], given: list[str]) -> Iterator[bool]:
    for one, other in zip(wanted, given, strict=True):
        yield bool(other) if one.startswith("{") else one == other


def _escaped(key: str) -> str:
    # A JSON pointer in a URI fragment.
    return key.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")


def _decoded(answer: Answer, media: str, pointer: str) -> Any:
    try:
        text = answer.content.decode()
        is_json = media == "application/json" or media.endswith("+json")
        return json.loads(text, parse_constant=_refuse_constant) if is_json else text
    except ValueError as error:
        told = f"{media} that cannot be read: {error}"
        raise _undescribed(answer, pointer, told) from error


def _refuse_constant(name: str) -> Never:
    raise ValueError(f"{name} is no JSON")


def _undescribed(answer: Answer, pointer: str, problem: str, *, where: str = "") -> Fault:
    facts: list[tuple[str, object]] = [
        ("request", f"{answer.method} {answer.path}"),
        ("status", answer.status),
        ("document", f"#{pointer.replace('%7B', '{').replace('%7D', '}')}"),
        *([("at", where)] if where else []),
        ("problem", excerpt(problem)),
        ("body", excerpt(answer.content)),
    ]
    return Fault("an answer that the OpenAPI document does not describe", facts)
