"""Operators of every sort, signed in to the admin."""

from collections.abc import Callable

import pytest
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Permission
from django.test import Client

from players.models import Player

type Operator = Callable[..., Client]


def staff(login: str, *, is_superuser: bool = False) -> Player:
    """Somebody who may open the admin, without a password: hashing one takes longer than most tests."""
    return Player.objects.create(
        login=login,
        kind=Player.Kind.HUMAN,
        name=login,
        name_key=login,
        password=make_password(None),
        is_staff=True,
        is_superuser=is_superuser,
    )


@pytest.fixture
def operator(db: None) -> Operator:
    """Signs operators in: `operator("view_game")` may read games; with `csrf` forms need their token."""

    def sign_in(*permissions: str, login: str = "ruth", csrf: bool = False) -> Client:
        player = staff(login)
        player.user_permissions.set(Permission.objects.filter(codename__in=permissions))
        client = Client(enforce_csrf_checks=csrf)
        client.force_login(player)
        return client

    return sign_in


@pytest.fixture
def superuser(db: None) -> Client:
    """An operator who may do everything."""
    client = Client()
    client.force_login(staff("root", is_superuser=True))
    return client


@pytest.fixture
def reader(operator: Operator) -> Client:
    """An operator who may read games and nothing else."""
    return operator("view_game", login="reader")


@pytest.fixture
def looker(operator: Operator) -> Client:
    """An operator who may read games and look into hands."""
    return operator("view_game", "look_into_hands", login="looker")
