"""The WSGI application: Django, for commands and reads."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "taki_api.settings")

application = get_wsgi_application()
