"""Games of TAKI: the engine, their logs, what may be seen of them, and the ways in."""
