"""The course of a new installation: one assignment, to which students can submit.

Its texts come from the edge, which knows the language of who starts the service.
"""

from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.courses.assignments import assignments
from submissions.courses.assignments.draft import Draft
from submissions.courses.assignments.starter import STARTER
from submissions.courses.courses import courses
from submissions.people.access import audit
from submissions.people.access.audit import AuditAction
from submissions.people.access.policy import Caller
from submissions.tables import AuditEvent, Course, Person

_MADE: AuditAction = "demo-made"


class DemoTexts(Frozen):
    """The texts that people read in the course."""

    course: str
    assignment: str
    instructions: str


def make(session: Session, owner_id: UUID, texts: DemoTexts, *, now: datetime) -> Course | None:
    """The demo course, once in the life of an installation: None where it was made before."""
    if session.scalar(select(AuditEvent.id).where(AuditEvent.action == _MADE).limit(1)) is not None:
        return None
    zone = session.get_one(Person, owner_id).zone
    caller = Caller(owner_id, operator=True)  # it is made for the first operator
    course = courses.create(session, caller, texts.course, zone, now=now)
    draft = Draft(
        title=texts.assignment,
        instructions=texts.instructions,
        starter=STARTER,
        published=True,
        stage="whole-graph",
    )
    assignments.create(session, caller, course.id, draft, now=now)
    audit.record(session, None, _MADE, course.id, now=now)
    return course
