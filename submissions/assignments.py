"""Assignments: made, found, changed. Another choice of suites, weights or points is another version."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from submissions import audit
from submissions.draft import HIGHEST_RUNG, Draft, problems
from submissions.errors import NotFound, Stale
from submissions.hand_in import current_version
from submissions.line_of_text import line_of_text
from submissions.points import usual_weights
from submissions.policy import Action, Caller, may, require
from submissions.tables import Assignment, AssignmentVersion, Counts, Shown

__all__ = ["Draft", "archive", "change", "create", "draft_of", "get", "listed", "practice", "versions"]

_POLICIES = (
    "instructions",
    "starter",
    "published",
    "opens_at",
    "due_at",
    "closes_at",
    "late_percent_per_day",
    "late_most_percent",
    "attempt_limit",
    "cooldown_seconds",
    "hint_rung",
    "counts",
    "shown",
)


def create(
    session: Session, course_id: UUID | None, draft: Draft, *, by: UUID | None = None, now: datetime
) -> Assignment:
    """A new assignment in its first version.

    Raises:
        Unusable: if something in the draft cannot be used.
    """
    weights = _require_usable(draft)
    assignment = Assignment(course_id=course_id, version_number=1, revision=1, created_at=now)
    _set(assignment, draft)
    session.add(assignment)
    session.flush()
    session.add(_version(assignment, draft, weights, now))
    session.flush()
    _record(session, "assignment-made", assignment, by, now)
    return assignment


def change(
    session: Session,
    assignment: Assignment,
    draft: Draft,
    *,
    revision: int,
    by: UUID | None = None,
    now: datetime,
) -> None:
    """Set everything anew; `revision` is that of the assignment as it was read.

    Raises:
        Unusable: if something in the draft cannot be used.
        Stale: if somebody else has changed it in the meantime.
    """
    weights = _require_usable(draft)
    session.refresh(assignment, with_for_update=True)
    if assignment.revision != revision:
        raise Stale
    _set(assignment, draft)
    assignment.revision += 1
    before = current_version(session, assignment)
    if (before.stage, before.weights, before.points) != (draft.stage, weights, draft.points):
        assignment.version_number += 1
        session.add(_version(assignment, draft, weights, now))
    session.flush()
    _record(session, "assignment-changed", assignment, by, now)


def archive(session: Session, assignment: Assignment, *, by: UUID | None = None, now: datetime) -> None:
    """Put it away: nobody hands anything in any more, and lists leave it out. What was graded is kept."""
    assignment.archived_at = now
    assignment.revision += 1
    session.flush()
    _record(session, "assignment-archived", assignment, by, now)


def draft_of(session: Session, assignment: Assignment) -> Draft:
    """What an assignment is set to."""
    version = current_version(session, assignment)
    policies = {name: getattr(assignment, name) for name in _POLICIES}
    policies |= {"counts": Counts(assignment.counts), "shown": Shown(assignment.shown)}
    return Draft(
        title=assignment.title,
        stage=version.stage,
        weights=dict(version.weights),
        points=version.points,
        **policies,
    )


def get(
    session: Session, caller: Caller, assignment_id: UUID, action: Action = Action.SEE_ASSIGNMENT
) -> Assignment:
    """An assignment of a course, if the caller may do this there. Who may not see drafts does not find them.

    Raises:
        NotSignedIn, NotFound, NotAllowed, ScopeMissing: if not.
    """
    _ = caller.known
    assignment = session.get(Assignment, assignment_id)
    if assignment is None or assignment.course_id is None:
        raise NotFound
    require(session, caller, action, assignment.course_id)
    if not assignment.published and not may(session, caller, Action.SEE_DRAFT, assignment.course_id):
        raise NotFound
    return assignment


def listed(session: Session, caller: Caller, course_id: UUID) -> list[Assignment]:
    """The assignments of a course that the caller may see, by their due dates."""
    require(session, caller, Action.SEE_ASSIGNMENT, course_id)
    chosen = select(Assignment).where(Assignment.course_id == course_id, Assignment.archived_at.is_(None))
    if not may(session, caller, Action.SEE_DRAFT, course_id):
        chosen = chosen.where(Assignment.published)
    return list(
        session.scalars(chosen.order_by(Assignment.due_at.is_(None), Assignment.due_at, Assignment.id))
    )


def versions(session: Session, found: Collection[Assignment]) -> dict[UUID, AssignmentVersion]:
    """By assignment, the version that new submissions are graded on."""
    rows = session.scalars(
        select(AssignmentVersion)
        .join(
            Assignment,
            (Assignment.id == AssignmentVersion.assignment_id)
            & (Assignment.version_number == AssignmentVersion.number),
        )
        .where(Assignment.id.in_([each.id for each in found]))
    )
    return {each.assignment_id: each for each in rows}


def practice(session: Session, stage: str, *, now: datetime) -> Assignment:
    """The assignment of a stage that belongs to no course, made when it is first asked for.

    Raises:
        Unusable: if there is no such stage.
    """
    found = session.scalar(
        select(Assignment)
        .where(Assignment.course_id.is_(None), Assignment.title == stage, Assignment.archived_at.is_(None))
        .order_by(Assignment.id)
        .limit(1)
    )
    draft = Draft(title=stage, stage=stage, published=True, hint_rung=HIGHEST_RUNG)
    if found is None:
        return create(session, None, draft, now=now)
    if current_version(session, found).weights != usual_weights(stage):
        change(session, found, draft, revision=found.revision, now=now)
    return found


def _set(assignment: Assignment, draft: Draft) -> None:
    assignment.title = line_of_text("title", draft.title)
    for name in _POLICIES:
        setattr(assignment, name, getattr(draft, name))


def _version(
    assignment: Assignment, draft: Draft, weights: dict[str, int], now: datetime
) -> AssignmentVersion:
    return AssignmentVersion(
        assignment_id=assignment.id,
        number=assignment.version_number,
        stage=draft.stage,
        weights=weights,
        points=draft.points,
        created_at=now,
    )


def _record(session: Session, action: str, assignment: Assignment, by: UUID | None, now: datetime) -> None:
    if assignment.course_id is None:
        return
    details = {"revision": assignment.revision, "version": assignment.version_number}
    audit.record(
        session,
        action,
        actor=by,
        course_id=assignment.course_id,
        subject_id=assignment.id,
        details=details,
        now=now,
    )


def _require_usable(draft: Draft) -> dict[str, int]:
    """The weights, if everything in the draft can be used."""
    for problem in problems(draft):
        raise problem
    return draft.chosen
