"""The course of a new installation: one assignment, to which students can submit."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from submissions.access import audit
from submissions.access.policy import Caller
from submissions.assignments import assignments
from submissions.assignments.draft import Draft
from submissions.assignments.starter import STARTER
from submissions.courses import courses
from submissions.tables import AuditEvent, Course, Person

TITLE = "Demo course"

_MADE = "demo-made"
_INSTRUCTIONS = """\
Write a class `Value`: a number that remembers how it was computed. After `backward()` is called on
an output, `grad` of each number is the gradient of the output with respect to it.

We run your class on four small graphs, with the numbers of the lecture and with others, and check
`data` and `grad` of every input. How you structure your code is up to you.

The starter file has addition without its backward rule. Write this rule, multiplication and
`backward()`. You can submit as often as you like.
"""


def make(session: Session, owner_id: UUID, *, now: datetime) -> Course | None:
    """The demo course, once in the life of an installation: None where it was made before."""
    if session.scalar(select(AuditEvent.id).where(AuditEvent.action == _MADE).limit(1)) is not None:
        return None
    zone = session.get_one(Person, owner_id).zone
    caller = Caller(owner_id, operator=True)  # it is made for the first operator
    course = courses.create(session, caller, TITLE, zone, now=now)
    draft = Draft(
        title="Backprop, the whole graph",
        instructions=_INSTRUCTIONS,
        starter=STARTER,
        published=True,
        stage="whole-graph",
    )
    assignments.create(session, caller, course.id, draft, now=now)
    audit.record(session, _MADE, actor=None, course_id=course.id, now=now)
    return course
