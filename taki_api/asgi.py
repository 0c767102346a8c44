"""The one ASGI application: it answers lifespan and passes HTTP to Django in threads."""

from django.conf import settings

from games.live.asgi import Application, Receive, Scope, Send
from games.live.long_polls import LongPolls
from games.live.news import News
from taki_api.bodies import Measured
from taki_api.threads import Threads
from taki_api.wsgi import application as django

threads = Threads(django, workers=settings.WEB_THREADS)

news = News(settings.REDIS_URL)
# What answers HTTP; parts that hold requests open stand in front of the threads.
http: Application = LongPolls(
    Measured(threads, most=settings.MOST_BODY_BYTES), news, most=settings.HELD_POLLS
)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer one connection; sockets are refused."""
    match scope["type"]:
        case "http":
            # Browsers escape what is not ASCII in a query, others send it raw; WSGI takes no bytes.
            query = scope["query_string"].decode("latin-1").encode("ascii", "replace")
            await http({**scope, "query_string": query}, receive, send)
        case "lifespan":
            await _lifespan(receive, send)
        case "websocket":
            await send({"type": "websocket.close", "code": 1000})


async def _lifespan(receive: Receive, send: Send) -> None:
    while True:
        phase = (await receive())["type"]
        if phase == "lifespan.shutdown":
            await news.close()
            threads.executor.shutdown(wait=True)
        await send({"type": f"{phase}.complete"})
        if phase == "lifespan.shutdown":
            return
