"""The Django project: what ties the apps together. Named in settings, imported by no app."""

from taki_api.celery import app as celery_app

__all__ = ["celery_app"]
