"""Which rights an operator can be given: only such as have an effect."""

from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType

from players.models import Player

pytestmark = pytest.mark.django_db


def rights() -> set[str]:
    return {*Permission.objects.filter(content_type__app_label="players").values_list("codename", flat=True)}


def test_people_and_sessions_are_seen_and_changed() -> None:
    assert rights() == {"view_player", "change_player", "view_session", "change_session"}


def test_rights_that_an_older_version_made_are_taken_back() -> None:
    before = rights()
    Permission.objects.create(
        codename="add_player", name="Can add player", content_type=ContentType.objects.get_for_model(Player)
    )
    import_module("players.migrations.0002_rights_that_have_an_effect").take_back(apps, None)
    assert rights() == before
