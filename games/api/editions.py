"""Operations on editions: which boxes of cards there are, and what one holds; open to everybody."""

from typing import Final, assert_never

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import boxes
from games.api import answers, forms
from games.engine.cards import Card
from games.engine.editions import Edition
from games.engine.options import KINDS, NOT_PLAYED_YET, Choice, Flag, Kind, Value, Whole, as_mapping
from problems.openapi import refusals
from problems.problem import Problem

_NOBODY_ASKED: Final[list[type[BaseAuthentication]]] = []


class Editions(APIView):
    """The editions."""

    authentication_classes = _NOBODY_ASKED
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="editions_list",
        summary="List the editions",
        description="All boxes of cards that can be played.",
        tags=["editions"],
        responses={200: OpenApiResponse(forms.EditionsPage, "The editions.")},
    )
    def get(self, _request: Request) -> Response:
        """List them."""
        results = [
            forms.EditionListed(edition.key, dict(edition.names), edition.size)
            for edition in boxes.editions().values()
        ]
        return Response(answers.encoded(forms.EditionsPage(results, None)))


class OneEdition(APIView):
    """An edition."""

    authentication_classes = _NOBODY_ASKED
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="editions_read",
        summary="An edition's cards and options",
        description="The cards of one box with their names, and every rule option with what it may be.",
        tags=["editions"],
        parameters=[
            OpenApiParameter("key", str, OpenApiParameter.PATH, description="The key of the edition.")
        ],
        responses={200: OpenApiResponse(forms.EditionView, "The edition."), **refusals("not_found")},
    )
    def get(self, _request: Request, key: str) -> Response:
        """Show it."""
        edition = boxes.editions().get(key)
        if edition is None:
            raise Problem("not_found")
        return Response(answers.encoded(_edition(edition)))


def _edition(edition: Edition) -> forms.EditionView:
    defaults = as_mapping(edition.options)
    return forms.EditionView(
        key=edition.key,
        names=dict(edition.names),
        size=edition.size,
        cards=[_card(card, count) for card, count in edition.box],
        options={
            name: _option(kind, defaults[name], playable=name not in NOT_PLAYED_YET)
            for name, kind in KINDS.items()
        },
    )


def _card(card: Card, count: int) -> forms.EditionCard:
    return forms.EditionCard(
        card=card.code,
        color=card.color,
        figure=card.figure,
        points=card.points,
        count=count,
        names=boxes.themes()[boxes.DEFAULT_THEME].names_of(card),
    )


def _option(
    kind: Kind, default: Value, *, playable: bool
) -> forms.WordOption | forms.FlagOption | forms.NumberOption:
    match kind:
        case Choice(words):
            return forms.WordOption(default=str(default), choices=[*words], playable=playable)
        case Flag():
            return forms.FlagOption(default=bool(default), playable=playable)
        case Whole(lowest, highest, also):
            return forms.NumberOption(
                default=default, min=lowest, max=highest, also=[*also], playable=playable
            )
        case _:
            assert_never(kind)
