"""Dry runs of a regrade: begun, put into the queue, followed, discarded. None of it counts."""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, Select, Subquery, case, delete, func, select, union, update
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.courses.assignments.points import current_version
from submissions.courses.grades.cells import column, grades
from submissions.courses.shared import counts_for_student, is_graded_row
from submissions.errors import NotFound, Stale, Unusable
from submissions.grading.work.queue import DRY_RUN, enqueue_all
from submissions.people.access import audit, places
from submissions.people.access.policy import Action, Caller, require_in
from submissions.storage.database import Database
from submissions.tables import (
    UNFINISHED,
    Assignment,
    AssignmentVersion,
    Grading,
    GradingReason,
    Job,
    JobState,
    RegradeItem,
    RegradeRun,
    RunScope,
    RunState,
    State,
    StoredReport,
    Submission,
)
from submissions.teaching.regrades.regrades import again, gradable

_BATCH = 100
_LISTED = 20


class RunProgress(Frozen):
    """How far the gradings of a dry run are."""

    total: int
    waiting: int
    failed: int
    """Attempts that we could not grade: they keep the result that they have."""
    applied: int
    complete: bool
    """Whether all its attempts are in the queue."""

    @property
    def done(self) -> int:
        """Attempts that need no more time."""
        return self.total - self.waiting

    @property
    def ready(self) -> bool:
        """Whether everything was tried."""
        return self.complete and not self.waiting


def begin(
    session: Session, caller: Caller, assignment: Assignment, scope: RunScope, *, now: datetime
) -> RegradeRun:
    """A dry run of active students, whose attempts `extend` puts into the queue.

    One that was not applied makes way for it.
    """
    require_in(session, caller, Action.EDIT_GRADES, assignment)
    earlier = select(RegradeRun).where(
        RegradeRun.assignment_id == assignment.id,
        RegradeRun.state == RunState.OPEN,
        RegradeRun.reverted_at.is_(None),
    )
    for run in session.scalars(earlier).all():
        _discard(session, run)
    version = current_version(session, assignment)
    run = RegradeRun(assignment_id=assignment.id, version_id=version.id, scope=scope, created_at=now)
    session.add(run)
    session.flush()
    audit.record_about(session, caller.known, "regrade-dry-run", assignment, run.id, now=now, scope=scope)
    return run


def extend(session: Session, caller: Caller, run_id: UUID, *, now: datetime) -> bool:
    """Queue one batch in a transaction of its own, so that nobody who submits waits for the whole run.

    Returns whether there may be more.
    """
    run, assignment = get(session, caller, run_id, Action.EDIT_GRADES)
    assert assignment.course_id is not None
    if run.complete or run.state != RunState.OPEN:
        return False
    version = current_version(session, assignment)
    counting = _counting(session, assignment)
    chosen = _untried(run, assignment.course_id, version)
    if run.scope == RunScope.COUNTING:
        chosen = chosen.where(Submission.grading_id.in_(counting))
    submissions = list(session.scalars(chosen))
    gradings = [again(each, version, GradingReason.DRY_RUN, now) for each in submissions]
    session.add_all(gradings)
    session.flush()
    waiting = []
    for grading, each in zip(gradings, submissions, strict=True):
        assert each.person_id is not None
        assert each.grading_id is not None
        waiting.append((grading, each.person_id))
        item = RegradeItem(
            run_id=run.id,
            former_id=each.grading_id,
            grading_id=grading.id,
            submission_id=each.id,
            person_id=each.person_id,
            counted=each.grading_id in counting,
        )
        session.add(item)
    enqueue_all(session, assignment.course_id, waiting, DRY_RUN)
    run.complete = len(submissions) < _BATCH
    session.flush()
    return not run.complete


def _untried(run: RegradeRun, course_id: UUID, version: AssignmentVersion) -> Select[Submission]:
    """Select the next batch of attempts that the run has not tried."""
    tried = select(RegradeItem.former_id).where(RegradeItem.run_id == run.id)
    return (
        select(Submission)
        .where(
            Submission.assignment_id == run.assignment_id,
            is_graded_row(),
            counts_for_student(course_id),
            gradable(version),
            Submission.grading_id.not_in(tried),
        )
        .order_by(Submission.id)
        .limit(_BATCH)
    )


def extend_all(database: Database, caller: Caller, run_id: UUID, now: Callable[[], datetime]) -> None:
    """Queue all batches."""
    more = True
    while more:
        with database.begin() as session:
            more = extend(session, caller, run_id, now=now())


def get(
    session: Session, caller: Caller, run_id: UUID, action: Action = Action.SEE_GRADES
) -> tuple[RegradeRun, Assignment]:
    """A dry run and its assignment, if the caller may do this there."""
    caller.require_signed_in()
    run, assignment = _read(session, caller, run_id)
    require_in(session, caller, action, assignment)
    return run, assignment


def _read(session: Session, caller: Caller, run_id: UUID) -> tuple[RegradeRun, Assignment]:
    if places.is_loaded(session, RegradeRun, run_id):
        run = session.get_one(RegradeRun, run_id)
        return run, session.get_one(Assignment, run.assignment_id)
    chosen = (
        select(RegradeRun, Assignment)
        .join(Assignment, Assignment.id == RegradeRun.assignment_id)
        .where(RegradeRun.id == run_id)
    )
    row = places.with_place(session, chosen, Assignment.course_id, caller.person_id)
    if row is None:
        raise NotFound
    return row.RegradeRun, row.Assignment


def listed(session: Session, caller: Caller, assignment: Assignment) -> list[RegradeRun]:
    """The dry runs of an assignment that were not discarded, the latest first."""
    require_in(session, caller, Action.SEE_GRADES, assignment)
    chosen = (
        select(RegradeRun)
        .where(RegradeRun.assignment_id == assignment.id, RegradeRun.state != RunState.DISCARDED)
        .order_by(RegradeRun.id.desc())
        .limit(_LISTED)
    )
    return list(session.scalars(chosen))


def progress(session: Session, run: RegradeRun) -> RunProgress:
    """How far it is; whoever asks may see the run."""
    return progress_of(session, [run])[run.id]


def progress_of(session: Session, runs: Sequence[RegradeRun]) -> dict[UUID, RunProgress]:
    """Return the progress of each run, by id: one query for all; whoever asks may see them."""
    rows = session.execute(
        select(
            RegradeItem.run_id,
            func.count(),
            _number_of(Grading.state.in_(UNFINISHED)),
            _number_of(Grading.state == State.INTERNAL_ERROR),
            _number_of(RegradeItem.applied.is_(True)),
        )
        .join(Grading, Grading.id == RegradeItem.grading_id)
        .where(RegradeItem.run_id.in_([run.id for run in runs]))
        .group_by(RegradeItem.run_id)
    )
    complete = {run.id: run.complete for run in runs}
    counted = {
        run_id: RunProgress(total, int(waiting), int(failed), int(applied), complete[run_id])
        for run_id, total, waiting, failed, applied in rows
    }
    return {run.id: counted.get(run.id, RunProgress(0, 0, 0, 0, run.complete)) for run in runs}


def holders(run_id: UUID) -> Subquery:
    """Select the people whose attempts a run tries: `former_id` of the item, `person_id` and `submission_id`.

    All members of a group have the group's attempt, each with a submission of their own.
    """
    counts = case((RegradeItem.applied, RegradeItem.grading_id), else_=RegradeItem.former_id)
    own = select(RegradeItem.former_id, RegradeItem.person_id, RegradeItem.submission_id)
    members = select(RegradeItem.former_id, Submission.person_id, Submission.id).join(
        Submission, Submission.grading_id == counts
    )
    in_run = RegradeItem.run_id == run_id
    has_used = ~Submission.reused, Submission.person_id.is_not(None)
    return union(own.where(in_run), members.where(in_run, *has_used)).subquery()


def _number_of(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.coalesce(func.sum(case((condition, 1), else_=0)), 0)


def discard(session: Session, caller: Caller, run_id: UUID, *, now: datetime) -> Assignment:
    """Forget a dry run, of which nothing counts.

    Raises `Unusable` if some of it counts: it has to be reverted first.
    """
    run, assignment = get(session, caller, run_id, Action.EDIT_GRADES)
    if run.state == RunState.APPLIED:
        raise Unusable("run", "is-applied")
    _discard(session, run)
    audit.record(session, caller.known, "regrade-discarded", assignment.course_id, about=run.id, now=now)
    return assignment


def require_current(session: Session, run: RegradeRun, assignment: Assignment) -> None:
    """Check that the assignment is still the one that was tried.

    Raises `Stale` if another version counts by now.
    """
    if current_version(session, assignment).id != run.version_id:
        raise Stale


def is_current(session: Session, run: RegradeRun, assignment: Assignment) -> bool:
    """Whether the assignment is still the one that was tried."""
    return current_version(session, assignment).id == run.version_id


def _counting(session: Session, assignment: Assignment) -> Collection[UUID]:
    """The gradings that are somebody's grade now."""
    cells = grades(session, [column(session, assignment)])
    found = (cell.submission_id for each in cells.values() for cell in each.values())
    submissions = [id_ for id_ in found if id_ is not None]
    chosen = select(Submission.grading_id).where(Submission.id.in_(submissions))
    return {grading_id for grading_id in session.scalars(chosen) if grading_id is not None}


def _discard(session: Session, run: RegradeRun) -> None:
    """Delete the waiting jobs of a run, and the reports that nobody will read."""
    run.state = RunState.DISCARDED
    tried = select(RegradeItem.grading_id).where(RegradeItem.run_id == run.id)
    waits = Job.grading_id.in_(tried), Job.state == JobState.WAITING
    stopped = select(Job.grading_id).where(*waits)
    session.execute(
        update(Grading).where(Grading.id.in_(stopped)).values(state=State.WITHDRAWN),
        execution_options={"synchronize_session": False},
    )
    session.execute(
        update(Job).where(*waits).values(state=JobState.CANCELLED),
        execution_options={"synchronize_session": False},
    )
    session.execute(
        delete(StoredReport).where(StoredReport.grading_id.in_(tried)),
        execution_options={"synchronize_session": False},
    )
    session.expire_all()
