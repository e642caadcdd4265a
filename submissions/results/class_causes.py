"""What a class misunderstands: each cause of an assignment, and the students who have it or had it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from submissions.access.policy import Action, Caller, require_in
from submissions.tables import Assignment, Enrolment, Grading, Person, Role, State, Submission

_AT_A_TIME = 1000


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


@dataclass(frozen=True, slots=True)
class _Attempt:
    submission_id: UUID
    causes: frozenset[str]
    passed: bool


_Class = Mapping[tuple[str, UUID], Sequence[_Attempt]]
"""By the name and id of a student, the first attempt first."""


def causes_of(session: Session, caller: Caller, assignment: Assignment) -> ClassCauses:
    """Counted over the active students of the course, in one query.

    Raises:
        NotSignedIn, NotFound, NotAllowed, ScopeMissing: if the caller may not see submissions.
    """
    require_in(session, caller, Action.SEE_SUBMISSIONS, assignment)
    attempts = _attempts(session, assignment)
    counts = [_counted(cause, attempts) for cause in sorted(_met(attempts))]
    return ClassCauses(
        students=len(attempts),
        passed=sum(each[-1].passed for each in attempts.values()),
        causes=tuple(sorted(counts, key=lambda each: (-len(each.now), -each.ever))),
    )


def _attempts(session: Session, assignment: Assignment) -> _Class:
    rows = session.execute(
        select(Person.name, Person.id, Submission.id, Grading.causes, Grading.passed)
        .join(Person, Person.id == Submission.person_id)
        .join(Grading, Grading.id == Submission.grading_id)
        .join(Enrolment, Enrolment.person_id == Submission.person_id)
        .where(
            Submission.assignment_id == assignment.id,
            Submission.state == State.GRADED,
            ~Submission.reused,
            Enrolment.course_id == assignment.course_id,
            Enrolment.role == Role.STUDENT,
            Enrolment.active,
        )
        .order_by(Submission.id),
        execution_options={"yield_per": _AT_A_TIME},
    )
    found: dict[tuple[str, UUID], list[_Attempt]] = defaultdict(list)
    for name, person_id, submission_id, causes, passed in rows:
        found[name, person_id].append(_Attempt(submission_id, frozenset(causes), bool(passed)))
    return found


def _met(attempts: _Class) -> set[str]:
    return {cause for each in attempts.values() for attempt in each for cause in attempt.causes}


def _counted(cause: str, attempts: _Class) -> CauseCount:
    having = {who: each for who, each in attempts.items() if any(cause in one.causes for one in each)}
    now = [
        CauseHolder(*who, each[-1].submission_id) for who, each in having.items() if cause in each[-1].causes
    ]
    lengths = [length for each in having.values() if (length := _until_overcome(cause, each)) is not None]
    return CauseCount(
        cause,
        now=tuple(sorted(now, key=lambda each: (each.name, each.person_id))),
        ever=len(having),
        overcome=len(having) - len(now),
        attempts=median(lengths) if lengths else None,
    )


def _until_overcome(cause: str, attempts: Sequence[_Attempt]) -> int | None:
    """How many attempts after the first with a cause the first without came; None where none did."""
    has = [cause in each.causes for each in attempts]
    first = has.index(True)
    return has.index(False, first) - first if False in has[first:] else None
