"""The one ASGI application: it answers lifespan and passes HTTP to Django in threads."""

from a2wsgi import WSGIMiddleware

from taki_api import environment
from taki_api.wsgi import application as django

application = WSGIMiddleware(django, workers=environment.number("TAKI_WEB_THREADS", 8))
