"""Refusals as they are told: codes with statuses, and their texts; it knows neither people nor games."""
