"""The Celery application; its settings are the `CELERY_*` names of `taki_api.settings`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "taki_api.settings")

app = Celery("taki_api")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(related_name="bot_tasks")
