"""Assignments: made, found, changed. Another choice of suites, weights or points is another version."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import nullcontext
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from submissions.courses.assignments import markdown
from submissions.courses.assignments.draft import HIGHEST_RUNG, SETTINGS, Draft, problems
from submissions.courses.assignments.points import current_version, usual_weights
from submissions.courses.grades import changes
from submissions.courses.grades.changes import WhyChanged
from submissions.errors import NotFound, Stale, Unusable
from submissions.people.access import audit, places
from submissions.people.access.audit import AuditAction
from submissions.people.access.policy import Action, Caller, may, require, require_in
from submissions.tables import Assignment, AssignmentVersion, ChangeReason
from submissions.texts.single_line import single_line

__all__ = ["Draft", "archive", "change", "create", "draft_of", "get", "listed", "practice", "versions"]

_CHECK = "check"
"""The title of the assignment for checks; no stage has this name."""
_TRIES = "try files"

_POLICIES = tuple(name for name, setting in SETTINGS.items() if not setting.is_versioned)
_VERSIONED = tuple(name for name, setting in SETTINGS.items() if setting.is_versioned)
_OF_GRADES = (
    "due_at",
    "closes_at",
    "late_percent_per_day",
    "late_most_percent",
    "counts",
    "shown",
    "late_step_hours",
    "late_accepted_days",
    "hidden_suites",
    "hidden_until",
)
"""Settings that decide, beside the version, what the grade of a file is, and when it is shown."""
_WHY = WhyChanged(ChangeReason.SETTINGS, notify=False)


def create(session: Session, caller: Caller, course_id: UUID, draft: Draft, *, now: datetime) -> Assignment:
    """A new assignment in its first version."""
    require(session, caller, Action.EDIT_ASSIGNMENT, course_id)
    assignment = _create(session, course_id, draft, now)
    _record(session, "assignment-made", assignment, caller, now)
    return assignment


def change(
    session: Session,
    caller: Caller,
    assignment: Assignment,
    draft: Draft,
    *,
    revision: int,
    now: datetime,
) -> None:
    """Set everything anew; `revision` is that of the assignment as it was read.

    Raises:
        Unusable: if something in the draft cannot be used.
        Stale: if somebody else has changed it in the meantime.
    """
    require_in(session, caller, Action.EDIT_ASSIGNMENT, assignment)
    _change(session, assignment, draft, revision, now)
    _record(session, "assignment-changed", assignment, caller, now)


def archive(session: Session, caller: Caller, assignment: Assignment, *, now: datetime) -> None:
    """Archive it: it takes no more submissions and lists leave it out; submissions and grades are kept."""
    require_in(session, caller, Action.EDIT_ASSIGNMENT, assignment)
    assignment.archived_at = now
    assignment.revision += 1
    session.flush()
    _record(session, "assignment-archived", assignment, caller, now)


def draft_of(session: Session, assignment: Assignment) -> Draft:
    """Return the settings of an assignment."""
    return draft_on(assignment, current_version(session, assignment))


def draft_on(assignment: Assignment, version: AssignmentVersion) -> Draft:
    """Return the settings of an assignment with this version."""
    values = {name: getattr(assignment, name) for name in _POLICIES}
    values |= {name: getattr(version, name) for name in _VERSIONED}
    return Draft(**{name: setting.loaded(values[name]) for name, setting in SETTINGS.items()})


def instructions_html(assignment: Assignment) -> str:
    """Return the instructions as HTML, in the transaction that found the assignment."""
    if assignment.instructions_html is None:
        return markdown.readable(assignment.instructions)
    return assignment.instructions_html


def get(
    session: Session, caller: Caller, assignment_id: UUID, action: Action = Action.SEE_ASSIGNMENT
) -> Assignment:
    """An assignment of a course where the caller may do this. Who may not see drafts does not find them."""
    caller.require_signed_in()
    assignment = _read(session, caller, assignment_id, action)
    if assignment is None or assignment.course_id is None:
        raise NotFound
    require(session, caller, action, assignment.course_id)
    if not assignment.published and not may(session, caller, Action.SEE_DRAFT, assignment.course_id):
        raise NotFound
    return assignment


def _read(session: Session, caller: Caller, assignment_id: UUID, action: Action) -> Assignment | None:
    if places.is_loaded(session, Assignment, assignment_id):
        return session.get(Assignment, assignment_id)
    chosen = select(Assignment).where(Assignment.id == assignment_id)
    if action is Action.SEE_ASSIGNMENT:
        chosen = chosen.options(undefer(Assignment.instructions_html))
    row = places.with_place(session, chosen, Assignment.course_id, caller.person_id)
    return None if row is None else row.Assignment


def listed(session: Session, caller: Caller, course_id: UUID) -> list[Assignment]:
    """The assignments of a course that the caller may see, by their due dates."""
    require(session, caller, Action.SEE_ASSIGNMENT, course_id)
    chosen = select(Assignment).where(Assignment.course_id == course_id, Assignment.archived_at.is_(None))
    if not may(session, caller, Action.SEE_DRAFT, course_id):
        chosen = chosen.where(Assignment.published)
    return list(
        session.scalars(chosen.order_by(Assignment.due_at.is_(None), Assignment.due_at, Assignment.id))
    )


def versions(session: Session, assignments: Collection[Assignment]) -> dict[UUID, AssignmentVersion]:
    """Return by assignment the version that new submissions are graded on."""
    rows = session.scalars(
        select(AssignmentVersion)
        .join(
            Assignment,
            (Assignment.id == AssignmentVersion.assignment_id)
            & (Assignment.version_number == AssignmentVersion.number),
        )
        .where(Assignment.id.in_([each.id for each in assignments]))
    )
    return {row.assignment_id: row for row in rows}


def practice(session: Session, stage: str, *, now: datetime) -> Assignment:
    """The assignment of a stage that belongs to no course, made when it is first asked for."""
    if stage not in SETTINGS["stage"].names:
        raise Unusable("stage", "unknown-stage")
    assignment = _of_no_course(session, stage)
    draft = Draft(title=stage, stage=stage, published=True, hint_rung=HIGHEST_RUNG)
    if assignment is None:
        return _create(session, None, draft, now)
    version = current_version(session, assignment)
    if version.weights != usual_weights(stage) or version.gradients != draft.gradients:
        _change(session, assignment, draft, assignment.revision, now)
    return assignment


def for_checks(session: Session, *, now: datetime) -> Assignment:
    """The assignment without suites, on which a file is loaded and nothing is played."""
    draft = Draft(title=_CHECK, published=True, hint_rung=HIGHEST_RUNG)
    return _of_no_course(session, _CHECK) or _create(session, None, draft, now, weights={})


def copy_for_tries(session: Session, assignment: Assignment, *, now: datetime) -> Assignment:
    """A copy that belongs to no course and asks the same; it is brought up to date where it asks otherwise.

    So what is tried is in no list of a class, and goes when the assignment goes.
    """
    settings = {name: getattr(draft_of(session, assignment), name) for name in _VERSIONED}
    draft = Draft(title=_TRIES, published=True, hint_rung=HIGHEST_RUNG, **settings)
    copy = session.scalar(select(Assignment).where(Assignment.try_of_id == assignment.id))
    if copy is None:
        copy = _create(session, None, draft, now)
        copy.try_of_id = assignment.id
        session.flush()
    elif draft != draft_of(session, copy):
        _change(session, copy, draft, copy.revision, now)
    own = current_version(session, assignment).own_graphs
    if own != current_version(session, copy).own_graphs:
        set_own_graphs(session, copy, own, now=now)
    return copy


def set_own_graphs(
    session: Session, assignment: Assignment, graphs: Sequence[Mapping[str, Any]], *, now: datetime
) -> None:
    """Another version of the assignment, with these graphs of its teachers, which are known to be usable."""
    draft = draft_of(session, assignment)
    with changes.changing(session, assignment, _WHY, now=now):
        assignment.version_number += 1
        assignment.revision += 1
        session.add(_version(assignment, draft, draft.chosen, now, graphs))


def _of_no_course(session: Session, title: str) -> Assignment | None:
    return session.scalar(
        select(Assignment)
        .where(
            Assignment.course_id.is_(None),
            Assignment.try_of_id.is_(None),
            Assignment.title == title,
            Assignment.archived_at.is_(None),
        )
        .order_by(Assignment.id)
        .limit(1)
    )


def _create(
    session: Session,
    course_id: UUID | None,
    draft: Draft,
    now: datetime,
    *,
    weights: dict[str, int] | None = None,
) -> Assignment:
    weights = _require_usable(draft) if weights is None else weights
    assignment = Assignment(course_id=course_id, version_number=1, revision=1, created_at=now)
    _set(assignment, draft)
    session.add(assignment)
    session.flush()
    session.add(_version(assignment, draft, weights, now))
    session.flush()
    return assignment


def _change(session: Session, assignment: Assignment, draft: Draft, revision: int, now: datetime) -> None:
    weights = _require_usable(draft)
    session.refresh(assignment, with_for_update=True)
    if assignment.revision != revision:
        raise Stale
    before = current_version(session, assignment)
    is_other = any(getattr(before, name) != value for name, value in _graded_on(draft, weights).items())
    moves = is_other or _decides_otherwise(draft, assignment)
    with changes.changing(session, assignment, _WHY, now=now) if moves else nullcontext():
        _set(assignment, draft)
        assignment.revision += 1
        if is_other:
            assignment.version_number += 1
            session.add(_version(assignment, draft, weights, now, before.own_graphs))
    session.flush()


def _decides_otherwise(draft: Draft, assignment: Assignment) -> bool:
    """Whether grades may be others once this is set."""
    wanted = {name: SETTINGS[name].stored(getattr(draft, name)) for name in _OF_GRADES}
    return any(getattr(assignment, name) != value for name, value in wanted.items())


def _set(assignment: Assignment, draft: Draft) -> None:
    for name in _POLICIES:
        setattr(assignment, name, SETTINGS[name].stored(getattr(draft, name)))
    assignment.title = single_line("title", draft.title)
    assignment.instructions_html = markdown.rendered("instructions", draft.instructions)


def _version(
    assignment: Assignment,
    draft: Draft,
    weights: dict[str, int],
    now: datetime,
    own_graphs: Sequence[Any] = (),
) -> AssignmentVersion:
    return AssignmentVersion(
        assignment_id=assignment.id,
        number=assignment.version_number,
        created_at=now,
        own_graphs=list(own_graphs),
        **_graded_on(draft, weights),
    )


def _graded_on(draft: Draft, weights: dict[str, int]) -> dict[str, Any]:
    """The settings of a version."""
    return {name: SETTINGS[name].stored(getattr(draft, name)) for name in _VERSIONED} | {"weights": weights}


def _record(
    session: Session, action: AuditAction, assignment: Assignment, caller: Caller, now: datetime
) -> None:
    details = {"revision": assignment.revision, "version": assignment.version_number}
    audit.record(session, caller.known, action, assignment.course_id, about=assignment.id, now=now, **details)


def _require_usable(draft: Draft) -> dict[str, int]:
    """The weights, if everything in the draft can be used."""
    for problem in problems(draft):
        raise problem
    return draft.chosen
