"""Makes a term to look at: a course with six assignments and a class whose files the real engine graded.

Files of an assignment that differ in the name in their first line alone are graded once, and everybody who
submits one gets that report.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from sqlalchemy import insert
from sqlalchemy.orm import Session

from grader.report import Report
from grader.sandbox.base import Source
from submissions.access import people, secrets
from submissions.access.policy import Caller
from submissions.assignments import assignments
from submissions.assignments.draft import Draft
from submissions.assignments.points import graded_on, passed, points
from submissions.assignments.starter import STARTER
from submissions.assignments.versions import current_version
from submissions.courses import courses
from submissions.grades import facts
from submissions.grades.report_facts import ReportFacts
from submissions.operating import term_plan
from submissions.operating.term_plan import PlannedAttempt, PlannedFile, PlannedStudent
from submissions.storage.database import Database
from submissions.storage.insert_once import insert_once
from submissions.tables import (
    Assignment,
    AssignmentVersion,
    AuditEvent,
    CauseFact,
    Course,
    Enrolment,
    GradeJob,
    Grading,
    Hinting,
    JobState,
    Person,
    Role,
    State,
    StoredFile,
    StoredReport,
    Submission,
)
from submissions.tables.identity import id_at, new_id
from submissions.work.code_shape import FunctionShape, code_shape
from submissions.work.results import KEY, Work, keep_shape, seed_of
from submissions.work.task import Grader

INSTRUCTOR = "demo-instructor"
_FILE = "value.py"
_WEEK = timedelta(weeks=1)
_DUE_IN = timedelta(days=2)
_GRADING_SECONDS = timedelta(seconds=2)


@dataclass(frozen=True, slots=True)
class TermTask:
    """What people read of one of the assignments."""

    title: str
    instructions: str


@dataclass(frozen=True, slots=True)
class TermTexts:
    """The texts of a made-up term."""

    course: str
    instructor: str
    assistants: tuple[str, ...]
    assignments: tuple[TermTask, ...]


@dataclass(frozen=True, slots=True)
class MadeTerm:
    """The made-up term."""

    course_id: UUID
    instructor_id: UUID
    students: int
    submissions: int
    files: int
    """Different files that were graded."""


@dataclass(frozen=True, slots=True)
class Maker:
    """What a term is made with."""

    database: Database
    grader: Grader
    threads: int
    turn: Callable[[str, int, int], None]
    """Called for each file that is graded: the title of its assignment, how many of its files are, and how
    many there are."""


@dataclass(frozen=True, slots=True)
class _GradedFile:
    """A file and what came of it."""

    report: Report
    content: str
    """The report, as it is stored."""
    found: ReportFacts
    shape: list[FunctionShape]


@dataclass(frozen=True, slots=True)
class _MadeClass:
    """The course with its people."""

    course: Course
    by_number: Mapping[int, UUID]


def plan(number: int, seed: int, now: datetime) -> tuple[list[PlannedStudent], list[list[PlannedAttempt]]]:
    """The students, and what they submit for each assignment by now."""
    everybody = term_plan.students(number, seed)
    return everybody, [
        term_plan.attempts(everybody, each, due(each, now), now, seed)
        for each in range(len(term_plan.STAGES))
    ]


def due(number: int, now: datetime) -> datetime:
    """When the assignment of that number is due: the last in two days, the others a week apart before it."""
    last = (now + _DUE_IN).replace(hour=22, minute=0, second=0, microsecond=0)
    return last - _WEEK * (len(term_plan.STAGES) - 1 - number)


def make(maker: Maker, texts: TermTexts, number: int, seed: int, *, now: datetime) -> MadeTerm:
    """The term: a transaction for the course, and one for each assignment.

    Raises:
        GraderError: if a file cannot be graded; what was made by then stays.
    """
    everybody, planned = plan(number, seed, now)
    with maker.database.begin() as session:
        owner = people.by_login(session, INSTRUCTOR) or people.add(
            session, INSTRUCTOR, texts.instructor, now=now
        )
        joined = _class(session, owner, texts, everybody, due(0, now) - 3 * _WEEK)
    files = 0
    for each, attempts in enumerate(planned):
        files += _assignment(maker, joined, owner, texts, each, attempts, now)
    return MadeTerm(joined.course.id, owner.id, number, sum(map(len, planned)), files)


def _class(
    session: Session, owner: Person, texts: TermTexts, everybody: Sequence[PlannedStudent], at: datetime
) -> _MadeClass:
    course = courses.create(session, Caller(owner.id, operator=True), texts.course, "UTC", now=at)
    prefix = course.id.hex[-6:]
    for each, name in enumerate(texts.assistants):
        assistant = people.add(session, f"demo-{prefix}-ta{each + 1}", name, now=at)
        people.enrol(session, course.id, assistant.id, Role.ASSISTANT, now=at)
    by_number = {each.number: new_id() for each in everybody}
    if everybody:
        session.execute(insert(Person), list(_people(everybody, by_number, prefix, at)))
        session.execute(insert(Enrolment), list(_places(everybody, by_number, course.id, at)))
    return _MadeClass(course, by_number)


def _people(
    everybody: Sequence[PlannedStudent], ids: Mapping[int, UUID], prefix: str, at: datetime
) -> Iterator[dict[str, Any]]:
    for each in everybody:
        login = f"demo-{prefix}-{each.number + 1:04}"
        yield {"id": ids[each.number], "login": login, "name": each.name, "created_at": at}


def _places(
    everybody: Sequence[PlannedStudent], ids: Mapping[int, UUID], course_id: UUID, at: datetime
) -> Iterator[dict[str, Any]]:
    for each in everybody:
        yield {
            "course_id": course_id, "person_id": ids[each.number], "role": Role.STUDENT,
            "active": each.active, "section": each.section, "created_at": at,
        }  # fmt: skip


def _assignment(
    maker: Maker,
    joined: _MadeClass,
    owner: Person,
    texts: TermTexts,
    number: int,
    attempts: Sequence[PlannedAttempt],
    now: datetime,
) -> int:
    """One assignment with all that was submitted for it; how many different files that is."""
    due_at = due(number, now)
    draft = Draft(
        title=texts.assignments[number].title,
        instructions=texts.assignments[number].instructions,
        starter=STARTER,
        published=True,
        stage=term_plan.STAGES[number],
        opens_at=term_plan.opens(due_at),
        due_at=due_at,
        closes_at=term_plan.closes(due_at),
        late_percent_per_day=Decimal(10),
        hinting=Hinting.CLIMB,
    )
    caller = Caller(owner.id, operator=True)
    with maker.database.begin() as session:
        made = assignments.create(session, caller, joined.course.id, draft, now=term_plan.opens(due_at))
        version = current_version(session, made)
        secret = secrets.key(session, KEY, now=now)
    graded = _graded(maker, draft.title, version, {each.text for each in attempts}, secret)
    with maker.database.begin() as session:
        _store(session, joined, session.get_one(Assignment, made.id), version, attempts, graded)
    return len(graded)


def _graded(
    maker: Maker, title: str, version: AssignmentVersion, texts: set[PlannedFile], secret: bytes
) -> dict[PlannedFile, _GradedFile]:
    """Each file graded once."""
    asked = graded_on(version)

    def grade(text: PlannedFile) -> _GradedFile:
        source = Source(_FILE, text.signed(_FILE))
        seed = seed_of(secret, version.id, hashlib.sha256(source.content).hexdigest())
        report = maker.grader.grade(Work(source, asked, seed))
        shape = code_shape(source) or []
        return _GradedFile(report, report.model_dump_json(), ReportFacts.of(report), shape)

    ordered = sorted(texts, key=lambda each: (each.fault, each.place, each.variant))
    found: dict[PlannedFile, _GradedFile] = {}
    with ThreadPoolExecutor(maker.threads) as pool:
        for text, each in zip(ordered, pool.map(grade, ordered), strict=True):
            found[text] = each
            maker.turn(title, len(found), len(ordered))
    return found


def _store(
    session: Session,
    joined: _MadeClass,
    assignment: Assignment,
    version: AssignmentVersion,
    attempts: Sequence[PlannedAttempt],
    graded: Mapping[PlannedFile, _GradedFile],
) -> None:
    """Everything that workers would have left behind."""
    files = _store_files(session, attempts, graded)
    used: dict[UUID, int] = {}
    submissions, gradings, reports = [], [], []
    for attempt, sha256 in zip(attempts, files, strict=True):
        person_id, of = joined.by_number[attempt.student.number], graded[attempt.text]
        is_answer = of.report.is_answer
        used[person_id] = used.get(person_id, 0) + is_answer
        submission = Submission(
            id=id_at(attempt.at), assignment_id=assignment.id, person_id=person_id, sha256=sha256,
            file_name=_FILE, state=State.GRADED if is_answer else State.REFUSED,
            attempt=used[person_id] if is_answer else 0, opened_rung=attempt.rung, created_at=attempt.at,
        )  # fmt: skip
        grading = _grading(submission, version, of)
        submission.grading_id = grading.id
        submissions.append(submission)
        gradings.append(grading)
        reports.append(StoredReport(grading_id=grading.id, content=of.content))
        session.add_all(_hints(assignment, submission))
    session.add_all(submissions)
    session.flush()
    session.add_all(gradings)
    session.flush()
    session.add_all(
        [*reports, *(_job(assignment, *each) for each in zip(submissions, gradings, strict=True))]
    )
    session.flush()
    _keep_facts(session, assignment, version, submissions, gradings, [graded[each.text] for each in attempts])


def _store_files(
    session: Session, attempts: Sequence[PlannedAttempt], graded: Mapping[PlannedFile, _GradedFile]
) -> list[str]:
    """The files of the attempts, with their shapes; the digest of each."""
    digests: list[str] = []
    for each in attempts:
        content = each.text.signed(each.student.signature)
        digests.append(hashlib.sha256(content).hexdigest())
        insert_once(session, StoredFile, sha256=digests[-1], content=content, size=len(content))
        keep_shape(session, content, graded[each.text].shape)
    return digests


def _grading(submission: Submission, version: AssignmentVersion, of: _GradedFile) -> Grading:
    gradients = of.report.gradients
    return Grading(
        id=id_at(submission.created_at),
        submission_id=submission.id,
        version_id=version.id,
        state=submission.state,
        points=points(of.report, version),
        passed=passed(of.report, version),
        cause=next(iter(of.found.causes), None),
        causes=list(of.found.causes),
        gradients=gradients.method if gradients.is_otherwise else None,
        gradients_proven=gradients.is_proven_otherwise if gradients.is_otherwise else None,
        sandbox=str(of.report.sandbox),
        created_at=submission.created_at,
        finished_at=submission.created_at + _GRADING_SECONDS,
    )


def _job(assignment: Assignment, submission: Submission, grading: Grading) -> GradeJob:
    return GradeJob(
        grading_id=grading.id, course_id=assignment.course_id, person_id=submission.person_id, priority=0,
        state=JobState.DONE, not_before=grading.created_at, attempts=1, created_at=grading.created_at,
        started_at=grading.created_at, finished_at=grading.finished_at,
    )  # fmt: skip


def _hints(assignment: Assignment, submission: Submission) -> Iterator[AuditEvent]:
    """The rungs of the ladder that its student opened."""
    for rung in range(1, submission.opened_rung + 1):
        yield AuditEvent(
            at=submission.created_at + timedelta(minutes=rung), actor_id=submission.person_id,
            action="hint-opened", course_id=assignment.course_id, subject_id=submission.id,
            details={"rung": rung},
        )  # fmt: skip


def _keep_facts(
    session: Session,
    assignment: Assignment,
    version: AssignmentVersion,
    submissions: Sequence[Submission],
    gradings: Sequence[Grading],
    graded: Sequence[_GradedFile],
) -> None:
    kept = [each for each in zip(submissions, gradings, graded, strict=True) if each[0].state == State.GRADED]
    if not kept:
        return
    facts.write(session, [facts.row_of(one, grading, version, of.found) for one, grading, of in kept])
    causes = [row for one, _, of in kept for row in facts.cause_rows(one, of.found)]
    if causes:
        session.execute(insert(CauseFact), causes)
    facts.reckon(session, assignment)
