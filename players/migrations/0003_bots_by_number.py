from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):

    # The table grows: the index is made without holding anybody up, which no transaction can do.
    atomic = False

    dependencies = [
        ('players', '0002_rights_that_have_an_effect'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='bot_ordinal',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddConstraint(
                    model_name='player',
                    constraint=models.UniqueConstraint(
                        condition=Q(kind='bot'),
                        fields=['bot_level', 'bot_version', 'bot_ordinal'],
                        name='player_bot_is_there_once',
                    ),
                ),
            ],
            database_operations=[
                migrations.RunSQL(
                    'CREATE UNIQUE INDEX CONCURRENTLY player_bot_is_there_once'
                    " ON players_player (bot_level, bot_version, bot_ordinal) WHERE kind = 'bot'",
                    'DROP INDEX CONCURRENTLY IF EXISTS player_bot_is_there_once',
                ),
            ],
        ),
    ]
