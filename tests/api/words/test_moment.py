"""Moments in words."""

from datetime import UTC, datetime, timedelta

import pytest

from api.words.moment import day, from_now, when

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)


def test_a_moment_is_told_in_the_zone_of_its_reader_and_kept_for_machines() -> None:
    assert when(NOW, "Asia/Kolkata") == (
        '<time datetime="2026-11-23T12:00:00+00:00">Monday 23 November 2026, 17:30 (Asia/Kolkata)</time>'
    )
    assert day(NOW, "Europe/Madrid").striptags() == "23 November, 13:00"


def test_a_zone_that_is_no_longer_known_is_utc() -> None:
    assert "12:00 (UTC)" in when(NOW, "Mars/Olympus")


@pytest.mark.parametrize(
    ("apart", "told"),
    [
        (timedelta(seconds=20), "in a moment"),
        (timedelta(minutes=5, seconds=40), "in 5 minutes"),
        (timedelta(hours=1, minutes=20), "in 1 hour 20 minutes"),
        (timedelta(days=3, hours=5), "in 3 days"),
        (timedelta(days=2, hours=5), "in 2 days 5 hours"),
        (-timedelta(days=400), "400 days ago"),
        (-timedelta(seconds=1), "just now"),
    ],
)
def test_how_far_away_it_is(apart: timedelta, told: str) -> None:
    assert from_now(NOW + apart, NOW) == told
