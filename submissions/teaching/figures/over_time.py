"""Submissions over time: graded attempts by the hour, or by more hours where there are many."""

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from submissions.tables import Assignment, AttemptFact
from submissions.teaching.figures.selection import Selection, in_class, in_time

_HOUR = 3600
_STEPS = (1, 3, 6, 12, 24, 72, 168)
_MOST = 60
"""Bars of a chart."""


@dataclass(frozen=True, slots=True)
class TimeBucket:
    """Graded attempts that were submitted in these hours."""

    start: datetime
    hours: int
    attempts: int
    late: int
    """Attempts that came after the due date of their student."""


def over_time(session: Session, assignment: Assignment, selection: Selection) -> list[TimeBucket]:
    """Return all attempts from the first to the last, hours without any included."""
    assert assignment.course_id is not None
    counts = select(AttemptFact.hour, func.count(), func.sum(case((AttemptFact.late.is_(True), 1), else_=0)))
    rows = session.execute(
        in_class(counts, AttemptFact.person_id, assignment.course_id, selection)
        .where(AttemptFact.assignment_id == assignment.id, *in_time(selection))
        .group_by(AttemptFact.hour)
    ).all()
    if not rows:
        return []
    first, last = min(row[0] for row in rows), max(row[0] for row in rows)
    step = next((each for each in _STEPS if (last - first) // each < _MOST), _STEPS[-1])
    attempts: Counter[int] = Counter()
    late: Counter[int] = Counter()
    for hour, count, after in rows:
        attempts[hour // step] += count
        late[hour // step] += int(after)
    return [
        TimeBucket(datetime.fromtimestamp(each * step * _HOUR, UTC), step, attempts[each], late[each])
        for each in range(first // step, last // step + 1)
    ]
