"""Management commands of the people: thin, each one call to the domain."""
