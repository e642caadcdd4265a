"""The course that a new installation begins with: one assignment, ready to be handed in to."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from submissions import assignments, audit, courses
from submissions.draft import Draft
from submissions.starter import STARTER
from submissions.tables import AuditEvent, Course, Person

TITLE = "Demo course"

_MADE = "demo-made"
_INSTRUCTIONS = """\
Write a class `Value`: a number that remembers how it was made. When `backward()` is called on an
output, each number before it is to know in `grad` how much the output changes with it.

Your class is played on four small graphs, at numbers you know from the lecture and at others. What
counts is `data` and `grad` of every input afterwards: how you get there is up to you.

The starter file has addition without its rule. Write that, multiplication, and `backward()`. Hand
in as often as you like.
"""


def make(session: Session, owner_id: UUID, *, now: datetime) -> Course | None:
    """The demo course, once in the life of an installation: None where it was made before."""
    if session.scalar(select(AuditEvent.id).where(AuditEvent.action == _MADE).limit(1)) is not None:
        return None
    zone = session.get_one(Person, owner_id).zone
    course = courses.create(session, TITLE, zone, owner_id, now=now)
    draft = Draft(
        title="Backprop, the core",
        instructions=_INSTRUCTIONS,
        starter=STARTER,
        published=True,
        stage="core",
    )
    assignments.create(session, course.id, draft, now=now)
    audit.record(session, _MADE, actor=None, course_id=course.id, now=now)
    return course
