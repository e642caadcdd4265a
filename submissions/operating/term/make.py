"""Makes a term to look at: a course with six assignments and a class whose files the real engine graded."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.orm import Session

from submissions.courses.assignments.versions import current_version
from submissions.grading.work.results import KEY, FinishedReport
from submissions.grading.work.task import Grader
from submissions.operating.term import course, plan, talk
from submissions.operating.term.course import MadeCourse
from submissions.operating.term.grading import Examiner, VersionedFile
from submissions.operating.term.plan import PlannedAttempt, PlannedStudent
from submissions.operating.term.storing import Results
from submissions.operating.term.talk import Visit
from submissions.operating.term.texts import TermTexts
from submissions.people.access import secrets
from submissions.storage.database import Database
from submissions.tables import Assignment, AssignmentVersion

_WEEK = timedelta(weeks=1)
_DUE_IN = timedelta(days=2)


@dataclass(frozen=True, slots=True)
class Maker:
    """What a term is made with."""

    database: Database
    grader: Grader
    threads: int
    turn: Callable[[int, int], None]
    """Called for each file that is graded: how many are, and how many there are."""


@dataclass(frozen=True, slots=True)
class MadeTerm:
    """The made-up term."""

    course_id: UUID
    instructor_id: UUID
    assistant_id: UUID
    visits: tuple[Visit, ...]
    """Students whose pages are worth a look."""
    students: int
    submissions: int
    files: int
    """Different files that were graded."""


@dataclass(frozen=True, slots=True)
class Plan:
    """All that happens in a term."""

    students: Sequence[PlannedStudent]
    attempts: Sequence[Sequence[PlannedAttempt]]
    """By assignment."""
    pairs: Mapping[int, int]
    """By number of the student who submits for a pair, that of the other."""


def planned(number: int, seed: int, now: datetime) -> Plan:
    """The students, and what they submit for each assignment by now."""
    everybody = plan.students(number, seed)
    dates = due_dates(now)
    attempts = [plan.attempts(everybody, each, due, now, seed) for each, due in enumerate(dates)]
    pairs = {first.number: second.number for first, second in plan.pairs(everybody, seed)}
    return Plan(everybody, attempts, pairs)


def due_dates(now: datetime) -> list[datetime]:
    """When the assignments are due: the last in two days, the others a week apart before it."""
    last = (now + _DUE_IN).replace(hour=22, minute=0, second=0, microsecond=0)
    return [last - _WEEK * weeks for weeks in reversed(range(len(plan.STAGES)))]


def make(maker: Maker, texts: TermTexts, number: int, seed: int, *, now: datetime) -> MadeTerm:
    """The term: a transaction for the course, and one for each assignment.

    Raises:
        GraderError: if a file cannot be graded; what was made by then stays.
    """
    term = planned(number, seed, now)
    with maker.database.begin() as session:
        made = course.make(session, texts, term.students, due_dates(now), seed)
        for each, attempts in enumerate(term.attempts):
            course.give_time(session, made, each, attempts, texts)
        versions = [_version(session, assignment_id) for assignment_id in made.assignments]
        secret = secrets.key(session, KEY, now=now)
    examiner = Examiner(maker.grader, maker.threads, secret, maker.turn)
    asked = [
        VersionedFile(version.id, each.file)
        for version, attempts in zip(versions, term.attempts, strict=True)
        for each in attempts
    ]
    reports = examiner.graded(versions, asked)
    for each, version in enumerate(versions):
        with maker.database.begin() as session:
            _results(session, made, term, each, version, reports).store(session, term.attempts[each])
    with maker.database.begin() as session:
        visits = talk.talk(session, made, texts.talk, now=now)
    total = sum(map(len, term.attempts))
    return MadeTerm(made.course.id, made.owner.known, made.assistants[0], visits, number, total, len(reports))


def _version(session: Session, assignment_id: UUID) -> AssignmentVersion:
    return current_version(session, session.get_one(Assignment, assignment_id))


def _results(
    session: Session,
    made: MadeCourse,
    term: Plan,
    number: int,
    version: AssignmentVersion,
    reports: Mapping[VersionedFile, FinishedReport],
) -> Results:
    pairs = term.pairs if number == plan.IN_PAIRS else {}
    members = {
        each.number: [made.students[who] for who in (each.number, pairs.get(each.number)) if who is not None]
        for each in term.students
    }
    of_version = {each.file: report for each, report in reports.items() if each.version_id == version.id}
    assignment = session.get_one(Assignment, made.assignments[number])
    return Results(assignment, version, of_version, members)
