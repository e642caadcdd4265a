"""Assignments: made, found, changed. Another choice of suites, weights or points is another version."""

from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

import suites
from grader.assignment import CHOICES
from submissions.errors import NotFound, Stale, Unusable
from submissions.hand_in import current_version
from submissions.line_of_text import line_of_text
from submissions.points import usual_weights
from submissions.policy import Action, Caller, may, require
from submissions.tables import Assignment, AssignmentVersion, Counts, Shown

_MOST_POINTS = Decimal(10_000)
_MOST_WEIGHT = 1000
_MOST_ATTEMPTS = 1000
_LONGEST_COOLDOWN = 7 * 24 * 3600
_LONGEST_TEXT = 50_000
_HIGHEST_RUNG = 4
_ALL = Decimal(100)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """All that is set of an assignment."""

    title: str
    instructions: str = ""
    starter: str = ""
    published: bool = False
    opens_at: datetime | None = None
    due_at: datetime | None = None
    closes_at: datetime | None = None
    late_percent_per_day: Decimal = Decimal(0)
    late_most_percent: Decimal = _ALL
    attempt_limit: int | None = None
    cooldown_seconds: int = 0
    hint_rung: int = 3
    counts: Counts = Counts.BEST
    shown: Shown = Shown.AT_ONCE
    stage: str = "core"
    weights: dict[str, int] = field(default_factory=dict)
    """Empty: the suites of the stage, each weighing its own points."""
    points: Decimal = _ALL


_POLICIES = (
    "instructions",
    "starter",
    "published",
    "opens_at",
    "due_at",
    "closes_at",
    "late_percent_per_day",
    "late_most_percent",
    "attempt_limit",
    "cooldown_seconds",
    "hint_rung",
    "counts",
    "shown",
)


def create(session: Session, course_id: UUID | None, draft: Draft, *, now: datetime) -> Assignment:
    """A new assignment in its first version.

    Raises:
        Unusable: if something in the draft cannot be used.
    """
    weights = _require_usable(draft)
    assignment = Assignment(course_id=course_id, version_number=1, revision=1, created_at=now)
    _set(assignment, draft)
    session.add(assignment)
    session.flush()
    session.add(_version(assignment, draft, weights, now))
    session.flush()
    return assignment


def change(session: Session, assignment: Assignment, draft: Draft, *, revision: int, now: datetime) -> None:
    """Set everything anew; `revision` is that of the assignment as it was read.

    Raises:
        Unusable: if something in the draft cannot be used.
        Stale: if somebody else has changed it in the meantime.
    """
    weights = _require_usable(draft)
    session.refresh(assignment, with_for_update=True)
    if assignment.revision != revision:
        raise Stale
    _set(assignment, draft)
    assignment.revision += 1
    before = current_version(session, assignment)
    if (before.stage, before.weights, before.points) != (draft.stage, weights, draft.points):
        assignment.version_number += 1
        session.add(_version(assignment, draft, weights, now))
    session.flush()


def draft_of(session: Session, assignment: Assignment) -> Draft:
    """What an assignment is set to."""
    version = current_version(session, assignment)
    policies = {name: getattr(assignment, name) for name in _POLICIES}
    policies |= {"counts": Counts(assignment.counts), "shown": Shown(assignment.shown)}
    return Draft(
        title=assignment.title,
        stage=version.stage,
        weights=dict(version.weights),
        points=version.points,
        **policies,
    )


def get(
    session: Session, caller: Caller, assignment_id: UUID, action: Action = Action.SEE_ASSIGNMENT
) -> Assignment:
    """An assignment of a course, if the caller may do this there. Who may not see drafts does not find them.

    Raises:
        NotSignedIn, NotFound, NotAllowed, ScopeMissing: if not.
    """
    _ = caller.known
    assignment = session.get(Assignment, assignment_id)
    if assignment is None or assignment.course_id is None:
        raise NotFound
    require(session, caller, action, assignment.course_id)
    if not assignment.published and not may(session, caller, Action.SEE_DRAFT, assignment.course_id):
        raise NotFound
    return assignment


def listed(session: Session, caller: Caller, course_id: UUID) -> list[Assignment]:
    """The assignments of a course that the caller may see, by their due dates."""
    require(session, caller, Action.SEE_ASSIGNMENT, course_id)
    chosen = select(Assignment).where(Assignment.course_id == course_id, Assignment.archived_at.is_(None))
    if not may(session, caller, Action.SEE_DRAFT, course_id):
        chosen = chosen.where(Assignment.published)
    return list(
        session.scalars(chosen.order_by(Assignment.due_at.is_(None), Assignment.due_at, Assignment.id))
    )


def practice(session: Session, stage: str, *, now: datetime) -> Assignment:
    """The assignment of a stage that belongs to no course, made when it is first asked for.

    Raises:
        Unusable: if there is no such stage.
    """
    found = session.scalar(
        select(Assignment)
        .where(Assignment.course_id.is_(None), Assignment.title == stage, Assignment.archived_at.is_(None))
        .order_by(Assignment.id)
        .limit(1)
    )
    draft = Draft(title=stage, stage=stage, published=True, hint_rung=_HIGHEST_RUNG)
    if found is None:
        return create(session, None, draft, now=now)
    if current_version(session, found).weights != usual_weights(stage):
        change(session, found, draft, revision=found.revision, now=now)
    return found


def _set(assignment: Assignment, draft: Draft) -> None:
    assignment.title = line_of_text("title", draft.title)
    for name in _POLICIES:
        setattr(assignment, name, getattr(draft, name))


def _version(
    assignment: Assignment, draft: Draft, weights: dict[str, int], now: datetime
) -> AssignmentVersion:
    return AssignmentVersion(
        assignment_id=assignment.id,
        number=assignment.version_number,
        stage=draft.stage,
        weights=weights,
        points=draft.points,
        created_at=now,
    )


def _require_usable(draft: Draft) -> dict[str, int]:
    """The weights, if everything in the draft can be used."""
    if draft.stage not in CHOICES:
        raise Unusable("stage", "unknown-stage")
    for name, text in (("instructions", draft.instructions), ("starter", draft.starter)):
        if len(text) > _LONGEST_TEXT:
            raise Unusable(name, "too-long")
    _require_dates(draft)
    _require_numbers(draft)
    return _require_weights(draft.weights) if draft.weights else usual_weights(draft.stage)


def _require_dates(draft: Draft) -> None:
    if draft.opens_at and draft.due_at and draft.due_at <= draft.opens_at:
        raise Unusable("due_at", "before-it-opens")
    if draft.closes_at and draft.due_at is None:
        raise Unusable("closes_at", "without-due-date")
    if draft.closes_at and draft.due_at and draft.closes_at < draft.due_at:
        raise Unusable("closes_at", "before-it-is-due")


def _require_numbers(draft: Draft) -> None:
    within = {
        "points": 0 < draft.points <= _MOST_POINTS,
        "late_percent_per_day": 0 <= draft.late_percent_per_day <= _ALL,
        "late_most_percent": 0 <= draft.late_most_percent <= _ALL,
        "attempt_limit": draft.attempt_limit is None or 1 <= draft.attempt_limit <= _MOST_ATTEMPTS,
        "cooldown_seconds": 0 <= draft.cooldown_seconds <= _LONGEST_COOLDOWN,
        "hint_rung": 0 <= draft.hint_rung <= _HIGHEST_RUNG,
    }
    for name, right in within.items():
        if not right:
            raise Unusable(name, "out-of-range")


def _require_weights(weights: dict[str, int]) -> dict[str, int]:
    known = suites.load()
    for slug, weight in weights.items():
        if slug not in known:
            raise Unusable("weights", "unknown-suite")
        if not 1 <= weight <= _MOST_WEIGHT:
            raise Unusable("weights", "out-of-range")
    return dict(weights)
