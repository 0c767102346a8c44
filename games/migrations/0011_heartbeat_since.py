from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0010_failed_task'),
    ]

    operations = [
        migrations.AddField(
            model_name='heartbeat',
            name='since',
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
