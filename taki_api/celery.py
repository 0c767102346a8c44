"""The Celery application; its settings are the `CELERY_*` names of `taki_api.settings`."""

import os

from celery import Celery, signals

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "taki_api.settings")

app = Celery("taki_api")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(related_name="bot_tasks")


@signals.worker_init.connect
def see_outcomes(**_more: object) -> None:
    """Have a worker tell what becomes of its tasks; by now the apps are there that keep it."""
    from taki_api import outcomes  # noqa: F401  (importing connects it)
