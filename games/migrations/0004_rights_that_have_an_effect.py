from django.db import migrations

WITHOUT_EFFECT = [
    f"{action}_{model}"
    for action in ("add", "change", "delete")
    for model in ("game", "seat", "command", "heartbeat")
]


def take_back(apps, _editor):
    """Delete the rights that had no effect, with every grant of them; Django itself never deletes any."""
    rights = apps.get_model("auth", "Permission").objects
    rights.filter(content_type__app_label="games", codename__in=WITHOUT_EFFECT).delete()


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0003_reads_under_the_lock'),
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='command',
            options={'default_permissions': ('view',)},
        ),
        migrations.AlterModelOptions(
            name='game',
            options={'default_permissions': ('view',), 'permissions': [('look_into_hands', 'Can look into the hands of a running game'), ('abort_game', 'Can abort a game'), ('give_up_seat', "Can give somebody's seat up")]},
        ),
        migrations.AlterModelOptions(
            name='handslook',
            options={'default_permissions': ('view',), 'verbose_name': 'look into a hand', 'verbose_name_plural': 'looks into hands'},
        ),
        migrations.AlterModelOptions(
            name='heartbeat',
            options={'default_permissions': ('view',)},
        ),
        migrations.AlterModelOptions(
            name='seat',
            options={'default_permissions': ('view',)},
        ),
        migrations.RunPython(take_back, migrations.RunPython.noop),
    ]
