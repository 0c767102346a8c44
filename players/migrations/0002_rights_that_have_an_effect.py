from django.db import migrations

WITHOUT_EFFECT = [
    *(f"{action}_{model}" for action in ("add", "delete") for model in ("player", "session")),
    *(f"{action}_refreshtoken" for action in ("add", "change", "delete", "view")),
]


def take_back(apps, _editor):
    """Delete the rights that had no effect, with every grant of them; Django itself never deletes any."""
    rights = apps.get_model("auth", "Permission").objects
    rights.filter(content_type__app_label="players", codename__in=WITHOUT_EFFECT).delete()


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0001_initial'),
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='player',
            options={'default_permissions': ('view', 'change')},
        ),
        migrations.AlterModelOptions(
            name='session',
            options={'default_permissions': ('view', 'change')},
        ),
        migrations.AlterModelOptions(
            name='refreshtoken',
            options={'default_permissions': ()},
        ),
        migrations.RunPython(take_back, migrations.RunPython.noop),
    ]
