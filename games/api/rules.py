"""Operations that tell the rules to people, as JSON or as a page: an edition's as chosen, and a game's."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, cast
from uuid import UUID

from django.utils.cache import patch_vary_headers
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import boxes, selectors
from games.api import answers, forms
from games.api.requests import GAME_PARAMETER, OpenOperation, caller_of
from games.api.rules_asked import LANGUAGE_PARAMETERS, OPTION_PARAMETERS, language_of, options_of
from games.api.rules_page import HTML, Page, page, policy
from games.api.rules_readers import ForReaders
from games.engine.agreement import disagreements
from games.engine.editions import Edition
from games.engine.lobby import FEWEST_SEATS
from games.engine.options import Options, as_mapping, choose
from games.engine.refusals import Refused
from games.engine.state import Setup
from games.rulebook.making import Rules, rules_for
from games.rulebook.texts import texts
from games.rulebook.wording import as_text
from games.seed_files import LANGUAGES
from problems.languages import Language
from problems.openapi import refusals
from problems.problem import Problem

_TOLD: Final[Mapping[Any, OpenApiResponse]] = {
    (200, "application/json"): OpenApiResponse(forms.RulesView, "The rules."),
    (200, "text/html"): OpenApiResponse(OpenApiTypes.STR, "The rules as a page that needs nothing else."),
}
_EXAMPLE: Final = OpenApiExample(
    "The beginning",
    value={
        "edition": "super-116",
        "language": "en",
        "direction": "ltr",
        "title": "Rules: Super TAKI, 116 cards",
        "options": {"hand_size": 8, "stages": 8},
        "sections": [
            {
                "key": "stop",
                "heading": "Stop",
                "paragraphs": ["The next player loses the turn. With two players it is your turn again."],
            }
        ],
    },
    response_only=True,
    status_codes=["200"],
    media_type="application/json",
)


class EditionRules(ForReaders, OpenOperation):
    """The rules of an edition."""

    @extend_schema(
        operation_id="editions_rules",
        summary="The rules of an edition, to be read",
        description=(
            "The rules in sentences, made for this box and the options that are named: nothing is told of "
            "cards that are not in it. Each option may be a parameter, as `?stages=8&plus_last=wins`; those "
            "that are not named have the edition's defaults. A browser is shown a page, of a refusal too."
        ),
        tags=["editions"],
        parameters=[
            OpenApiParameter(
                "key",
                str,
                OpenApiParameter.PATH,
                description="The key of the edition.",
                examples=[OpenApiExample("The usual box", value="super-116")],
            ),
            *LANGUAGE_PARAMETERS,
            *OPTION_PARAMETERS,
        ],
        responses={
            **_TOLD,
            **refusals("not_found", "invalid", "option_not_allowed"),
            **refusals("no_printed_side", "too_few_cards", "too_many_stages"),
        },
        examples=[_EXAMPLE],
    )
    def get(self, request: Request, key: str) -> Response:
        """Tell them."""
        edition = boxes.editions().get(key)
        if edition is None:
            raise Problem("not_found")
        language, options = language_of(request), choose(edition.options, options_of(request))
        _check_can_be_played(edition, options)
        answer = _told(request, edition, options, language)
        answer["Cache-Control"] = "public, max-age=3600"  # the same for everybody until another release
        return answer


class GameRules(ForReaders):
    """The rules of a game."""

    @extend_schema(
        operation_id="games_rules",
        summary="The rules of a game, to be read",
        description=(
            "The rules in sentences, made for the box and the options of this game. Whoever may see the game "
            "may read them."
        ),
        tags=["games"],
        parameters=[GAME_PARAMETER, *LANGUAGE_PARAMETERS],
        responses={**_TOLD, **refusals("not_found", "invalid")},
        examples=[_EXAMPLE],
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        """Tell them."""
        language = language_of(request, with_options=False)
        caller = caller_of(request)
        setup = selectors.find(game_id, caller.player, caller.session).standing.state.setup
        return _told(request, _edition_of(setup), setup.options, language)


def _check_can_be_played(edition: Edition, options: Options) -> None:
    # At the smallest table, going on from another game: what is wrong even there can never be opened.
    for found in disagreements(edition, options, seats=FEWEST_SEATS, begins=0):
        raise Refused(found.refusal, field=f"options.{found.option}", allowed=found.allowed)


def _edition_of(setup: Setup) -> Edition:
    # The cards are those of the game's own log; its edition may have been mended or removed since.
    known = boxes.editions().get(setup.edition)
    if known is not None:
        return replace(known, box=setup.box)
    names = dict.fromkeys(LANGUAGES, setup.edition)
    return replace(boxes.editions()[boxes.DEFAULT_EDITION], key=setup.edition, names=names, box=setup.box)


def _told(request: Request, edition: Edition, options: Options, language: Language) -> Response:
    rules = rules_for(edition, options, language)
    if request.accepted_renderer.format == Page.format:
        answer = Response(page(rules), content_type=HTML)
        answer["Content-Security-Policy"] = policy()
    else:
        answer = Response(answers.encoded(_form(rules, edition.key, options)))
    answer["Content-Language"] = str(rules.language)
    patch_vary_headers(answer, ["Accept", "Accept-Language"])
    return answer


def _form(rules: Rules, edition: str, options: Options) -> forms.RulesView:
    return forms.RulesView(
        edition=edition,
        language=cast(forms.LanguageTag, rules.language),
        direction=texts(rules.language).direction,
        title=as_text(rules.title, rules.language),
        options=as_mapping(options),
        sections=[
            forms.RulesSection(
                section.key,
                as_text(section.heading, rules.language),
                [as_text(paragraph, rules.language) for paragraph in section.paragraphs],
            )
            for section in rules.sections
        ],
    )
