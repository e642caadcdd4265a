"""What a cause costs a class: the points that the attempts with it lack, without late penalties."""

from decimal import Decimal
from uuid import UUID

from sqlalchemy import BigInteger, ColumnElement, Float, ScalarSelect, and_, case, cast, select, type_coerce
from sqlalchemy.orm import InstrumentedAttribute

from submissions.tables import Assignment, AssignmentVersion, AttemptFact
from submissions.teaching.figures.selection import Selection, Which

_ALL = 100 * 10_000
"""All percent, in the unit in which they are stored."""


def share_lost() -> ColumnElement[float]:
    """The part of an attempt's lost points that one of its causes bears.

    The causes of an attempt bear the same part each, so that they add up to what it lacks.
    """
    earned = type_coerce(AttemptFact.earned, BigInteger)
    lacking: ColumnElement[float] = cast(case((earned < _ALL, _ALL - earned), else_=0), Float)
    return lacking / cast(AttemptFact.cause_count, Float)


def possible_points(
    assignment_id: ColumnElement[UUID] | InstrumentedAttribute[UUID],
) -> ScalarSelect[Decimal]:
    """The possible points of the current version of an assignment in a query."""
    current = and_(
        AssignmentVersion.assignment_id == Assignment.id,
        AssignmentVersion.number == Assignment.version_number,
    )
    chosen = select(AssignmentVersion.points).join(Assignment, current).where(Assignment.id == assignment_id)
    return chosen.correlate_except(Assignment, AssignmentVersion).scalar_subquery()


def points_lost(share: float | None, possible: Decimal | None, selection: Selection) -> float | None:
    """Shares in points. None where all attempts are selected: a student has only one grade."""
    if selection.which is Which.ALL:
        return None
    return (share or 0) / _ALL * float(possible or 0)
