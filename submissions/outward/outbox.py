"""Notes which grades platforms are to be sent, in the transaction in which they want them or grades change.

What the grade is now is found when it is sent: however often it changes meanwhile, the newest goes. Whoever
changes a grade goes through `grades.changes`, which notes it here.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Select, literal, select
from sqlalchemy.orm import Session

from submissions.storage.rows import dialect_insert
from submissions.tables import (
    IS_STUDENT,
    Assignment,
    Enrolment,
    LmsAccount,
    LmsContext,
    LmsDeployment,
    LmsGrade,
    LmsLink,
    PassbackState,
)

_COLUMNS = ["link_id", "person_id", "revision", "state", "reason", "not_before", "attempts"]


def send_grades(
    session: Session, assignment_id: UUID, people: Collection[UUID] | None = None, *, now: datetime
) -> None:
    """Have the grades of these students in an assignment sent, or of all its students."""
    session.flush()
    marked = dialect_insert(session, LmsGrade).from_select(_COLUMNS, _concerned(assignment_id, people, now))
    session.execute(
        marked.on_conflict_do_update(
            index_elements=["link_id", "person_id"],
            set_=waiting(now),
        ),
        execution_options={"synchronize_session": False},
    )


def waiting(now: datetime) -> dict[str, object]:
    """Return the new values of a grade that is to be sent."""
    return {
        "revision": LmsGrade.revision + 1,
        "state": PassbackState.WAITING,
        "reason": "",
        "not_before": now,
        "attempts": 0,
    }


def _concerned(
    assignment_id: UUID, people: Collection[UUID] | None, now: datetime
) -> Select[UUID, UUID, int, str, str, Any, int]:
    """Each link to the assignment, with each of its students whom the platform of the link knows."""
    chosen = (
        select(
            LmsLink.id,
            LmsAccount.person_id,
            literal(1),
            literal(PassbackState.WAITING.value),
            literal(""),
            literal(now, LmsGrade.not_before.type),
            literal(0),
        )
        .join(LmsContext, LmsContext.id == LmsLink.lms_context_id)
        .join(LmsDeployment, LmsDeployment.id == LmsContext.deployment_id)
        .join(LmsAccount, LmsAccount.platform_id == LmsDeployment.platform_id)
        .join(Assignment, Assignment.id == LmsLink.assignment_id)
        .join(
            Enrolment,
            (Enrolment.person_id == LmsAccount.person_id) & (Enrolment.course_id == Assignment.course_id),
        )
        .where(LmsLink.assignment_id == assignment_id, IS_STUDENT)
        .distinct()
    )
    return chosen if people is None else chosen.where(LmsAccount.person_id.in_(people))
