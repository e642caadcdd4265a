"""How long each cause lasts, and what comes after it: from its first attempt to the first without it."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from statistics import median

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.tables import Assignment, CauseHistory
from submissions.teaching.figures.selection import Selection, in_class

_MINUTES = 60
UNKNOWN = ""
"""The next cause where something is wrong and no cause of it is known."""


class Overcoming(Frozen):
    """One cause. The section is looked at; time and the choice of an attempt are not."""

    cause: str
    students: int
    """The number of students who ever had it."""
    proven: int
    """The number of students who had it proven in an attempt."""
    overcame: int
    """The number of students who had a later attempt without it."""
    attempts: float | None
    """The median from the first attempt with it to the first without; None where nobody overcame it."""
    hours: float | None
    """The median time between these two."""
    next_causes: tuple[tuple[str, int], ...]
    """The cause shown first in the first attempt without it, or `PASSED`, with how many students had that."""


@dataclass(slots=True)
class _OvercomeCounts:
    students: int = 0
    proven: int = 0
    attempts: list[int] = field(default_factory=list)
    minutes: list[int] = field(default_factory=list)
    after: Counter[str] = field(default_factory=Counter)


def overcoming(session: Session, assignment: Assignment, selection: Selection) -> list[Overcoming]:
    """The cause that most students ever had first."""
    assert assignment.course_id is not None
    histories = select(
        CauseHistory.cause,
        CauseHistory.proven,
        CauseHistory.attempts,
        CauseHistory.minutes,
        CauseHistory.next_cause,
    ).where(CauseHistory.assignment_id == assignment.id)
    rows = session.execute(in_class(histories, CauseHistory.person_id, assignment.course_id, selection))
    counted: dict[str, _OvercomeCounts] = defaultdict(_OvercomeCounts)
    for cause, proven, attempts, minutes, after in rows:
        of = counted[cause]
        of.students += 1
        of.proven += proven
        if attempts is not None:
            of.attempts.append(attempts)
            of.minutes.append(minutes or 0)
            of.after[after or UNKNOWN] += 1
    found = [_figure(cause, of) for cause, of in counted.items()]
    return sorted(found, key=lambda each: (-each.students, each.cause))


def _figure(cause: str, of: _OvercomeCounts) -> Overcoming:
    if not of.attempts:
        return Overcoming(cause, of.students, of.proven, 0, None, None, ())
    return Overcoming(
        cause,
        of.students,
        of.proven,
        len(of.attempts),
        median(of.attempts),
        median(of.minutes) / _MINUTES,
        tuple(sorted(of.after.items(), key=lambda each: (-each[1], each[0]))),
    )
