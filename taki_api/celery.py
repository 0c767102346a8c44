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
    """Have a worker tell what becomes of its tasks, and keep its connections; by now the apps are there."""
    from taki_api import kept_connections, outcomes  # noqa: F401  (importing connects them)


@signals.worker_process_init.connect
def take_over_counts(**_more: object) -> None:
    """Have a process that takes the place of one that died add up what that had counted."""
    from django.conf import settings

    from taki_api import measuring

    if settings.METRICS_FOLDER:
        measuring.add_up_the_gone(settings.METRICS_FOLDER)
