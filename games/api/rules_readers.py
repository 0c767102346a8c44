"""What operations for readers have in common: the address names form and language, of refusals too."""

from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.requests import GameOperation
from games.api.rules_asked import ByFormat, language_named
from games.api.rules_page import HTML, Page, policy, refusal_page
from problems.languages import Language


class ForReaders(GameOperation):
    """An operation that people open in a browser: refusals are pages too, in the language they asked for."""

    renderer_classes = [*APIView.renderer_classes, Page]
    content_negotiation_class = ByFormat

    def language_named(self) -> Language | None:
        """Return the language in the query, None without one that there is."""
        return language_named(self.request)

    def handle_exception(self, exc: Exception) -> Response:
        """Tell a refusal as a page to whoever reads pages, with the status that it has as a problem."""
        answer = super().handle_exception(exc)
        accepted = getattr(self.request, "accepted_renderer", None)  # none where nothing is acceptable
        if isinstance(accepted, Page):
            answer.data = refusal_page(answer.data, answer["Content-Language"])
            answer.content_type = HTML
            answer["Content-Security-Policy"] = policy()
        return answer
