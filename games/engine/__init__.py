"""The rules of TAKI as a pure library: no Django, clock, chance or I/O may be used in here."""
