"""The attempts that staff look at first: those with the fewest points, and those of which least was asked."""

from collections.abc import Mapping
from decimal import Decimal
from uuid import UUID

from sqlalchemy import and_, func, literal, or_, select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.courses.assignments.points import ALL_ASKED
from submissions.tables import Assignment, AttemptFact, Grading, Person, Submission, VerdictPattern
from submissions.teaching.figures.selection import Selection, selected


class StudentVerdicts(Frozen):
    """One student's attempt, suite by suite."""

    person_id: UUID
    name: str
    submission_id: UUID
    percent: float
    verdicts: Mapping[str, str]
    """The verdicts by suite."""


class PartlyAsked(Frozen):
    """An attempt of which not everything was asked."""

    person_id: UUID
    name: str
    submission_id: UUID
    asked: Decimal
    """The share of the assignment that was asked, in percent."""
    percent: Decimal
    """Its points in percent, after late penalties: all of them are for what was asked."""


class Standouts(Frozen):
    """The selected attempts that stand out, read in one query."""

    weakest: list[StudentVerdicts]
    """The fewest points; attempts with the same verdicts stand together."""
    partly_asked: list[PartlyAsked]
    """The smallest shares, the smallest first."""


def standouts(session: Session, assignment: Assignment, selection: Selection, *, limit: int) -> Standouts:
    """Return the selected attempts that stand out, at most `limit` of each kind."""
    share = func.coalesce(Grading.asked, literal(ALL_ASKED, Grading.asked.type))
    place = (Person.name, AttemptFact.submission_id)
    attempts = (
        select(
            AttemptFact.person_id,
            Person.name,
            AttemptFact.submission_id,
            AttemptFact.percent,
            AttemptFact.pattern,
            share.label("asked"),
            func.row_number().over(order_by=(AttemptFact.percent, *place)).label("by_points"),
            func.row_number().over(order_by=(share, *place)).label("by_share"),
        )
        .join(Person, Person.id == AttemptFact.person_id)
        .join(Submission, Submission.id == AttemptFact.submission_id)
        .join(Grading, Grading.id == Submission.grading_id)
    )
    ranked = selected(attempts, assignment, selection).subquery()
    of = ranked.c
    is_partly_asked = and_(of.by_share <= limit, of.asked < ALL_ASKED)
    rows = session.execute(
        select(ranked, VerdictPattern.suites)
        .join(VerdictPattern, VerdictPattern.digest == of.pattern)
        .where(or_(of.by_points <= limit, is_partly_asked))
        .order_by(of.by_share)
    ).all()
    weakest = [
        StudentVerdicts(row.person_id, row.name, row.submission_id, float(row.percent), row.suites)
        for row in rows
        if row.by_points <= limit
    ]
    partly_asked = [
        PartlyAsked(row.person_id, row.name, row.submission_id, row.asked, row.percent)
        for row in rows
        if row.by_share <= limit and row.asked < ALL_ASKED
    ]
    return Standouts(sorted(weakest, key=_verdicts_first), partly_asked)


def _verdicts_first(of: StudentVerdicts) -> tuple[float, list[tuple[str, str]], str]:
    return of.percent, sorted(of.verdicts.items()), of.name
