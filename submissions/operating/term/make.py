"""Makes a demo term: a course with six assignments, a class, and its files with their results."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy.orm import Session

from grader.assignment import SuiteSelection
from grader.records import Frozen, from_json
from grader.report import Report
from grader.sandbox.plays import Source
from submissions.courses.assignments.points import current_version, graded_on
from submissions.courses.grades.report_facts import ReportFacts
from submissions.grading.work.results import FinishedReport, Work
from submissions.grading.work.task import Grader
from submissions.operating.term import course, talk
from submissions.operating.term.course import MadeCourse
from submissions.operating.term.recording import Plan, RecordedFile, TermRecording, planned, recording
from submissions.operating.term.storing import Results
from submissions.operating.term.talk import Visit
from submissions.operating.term.texts import TermTexts
from submissions.storage.database import Database
from submissions.tables import Assignment, AssignmentVersion

_NOBODY = ""


class MadeTerm(Frozen):
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


class AssignedFile(NamedTuple):
    """A file that is submitted for the assignment of a number."""

    assignment: int
    file: RecordedFile

    @property
    def source(self) -> Source:
        """The file before a student writes their name into it."""
        return Source(self.file.name, self.file.submitted(_NOBODY, 0))

    @property
    def seed(self) -> int:
        """The seed of its inputs: the same on every machine."""
        digest = hashlib.sha256(f"{self.assignment}:{self.file.name}\n{self.file.text}".encode()).digest()
        return int.from_bytes(digest[:8], "big")


class Examiner(Frozen):
    """A grader, and the threads in which it grades files."""

    grader: Grader
    threads: int
    turn: Callable[[int, int], None]
    """The listener that hears of each graded file: how many are graded, and how many there are."""

    def graded(
        self, selections: Sequence[SuiteSelection], asked: Sequence[AssignedFile]
    ) -> dict[AssignedFile, FinishedReport]:
        """Grade each file on all cores; `selections` are those of the assignments.

        Raises `GraderError` if one cannot be graded.
        """
        found = {}

        def grade(file: AssignedFile) -> FinishedReport:
            work = Work(file.source, selections[file.assignment], file.seed)
            return FinishedReport.of(self.grader.grade(work))

        with ThreadPoolExecutor(self.threads) as pool:
            for done, (each, report) in enumerate(zip(asked, pool.map(grade, asked), strict=True), 1):
                found[each] = report
                self.turn(done, len(asked))
        return found


def shipped(known: TermRecording, asked: Iterable[AssignedFile]) -> dict[AssignedFile, FinishedReport]:
    """Read the recorded report of each file, which stays as it was written."""
    found = {}
    for each in asked:
        written = known.reports[each.assignment][each.file.number]
        report = from_json(Report, written)
        found[each] = FinishedReport(report, written, ReportFacts.of(report))
    return found


def make(
    database: Database, texts: TermTexts, number: int, *, now: datetime, examiner: Examiner | None = None
) -> MadeTerm:
    """Make the term: a transaction for the course, and one for each assignment.

    Results are those that are shipped, if no `examiner` grades all files again.

    Raises `GraderError` if a file cannot be graded; what was made by then stays.
    """
    known, plan = recording(), planned(number, now)
    with database.begin() as session:
        made = course.make(session, texts, known, plan, now)
        for each, attempts in enumerate(plan.attempts):
            course.give_time(session, made, each, attempts, texts)
        versions = [_version(session, assignment_id) for assignment_id in made.assignments]
    asked = sorted(_files_to_grade(plan), key=lambda each: (each.assignment, each.file.number))
    selections = [graded_on(each) for each in versions]
    reports = examiner.graded(selections, asked) if examiner else shipped(known, asked)
    for each, version in enumerate(versions):
        with database.begin() as session:
            _results(session, made, plan, each, version, reports).store(session, plan.attempts[each])
    with database.begin() as session:
        visits = talk.talk(session, made, texts.talk, now=now)
    total = sum(map(len, plan.attempts))
    return MadeTerm(made.course.id, made.owner.known, made.assistants[0], visits, number, total, len(reports))


def _files_to_grade(plan: Plan) -> set[AssignedFile]:
    return {
        AssignedFile(number, each.file) for number, attempts in enumerate(plan.attempts) for each in attempts
    }


def _version(session: Session, assignment_id: UUID) -> AssignmentVersion:
    return current_version(session, session.get_one(Assignment, assignment_id))


def _results(
    session: Session,
    made: MadeCourse,
    plan: Plan,
    number: int,
    version: AssignmentVersion,
    reports: Mapping[AssignedFile, FinishedReport],
) -> Results:
    members = {number: [person_id] for number, person_id in made.students.items()}
    if number == made.in_pairs:
        for first, second in plan.pairs:
            members[first.number].append(made.students[second.number])
    of_assignment = {each.file: report for each, report in reports.items() if each.assignment == number}
    assignment = session.get_one(Assignment, made.assignments[number])
    return Results(assignment, version, of_assignment, members)
