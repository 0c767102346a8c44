"""Operations on editions: which boxes of cards there are, and what one holds; open to everybody."""

from typing import TypedDict, assert_never

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from games import boxes
from games.api import answers, forms
from games.api.requests import OpenOperation, parameters_of, query_of
from games.engine.cards import Card
from games.engine.editions import Edition
from games.engine.options import KINDS, Choice, Flag, Kind, Whole, as_mapping
from games.rulebook import choices
from games.themes import Theme
from games.wire.reading import Unfit
from problems.openapi import refusals
from problems.problem import Problem
from problems.queries import refuse_parameters


class _Said(TypedDict):
    """What is told of every option alike."""

    matters: bool
    group: str
    sentence: dict[str, str]
    meanings: dict[str, dict[str, str]]


class Editions(OpenOperation):
    """The editions."""

    @extend_schema(
        operation_id="editions_list",
        summary="List the editions",
        description="All boxes of cards that can be played.",
        tags=["editions"],
        responses={200: OpenApiResponse(forms.EditionsPage, "The editions."), **refusals("invalid")},
    )
    def get(self, request: Request) -> Response:
        """List them."""
        refuse_parameters(request.query_params)
        results = [
            forms.EditionListed(key, dict(edition.names), edition.size, default=key == boxes.DEFAULT_EDITION)
            for key, edition in boxes.editions().items()
        ]
        return Response(answers.encoded(forms.EditionsPage(results, None)))


class OneEdition(OpenOperation):
    """An edition."""

    @extend_schema(
        operation_id="editions_read",
        summary="An edition's cards and options",
        description=(
            "The cards of one box with their names, in the words of any theme, and every rule option with "
            "what it may be and what it means, in each language: enough for a settings dialog."
        ),
        tags=["editions"],
        parameters=[
            OpenApiParameter("key", str, OpenApiParameter.PATH, description="The key of the edition."),
            *parameters_of(forms.EditionQuery),
        ],
        responses={
            200: OpenApiResponse(forms.EditionView, "The edition."),
            **refusals("not_found", "invalid"),
        },
    )
    def get(self, request: Request, key: str) -> Response:
        """Show it."""
        edition = boxes.editions().get(key)
        if edition is None:
            raise Problem("not_found")
        asked = query_of(request, forms.EditionQuery)
        theme = boxes.themes().get(boxes.DEFAULT_THEME if asked.theme is UNSET else asked.theme)
        if theme is None:
            raise Unfit("theme", [*boxes.themes()])
        return Response(answers.encoded(_edition(edition, theme)))


def _edition(edition: Edition, theme: Theme) -> forms.EditionView:
    return forms.EditionView(
        key=edition.key,
        names=dict(edition.names),
        size=edition.size,
        family=edition.family,
        shout=dict(edition.shout),
        theme=theme.key,
        cards=[_card(card, count, theme) for card, count in edition.box],
        options={name: _option(name, kind, edition) for name, kind in KINDS.items()},
        groups={group: dict(names) for group, names in choices.groups(edition.box).items()},
    )


def _card(card: Card, count: int, theme: Theme) -> forms.EditionCard:
    return forms.EditionCard(
        card=card.code,
        color=card.color,
        figure=card.figure,
        points=card.points,
        count=count,
        names=theme.names_of(card),
    )


def _option(
    name: str, kind: Kind, edition: Edition
) -> forms.WordOption | forms.FlagOption | forms.NumberOption:
    default = as_mapping(edition.options)[name]
    said = _Said(
        matters=choices.matters(name, edition.box),
        group=choices.group_of(name, edition.box),
        sentence=dict(choices.sentence(name)),
        meanings={value: dict(names) for value, names in choices.meanings(name).items()},
    )
    match kind:
        case Choice(words):
            return forms.WordOption(default=str(default), choices=[*words], **said)
        case Flag():
            return forms.FlagOption(default=bool(default), **said)
        case Whole(lowest, highest, also):
            return forms.NumberOption(default=default, min=lowest, max=highest, also=[*also], **said)
        case _:
            assert_never(kind)
