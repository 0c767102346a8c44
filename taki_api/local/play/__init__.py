"""`./taki play`: a client of the public API that knows nothing else of this project.

It imports nothing of the games, the players or Django: what it knows it was told by answers, and it
holds each of them to the OpenAPI document. `command` is where to start reading.
"""

from taki_api.local.play.command import main

__all__ = ["main"]
