"""How the OpenAPI document describes the forms of `games.wire` and of this package; imported at start."""

from typing import Any

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.plumbing import ResolvedComponent

from games.wire.schemas import Schema, components
from games.wire.values import Form


class FormDescription(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Lets a form stand wherever the document generator takes a serializer."""

    target_class = Form
    match_subclasses = True

    def get_name(self, auto_schema: Any, direction: Any) -> str:  # noqa: ARG002
        """The form's own name."""
        return self._form.__name__

    def get_identity(self, auto_schema: Any, direction: Any) -> str:  # noqa: ARG002
        """Forms are told apart by name."""
        return self._form.__name__

    def map_serializer(self, auto_schema: Any, direction: Any) -> Schema:  # noqa: ARG002
        """The schema of the form; the forms in it become components beside it."""
        described = components(self._form)
        own = described.pop(self._form.__name__)
        for name, schema in described.items():
            part = ResolvedComponent(  # type: ignore[no-untyped-call]
                name, ResolvedComponent.SCHEMA, schema=schema, object=name
            )
            auto_schema.registry.register_on_missing(part)
        return own

    @property
    def _form(self) -> type[Form]:
        form: type[Form] = self.target
        return form
