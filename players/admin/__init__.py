"""People and sessions in the admin: to be read; only rights, the end of sessions and erasure can change."""

from players.admin.people import PlayerAdmin
from players.admin.sessions import SessionAdmin

__all__ = ["PlayerAdmin", "SessionAdmin"]
