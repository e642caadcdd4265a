"""The line that shows how attempts went."""

from xml.etree import ElementTree as ET

import pytest

from api.report_view.pictures.trend import MOST, trend


@pytest.mark.parametrize("shares", [[], [0.5]])
def test_one_point_is_no_line(shares: list[float]) -> None:
    assert trend(shares) == ""


def test_it_rises_with_the_points_and_says_so_in_words() -> None:
    drawn = ET.fromstring(trend([0.0, 0.5, 1.0]))  # noqa: S314 - drawn by ourselves just now
    (line,) = drawn.iter("polyline")
    heights = [float(place.split(",")[1]) for place in line.attrib["points"].split()]

    assert heights == sorted(heights, reverse=True)
    assert drawn[0].text == "3 attempts: from 0% of the points to 100%."
    assert [each.get("class") for each in drawn.iter("circle")] == [None, None, "all"]


def test_of_many_the_latest_are_drawn() -> None:
    assert trend([0.1] * 500).count("<circle") == MOST
