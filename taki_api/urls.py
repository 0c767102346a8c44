"""Which path leads where."""

from django.contrib import admin
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView

from taki_api import exceptions, health
from taki_api.documents import Docs, Document
from taki_api.metrics import metrics

urlpatterns = [
    path("api/v1/", include("players.urls")),
    path("api/v1/", include("games.api.urls")),
    path("api/v1/", include("games.tournaments.api.urls")),
    path("api/v1/", include("games.ratings.api.urls")),
    path("api/v1/schema", Document.as_view(), name="schema"),
    path("api/v1/docs", require_safe(Docs.as_view()), name="docs"),
    path("api/<path:_rest>", exceptions.nowhere),
    path("admin/", admin.site.urls),
    path("", RedirectView.as_view(pattern_name="docs")),
    path("healthz", csrf_exempt(health.healthz)),
    path("readyz", csrf_exempt(health.readyz)),
    path("metrics", csrf_exempt(metrics)),
]

handler400 = exceptions.bad_request
handler403 = exceptions.forbidden
handler404 = exceptions.not_found
handler500 = exceptions.internal
