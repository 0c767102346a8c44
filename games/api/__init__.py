"""The REST API of the games: JSON in, one call to the domain (`handling`, `selectors` and such), JSON out."""
