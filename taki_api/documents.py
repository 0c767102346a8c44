"""The views of the OpenAPI document and of the pages that show it."""

from typing import Any, override

from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response


class Document(SpectacularJSONAPIView):
    """The OpenAPI document, worked out once a process: nothing in it depends on who asks."""

    _document: dict[str, Any] | None = None

    @extend_schema(exclude=True)
    @override
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Return the document as JSON."""
        if Document._document is None:
            Document._document = super().get(request).data  # type: ignore[no-untyped-call]
        return Response(Document._document)


class Docs(SpectacularSwaggerSplitView):
    """Pages to read the document and to try its operations, without any asset from elsewhere."""

    url_name = "schema"
