"""What Django checks before it serves or migrates: the files of games; nothing asks a database."""

from django.core.checks import CheckMessage, Error

from games import boxes


def seeds(app_configs: object, **_later: object) -> list[CheckMessage]:  # noqa: ARG001
    """Return an error for each edition and theme that cannot be read, in the form that Django registers."""
    return [Error(str(mistake), id="games.E001") for mistake in boxes.mistakes()]
