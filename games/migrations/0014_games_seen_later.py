from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):

    # The table grows: the index is made without holding anybody up, which no transaction can do.
    atomic = False

    dependencies = [
        ('games', '0013_rated_games_by_disclosure'),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='game',
            index=models.Index(
                condition=Q(spectator_delay_seconds__gt=0), fields=['ended_at'], name='game_seen_later'
            ),
        ),
    ]
