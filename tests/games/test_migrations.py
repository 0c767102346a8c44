"""What migrations do to rows."""

from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType

from games.models import KeyedCommand

keyed_command = import_module("games.migrations.0005_keyed_command")


def rights() -> list[tuple[str, str]]:
    found = Permission.objects.filter(
        content_type__app_label="games", content_type__model__endswith="command"
    )
    return [*found.values_list("codename", "name")]


@pytest.mark.django_db
def test_who_might_see_commands_may_see_keyed_commands() -> None:
    granted = Permission.objects.get(codename="view_keyedcommand", content_type__app_label="games").pk
    keyed_command.backwards(apps, None)
    assert rights() == [("view_command", "Can view command")]
    keyed_command.forwards(apps, None)
    assert rights() == [("view_keyedcommand", "Can view keyed command")]
    assert Permission.objects.get(codename="view_keyedcommand", content_type__app_label="games").pk == granted
    ContentType.objects.clear_cache()
    assert ContentType.objects.get_for_model(KeyedCommand).model == "keyedcommand"
