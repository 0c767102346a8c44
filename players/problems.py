"""What this app refuses: its codes with their statuses; what is refused everywhere is in `problems`."""

from collections.abc import Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Final

from problems.problem import Problem

STATUS: Final[Mapping[str, HTTPStatus]] = MappingProxyType(
    {
        "name_empty": HTTPStatus.BAD_REQUEST,
        "name_too_long": HTTPStatus.BAD_REQUEST,
        "name_characters": HTTPStatus.BAD_REQUEST,
        "name_marks": HTTPStatus.BAD_REQUEST,
        "name_mixed_scripts": HTTPStatus.BAD_REQUEST,
        "not_signed_in": HTTPStatus.UNAUTHORIZED,
        "token_invalid": HTTPStatus.UNAUTHORIZED,
        "token_expired": HTTPStatus.UNAUTHORIZED,
        "session_ended": HTTPStatus.UNAUTHORIZED,
        "already_rotated": HTTPStatus.CONFLICT,
        "bot_of_the_server": HTTPStatus.CONFLICT,
    }
)


class SessionEnded(Problem):
    """The session that the token names is over: signed out, expired, misused or erased."""

    def __init__(self) -> None:
        super().__init__("session_ended")


class BotOfTheServer(Problem):
    """Nobody signs in as a bot, and none is forgotten: all games share them, and no person is behind one."""

    def __init__(self) -> None:
        super().__init__("bot_of_the_server")
