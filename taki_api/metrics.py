"""`GET /metrics`: what Prometheus reads, of all processes of this machine; not for the public (ADR 52)."""

import hmac
from ipaddress import ip_address

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from prometheus_client import REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from taki_api import measuring
from taki_api.gauges import Present


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Tell all figures; to whoever may not read them there is no such page.

    :raises Http404: without the token, or without one from elsewhere.
    """
    if not _may_read(request):
        raise Http404
    registry = CollectorRegistry()
    registry.register(_Counts())
    registry.register(Present())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_PLAIN_0_0_4)


def _may_read(request: HttpRequest) -> bool:
    if settings.METRICS_TOKEN:
        sent = request.headers.get("Authorization", "").encode()
        return hmac.compare_digest(sent, f"Bearer {settings.METRICS_TOKEN}".encode())
    # Behind a proxy everybody comes from the proxy's address.
    address = request.META.get("REMOTE_ADDR") or "0.0.0.0"  # noqa: S104 - unknown, which is no loopback
    return not settings.PROXIES and ip_address(address).is_loopback


class _Counts(Collector):
    """What the processes counted: this one alone, or all that share a folder."""

    def collect(self) -> list[Metric]:
        """Add up what all have written."""
        if not settings.METRICS_FOLDER:
            return list(REGISTRY.collect())
        with measuring.files(settings.METRICS_FOLDER) as written:
            return list(MultiProcessCollector.merge(written, accumulate=True))  # type: ignore[no-untyped-call]
