"""Later dates, or more attempts, for one student."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.courses.assignments.draft import ATTEMPTS
from submissions.courses.grades import changes
from submissions.courses.grades.changes import WhyChanged
from submissions.courses.grades.deadlines import Deadlines
from submissions.errors import NotFound, Unusable
from submissions.people.access import audit
from submissions.people.access.people import place
from submissions.people.access.policy import Action, Caller, require_in
from submissions.tables import Assignment, ChangeReason, Extension
from submissions.texts.single_line import single_line

_WHY = WhyChanged(ChangeReason.EXTENSION)


class Grant(Frozen, kw_only=True):
    """An extension that one student is given."""

    due_at: datetime | None = None
    closes_at: datetime | None = None
    more_attempts: int = 0
    reason: str = ""


def give(
    session: Session, caller: Caller, assignment: Assignment, person_id: UUID, grant: Grant, *, now: datetime
) -> Extension:
    """The extension of a student, in place of the one they may have had.

    Raises `Unusable` if it would change nothing, or cannot be meant.
    """
    course_id = require_in(session, caller, Action.EDIT_GRADES, assignment)
    place(session, course_id, person_id)
    for problem in problems(assignment, grant):
        raise problem
    extension = session.get(Extension, (assignment.id, person_id))
    if extension is None:
        extension = Extension(assignment_id=assignment.id, person_id=person_id)
    with changes.changing(session, assignment, _WHY, [person_id], now=now):
        extension.due_at, extension.closes_at = grant.due_at, grant.closes_at
        extension.more_attempts, extension.created_at = grant.more_attempts, now
        extension.reason = single_line("reason", grant.reason) if grant.reason.strip() else ""
        session.add(extension)
    actor, kept = caller.known, _details(extension)
    audit.record_about(session, actor, "extension-given", assignment, person_id, now=now, **kept)
    return extension


def take_back(
    session: Session, caller: Caller, assignment: Assignment, person_id: UUID, *, now: datetime
) -> None:
    """End the extension of a student."""
    extension = of(session, caller, assignment, person_id)
    if extension is None:
        raise NotFound
    actor, kept = caller.known, _details(extension)
    audit.record_about(session, actor, "extension-taken-back", assignment, person_id, now=now, **kept)
    with changes.changing(session, assignment, _WHY, [person_id], now=now):
        if extension.late_days:  # the student's own, which stay
            extension.due_at = extension.closes_at = None
            extension.more_attempts, extension.reason = 0, ""
        else:
            session.delete(extension)


def of(session: Session, caller: Caller, assignment: Assignment, person_id: UUID) -> Extension | None:
    """The extension of a student, to be changed."""
    require_in(session, caller, Action.EDIT_GRADES, assignment)
    return session.get(Extension, (assignment.id, person_id))


def listed(
    session: Session, caller: Caller, assignment: Assignment, *, after: UUID | None = None, limit: int
) -> list[tuple[Extension, Deadlines]]:
    """The extensions of an assignment with the dates that hold for their students, by the ids of these.

    Late days that a student uses are extensions, too.
    """
    require_in(session, caller, Action.SEE_GRADES, assignment)
    chosen = select(Extension).where(Extension.assignment_id == assignment.id)
    if after is not None:
        chosen = chosen.where(Extension.person_id > after)
    found = session.scalars(chosen.order_by(Extension.person_id).limit(limit))
    return [(each, Deadlines.of(assignment, each)) for each in found]


def problems(assignment: Assignment, grant: Grant) -> list[Unusable]:
    """Return every value that cannot be used, with the first problem of each field."""
    problems = [
        *_dates(assignment, grant),
        *_attempts(assignment, grant),
        *_reason(grant),
    ]
    if not problems and not (grant.due_at or grant.closes_at or grant.more_attempts):
        problems = [Unusable("due_at", "gives-nothing")]
    return problems


def _dates(assignment: Assignment, grant: Grant) -> list[Unusable]:
    without = Deadlines.of(assignment)
    problems = []
    for name, given, usual in (
        ("due_at", grant.due_at, without.due_at),
        ("closes_at", grant.closes_at, without.closes_at),
    ):
        if not given:
            continue
        if usual is None:
            problems.append(Unusable(name, "nothing-to-extend"))
        elif given <= usual:
            problems.append(Unusable(name, "not-later"))
    # The two dates are compared only if each is right: one mistake makes one message.
    if not problems and grant.due_at and grant.closes_at and grant.closes_at < grant.due_at:
        problems.append(Unusable("closes_at", "before-it-is-due"))
    return problems


def _attempts(assignment: Assignment, grant: Grant) -> list[Unusable]:
    if not 0 <= grant.more_attempts <= ATTEMPTS.most:
        return [Unusable("more_attempts", "out-of-range", least=0, most=ATTEMPTS.most)]
    if grant.more_attempts and assignment.attempt_limit is None:
        return [Unusable("more_attempts", "nothing-to-extend")]
    return []


def _reason(grant: Grant) -> list[Unusable]:
    try:
        single_line("reason", grant.reason or "-")
    except Unusable as error:
        return [error]
    return []


def _details(extension: Extension) -> dict[str, str | int | None]:
    """Return what the audit log has of an extension."""
    return {
        "due_at": extension.due_at.isoformat() if extension.due_at else None,
        "closes_at": extension.closes_at.isoformat() if extension.closes_at else None,
        "more_attempts": extension.more_attempts,
    }
