"""The worth of a hunt: parts of the points for what is exposed and told apart, and a bonus for few nodes."""

from fractions import Fraction

from grader.hunt.report import HuntReport

EXPOSED_SHARE, APART_SHARE = Fraction(60, 100), Fraction(40, 100)
"""The parts of the points for classes that are exposed, and for pairs that are told apart."""
BONUS = Fraction(10, 100)
"""The part that comes on top where all is done with few nodes."""


def share(report: HuntReport) -> Fraction:
    """The part of the points that is earned, with the bonus more than all."""
    if not report.classes:
        return Fraction(0)
    bonus = BONUS if report.has_bonus else Fraction(0)
    exposed = Fraction(len(report.exposed), len(report.classes))
    if not report.pairs:
        return exposed + bonus
    apart = Fraction(report.pairs - len(report.alike), report.pairs)
    return EXPOSED_SHARE * exposed + APART_SHARE * apart + bonus
