"""The one clock of the app, held still in tests by another `source`."""

from collections.abc import Callable
from datetime import datetime

from django.utils import timezone

source: Callable[[], datetime] = timezone.now


def now() -> datetime:
    """Return the present moment in UTC."""
    return source()
