"""What the tests of ratings share with those of games: the clock, tables, clients and operators."""

from tests.games.admin.conftest import operator, superuser
from tests.games.api.conftest import stranger
from tests.games.conftest import _one_clock, table

__all__ = ["_one_clock", "operator", "stranger", "superuser", "table"]
