"""Lets the gradings of a dry run count, or the former ones again."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from sqlalchemy import ColumnElement, case, select, update
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.courses.grades import changes
from submissions.courses.grades.changes import WhyChanged
from submissions.errors import Unusable
from submissions.people.access import audit
from submissions.people.access.policy import Action, Caller
from submissions.storage.rows import batches
from submissions.tables import (
    ChangeReason,
    Grading,
    RegradeItem,
    RegradeRun,
    RunState,
    State,
    Submission,
)
from submissions.teaching.regrades.regrade_effects import StudentEffect, effects
from submissions.teaching.regrades.regrade_runs import get, holders, progress, require_current
from submissions.texts.single_line import single_line

_USABLE = (State.GRADED, State.REFUSED)


class Choice(StrEnum):
    """A choice of the results of a dry run that are to count."""

    ALL = "all"
    COUNTING = "counting"
    """Only the attempt of each student that was their grade."""
    NO_LOSS = "no-loss"
    """All but those of students whose grade would fall."""
    CHOSEN = "chosen"
    """The results of some students."""


class RegradeSelection(Frozen):
    """The results of a dry run that are to count."""

    choice: Choice = Choice.ALL
    people: frozenset[UUID] = frozenset()
    """The students with `CHOSEN`."""


@dataclass(frozen=True, slots=True)
class TouchedCount:
    """The counts of what was touched."""

    attempts: int
    students: int
    moved: int
    """Students whose grade became another."""


class Announcement(Frozen):
    """The reason that students are told, and whether they are notified."""

    reason: str
    notify: bool = True


def preview(session: Session, caller: Caller, run_id: UUID, selection: RegradeSelection) -> TouchedCount:
    """Return what applying would change. If only some attempts are selected, fewer grades may change."""
    run, _ = get(session, caller, run_id, Action.EDIT_GRADES)
    found = effects(session, caller, run)
    items = _items(session, run, selection, found)
    people = _people(session, run, items)
    moved = sum(each.person_id in people and each.moves for each in found)
    return TouchedCount(len(items), len(people), moved)


def apply(
    session: Session,
    caller: Caller,
    run_id: UUID,
    selection: RegradeSelection,
    announcement: Announcement,
    *,
    now: datetime,
) -> TouchedCount:
    """Let results of a dry run count.

    Raises:
        Unusable: if it is not ready, was discarded, or nothing is chosen; if students are named with
            another choice than theirs; or the reason is empty or too long.
        Stale: if the assignment has another version by now.
    """
    run, assignment = get(session, caller, run_id, Action.EDIT_GRADES)
    reason = single_line("reason", announcement.reason)
    if run.state == RunState.DISCARDED or not progress(session, run).ready:
        raise Unusable("run", "not-ready")
    require_current(session, run, assignment)
    if selection.people and selection.choice is not Choice.CHOSEN:
        raise Unusable("people", "only-with-chosen")
    items = _items(session, run, selection, effects(session, caller, run))
    if not items:
        raise Unusable("choice", "nothing-to-apply")
    people, formers = sorted(_people(session, run, items)), [item.former_id for item in items]
    submissions = _attempts_of(session, formers)
    why = WhyChanged(ChangeReason.APPLIED, reason, run.id, announcement.notify)
    with changes.changing(session, assignment, why, people, submissions=submissions, now=now) as moved:
        attempts = _attempts(session, run)
        for item in items:
            item.applied, item.attempt = True, attempts[item.submission_id]
        session.flush()
        _let_count(session, run, formers, forward=True)
        run.state, run.reason, run.applied_at, run.reverted_at = RunState.APPLIED, reason, now, None
    touched = TouchedCount(len(items), len(people), len(moved))
    actor, course_id = caller.known, assignment.course_id
    audit.record(session, actor, "regrade-applied", course_id, about=run.id, now=now, **asdict(touched))
    return touched


def revert(session: Session, caller: Caller, run_id: UUID, *, now: datetime) -> TouchedCount:
    """Let the former gradings count again, except where a later one counts by now.

    Raises `Unusable` if nothing of it was applied.
    """
    run, assignment = get(session, caller, run_id, Action.EDIT_GRADES)
    applied = select(RegradeItem).where(RegradeItem.run_id == run.id, RegradeItem.applied)
    items = list(session.scalars(applied))
    if run.state != RunState.APPLIED or not items:
        raise Unusable("run", "not-applied")
    people = sorted(_people(session, run, items))
    submissions = _attempts_of(session, [item.grading_id for item in items])
    why = WhyChanged(ChangeReason.REVERTED, run.reason, run.id)
    with changes.changing(session, assignment, why, people, submissions=submissions, now=now) as moved:
        _let_count(session, run, [item.former_id for item in items], forward=False)
        for item in session.scalars(applied):
            item.applied = False
        run.state, run.reverted_at = RunState.OPEN, now
    touched = TouchedCount(len(items), len(people), len(moved))
    actor, course_id = caller.known, assignment.course_id
    audit.record(session, actor, "regrade-reverted", course_id, about=run.id, now=now, **asdict(touched))
    return touched


def _items(
    session: Session, run: RegradeRun, selection: RegradeSelection, found: Collection[StudentEffect]
) -> Sequence[RegradeItem]:
    """The chosen items that can be applied and have not been."""
    chosen = (
        select(RegradeItem)
        .join(Grading, Grading.id == RegradeItem.grading_id)
        .join(Submission, Submission.id == RegradeItem.submission_id)
        .where(
            RegradeItem.run_id == run.id,
            ~RegradeItem.applied,
            Grading.state.in_(_USABLE),
            Submission.grading_id == RegradeItem.former_id,
        )
    )
    if selection.choice is Choice.COUNTING:
        chosen = chosen.where(RegradeItem.counted)
    items = session.scalars(chosen).all()
    if selection.choice not in {Choice.CHOSEN, Choice.NO_LOSS}:
        return items
    whose = _whose(session, run)
    if selection.choice is Choice.CHOSEN:
        return [item for item in items if whose[item.former_id] & selection.people]
    losing = {each.person_id for each in found if each.falls}
    return [item for item in items if not whose[item.former_id] & losing]


def _whose(session: Session, run: RegradeRun) -> Mapping[UUID, set[UUID]]:
    """Return by former grading of an item the students whose attempt it is: all members of a group."""
    found: dict[UUID, set[UUID]] = defaultdict(set)
    whose = holders(run.id)
    for former_id, person_id in session.execute(select(whose.c.former_id, whose.c.person_id)):
        found[former_id].add(person_id)
    return found


def _people(session: Session, run: RegradeRun, items: Iterable[RegradeItem]) -> set[UUID]:
    whose = _whose(session, run)
    return {person_id for item in items for person_id in whose[item.former_id]}


def _attempts_of(session: Session, gradings: Iterable[UUID]) -> list[UUID]:
    """The attempts for which these gradings count."""
    found: list[UUID] = []
    for some in batches(gradings):
        found += session.scalars(
            select(Submission.id).where(Submission.grading_id.in_(some), ~Submission.reused)
        )
    return found


def _let_count(session: Session, run: RegradeRun, formers: Iterable[UUID], *, forward: bool) -> None:
    """Let the other grading of each submission of a run count."""
    old, new = (RegradeItem.former_id, RegradeItem.grading_id)
    if not forward:
        old, new = new, old
    state = select(Grading.state).where(Grading.id == new).scalar_subquery()
    for some in batches(formers):
        rows = session.execute(
            select(old, new, state, RegradeItem.attempt).where(
                RegradeItem.run_id == run.id, RegradeItem.former_id.in_(some)
            )
        ).all()
        for old_id, new_id, becomes, attempt in rows:
            session.execute(
                update(Submission)
                .where(Submission.grading_id == old_id)
                .values(
                    grading_id=new_id,
                    state=becomes,
                    revision=Submission.revision + 1,
                    attempt=_attempt(becomes, attempt),
                ),
                execution_options={"synchronize_session": False},
            )
    session.expire_all()


def _attempt(becomes: State, attempt: int) -> ColumnElement[int] | int:
    """A file that cannot be graded uses no attempt; one that can uses the one that it used."""
    if becomes == State.REFUSED:
        return 0
    used_one = ~Submission.reused & (Submission.attempt == 0)
    return case((used_one, attempt), else_=Submission.attempt)


def _attempts(session: Session, run: RegradeRun) -> dict[UUID, int]:
    """Return by submission the number of the attempt that it used."""
    tried = select(RegradeItem.submission_id).where(RegradeItem.run_id == run.id)
    chosen = select(Submission.id, Submission.attempt).where(Submission.id.in_(tried))
    return dict(session.execute(chosen).all())
