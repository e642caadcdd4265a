"""What a class misunderstands: each cause of an assignment, and the students who have it or had it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from submissions.access.policy import Action, Caller, require_in
from submissions.tables import Assignment, AttemptFact, CauseHistory, Enrolment, Person, Role


@dataclass(frozen=True, slots=True)
class CauseHolder:
    """A student who has a cause now."""

    name: str
    person_id: UUID
    submission_id: UUID
    """Their latest graded attempt."""


@dataclass(frozen=True, slots=True)
class CauseCount:
    """One cause in a class."""

    cause: str
    """The fault, by slug."""
    now: tuple[CauseHolder, ...]
    """The students whose latest graded attempt has it, by name."""
    ever: int
    """Students who had it in any attempt."""
    overcome: int
    """Students who had it and whose latest graded attempt has it no more."""
    attempts: float | None
    """The median number of attempts from the first with it to the first without; None where there is none."""


@dataclass(frozen=True, slots=True)
class ClassCauses:
    """The causes of an assignment, the one that most students have now first."""

    students: int
    """Those of the course with a graded attempt."""
    passed: int
    """Those whose latest graded attempt passed everything."""
    causes: tuple[CauseCount, ...]


def causes_of(session: Session, caller: Caller, assignment: Assignment) -> ClassCauses:
    """Counted over the active students of the course from facts kept with each result, in two queries.

    Raises:
        NotSignedIn, NotFound, NotAllowed, ScopeMissing: if the caller may not see submissions.
    """
    require_in(session, caller, Action.SEE_SUBMISSIONS, assignment)
    rows = session.execute(
        select(Person.name, Person.id, AttemptFact.submission_id, AttemptFact.passed)
        .join(AttemptFact, AttemptFact.person_id == Person.id)
        .join(Enrolment, Enrolment.person_id == Person.id)
        .where(
            AttemptFact.assignment_id == assignment.id,
            AttemptFact.is_last.is_(True),
            Enrolment.course_id == assignment.course_id,
            Enrolment.role == Role.STUDENT,
            Enrolment.active,
        )
    ).all()
    latest = {
        person_id: CauseHolder(name, person_id, submission_id) for name, person_id, submission_id, _ in rows
    }
    counts = [_counted(cause, theirs) for cause, theirs in _histories(session, assignment, latest).items()]
    return ClassCauses(
        students=len(latest),
        passed=sum(passed for *_, passed in rows),
        causes=tuple(sorted(counts, key=lambda each: (-len(each.now), -each.ever, each.cause))),
    )


@dataclass(frozen=True, slots=True)
class _Had:
    """A student who had a cause."""

    holder: CauseHolder
    has_now: bool
    attempts: int | None
    """After the first with it, up to the first without."""


def _histories(
    session: Session, assignment: Assignment, latest: Mapping[UUID, CauseHolder]
) -> Mapping[str, Sequence[_Had]]:
    """By cause, the students who ever had it."""
    rows = session.execute(
        select(CauseHistory.cause, CauseHistory.person_id, CauseHistory.streak, CauseHistory.attempts).where(
            CauseHistory.assignment_id == assignment.id
        )
    )
    found: dict[str, list[_Had]] = defaultdict(list)
    for cause, person_id, streak, attempts in rows:
        if person_id in latest:
            found[cause].append(_Had(latest[person_id], streak > 0, attempts))
    return found


def _counted(cause: str, had: Sequence[_Had]) -> CauseCount:
    now = [each.holder for each in had if each.has_now]
    lengths = [each.attempts for each in had if each.attempts is not None]
    return CauseCount(
        cause,
        now=tuple(sorted(now, key=lambda each: (each.name, each.person_id))),
        ever=len(had),
        overcome=len(had) - len(now),
        attempts=median(lengths) if lengths else None,
    )
