from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0007_game_goes_on_once'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='bot_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.CreateModel(
            name='BotCall',
            fields=[
                ('game_id', models.UUIDField(primary_key=True, serialize=False)),
                ('version', models.PositiveIntegerField()),
                ('called_at', models.DateTimeField()),
                ('decided', models.BooleanField()),
            ],
            options={
                'db_table': 'games_bot_call',
                'default_permissions': ('view',),
            },
        ),
    ]
