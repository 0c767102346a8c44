from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):

    # The table grows: the index is made without holding anybody up, which no transaction can do.
    atomic = False

    dependencies = [
        ('games', '0012_games_of_a_context'),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='game',
            index=models.Index(
                condition=Q(rated=True), fields=['disclosed_at', 'id'], name='game_rated_by_disclosure'
            ),
        ),
    ]
