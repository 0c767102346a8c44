from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):

    # The table grows: the index is made without holding anybody up, which no transaction can do.
    atomic = False

    dependencies = [
        ('games', '0006_points_below_zero'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddConstraint(
                    model_name='game',
                    constraint=models.UniqueConstraint(
                        fields=['previous'], condition=~Q(status='abandoned'), name='game_goes_on_once'
                    ),
                ),
            ],
            database_operations=[
                migrations.RunSQL(
                    'CREATE UNIQUE INDEX CONCURRENTLY game_goes_on_once ON games_game (previous_id)'
                    " WHERE NOT (status = 'abandoned')",
                    'DROP INDEX CONCURRENTLY IF EXISTS game_goes_on_once',
                ),
            ],
        ),
    ]
