"""Tournaments in the admin: read as they stand, and directed; only `handle` writes anything."""

from games.tournaments.admin.tournament_list import TournamentAdmin

__all__ = ["TournamentAdmin"]
