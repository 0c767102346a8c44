"""Operators of every sort, signed in to the admin."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from players.models import Player

type Operator = Callable[..., Client]


@pytest.fixture
def operator(db: None) -> Operator:
    """Signs operators in: `operator("view_game")` may read games; `csrf=True` as a browser would be checked."""

    def sign_in(*permissions: str, login: str = "ruth", csrf: bool = False) -> Client:
        player = Player.objects.create_superuser(login, "a password")
        Player.objects.filter(pk=player.pk).update(is_superuser=False)
        player.user_permissions.set(Permission.objects.filter(codename__in=permissions))
        client = Client(enforce_csrf_checks=csrf)
        client.force_login(player)
        return client

    return sign_in


@pytest.fixture
def superuser(db: None) -> Client:
    """An operator who may do everything."""
    client = Client()
    client.force_login(Player.objects.create_superuser("root", "a password"))
    return client


@pytest.fixture
def reader(operator: Operator) -> Client:
    """An operator who may read games and nothing else."""
    return operator("view_game", login="reader")


@pytest.fixture
def looker(operator: Operator) -> Client:
    """An operator who may read games and look into hands."""
    return operator("view_game", "look_into_hands", login="looker")
