"""The one clock of the app, a name of its own so that a test can hold it still."""

from datetime import datetime

from django.utils import timezone


def now() -> datetime:
    """The present moment in UTC."""
    return timezone.now()
