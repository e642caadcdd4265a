"""What a grading needs, and what it leaves behind, written only by the attempt that holds its job."""

import hashlib
import hmac
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.assignment import SuiteSelection
from grader.hunt.hunting import Hunt
from grader.records import Frozen, to_json
from grader.report import Report
from grader.sandbox.plays import Source
from submissions.courses.assignments.points import (
    asked_percent,
    graded_on,
    hunt_of,
    is_refused,
    passed,
    points,
)
from submissions.courses.grades import changes
from submissions.courses.grades.changes import WhyChanged
from submissions.courses.grades.report_facts import ReportFacts
from submissions.courses.shared import of_grading
from submissions.grading.work.code_shape import FunctionShape
from submissions.jobs import claims
from submissions.jobs.claims import Claim
from submissions.storage import stored_files
from submissions.storage.rows import insert_once
from submissions.tables import (
    Assignment,
    AssignmentVersion,
    ChangeReason,
    FileShape,
    Grading,
    GradingReason,
    Job,
    JobKind,
    JobState,
    State,
    StoredReport,
    Submission,
)

KEY = "grading"
"""The name of the key in `submissions.people.access.secrets` from which inputs are drawn."""

_SEED_BYTES = 8
_STATES = {
    JobState.WAITING: State.QUEUED,
    JobState.RUNNING: State.GRADING,
    JobState.GIVEN_UP: State.INTERNAL_ERROR,
}
"""The state of a grading, by that of its job. One that is done has the state that its report says."""


class Work(Frozen):
    """All that `grade` is called with."""

    source: Source
    assignment: SuiteSelection
    seed: int
    hunt: Hunt | None = None
    """The faults that are hunted, where the file holds graphs."""
    submission: UUID | None = None
    """The submission's id, for traces; the engine does not see it. A made term has none."""


def work(session: Session, job: Job, secret: bytes) -> Work:
    """Return the work of a job. The same bytes on the same version get the same inputs."""
    grading = session.get_one(Grading, job.grading_id)
    version = session.get_one(AssignmentVersion, grading.version_id)
    submission = session.get_one(Submission, grading.submission_id)
    content = stored_files.read(session, [submission.sha256]).get(submission.sha256, b"")
    seed = seed_of(secret, version.id, submission.sha256)
    source = Source(submission.file_name, content, class_name=submission.class_name)
    hunt = hunt_of(version, seed_of(secret, version.id, ""))  # every file of a version has the same letters
    return Work(source, graded_on(version), seed, hunt, submission.id)


def seed_of(secret: bytes, version_id: UUID, sha256: str) -> int:
    """Return the seed from which the inputs of a file on a version are drawn."""
    drawn = hmac.digest(secret, f"{version_id}:{sha256}".encode(), hashlib.sha256)
    return int.from_bytes(drawn[:_SEED_BYTES], "big")


class FinishedReport(Frozen):
    """A report with what is computed from it alone, made before the transaction that stores it."""

    report: Report
    json: str
    facts: ReportFacts

    @classmethod
    def of(cls, report: Report) -> "FinishedReport":
        """Write the report out and read its facts: a large one takes a while."""
        return cls(report, to_json(report), ReportFacts.of(report))


def store(session: Session, claim: Claim, finished: FinishedReport, *, now: datetime) -> bool:
    """Write the report, if this attempt still holds the job; whether it did."""
    job = claims.held(session, claim)
    if job is None:
        return False
    grading = session.get_one(Grading, job.grading_id)
    set_result(grading, finished, session.get_one(AssignmentVersion, grading.version_id))
    grading.finished_at = now
    session.add(StoredReport(grading_id=grading.id, content=finished.json))
    claims.finish(session, job, now=now)
    _count(session, grading, finished.facts, now)
    return True


def set_result(grading: Grading, finished: FinishedReport, version: AssignmentVersion) -> None:
    """Set what a report says in the columns of its grading."""
    report, causes = finished.report, list(finished.facts.causes)
    grading.state = State.REFUSED if is_refused(report, version) else State.GRADED
    grading.points = points(report, version)
    grading.asked = asked_percent(report, version)
    grading.passed = passed(report, version)
    grading.cause, grading.causes = next(iter(causes), None), causes
    otherwise = report.gradients.is_otherwise
    grading.gradients = report.gradients.method if otherwise else None
    grading.gradients_proven = report.gradients.is_proven_otherwise if otherwise else None
    hunt = report.hunt
    grading.hunt_nodes = hunt.nodes if hunt is not None and hunt.is_complete else None
    grading.sandbox = None if report.sandbox is None else str(report.sandbox)


def keep_shape(session: Session, content: bytes, shape: Sequence[FunctionShape]) -> None:
    """Keep the shape of a file, which survives changes of names and layout: once for all who submit it."""
    functions = [[each.digest, each.size] for each in shape]
    digest = hashlib.sha256(content).hexdigest()
    insert_once(session, FileShape, sha256=digest, functions=functions)


def _count(session: Session, grading: Grading, found: ReportFacts, now: datetime) -> None:
    """A re-grade counts from the moment it is done, unless a later one does; a first grading did already.

    One of a dry run counts for nothing, until somebody applies it.
    """
    session.flush()  # gradings are locked before submissions, everywhere
    if grading.reason == GradingReason.DRY_RUN:
        return
    origin = session.get_one(Submission, grading.submission_id, with_for_update=True)
    if origin.grading_id == grading.id:
        _settle(session, grading)
        changes.graded(session, grading, found)
        return
    before = session.get(Grading, origin.grading_id)
    if before is not None and _age(before) < _age(grading):
        _replace(session, before, grading, now)


def _replace(session: Session, before: Grading, grading: Grading, now: datetime) -> None:
    """Let a grading count for every submission for which the one before does."""
    having = of_grading(session, before.id)
    assignment = session.get_one(Assignment, having[0].assignment_id)
    people = {each.person_id for each in having if each.person_id is not None}
    submissions = [each.id for each in having]
    why = WhyChanged(ChangeReason.REGRADE)
    with changes.changing(session, assignment, why, people, submissions=submissions, now=now):
        for each in having:
            each.grading_id = grading.id
        _settle(session, grading)


def _settle(session: Session, grading: Grading) -> None:
    """Bring its submissions to its state. A file that cannot be graded uses no attempt."""
    session.flush()
    move(session, grading.id, State(grading.state))
    if grading.state == State.REFUSED:
        for submission in of_grading(session, grading.id):
            submission.attempt = 0
    session.flush()


def _age(grading: Grading) -> tuple[datetime, UUID]:
    """Gradings of one submission end in any order; the one that was asked for last counts."""
    return grading.created_at, grading.id


def move(session: Session, grading_id: UUID, state: State) -> None:
    """Bring every submission for which a grading counts to a state."""
    for submission in session.scalars(select(Submission).where(Submission.grading_id == grading_id)):
        submission.state = state
        submission.revision += 1


def _follow(session: Session, job: Job) -> None:
    """Bring the grading of a job, and its submissions, to where the job is."""
    state = _STATES.get(JobState(job.state))
    if state is None:
        return
    grading = session.get_one(Grading, job.grading_id)
    grading.state, grading.finished_at = state, job.finished_at
    move(session, grading.id, state)


claims.follow(JobKind.GRADING, _follow)
