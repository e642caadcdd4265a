"""The ladder of hints, climbed by a student: each rung is opened once, stays open and is recorded."""

from datetime import datetime
from uuid import UUID

from sqlalchemy.orm import Session

from submissions.courses.assignments.hints import Rung
from submissions.people.access import audit
from submissions.people.access.policy import Caller
from submissions.teaching.results import result


def open_next(
    session: Session, caller: Caller, submission_id: UUID, rung: Rung | None, *, now: datetime
) -> None:
    """Open this rung of a submission of the caller's, if it is the next one; another one opens nothing."""
    seen = result.read(session, caller, submission_id, now=now)
    if rung is None or seen.next_rung != rung:
        return
    seen.submission.opened_rung = rung.value
    audit.record(
        session,
        caller.person_id,
        "hint-opened",
        seen.assignment.course_id,
        about=submission_id,
        now=now,
        rung=rung.value,
    )
