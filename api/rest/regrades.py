"""Grading a class again: dry runs, what they would do to grades, applying, reverting."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Response
from pydantic import Field
from sqlalchemy.orm import Session

from api.rest._model import OR_NULL, Answer, Given, Id, Items, Line, documents
from api.rest._visit import Visit
from api.web.idempotency import CreatedResource, Repeatable
from api.web.openapi import answers
from submissions import tables
from submissions.courses.assignments import assignments
from submissions.people.access.policy import Action
from submissions.tables import RunScope, RunState
from submissions.teaching.regrades import regrade_apply, regrade_effects as effects_of, regrade_runs, regrades
from submissions.teaching.regrades.regrade_apply import Announcement, Choice, RegradeSelection, TouchedCount
from submissions.teaching.results.reading import get as get_submission

_Text = Annotated[str | None, OR_NULL]

documents(TouchedCount)

router = APIRouter(tags=["grades"])

_MOST_PEOPLE = 500


class RegradeRun(Answer):
    """A dry run. Nothing of it counts before it is applied."""

    id: UUID
    assignment_id: UUID
    scope: RunScope
    state: RunState
    created_at: datetime
    applied_at: datetime | None
    reverted_at: datetime | None
    attempts: int
    done: int
    """Attempts that are graded, or that we could not grade."""
    failed: int
    """Attempts that we could not grade: they keep the result that they have."""
    applied: int
    """Attempts whose new result counts."""
    ready: bool
    """Whether everything is graded, so that the effects are complete."""


class RegradeRunList(Items[RegradeRun]):
    """The latest dry runs of an assignment."""


class WhyMoved(Answer):
    """One reason for which a grade would move."""

    kind: effects_of.WhyKind
    suite: _Text
    before: _Text
    """The verdict of the suite; of `suite-points`, what it earned; of `upgrade`, the version of Backgrade."""
    after: _Text


class GradeEffect(Answer):
    """The effect on the grade of a student."""

    person_id: UUID
    before: float | None
    """Points, after what lateness costs; null where there is no grade."""
    after: float | None
    applied: bool
    """Whether some of it counts already."""
    on_earlier_version: bool
    """Whether the grade would come from an attempt that keeps its result of an earlier version. A run of all
    attempts has none of these."""
    reasons: list[WhyMoved]


class GradeEffectList(Items[GradeEffect]):
    """Everybody whose attempts were tried; who loses most comes first, then who gains most."""


class NewRegradeRun(Given, json_schema_extra={"examples": [{"scope": "all"}]}):
    """A dry run to be started."""

    scope: Annotated[RunScope, Field(strict=False)] = RunScope.ALL
    """The attempts that are graded again. With `counting`, an attempt that keeps its result of an earlier
    version may become the grade."""


class RegradeApplication(
    Given, json_schema_extra={"examples": [{"choice": "all", "reason": "A suite was added.", "notify": True}]}
):
    """The choice of whose new results count from now on, and what students read about it."""

    choice: Annotated[Choice, Field(strict=False)] = Choice.ALL
    people: Annotated[tuple[Id, ...], Field(max_length=_MOST_PEOPLE, strict=False)] = ()
    """The students, with `chosen`; no other choice takes any."""
    reason: Line
    """Students whose grade changes read this reason."""
    notify: bool = True


class QueuedCount(Answer):
    """The count of what waits to be graded again."""

    queued: int
    """Submissions."""


@router.post("/assignments/{assignment_id}/regrades", status_code=201, response_model=RegradeRun)
def start_regrade(visit: Visit, once: Repeatable, assignment_id: UUID, new: NewRegradeRun) -> Response:
    """Start a dry run. An earlier one that was not applied makes way for it. Students see nothing of it."""
    begun: list[UUID] = []

    def make(session: Session) -> CreatedResource:
        assignment = assignments.get(session, visit.caller, assignment_id, Action.EDIT_GRADES)
        run = regrade_runs.begin(session, visit.caller, assignment, new.scope, now=visit.now())
        begun.append(run.id)
        location = f"/api/v1/regrades/{run.id}"
        return CreatedResource(_document(session, run), headers={"Location": location})

    answer = once.answer(new, make)
    for run_id in begun:
        regrade_runs.extend_all(visit.database, visit.caller, run_id, visit.now)
    return answer


@router.get("/assignments/{assignment_id}/regrades")
def list_regrades(visit: Visit, assignment_id: UUID) -> RegradeRunList:
    """The latest dry runs that were not discarded. For staff."""
    with visit.reading(assignment_id, Action.SEE_GRADES) as (session, assignment):
        runs = regrade_runs.listed(session, visit.caller, assignment)
        progress = regrade_runs.progress_of(session, runs)
    return RegradeRunList(items=[_run(run, progress[run.id]) for run in runs])


@router.get("/regrades/{run_id}")
def get_regrade(visit: Visit, run_id: UUID) -> RegradeRun:
    """How far a dry run is. For staff."""
    with visit.database.read() as session:
        run, _ = regrade_runs.get(session, visit.caller, run_id)
        return _document(session, run)


@router.get("/regrades/{run_id}/effects")
def get_regrade_effects(visit: Visit, run_id: UUID) -> GradeEffectList:
    """Return what a dry run would do to each student's grade, and why. Complete when the run is `ready`."""
    with visit.database.read() as session:
        run, _ = regrade_runs.get(session, visit.caller, run_id)
        found = effects_of.effects(session, visit.caller, run)
        reasons = effects_of.whys(session, run, found)
    return GradeEffectList(items=[_effect(each, reasons.get(each.person_id, ())) for each in found])


@router.post("/regrades/{run_id}/apply", responses=answers(412))
def apply_regrade(visit: Visit, run_id: UUID, wanted: RegradeApplication) -> TouchedCount:
    """Let new results count. Every student whose grade changes finds the change and its reason."""
    selection = RegradeSelection(wanted.choice, frozenset(wanted.people))
    told = Announcement(wanted.reason, notify=wanted.notify)
    with visit.database.begin() as session:
        return regrade_apply.apply(session, visit.caller, run_id, selection, told, now=visit.now())


@router.post("/regrades/{run_id}/continue", status_code=204)
def continue_regrade(visit: Visit, run_id: UUID) -> None:
    """Go on with a dry run that was interrupted while its attempts were put into the queue."""
    regrade_runs.extend_all(visit.database, visit.caller, run_id, visit.now)


@router.post("/regrades/{run_id}/revert")
def revert_regrade(visit: Visit, run_id: UUID) -> TouchedCount:
    """Let the former results count again, except where an attempt was graded again since then."""
    with visit.database.begin() as session:
        return regrade_apply.revert(session, visit.caller, run_id, now=visit.now())


@router.delete("/regrades/{run_id}", status_code=204)
def discard_regrade(visit: Visit, run_id: UUID) -> None:
    """Forget a dry run of which nothing counts."""
    with visit.database.begin() as session:
        regrade_runs.discard(session, visit.caller, run_id, now=visit.now())


@router.post("/assignments/{assignment_id}/regrade-failed")
def regrade_failed(visit: Visit, assignment_id: UUID) -> QueuedCount:
    """Grade again every submission that we failed to grade. New submissions go first."""
    return QueuedCount(queued=regrades.all_failed(visit.database, visit.caller, assignment_id, visit.now))


@router.post("/submissions/{submission_id}/regrade", status_code=204)
def regrade_submission(visit: Visit, submission_id: UUID) -> None:
    """Grade one submission again. The new result counts as soon as it is ready.

    If the grade changes, the student gets a notice.
    """
    with visit.database.begin() as session:
        submission = get_submission(session, visit.caller, submission_id)
        regrades.one(session, visit.caller, submission, now=visit.now())


def _document(session: Session, run: tables.RegradeRun) -> RegradeRun:
    return _run(run, regrade_runs.progress(session, run))


def _run(run: tables.RegradeRun, progress: regrade_runs.RunProgress) -> RegradeRun:
    return RegradeRun.of(
        run,
        attempts=progress.total,
        done=progress.done,
        failed=progress.failed,
        applied=progress.applied,
        ready=progress.ready,
    )


def _effect(effect: effects_of.StudentEffect, reasons: tuple[effects_of.Why, ...]) -> GradeEffect:
    return GradeEffect.of(
        effect,
        before=effect.before and effect.before.points,
        after=effect.after and effect.after.points,
        reasons=reasons,
    )
