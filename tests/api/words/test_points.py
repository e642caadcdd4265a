"""Points have at most two decimals, whoever writes them."""

import re
from decimal import Decimal
from fractions import Fraction

import pytest

from api.i18n import speaking
from api.words import suite
from api.words.points import points
from grader.report import Score
from submissions.courses.assignments.suite_points import SuitePoints

WORTH = [Fraction(1, 3), Fraction(2, 3), Fraction(78125, 10000), Fraction(99999, 10000), Fraction(5)]
DECIMALS = re.compile(r"\d+(?:\.(\d+))?")


@pytest.mark.parametrize("worth", WORTH, ids=str)
def test_points_have_at_most_two_decimals(worth: Fraction) -> None:
    number = float(worth)
    texts = [
        points(Decimal(number)),
        suite.points(number, number),
        suite.of_assignment(SuitePoints(number, number, 0, is_bonus=False)),
        suite.of_assignment(SuitePoints(number, number, 0, is_bonus=True)),
        suite.score(Score(earned=number, possible=5, missing=0), nothing_wrong=False).partition(" of ")[0],
    ]

    shown = {found[0] for text in texts for found in DECIMALS.finditer(text)}
    assert len(shown) == 1, texts
    assert all(len(each.partition(".")[2]) <= 2 for each in shown)


def test_points_are_written_as_in_spanish() -> None:
    with speaking("es"):
        assert points(Decimal("62.500")) == suite.points(62.5, 84).split()[0] == "62,5"
