"""Django's settings, made from environment variables alone; no secret has a default here."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from celery.schedules import crontab

from taki_api import admin_pages, environment, logs, measuring, queues

BASE_DIR = Path(__file__).resolve().parent.parent

# The embedded set-up of `./taki serve` and the tests: plain HTTP on this machine.
LOCAL = environment.flag("TAKI_LOCAL")
DEBUG = environment.flag("TAKI_DEBUG")

# Only the local set-up works without a key of its own: what it signs is worth nothing elsewhere.
# Without any key management commands work, while `wsgi.py` refuses to serve.
_LOCAL_KEY = "local-only-not-a-secret-local-only-not-a-secret-local-only"
SECRET_KEY = environment.secret("TAKI_SECRET_KEY", _LOCAL_KEY if LOCAL else "")
HAS_SECRET_KEY = bool(SECRET_KEY)

# The loopback names are for health checks: a container asks itself.
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *environment.words("TAKI_ALLOWED_HOSTS")]
# Only for a proxy that changes the Host header: else the admin's forms come from where they go to.
CSRF_TRUSTED_ORIGINS = environment.origins("TAKI_CSRF_ORIGINS", subdomains=True)
# How many proxies of ours stand in front; what headers say of address and scheme counts only then.
PROXIES = environment.number("TAKI_PROXIES", 0, most=10)
WEB_THREADS = environment.number("TAKI_WEB_THREADS", 8, least=1, most=256)
# So many long polls are held in one process; further ones are answered at once.
HELD_POLLS = environment.number("TAKI_HELD_POLLS", 2000, most=100_000)
MOST_BODY_BYTES = 64 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = MOST_BODY_BYTES

if not LOCAL:
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
    SECURE_HSTS_SECONDS = int(timedelta(days=365).total_seconds())
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
if PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

INSTALLED_APPS = [
    "unfold",  # before the admin, whose pages it draws
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "corsheaders",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "players",
    "games",
    "games.ratings",
    "games.tournaments",
]

MIDDLEWARE = [
    "taki_api.middleware.RequestLog",
    "taki_api.middleware.guarded",
    "django.middleware.security.SecurityMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "taki_api.middleware.measured",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "taki_api.urls"
WSGI_APPLICATION = "taki_api.wsgi.application"
ASGI_APPLICATION = "taki_api.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Read by `manage.py seed`, which makes the operator.
OPERATOR_PASSWORD = environment.secret("TAKI_OPERATOR_PASSWORD")

DATABASES = {
    "default": environment.database(
        statement_seconds=environment.number("TAKI_STATEMENT_SECONDS", 15, most=3600),
        lock_seconds=environment.number("TAKI_LOCK_SECONDS", 3, most=600),
        pooled=environment.flag("TAKI_POOLED"),
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "players.Player"

REDIS_URL = environment.redis()
CACHES: dict[str, dict[str, Any]] = {
    "default": (
        {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            # What is counted there is not worth waiting for.
            "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 0.5},
        }
        if REDIS_URL
        else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    )
}

REST_FRAMEWORK = {
    "DEFAULT_PARSER_CLASSES": ["taki_api.media.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["taki_api.media.JSONRenderer"],
    "DEFAULT_AUTHENTICATION_CLASSES": ["players.authentication.BearerAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["players.permissions.SignedIn"],
    "DEFAULT_THROTTLE_CLASSES": ["taki_api.throttles.AddressThrottle"],
    # None is no limit: on one's own machine one address is everybody.
    "DEFAULT_THROTTLE_RATES": {
        "guest": environment.rate("TAKI_GUEST_RATE") or (None if LOCAL else "120/min"),
        "auth": environment.rate("TAKI_AUTH_RATE") or (None if LOCAL else "600/min"),
        "join": environment.rate("TAKI_JOIN_RATE") or (None if LOCAL else "60/min"),
    },
    "NUM_PROXIES": PROXIES,
    "EXCEPTION_HANDLER": "taki_api.exceptions.problem",
    "DEFAULT_SCHEMA_CLASS": "taki_api.openapi.OperationSchema",
    "URL_FORMAT_OVERRIDE": None,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "TEST_REQUEST_RENDERER_CLASSES": ["taki_api.media.JSONRenderer"],
}
SPECTACULAR_SETTINGS = {
    "TITLE": "TAKI",
    "DESCRIPTION": (
        "Play the card game TAKI. Sign in as a guest, open a table or sit down at one, and send "
        "moves; every refusal says why, in English, Hebrew or Khmer by `Accept-Language`."
    ),
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": [],
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "games.api.document.require_bodies",
        "games.api.document.describe_options",
    ],
    # The docs load nothing from elsewhere.
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

CORS_URLS_REGEX = r"^/api/"
# No cookie ever speaks for a player, so that an open server may let every page in.
CORS_ALLOW_ALL_ORIGINS = environment.words("TAKI_CORS_ORIGINS") == ["*"]
CORS_ALLOWED_ORIGINS = [] if CORS_ALLOW_ALL_ORIGINS else environment.origins("TAKI_CORS_ORIGINS")
CORS_ALLOW_HEADERS = [
    "accept",
    "accept-language",
    "authorization",
    "content-type",
    "idempotency-key",
    "if-none-match",
    "last-event-id",
    "x-request-id",
]
CORS_EXPOSE_HEADERS = ["Content-Language", "ETag", "Retry-After", "X-Request-Id"]

# Prometheus: who may read the figures, and where all processes of this machine keep theirs.
METRICS_TOKEN = environment.secret("TAKI_METRICS_TOKEN")
METRICS_FOLDER = environment.folder("TAKI_METRICS_FOLDER")
if METRICS_FOLDER:
    measuring.share(METRICS_FOLDER)

UNFOLD = admin_pages.UNFOLD

LOGGING = logs.configure()

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "/static/"
if LOCAL:
    WHITENOISE_USE_FINDERS = True
else:
    # `collectstatic` gives each file a name by its contents, which browsers then keep for ever.
    STATIC_ROOT = BASE_DIR / "staticfiles"
    STORAGES = {"staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}}
    WHITENOISE_KEEP_ONLY_HASHED_FILES = True

# Of the time that bots let pass before they move, so that people can follow; 0: they move at once.
BOT_PACE_PERCENT = environment.number("TAKI_BOT_PACE_PERCENT", 100, most=400)
# How long `hard` looks ahead, about a third of a millisecond each.
BOT_ITERATIONS = environment.number("TAKI_BOT_ITERATIONS", 1000, least=1, most=4000)

CELERY_BROKER_URL = environment.broker(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = queues.transport_options(CELERY_BROKER_URL)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a broker that stays away for long is still waited for
CELERY_TASK_DEFAULT_QUEUE = queues.DEFAULT
CELERY_TASK_ROUTES = queues.ROUTES
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
# A task that kills its process is tried again as often as it may be, not for ever.
CELERY_TASK_RETRY_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
# Of a task that says nothing else; seconds.
CELERY_TASK_SOFT_TIME_LIMIT = 60
CELERY_TASK_TIME_LIMIT = 75
# Processes of each worker; only in processes of their own can tasks be ended that take too long.
CELERY_WORKER_CONCURRENCY = environment.number("TAKI_WORKER_PROCESSES", 2, least=1, most=64)
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# After so many tasks Celery closes the connections of a process; it would after each.
CELERY_DB_REUSE_MAX = 1_000_000_000
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_CONSUMER = "taki_api.consuming:PersistentConsumer"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULER = "taki_api.beat:SparingScheduler"
# A task that is late has been overtaken by the next; at night each is tried again by itself.
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "games.sweep": {"task": "games.sweep", "schedule": 1, "options": {"expires": 1}},
    # These two wait for a process that may be thinking for a bot.
    "games.bots.call": {"task": "games.bots.call", "schedule": 1, "options": {"expires": 10}},
    "tournaments.sweep": {"task": "tournaments.sweep", "schedule": 1, "options": {"expires": 10}},
    "ratings.update": {"task": "ratings.update", "schedule": 5, "options": {"expires": 5}},
    "games.upkeep.verify_sample": {"task": "games.upkeep.verify_sample", "schedule": crontab("7", "2")},
    "games.upkeep.forget_keys": {"task": "games.upkeep.forget_keys", "schedule": crontab("17", "3")},
    "games.upkeep.forget_failures": {"task": "games.upkeep.forget_failures", "schedule": crontab("27", "3")},
    "tournaments.upkeep.forget_keys": {
        "task": "tournaments.upkeep.forget_keys",
        "schedule": crontab("47", "3"),
    },
    "games.upkeep.forget_bot_calls": {
        "task": "games.upkeep.forget_bot_calls",
        "schedule": crontab("57", "3"),
    },
    "players.upkeep.forget_expired": {
        "task": "players.upkeep.forget_expired",
        "schedule": crontab("37", "3"),
    },
}
