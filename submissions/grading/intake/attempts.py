"""How many attempts somebody used, and when the next may come. Our failures use none."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from submissions.people.access.policy import Action, Viewer
from submissions.tables import Assignment, Extension, State, Submission

_NO_ATTEMPT = (State.WITHDRAWN, State.INTERNAL_ERROR, State.REFUSED)


@dataclass(frozen=True, slots=True)
class AttemptsLeft:
    """Your remaining attempts of an assignment."""

    used: int
    limit: int | None
    """null: as many as you like."""
    next_at: datetime | None
    """When you may submit the next file; null: now."""

    @property
    def is_over(self) -> bool:
        """Whether none is left."""
        return self.limit is not None and self.used >= self.limit


def own_attempts(session: Session, viewer: Viewer, assignment: Assignment, *, now: datetime) -> AttemptsLeft:
    """The attempts that the viewer has left."""
    viewer.require_in(Action.SEE_ASSIGNMENT, assignment)
    return attempts_of(session, assignment, viewer.caller.known, now=now)


def attempts_of(session: Session, assignment: Assignment, person_id: UUID, *, now: datetime) -> AttemptsLeft:
    """The attempts that a person has left. Permission is already checked."""
    more = select(Extension.more_attempts).where(
        Extension.assignment_id == assignment.id, Extension.person_id == person_id
    )
    used, last, extra = session.execute(
        select(func.count(), func.max(Submission.created_at), more.scalar_subquery()).where(
            Submission.assignment_id == assignment.id,
            Submission.person_id == person_id,
            Submission.attempt > 0,
            Submission.state.not_in(_NO_ATTEMPT),
        )
    ).one()
    limit = assignment.attempt_limit
    ready = last + timedelta(seconds=assignment.cooldown_seconds) if last is not None else None
    return AttemptsLeft(
        used,
        None if limit is None else limit + (extra or 0),
        ready if ready is not None and ready > now else None,
    )
