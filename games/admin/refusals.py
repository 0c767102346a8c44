"""A refusal as operators read it on a page."""

from typing import NamedTuple

from django.http import HttpRequest

from problems import catalog, languages
from problems.problem import Problem


class No(NamedTuple):
    """A refusal as its operator reads it."""

    status: int
    language: str
    words: str


def told(request: HttpRequest, problem: Problem) -> No:
    """Return what the API would tell, in the language that the operator's browser asks for."""
    language = languages.preferred(request.headers.get("Accept-Language", ""))
    title, detail = catalog.told(problem, language)
    return No(problem.status, language, f"{title}. {detail}")
