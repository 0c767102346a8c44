"""How well everybody plays, from the results of rated games; games know nothing of it."""
