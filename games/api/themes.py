"""Operations on themes: what is printed on cards, in other words, pictures and sounds; open to everybody."""

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import boxes
from games.api import answers, forms
from games.api.requests import OpenOperation
from games.themes import Theme
from problems.openapi import refusals
from problems.problem import Problem
from problems.queries import refuse_parameters


class Themes(OpenOperation):
    """The themes."""

    @extend_schema(
        operation_id="themes_list",
        summary="List the themes",
        description="All themes in which cards can be shown and called; none changes a rule.",
        tags=["editions"],
        responses={200: OpenApiResponse(forms.ThemesPage, "The themes."), **refusals("invalid")},
    )
    def get(self, request: Request) -> Response:
        """List them."""
        refuse_parameters(request.query_params)
        results = [
            forms.ThemeListed(key, dict(theme.names), default=key == boxes.DEFAULT_THEME)
            for key, theme in boxes.themes().items()
        ]
        return Response(answers.encoded(forms.ThemesPage(results, None)))


class OneTheme(OpenOperation):
    """A theme."""

    @extend_schema(
        operation_id="themes_read",
        summary="A theme's names, pictures and sounds",
        description=(
            "What every color and figure is called in this theme. Pictures and sounds are keys: what stands "
            "behind them is the front end's. A key is the same in all languages: where a picture shows "
            "letters or words, or a sound says them, a front end has one a language. So `letter-1` of the "
            "theme `letters` is the first letter of an alphabet, to be shown as `names` has it: A, א or ក."
        ),
        tags=["editions"],
        parameters=[OpenApiParameter("key", str, OpenApiParameter.PATH, description="The key of the theme.")],
        responses={200: OpenApiResponse(forms.ThemeView, "The theme."), **refusals("not_found", "invalid")},
    )
    def get(self, request: Request, key: str) -> Response:
        """Show it."""
        theme = boxes.themes().get(key)
        if theme is None:
            raise Problem("not_found")
        refuse_parameters(request.query_params)
        return Response(answers.encoded(_theme(theme)))


def _theme(theme: Theme) -> forms.ThemeView:
    return forms.ThemeView(
        key=theme.key,
        names=dict(theme.names),
        pattern=dict(theme.pattern),
        colors=[
            forms.ThemeColor(color, dict(called.names), called.picture)
            for color, called in theme.colors.items()
        ],
        figures=[
            forms.ThemeFigure(figure, dict(called.names), called.picture, called.sound)
            for figure, called in theme.figures.items()
        ],
    )
