"""The kinds of tournaments by name; how each pairs and scores stands elsewhere."""

from enum import StrEnum


class Kind(StrEnum):
    """Who meets whom, and what counts."""

    SERIES = "series"
    STAGES = "stages"
    KNOCKOUT = "knockout"
    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"
    DUPLICATE = "duplicate"
