"""Tournaments: many games of the same people; a game does not know that it belongs to one."""
