"""Where an assignment stands for one student: its dates, and whether something is taken now."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from submissions.deadlines import Deadlines
from submissions.tables import Assignment, Extension


class Phase(StrEnum):
    """What can be done now."""

    SOON = "soon"
    OPEN = "open"
    LATE = "late"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Standing:
    """The dates that hold, and the phase."""

    deadlines: Deadlines
    phase: Phase
    extended: bool


def standings(
    session: Session, assignments: list[Assignment], person_id: UUID, *, now: datetime
) -> dict[UUID, Standing]:
    """By assignment, with one query."""
    found = session.scalars(
        select(Extension).where(
            Extension.person_id == person_id, Extension.assignment_id.in_([each.id for each in assignments])
        )
    )
    extensions = {each.assignment_id: each for each in found}
    return {each.id: standing(each, extensions.get(each.id), now=now) for each in assignments}


def standing(assignment: Assignment, extension: Extension | None, *, now: datetime) -> Standing:
    """Of one assignment."""
    deadlines = Deadlines.of(assignment, extension)
    moved = extension is not None and deadlines != Deadlines.of(assignment)
    return Standing(deadlines, _phase(assignment, deadlines, now), moved)


def _phase(assignment: Assignment, deadlines: Deadlines, now: datetime) -> Phase:
    if assignment.archived_at is not None or (deadlines.closes_at and now > deadlines.closes_at):
        return Phase.OVER
    if deadlines.opens_at and now < deadlines.opens_at:
        return Phase.SOON
    return Phase.LATE if deadlines.due_at and now > deadlines.due_at else Phase.OPEN
