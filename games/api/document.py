"""How the OpenAPI document describes the forms of `games.wire` and of this package; imported at start."""

from typing import Any

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.plumbing import ResolvedComponent

from games.wire import option_schemas
from games.wire.schemas import Schema, components
from games.wire.values import Form


def require_bodies(result: Schema, **_context: Any) -> Schema:
    """Say that a body must be sent where each of its forms has a field that must be.

    The generator sees this of a single form; this is a hook of the generator, named in settings.
    """
    schemas = result["components"]["schemas"]
    for path in result["paths"].values():
        for operation in path.values():
            for content in operation.get("requestBody", {}).get("content", {}).values():
                forms = _forms(content["schema"], schemas)
                if all(form.get("required") for form in forms):
                    operation["requestBody"]["required"] = True
    return result


def describe_options(result: Schema, **_context: Any) -> Schema:
    """Add the objects of rule options, to which bodies and answers refer; a hook of the generator too.

    It comes after that one which gathers equal words of different properties under names of its own: each
    option shall have its own words.
    """
    schemas = result["components"]["schemas"]
    result["components"]["schemas"] = dict(sorted({**schemas, **option_schemas.components()}.items()))
    return result


def _forms(schema: Schema, schemas: dict[str, Schema]) -> list[Schema]:
    schema = schemas[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    if "oneOf" not in schema:
        return [schema]
    return [form for one in schema["oneOf"] for form in _forms(one, schemas)]


class FormDescription(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Lets a form stand wherever the document generator takes a serializer."""

    target_class = Form
    match_subclasses = True

    def get_name(self, auto_schema: Any, direction: Any) -> str:  # noqa: ARG002
        """Return the form's own name."""
        return self._name

    def get_identity(self, auto_schema: Any, direction: Any) -> str:  # noqa: ARG002
        """Forms are told apart by name."""
        return self._form.__name__

    def map_serializer(self, auto_schema: Any, direction: Any) -> Schema:  # noqa: ARG002
        """Return the schema of the form; the forms in it become components beside it."""
        described = components(self._form)
        own = described.pop(self._form.__name__) | {"title": self._name}
        for name in sorted(described.keys() - option_schemas.components().keys()):
            schema = described[name]
            part = ResolvedComponent(  # type: ignore[no-untyped-call]
                name, ResolvedComponent.SCHEMA, schema=schema, object=name
            )
            auto_schema.registry.register_on_missing(part)
        return own

    @property
    def _name(self) -> str:
        # That it is a body is said by where it stands.
        return self._form.__name__.removesuffix("Body")

    @property
    def _form(self) -> type[Form]:
        form: type[Form] = self.target
        return form
