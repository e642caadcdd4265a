"""What each cause costs a class: the points that the selected attempts with it lack."""

from collections import defaultdict
from collections.abc import Mapping
from decimal import Decimal
from uuid import UUID

from sqlalchemy import BigInteger, Float, case, cast, func, select, type_coerce
from sqlalchemy.orm import Session

from submissions.figures.selection import Selection, Which, attempted, in_class
from submissions.tables import AttemptFact, CauseFact

_ALL = 100 * 10_000
"""All percent, in the unit in which they are stored."""


def points_lost(
    session: Session, course_id: UUID, possible: Mapping[UUID, Decimal], selection: Selection
) -> Mapping[str, float] | None:
    """By cause, added up over students and assignments, whose points are `possible`.

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
        .where(AttemptFact.assignment_id.in_(possible), *attempted(selection))
        .subquery()
    )
    of = shares.c
    lost = defaultdict[str, float](float)
    summed = select(of.assignment_id, of.cause, func.sum(of.share)).group_by(of.assignment_id, of.cause)
    for assignment_id, cause, units in session.execute(summed):
        lost[cause] += units / _ALL * float(possible[assignment_id])
    return lost
