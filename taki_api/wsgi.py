"""The WSGI application: Django, for commands and reads."""

import os

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.wsgi import get_wsgi_application

import taki_api.celery  # noqa: F401  # whatever a request asks of Celery goes to our broker
from taki_api import kept_connections  # noqa: F401  # importing connects it

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "taki_api.settings")

if not settings.HAS_SECRET_KEY:
    raise ImproperlyConfigured("Set TAKI_SECRET_KEY to a long random text before serving.")

application = get_wsgi_application()
