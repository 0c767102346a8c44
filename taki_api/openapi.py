"""What the OpenAPI document says of every operation, so that no view has to repeat it."""

from typing import Any

from drf_spectacular.openapi import AutoSchema

from problems.openapi import ProblemSerializer
from problems.problem import known
from taki_api import media

type Node = dict[str, Any]

_ALWAYS = ["not_acceptable", "internal", "unavailable", "busy"]
_WITH_TOKEN = ["not_signed_in", "token_invalid", "token_expired", "session_ended"]
_WITH_BODY = ["malformed", "invalid", "body_too_large", "unsupported_media_type"]
_WITH_QUERY = ["given_twice"]
_LIMITED = ["too_many_requests"]

_PAGE = "text/html"

_REQUEST_ID = {
    "description": "The id of this request, to be named in questions about it.",
    "schema": {"type": "string"},
}
_RETRY_AFTER = {
    "description": "After how many seconds to try again.",
    "schema": {"type": "integer"},
}


class OperationSchema(AutoSchema):
    """Describes an operation with all its refusals, each in the form of `Problem`."""

    def get_operation(self, *args: Any, **kwargs: Any) -> Node | None:
        """Return the operation, as the document holds it; None for one that it leaves out."""
        operation: Node | None = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        responses = operation["responses"]
        for code in self._usual_codes(operation):
            _add(responses.setdefault(str(int(known()[code])), {}), code)
        form = self.resolve_serializer(ProblemSerializer, "response").ref
        for status, response in responses.items():
            response["headers"] = {"X-Request-Id": _REQUEST_ID}
            if status >= "400":
                response["content"] = {media.PROBLEM: {"schema": form}, **self._pages()}
            if status in {"429", "503"}:
                response["headers"]["Retry-After"] = _RETRY_AFTER
        operation["responses"] = dict(sorted(responses.items()))
        return operation

    def _pages(self) -> Node:
        # Whoever is shown pages is shown refusals as pages too.
        shown = [one.media_type for one in self.view.renderer_classes if one.media_type == _PAGE]
        return {media_type: {"schema": {"type": "string"}} for media_type in shown}

    def _usual_codes(self, operation: Node) -> list[str]:
        codes = list(_ALWAYS)
        if any(operation.get("security", [])):
            codes += _WITH_TOKEN
        if any(parameter["in"] == "query" for parameter in operation.get("parameters", [])):
            codes += _WITH_QUERY
        if "requestBody" in operation:
            codes += _WITH_BODY
        if getattr(self.view, "throttle_scope", None):
            codes += _LIMITED
        return codes


def _add(response: Node, code: str) -> None:
    told = response.get("description", "Refused:")
    if f"`{code}`" not in told:
        comma = "" if told.endswith(":") else ","
        response["description"] = f"{told.removesuffix('.')}{comma} `{code}`."
