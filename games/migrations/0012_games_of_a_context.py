from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):

    # The table grows: the index is made without holding anybody up, which no transaction can do.
    atomic = False

    dependencies = [
        ('games', '0011_heartbeat_since'),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='game',
            index=models.Index(
                condition=Q(context_id__isnull=False), fields=['context_id', 'id'], name='game_of_context'
            ),
        ),
        # Its first column was the kind, which nobody names; no row of it was ever written.
        RemoveIndexConcurrently(model_name='game', name='game_context'),
    ]
