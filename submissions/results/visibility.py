"""How much a caller sees of the results of an assignment, and from when on."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from submissions.access.policy import Action, Caller, may
from submissions.assignments.deadlines import Deadlines
from submissions.assignments.hints import Rung
from submissions.tables import Assignment, Hinting, Shown


@dataclass(frozen=True, slots=True)
class Visibility:
    """Staff see everything at any time, also of their own; others as much as was set, when it was set."""

    rung: Rung
    shown: Shown
    climbs: bool = False
    """Whether each submission shows only what its student opened."""

    def rung_of(self, opened: int) -> Rung:
        """How much is seen of a submission, of which this rung was opened."""
        if not self.climbs or self.rung < Rung.SYMPTOM:
            return self.rung
        return min(self.rung, Rung(max(Rung.SYMPTOM, opened)))

    def hidden_until(self, deadlines: Deadlines, now: datetime) -> datetime | None:
        """When the results of a student with these dates are shown; None: they are."""
        shown_from = _shown_from(self.shown, deadlines)
        return shown_from if shown_from is not None and now < shown_from else None


def visibility(session: Session, caller: Caller, assignment: Assignment) -> Visibility:
    """What this caller sees of results that they may see at all."""
    course_id = assignment.course_id
    if course_id is not None and may(session, caller, Action.SEE_SUBMISSIONS, course_id):
        return Visibility(rung=max(Rung), shown=Shown.AT_ONCE)
    return students_visibility(assignment)


def students_visibility(assignment: Assignment) -> Visibility:
    """What students see of their own results, and who has the key of a trial of its result."""
    return Visibility(
        rung=Rung(assignment.hint_rung),
        shown=Shown(assignment.shown),
        climbs=assignment.hinting == Hinting.CLIMB,
    )


def _shown_from(shown: Shown, deadlines: Deadlines) -> datetime | None:
    match shown:
        case Shown.AT_ONCE:
            return None
        case Shown.AFTER_DUE:
            return deadlines.due_at
        case Shown.AFTER_CLOSE:
            return deadlines.closes_at
