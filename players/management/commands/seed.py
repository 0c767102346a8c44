"""`manage.py seed`: the rows that every installation has; safe to run at each start."""

import os
from typing import Any

from django.core.management.base import BaseCommand

from players.models import Player

OPERATOR = "operator"


class Command(BaseCommand):
    """Creates the operator, once."""

    help = "Creates the operator, with the password from TAKI_OPERATOR_PASSWORD."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Create the operator unless there is one; a password once set is left alone."""
        if Player.objects.filter(login=OPERATOR).exists():
            self.stdout.write("The operator is there already.")
            return
        password = os.environ.get("TAKI_OPERATOR_PASSWORD")
        if not password:
            self.stdout.write("No operator created: TAKI_OPERATOR_PASSWORD is not set.")
            return
        Player.objects.create_superuser(OPERATOR, password)
        self.stdout.write(f"The operator is created; sign in as {OPERATOR!r}.")
