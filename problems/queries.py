"""What every reading operation refuses in a query alike; its own parameters each of them knows."""

from collections.abc import Iterable

from problems.problem import Problem


def refuse_parameters(names: Iterable[str]) -> None:
    """Refuse whatever is asked of an operation that takes no parameter.

    :raises Problem: `invalid` for the first of them.
    """
    for name in names:
        raise Problem("invalid", field=name)
