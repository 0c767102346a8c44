"""Reading JSON into forms: the first value that does not fit is named."""

from typing import Annotated, Any

import pytest
from msgspec import UNSET, Meta, Struct, UnsetType

from games.engine.cards import Color
from games.wire.reading import NotAnObject, Unfit, read
from games.wire.values import Form


class Inner(Form, frozen=True):
    """In a list."""

    color: Color


class Outer(Form, frozen=True, kw_only=True):
    """With a field of each kind."""

    count: Annotated[int, Meta(ge=2, le=10)]
    any_count: int = 0
    least: Annotated[int, Meta(ge=1)] = 1
    most: Annotated[int, Meta(le=9)] = 1
    word: Annotated[str, Meta(max_length=3, pattern="^[a-z]+$")] = "a"
    flag: bool | UnsetType = UNSET
    inner: Inner | None = None
    several: Annotated[list[Inner], Meta(min_length=1, max_length=2)] | UnsetType = UNSET
    free: list[Inner] | UnsetType = UNSET
    named: dict[str, int | bool] | UnsetType = UNSET


COLORS = ["R", "G", "B", "Y"]


@pytest.mark.parametrize(
    ("changes", "field", "allowed"),
    [
        ({"count": 1}, "count", {"min": 2, "max": 10}),
        ({"count": True}, "count", {"min": 2, "max": 10}),
        ({"any_count": "1"}, "any_count", None),
        ({"least": 0}, "least", None),
        ({"most": 10}, "most", None),
        ({"word": "abcd"}, "word", None),
        ({"word": "A"}, "word", None),
        ({"word": 7}, "word", None),
        ({"flag": 1}, "flag", [True, False]),
        ({"inner": {"color": "P"}}, "inner.color", COLORS),
        ({"inner": {"color": 1}}, "inner.color", COLORS),
        ({"inner": {}}, "inner.color", COLORS),
        ({"inner": {"color": "R", "x": 1}}, "inner.x", ["color"]),
        ({"inner": 7}, "inner", None),
        ({"several": []}, "several", None),
        ({"several": [{"color": "R"}] * 3}, "several", None),
        ({"several": {}}, "several", None),
        ({"several": [{"color": "R"}, {"color": "P"}]}, "several[1].color", COLORS),
        ({"free": [{"color": "R"}, 3]}, "free[1]", None),
        ({"named": 7}, "named", None),
        ({"named": {"a": 1, "b": "c"}}, "named.b", None),
        ({"inner": None, "more": 1}, "more", list(Outer.__struct_fields__)),
    ],
)
def test_the_path_of_the_first_misfit_is_named(changes: Any, field: str, allowed: Any) -> None:
    with pytest.raises(Unfit) as refused:
        read({"count": 2} | changes, Outer)
    assert (refused.value.path, refused.value.allowed) == (field, allowed)


def test_what_is_missing_is_named() -> None:
    with pytest.raises(Unfit) as refused:
        read({}, Outer)
    assert (refused.value.path, refused.value.allowed) == ("count", {"min": 2, "max": 10})


@pytest.mark.parametrize("value", [None, [], "{}", 7])
def test_what_is_no_object_is_refused_as_that(value: object) -> None:
    with pytest.raises(NotAnObject):
        read(value, Outer)


def test_what_fits_is_read() -> None:
    sent = {
        "count": 10,
        "word": "abc",
        "inner": None,
        "free": [],
        "several": [{"color": "Y"}],
        "named": {"a": True},
    }
    assert read(sent, Outer) == Outer(
        count=10, word="abc", free=[], several=[Inner(Color.YELLOW)], named={"a": True}
    )


def test_a_kind_that_no_form_has_is_refused_all_the_same() -> None:
    class Odd(Struct):
        share: float

    with pytest.raises(Unfit) as refused:
        read({"share": "x"}, Odd)
    assert (refused.value.path, refused.value.allowed) == ("", None)
