"""Games in the admin: read as transcripts and at any version; nothing in here changes a game or its log."""

from games.admin.failure_list import FailedTaskAdmin
from games.admin.game_list import GameAdmin
from games.admin.look_list import HandsLookAdmin

__all__ = ["FailedTaskAdmin", "GameAdmin", "HandsLookAdmin"]
