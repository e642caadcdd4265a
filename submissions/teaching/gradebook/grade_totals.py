"""What the grades of a course add up to: each student's total, and the mean and median of the class."""

from collections.abc import Container, Iterable, Mapping, Sequence
from decimal import Decimal
from statistics import median
from uuid import UUID

from grader.records import Frozen
from submissions.courses.grades.cells import Column
from submissions.teaching.gradebook.gradebook import GradebookRow

_PLACES = Decimal("0.01")


class Statistics(Frozen):
    """The statistics of students who have a grade. None where nobody has."""

    mean: Decimal | None
    median: Decimal | None
    graded: int
    missing: int = 0
    """Students who submitted nothing by the due date."""


def percent(columns: Iterable[Column], row: GradebookRow) -> Decimal | None:
    """A student's total so far in percent, by the weights of the assignments.

    What is missing counts as 0. What is not due and has no grade does not count yet; nor does an assignment
    of weight 0. None: nothing counts yet.
    """
    points = {id_: cell.points for id_, cell in row.cells.items()}
    return share(weighed(columns), points, row.missing)


Weighed = Sequence[tuple[UUID, Decimal, Decimal]]
"""The id, the weight and the possible points of each assignment."""


def weighed(columns: Iterable[Column]) -> Weighed:
    """Return what totals need to know of assignments, read once for a whole class."""
    return [(each.assignment.id, each.weight, each.possible) for each in columns]


def share(of: Weighed, points: Mapping[UUID, Decimal], missing: Container[UUID]) -> Decimal | None:
    """Return a total in percent from points by assignment, and the assignments that are missing."""
    earned = weights = Decimal(0)
    for id_, weight, possible in of:
        got = points.get(id_)
        if got is not None:
            weights += weight
            earned += weight * got / possible
        elif id_ in missing:
            weights += weight
    return (100 * earned / weights).quantize(_PLACES) if weights else None


def of_points(points: Sequence[Decimal], missing: int) -> Statistics:
    """Return the statistics of points in one assignment; `missing` students have nothing by the due date."""
    return _statistics(points, missing)


def of_totals(percents: Iterable[Decimal | None]) -> Statistics:
    """The totals of a class, in percent."""
    return _statistics([each for each in percents if each is not None], 0)


def _statistics(values: Sequence[Decimal], missing: int) -> Statistics:
    if not values:
        return Statistics(None, None, 0, missing)
    mean = sum(values, Decimal(0)) / len(values)
    return Statistics(mean.quantize(_PLACES), Decimal(median(values)).quantize(_PLACES), len(values), missing)
