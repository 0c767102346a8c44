"""The REST API of tournaments: forms, operations, answers."""
