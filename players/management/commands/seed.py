"""`manage.py seed`: the rows that every installation has; safe to run at each start."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from players.models import Player

OPERATOR = "operator"
WORKS, DIFFERS = "works", "differs"
"""What `--outcome` is told: whether the operator signs in with TAKI_OPERATOR_PASSWORD."""


class Command(BaseCommand):
    """Creates the operator, once."""

    help = "Creates the operator, with the password from TAKI_OPERATOR_PASSWORD."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file for the outcome."""
        parser.add_argument(
            "--outcome",
            type=Path,
            metavar="FILE",
            help=f"writes {WORKS!r} or {DIFFERS!r} into it: whether the operator has that password",
        )

    def handle(self, *_args: Any, outcome: Path | None, **_options: Any) -> None:
        """Create the operator unless there is one; a password once set is left alone."""
        works, sentence = _seed_operator(settings.OPERATOR_PASSWORD)
        if outcome:
            outcome.write_text(WORKS if works else DIFFERS)
        self.stdout.write(sentence)


def _seed_operator(password: str) -> tuple[bool, str]:
    operator = Player.objects.filter(login=OPERATOR).first()
    if operator:
        if password and operator.check_password(password):
            return True, "The operator is there already, with this password."
        return False, "The operator is there already; the password set earlier stays."
    if not password:
        return False, "No operator created: TAKI_OPERATOR_PASSWORD is not set."
    Player.objects.create_superuser(OPERATOR, password)
    return True, f"The operator is created; sign in as {OPERATOR!r}."
