"""The rows that every installation has."""

from io import StringIO

import pytest
from django.core.management import call_command

from players.models import Player

pytestmark = pytest.mark.django_db


def seed() -> str:
    out = StringIO()
    call_command("seed", stdout=out)
    return out.getvalue()


def test_the_operator_is_created_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAKI_OPERATOR_PASSWORD", "first")
    assert seed() == "The operator is created; sign in as 'operator'.\n"
    monkeypatch.setenv("TAKI_OPERATOR_PASSWORD", "second")
    assert seed() == "The operator is there already.\n"
    operator = Player.objects.get()
    assert (operator.login, operator.kind) == ("operator", "human")
    assert operator.is_staff
    assert operator.is_superuser
    assert operator.check_password("first")


def test_without_a_password_there_is_no_operator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TAKI_OPERATOR_PASSWORD", raising=False)
    assert seed() == "No operator created: TAKI_OPERATOR_PASSWORD is not set.\n"
    assert not Player.objects.exists()
