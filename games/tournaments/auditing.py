"""What proves a tournament beside its chain: its read tables follow from it."""

from typing import Final

from games.proofs import Proof, ReadTables
from games.tournaments import projections
from games.tournaments.log import TOURNAMENTS
from games.tournaments.models import Tournament

PROOF: Final = Proof(
    "tournament", Tournament, TOURNAMENTS, ReadTables(projections.differences, projections.rebuild)
)
