"""Django's settings, made from environment variables alone; no secret has a default here."""

from pathlib import Path

from taki_api import environment

BASE_DIR = Path(__file__).resolve().parent.parent

# The embedded set-up of `./taki serve` and the tests: plain HTTP on this machine.
LOCAL = environment.flag("TAKI_LOCAL")
DEBUG = environment.flag("TAKI_DEBUG")
DATA = Path(environment.text("TAKI_DATA", str(BASE_DIR / ".taki")))

# Only the local set-up works without a key of its own: what it signs is worth nothing elsewhere.
# Empty means refused: Django raises as soon as the key is needed, `wsgi.py` needs it at once.
_LOCAL_KEY = "local-only-" + "not-a-secret-" * 4
SECRET_KEY = environment.text("TAKI_SECRET_KEY", _LOCAL_KEY if LOCAL else "")

ALLOWED_HOSTS = environment.words("TAKI_ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")

INSTALLED_APPS = [
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
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "corsheaders.middleware.CorsMiddleware",
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

DATABASES = {
    "default": environment.database(
        statement_seconds=environment.number("TAKI_STATEMENT_SECONDS", 15),
        lock_seconds=environment.number("TAKI_LOCK_SECONDS", 3),
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "players.Player"

REDIS_URL = environment.text("REDIS_URL")
CACHES = {
    "default": (
        {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
        if REDIS_URL
        else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    )
}

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "/static/"
WHITENOISE_USE_FINDERS = True

CELERY_BROKER_URL = environment.broker(REDIS_URL)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE: dict[str, dict[str, object]] = {}
