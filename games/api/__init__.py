"""The REST API of the games: JSON in, one call of `handling`, `opening` or `selectors`, JSON out."""
