"""Ids in paths, for the urls of every app: a UUID as anybody may write it."""

from django.urls.converters import UUIDConverter


class Id(UUIDConverter):
    """A UUID in small letters or capitals: both are the same id (RFC 9562)."""

    regex = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
