"""A course with as many students as it takes to see whether something grows with them."""

import hashlib
from datetime import timedelta
from decimal import Decimal
from uuid import UUID

from sqlalchemy import insert
from sqlalchemy.orm import Session

from submissions.courses.assignments import assignments
from submissions.courses.assignments.draft import Draft
from submissions.courses.assignments.points import current_version
from submissions.courses.courses import courses
from submissions.courses.grades import facts
from submissions.people.access import people
from submissions.people.access.policy import Caller
from submissions.tables import (
    CauseFact,
    Enrolment,
    Grading,
    Person,
    Role,
    State,
    StoredFile,
    Submission,
)
from submissions.tables.identity import new_id
from tests.world.classroom import OPERATOR
from tests.world.clock import NOW

_ATTEMPTS = 2
_CAUSE = "overwritten_gradient"


def make(session: Session, students: int) -> UUID:
    """The course: each of its students handed in twice, and was graded."""
    owner = people.add(session, f"owner-of-{students}", "Owner", now=NOW)
    teacher = Caller(owner.id, operator=True)
    course = courses.create(session, teacher, f"{students} students", "UTC", now=NOW)
    made = assignments.create(session, OPERATOR, course.id, Draft(title="Core", published=True), now=NOW)
    version = current_version(session, made)
    digest = hashlib.sha256(str(students).encode()).hexdigest()
    session.add(StoredFile(sha256=digest, content=b"class Value: ...", size=16))
    session.flush()
    ids = [new_id() for _ in range(students)]
    session.execute(
        insert(Person),
        [
            {"id": each, "login": f"{students}-{number}", "name": f"Student {number:05}", "created_at": NOW}
            for number, each in enumerate(ids)
        ],
    )
    session.execute(
        insert(Enrolment),
        [
            {"course_id": course.id, "person_id": each, "role": Role.STUDENT, "created_at": NOW}
            for each in ids
        ],
    )
    handed_in = [
        {
            "id": new_id(), "assignment_id": made.id, "person_id": person, "sha256": digest,
            "file_name": "value.py", "state": State.GRADED, "grading_id": new_id(), "attempt": attempt + 1,
            "created_at": NOW + timedelta(minutes=attempt),
        }
        for attempt in range(_ATTEMPTS)
        for person in ids
    ]  # fmt: skip
    session.execute(insert(Submission), handed_in)
    session.execute(
        insert(Grading),
        [
            {
                "id": each["grading_id"], "submission_id": each["id"], "version_id": version.id,
                "state": State.GRADED, "points": Decimal(number % 101), "passed": False,
                "cause": _CAUSE, "causes": [_CAUSE], "created_at": NOW, "finished_at": NOW,
            }
            for number, each in enumerate(handed_in)
        ],
    )  # fmt: skip
    facts.write(
        session,
        [
            {
                "submission_id": each["id"], "assignment_id": made.id, "person_id": each["person_id"],
                "at": each["created_at"], "hour": facts.hour(NOW), "earned": Decimal(number % 101),
                "passed": False, "suites": {"diamond": "failed"}, "cause_count": 1,
            }
            for number, each in enumerate(handed_in)
        ],
    )  # fmt: skip
    session.execute(
        insert(CauseFact),
        [
            {
                "submission_id": each["id"], "cause": _CAUSE, "place": 0, "proven": True,
                "assignment_id": made.id, "person_id": each["person_id"],
            }
            for each in handed_in
        ],
    )  # fmt: skip
    facts.reckon(session, made)
    return course.id
