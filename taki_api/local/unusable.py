"""The one exception for what the person at the keyboard can mend; no logic."""


class Unusable(Exception):
    """Something outside the code stands in the way; `str()` is one sentence that says what to do."""

    def __init__(self, sentence: str, *, details: str = "") -> None:
        super().__init__(sentence)
        self.details = details
        """What a failed part said last, shown above the sentence; often empty."""
