"""The rows that every installation has."""

from io import StringIO
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import call_command

from players.models import Player

pytestmark = pytest.mark.django_db


def seed() -> str:
    out = StringIO()
    call_command("seed", stdout=out)
    return out.getvalue()


def test_the_operator_is_created_once(settings: LazySettings) -> None:
    settings.OPERATOR_PASSWORD = "first"
    assert seed() == "The operator is created; sign in as 'operator'.\n"
    settings.OPERATOR_PASSWORD = "second"
    assert seed() == "The operator is there already; the password set earlier stays.\n"
    operator = Player.objects.get()
    assert (operator.login, operator.kind) == ("operator", "human")
    assert operator.is_staff
    assert operator.is_superuser
    assert operator.check_password("first")


def test_without_a_password_there_is_no_operator(settings: LazySettings) -> None:
    settings.OPERATOR_PASSWORD = ""
    assert seed() == "No operator created: TAKI_OPERATOR_PASSWORD is not set.\n"
    assert not Player.objects.exists()


def test_the_outcome_says_whether_the_password_works(settings: LazySettings, tmp_path: Path) -> None:
    def outcome(password: str) -> str:
        settings.OPERATOR_PASSWORD = password
        call_command("seed", outcome=tmp_path / "outcome", stdout=StringIO())
        return (tmp_path / "outcome").read_text()

    assert [outcome("first"), outcome("second"), outcome("first")] == ["works", "differs", "works"]

    operator = Player.objects.get()
    operator.set_password("changed")
    operator.save()
    assert outcome("first") == "differs"
    assert Player.objects.get().check_password("changed")
