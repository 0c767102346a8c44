"""Policies: what a bot does with what its seat sees; no row, clock or secret is within reach of them."""
