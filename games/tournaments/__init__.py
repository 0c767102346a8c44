"""Tournaments: many games that belong together, each with a log of its own in the games' store."""
