"""The words in events that logs keep and clients read: they may never change."""

from games.engine.events import Abandonment, Ending, Pending
from games.engine.state import Phase


def test_what_binds_a_seat_is_said_in_these_words() -> None:
    assert [*Pending] == ["ordinary", "debt", "plus", "king", "run", "drawn_card", "plus_three"]


def test_an_end_is_said_in_these_words() -> None:
    assert [*Ending] == ["empty_hand", "last_seat", "stalemate", "time_called"]
    assert {*Abandonment} == {"everyone_left", "not_started_in_time", "aborted"}


def test_how_far_a_game_has_come_is_said_in_these_words() -> None:
    assert [*Phase] == ["lobby", "playing", "finished", "abandoned"]
