"""The rules as people read them, made for a box and its options; no rule is decided here."""
