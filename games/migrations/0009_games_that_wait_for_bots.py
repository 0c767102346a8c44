from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):

    # The table grows: the index is made without holding anybody up, which no transaction can do.
    atomic = False

    dependencies = [
        ('games', '0008_bots_are_called'),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='game',
            index=models.Index(
                condition=Q(bot_at__isnull=False), fields=['bot_at'], name='game_waits_for_bot'
            ),
        ),
    ]
