"""What each suite of a report came to: in its own points, or in those of an assignment."""

from typing import NamedTuple

from grader.report import Report


class SuitePoints(NamedTuple):
    """The points of one suite."""

    earned: float
    possible: float
    """0 of what cannot be asked of the class."""
    missing: float
    """The part of `possible` that was lost to operations the class does not have."""
    is_bonus: bool = False


def own_points(report: Report) -> dict[str, SuitePoints]:
    """Return by slug the points of the suites, on the scale of the suites themselves."""
    return {suite.slug: SuitePoints(suite.earned, suite.possible, suite.missing) for suite in report.suites}
