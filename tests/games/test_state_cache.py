"""The cache of states: bounded, by version, safe to share."""

from typing import NamedTuple
from uuid import UUID, uuid4

from games.state_cache import StateCache

A, B = uuid4(), uuid4()


class Kept(NamedTuple):
    version: int
    word: str = ""


def cache(most: int, *kept: tuple[UUID, int]) -> StateCache[Kept]:
    made: StateCache[Kept] = StateCache(most)
    for log, version in kept:
        made.put(log, Kept(version))
    return made


def test_the_newest_version_that_is_not_too_new_is_found() -> None:
    states = cache(10, (A, 3), (A, 9), (A, 5), (B, 4))
    assert [states.newest(A, until=until) for until in (2, 3, 4, 8, 9, 99)] == [
        None,
        Kept(3),
        Kept(3),
        Kept(5),
        Kept(9),
        Kept(9),
    ]
    assert states.newest(B, until=4) == Kept(4)
    assert states.newest(uuid4(), until=4) is None


def test_a_version_put_again_takes_the_place_of_the_old() -> None:
    states = cache(2, (A, 1), (B, 1))
    states.put(A, Kept(1, "new"))
    assert states.newest(A, until=1) == Kept(1, "new")
    assert states.newest(B, until=1) == Kept(1)


def test_what_was_used_least_recently_goes_first() -> None:
    states = cache(2, (A, 1), (A, 2))
    assert states.newest(A, until=1) == Kept(1)
    states.put(B, Kept(1))
    assert [states.newest(A, until=1), states.newest(A, until=2)] == [Kept(1), Kept(1)]
    assert states.newest(B, until=1) == Kept(1)


def test_a_forgotten_log_leaves_its_room() -> None:
    states = cache(3, (A, 1), (A, 2), (B, 1))
    states.forget(A)
    assert states.newest(A, until=9) is None
    states.put(B, Kept(2))
    states.put(B, Kept(3))
    assert states.newest(B, until=1) == Kept(1)
    states.forget(uuid4())
