"""What is written as JSON, and how."""

from datetime import UTC, datetime
from io import BytesIO
from uuid import UUID

import pytest
from django.http import UnreadablePostError
from django.utils.functional import lazystr
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from problems.problem import Problem
from taki_api.media import JSONParser, JSONRenderer


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (None, b""),
        (b'{"ready":1}', b'{"ready":1}'),
        ({"name": "נועה"}, '{"name":"נועה"}'.encode()),
        ({"at": datetime(2040, 1, 1, 12, tzinfo=UTC)}, b'{"at":"2040-01-01T12:00:00Z"}'),
        (
            [UUID("01a22a01-0533-723c-aba6-dd1456d89b79")],
            b'["01a22a01-0533-723c-aba6-dd1456d89b79"]',
        ),
        ({"text": lazystr("later")}, b'{"text":"later"}'),
    ],
)
def test_an_answer_is_compact_json(value: object, written: bytes) -> None:
    assert JSONRenderer().render(value) == written


def test_what_has_no_json_form_is_a_bug() -> None:
    with pytest.raises(NotImplementedError, match="object"):
        JSONRenderer().render(object())


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (b"4.0", 4),
        (b"-4.0", -4),
        (b"4e1", 40),
        (b"4.5", 4.5),
        (b"9007199254740992.0", 2**53),
        (b"1e300", 1e300),
        (b'{"seats":[4.0]}', {"seats": [4]}),
    ],
)
def test_a_number_without_a_fraction_is_an_integer_however_it_is_written(
    written: bytes, read: object
) -> None:
    request = Request(APIRequestFactory().post("/", {}, format="json"))
    value = JSONParser().parse(BytesIO(written), None, {"request": request})
    assert repr(value) == repr(read)


def test_a_number_beyond_all_that_can_be_counted_is_malformed() -> None:
    request = Request(APIRequestFactory().post("/", {}, format="json"))
    with pytest.raises(Problem) as refusal:
        JSONParser().parse(BytesIO(b"1e400"), None, {"request": request})
    assert refusal.value.code == "malformed"


def test_a_client_that_goes_away_in_the_middle_is_no_bug() -> None:
    class Gone:
        def read(self, size: int) -> bytes:
            raise UnreadablePostError("connection reset")

    request = Request(APIRequestFactory().post("/", {}, format="json"))
    with pytest.raises(Problem) as refusal:
        JSONParser().parse(Gone(), None, {"request": request})  # type: ignore[arg-type]
    assert refusal.value.code == "malformed"
