from django.db import migrations

# The table keeps its name, and so do its constraints: nothing in the database changes but how Django calls it.
OLD, NEW = ("command", "command"), ("keyedcommand", "keyed command")


def rename(apps, old, new):
    """Call the type and its one right by the new name, so that every grant of it stays."""
    (old_model, _), (new_model, words) = old, new
    types = apps.get_model("contenttypes", "ContentType").objects.filter(app_label="games")
    types.filter(model=old_model).update(model=new_model)
    rights = apps.get_model("auth", "Permission").objects.filter(content_type__app_label="games")
    rights.filter(codename=f"view_{old_model}").update(codename=f"view_{new_model}", name=f"Can view {words}")


def forwards(apps, _editor):
    rename(apps, OLD, NEW)


def backwards(apps, _editor):
    rename(apps, NEW, OLD)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0004_rights_that_have_an_effect'),
        ('contenttypes', '0002_remove_content_type_name'),
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel('Command', 'KeyedCommand'),
                migrations.AlterModelTable('KeyedCommand', 'games_command'),
            ],
        ),
        migrations.RunPython(forwards, backwards),
    ]
