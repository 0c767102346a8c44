from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0005_keyed_command'),
    ]

    operations = [
        migrations.AlterField(
            model_name='seat',
            name='points',
            field=models.SmallIntegerField(blank=True, null=True),
        ),
    ]
