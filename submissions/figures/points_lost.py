"""What each cause costs a class: the points that the selected attempts with it lack."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from uuid import UUID

from sqlalchemy import BigInteger, Float, and_, case, cast, func, select, type_coerce
from sqlalchemy.orm import Session

from submissions.figures.selection import Selection, Which, attempted, in_class
from submissions.tables import Assignment, AssignmentVersion, AttemptFact, CauseFact

_ALL = 100 * 10_000
"""All percent, in the unit in which they are stored."""


def points_lost(
    session: Session, course_id: UUID, assignments: Collection[UUID], selection: Selection
) -> Mapping[str, float] | None:
    """By cause, added up over students and assignments, in points of their current versions.

    Late penalties are left out. The causes of one attempt share what it lacks, so that the sum over all
    causes is what the class lost to them. None: all attempts are selected, and a student has only one grade.
    """
    if selection.which is Which.ALL:
        return None
    earned = type_coerce(AttemptFact.earned, BigInteger)
    lacking = cast(case((earned < _ALL, _ALL - earned), else_=0), Float)
    share = lacking / func.count().over(partition_by=CauseFact.submission_id)
    shares = (
        in_class(
            select(CauseFact.assignment_id, CauseFact.cause, share.label("share")).join(
                AttemptFact, AttemptFact.submission_id == CauseFact.submission_id
            ),
            AttemptFact.person_id,
            course_id,
            selection,
        )
        .where(AttemptFact.assignment_id.in_(assignments), *attempted(selection))
        .subquery()
    )
    of = shares.c
    lost = defaultdict[str, float](float)
    points = AssignmentVersion.points
    summed = (
        select(of.cause, func.sum(of.share), points)
        .join(Assignment, Assignment.id == of.assignment_id)
        .join(
            AssignmentVersion,
            and_(
                AssignmentVersion.assignment_id == Assignment.id,
                AssignmentVersion.number == Assignment.version_number,
            ),
        )
        .group_by(of.assignment_id, of.cause, points)
    )
    for cause, units, possible in session.execute(summed):
        lost[cause] += units / _ALL * float(possible)
    return lost
