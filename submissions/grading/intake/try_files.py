"""Try files: a teacher's files with the points that each should get, tried at every change."""

from collections.abc import Collection
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from grader.records import Frozen
from grader.sandbox.plays import Source
from submissions.courses.assignments import assignments
from submissions.courses.assignments.points import current_version
from submissions.courses.assignments.setting import NumberRange
from submissions.errors import Unusable
from submissions.grading.intake.submit import try_in_course
from submissions.grading.work.try_again import try_again
from submissions.people.access import audit
from submissions.people.access.policy import Action, Caller, require_in
from submissions.storage.rows import row_of
from submissions.tables import (
    UNFINISHED,
    Assignment,
    AssignmentVersion,
    Grading,
    State,
    Submission,
    TryFile,
)
from submissions.texts.single_line import single_line

MOST = 10
"""Try files of one assignment."""
EXPECTED = NumberRange(0, 10_000)
_STARTER_NAME = "starter.py"


class TriedFile(Frozen):
    """A try file and what came of it."""

    file: TryFile
    submission: Submission
    possible: Decimal
    """The points of a file without a mistake."""
    points: Decimal | None
    """None until it is graded on what is asked now."""
    failed: bool
    """Whether we could not grade it."""
    refused: bool
    """Whether it holds nothing that could be graded: it gets no points."""

    @property
    def expected(self) -> Decimal:
        """The points that it should get."""
        if self.file.expected is not None:
            return self.file.expected
        return Decimal(0) if self.file.is_starter else self.possible

    @property
    def is_right(self) -> bool | None:
        """Whether it gets what it should; None while that is not known."""
        return None if self.points is None else self.points == self.expected


class NewTryFile(Frozen):
    """A try file to be kept."""

    title: str
    source: Source | None
    """None: the starter code of the assignment."""
    expected: Decimal | None = None
    """None: all points; for the starter code, no points."""


def add(
    session: Session, caller: Caller, assignment: Assignment, new: NewTryFile, *, now: datetime
) -> TryFile:
    """Keep a file, and put it in the queue.

    Raises `Unusable` if the title or the points cannot be used, there is no starter code, or there are too
    many.
    """
    course_id = require_in(session, caller, Action.EDIT_ASSIGNMENT, assignment)
    title = single_line("title", new.title)
    if new.expected is not None and (why := EXPECTED.problem(new.expected)):
        raise Unusable("expected", why, **EXPECTED.limits)
    if new.source is None and not assignment.starter:
        raise Unusable("file", "no-starter")
    count = select(func.count()).where(TryFile.assignment_id == assignment.id)
    if (session.scalar(count) or 0) >= MOST:
        raise Unusable("file", "too-many-files", most=MOST)
    source = new.source or Source(_STARTER_NAME, assignment.starter.encode())
    copy = assignments.copy_for_tries(session, assignment, now=now)
    submission = try_in_course(session, copy, source, course_id, now=now)
    file = TryFile(
        assignment_id=assignment.id,
        title=title,
        expected=new.expected,
        is_starter=new.source is None,
        submission_id=submission.id,
        revision=assignment.revision,
        created_at=now,
    )
    session.add(file)
    session.flush()
    audit.record(session, caller.known, "try-file-added", assignment.course_id, about=assignment.id, now=now)
    return file


def remove(session: Session, caller: Caller, assignment: Assignment, file_id: UUID, *, now: datetime) -> None:
    """Remove a try file; its results are deleted soon."""
    require_in(session, caller, Action.EDIT_ASSIGNMENT, assignment)
    file = _try_file(session, assignment, file_id)
    session.get_one(Submission, file.submission_id).expires_at = now
    session.delete(file)
    session.flush()
    audit.record(
        session, caller.known, "try-file-removed", assignment.course_id, about=assignment.id, now=now
    )


def tried(session: Session, caller: Caller, assignment: Assignment) -> list[TriedFile]:
    """All try files of an assignment, the first first."""
    require_in(session, caller, Action.SEE_SUBMISSIONS, assignment)
    files = session.scalars(
        select(TryFile).where(TryFile.assignment_id == assignment.id).order_by(TryFile.id)
    ).all()
    return _tried(session, assignment, files)


def one(session: Session, caller: Caller, assignment: Assignment, file_id: UUID) -> TriedFile:
    """Return one try file of an assignment."""
    require_in(session, caller, Action.SEE_SUBMISSIONS, assignment)
    return _tried(session, assignment, [_try_file(session, assignment, file_id)])[0]


def again(session: Session, assignment: Assignment, *, now: datetime) -> None:
    """Queue the try files of an assignment that has just changed."""
    try_again(session, assignment_id=assignment.id, now=now)


def _try_file(session: Session, assignment: Assignment, file_id: UUID) -> TryFile:
    return row_of(session, TryFile, file_id, assignment_id=assignment.id)


def _tried(session: Session, assignment: Assignment, files: Collection[TryFile]) -> list[TriedFile]:
    """Return the files with their results, in two queries for all; in none where there are no files."""
    if not files:
        return []
    is_current = AssignmentVersion.number == Assignment.version_number
    rows = session.execute(
        select(Submission, Grading, is_current)
        .join(Grading, Grading.submission_id == Submission.id)
        .join(AssignmentVersion, AssignmentVersion.id == Grading.version_id)
        .join(Assignment, Assignment.id == Submission.assignment_id)
        .where(Submission.id.in_([file.submission_id for file in files]))
        .order_by(Grading.created_at, Grading.id)
    )
    found = {each.id: (each, grading, newest) for each, grading, newest in rows}  # of each the latest
    possible = current_version(session, assignment).points
    result = []
    for file in files:
        submission, grading, is_newest = found[file.submission_id]
        is_current_result = is_newest and file.revision == assignment.revision
        result.append(_result(file, submission, possible, grading if is_current_result else None))
    return result


def _result(file: TryFile, submission: Submission, possible: Decimal, grading: Grading | None) -> TriedFile:
    """Return what a grading says of a file; without one, and while it is not done, nothing."""
    if grading is None or grading.state in UNFINISHED:
        return TriedFile(file, submission, possible, None, failed=False, refused=False)
    failed, refused = grading.state == State.INTERNAL_ERROR, grading.state == State.REFUSED
    points = None if failed else grading.points or Decimal(0)
    return TriedFile(file, submission, possible, points, failed, refused)
