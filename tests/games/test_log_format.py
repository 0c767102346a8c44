"""docs/log-format.md is right to the byte, and a digest notices every change."""

import json
import re
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from uuid import UUID

import pytest

from games.codec import GAME_EVENTS, Encoded
from games.engine.cards import Color, card
from games.engine.events import CardLaid, Event
from games.envelope import NO_DIGEST, Recorded, digest_of, instant

PAGE = (Path(__file__).parents[2] / "docs" / "log-format.md").read_text(encoding="utf-8")
LOG = UUID("01948f2e-5c00-7000-8000-000000000001")
PLAYER = UUID("01948f2e-5c00-7000-8000-00000000000a")
ROW: Recorded[Event] = Recorded(
    version=1,
    event=CardLaid(0, card("CC"), Color.BLUE, True),
    actor=PLAYER,
    subject=PLAYER,
    command=UUID("01948f2e-5c00-7000-8000-00000000000c"),
    recorded_at=datetime(2026, 11, 30, 9, 5, 0, 123, tzinfo=UTC),
    digest=b"",
)
ENCODED = GAME_EVENTS.encode(ROW.event)


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)\n```", PAGE, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_digest_of_the_page_is_the_one_that_is_written() -> None:
    assert digest_of(NO_DIGEST, LOG, ENCODED, ROW).hex() == block("digest")


def test_the_page_says_enough_to_work_the_digest_out() -> None:
    import hashlib

    assert hashlib.sha256(bytes(32) + block("json").encode()).hexdigest() == block("digest")
    assert json.loads(block("json"))["payload"] == ENCODED.payload


@pytest.mark.parametrize(
    "changed",
    [
        {"version": 2},
        {"actor": None},
        {"subject": None},
        {"command": LOG},
        {"recorded_at": ROW.recorded_at + timedelta(microseconds=1)},
    ],
)
def test_a_changed_envelope_changes_the_digest(changed: dict[str, object]) -> None:
    digest = digest_of(NO_DIGEST, LOG, ENCODED, ROW)
    assert digest_of(NO_DIGEST, LOG, ENCODED, ROW._replace(**changed)) != digest  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "changed",
    [
        Encoded("card_lain", 1, ENCODED.payload),
        Encoded("card_laid", 2, ENCODED.payload),
        Encoded("card_laid", 1, {**ENCODED.payload, "card": "K"}),
    ],
)
def test_a_changed_event_changes_the_digest(changed: Encoded) -> None:
    assert digest_of(NO_DIGEST, LOG, changed, ROW) != digest_of(NO_DIGEST, LOG, ENCODED, ROW)


def test_another_log_or_another_row_before_changes_the_digest() -> None:
    digest = digest_of(NO_DIGEST, LOG, ENCODED, ROW)
    assert digest_of(NO_DIGEST, PLAYER, ENCODED, ROW) != digest
    assert digest_of(bytes([1] * 32), LOG, ENCODED, ROW) != digest


def test_a_moment_has_six_decimals_in_utc_wherever_it_was_taken() -> None:
    there = timezone(timedelta(hours=2))
    assert instant(datetime(2026, 11, 30, 11, 5, tzinfo=there)) == "2026-11-30T09:05:00.000000Z"
