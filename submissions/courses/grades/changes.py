"""The one door for grades that change: whoever changes what they are made of does it inside `changing`.

History, notices, webhooks, learning platforms and the facts of figures follow here, in the same transaction.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.courses.grades import facts, stored_facts
from submissions.courses.grades.cells import GradeCell, column, extensions_by_pair, grades, is_another
from submissions.courses.grades.deadlines import Deadlines, shows_grade
from submissions.courses.grades.report_facts import ReportFacts
from submissions.courses.shared import of_grading
from submissions.outward import events, outbox
from submissions.people.access.notices import NoticePlace, notify
from submissions.storage.rows import batches
from submissions.tables import (
    UNFINISHED,
    Assignment,
    AssignmentVersion,
    ChangeReason,
    Counts,
    GradeChange,
    Grading,
    NoticeKind,
    State,
    Submission,
    WebhookEvent,
)

_EVENTS = {
    ChangeReason.REGRADE: WebhookEvent.REGRADED,
    ChangeReason.APPLIED: WebhookEvent.REGRADED,
    ChangeReason.REVERTED: WebhookEvent.REGRADED,
    ChangeReason.OVERRIDE: WebhookEvent.OVERRIDDEN,
    ChangeReason.OVERRIDE_REMOVED: WebhookEvent.OVERRIDDEN,
}


class WhyChanged(Frozen):
    """The reason for a change of grades."""

    why: ChangeReason
    reason: str = ""
    run_id: UUID | None = None
    notify: bool = True
    """Whether students get a notice; they find the change beside their grade in any case."""


class _Points(Frozen):
    """The points that an attempt earned, and the possible ones; both None where it is not graded."""

    person_id: UUID
    points: Decimal | None
    possible: Decimal | None


class _Snapshot(Frozen):
    """Grades at one moment."""

    cells: Mapping[UUID, GradeCell]
    """Grades by person."""
    attempts: Mapping[UUID, _Points]
    """Points of attempts by submission."""
    policies: tuple[object, ...]


@contextmanager
def changing(
    session: Session,
    assignment: Assignment,
    why: WhyChanged,
    people: Collection[UUID] | None = None,
    *,
    submissions: Collection[UUID] = (),
    now: datetime,
) -> Iterator[list[UUID]]:
    """Record how the code inside changes the grades of these people, or of all.

    The list that is yielded holds, at the end, the people whose grade has changed.

    `submissions` are those of which another grading may count afterwards. Locks that others wait for are
    taken last: do little between the end and the commit.
    """
    moved: list[UUID] = []
    if assignment.course_id is None:  # a trial, or a try file: nobody's grade
        yield moved
        return
    before = _snapshot(session, assignment, people, submissions)
    yield moved
    session.flush()
    after = _snapshot(session, assignment, people, submissions)
    attempts = [each for each, old in before.attempts.items() if old != after.attempts.get(each, old)]
    moved += _moved(before, after)
    kept = [
        _change(assignment, why, before.attempts[each], after.attempts[each], now, each) for each in attempts
    ]
    kept += [_change(assignment, why, _points(each, before), _points(each, after), now) for each in moved]
    session.add_all(kept)
    session.flush()
    if why.notify:
        _notify(session, assignment, moved, attempts, now)
    _publish(session, assignment, why, people or (), submissions, now)
    outbox.send_grades(session, assignment.id, people, now=now)
    if submissions:
        stored_facts.follow(session, assignment, submissions)
    elif people is not None or before.policies != after.policies:
        facts.reckon(session, assignment, people)


def graded(session: Session, grading: Grading, found: ReportFacts) -> None:
    """Announce the first result of a submission, and keep its facts.

    It is that of all members of a group, and of the same file submitted again, which used no attempt.
    """
    assert grading.finished_at is not None
    having = of_grading(session, grading.id)
    _announce(session, having, now=grading.finished_at)
    for each in having:
        if not each.reused:
            facts.keep(session, each, grading, found)


def submitted_again(session: Session, assignment: Assignment, taken: Sequence[Submission]) -> None:
    """Submissions have the grading of an earlier one with the same file, which may not be finished yet."""
    finished = [each for each in taken if each.state not in UNFINISHED]
    for each in finished:
        _announce(session, [each], now=each.created_at)
    new = [each.id for each in finished if not each.reused and each.state == State.GRADED]
    if new:  # of members of a group for whom the earlier one did not count
        stored_facts.follow(session, assignment, new)
    again = {each.person_id for each in finished if each.reused and each.person_id is not None}
    if again and assignment.counts == Counts.LATEST:  # another attempt may count for them now
        facts.reckon(session, assignment, again)


def _announce(session: Session, submissions: Sequence[Submission], *, now: datetime) -> None:
    """First results are no change: nobody had a grade that moved."""
    for each in submissions:
        assignment = session.get_one(Assignment, each.assignment_id)
        if assignment.course_id is None or each.person_id is None:
            continue
        data = events.of_submission(each)
        events.publish(session, assignment.course_id, WebhookEvent.GRADED, data, now=now)
        outbox.send_grades(session, assignment.id, [each.person_id], now=now)


def _snapshot(
    session: Session, assignment: Assignment, people: Collection[UUID] | None, submissions: Collection[UUID]
) -> _Snapshot:
    cells = {
        person_id: theirs[assignment.id]
        for person_id, theirs in grades(session, [column(session, assignment)], people).items()
        if assignment.id in theirs
    }
    return _Snapshot(cells, _attempts(session, submissions), facts.policies(assignment))


def _attempts(session: Session, submissions: Collection[UUID]) -> dict[UUID, _Points]:
    """Return what each attempt earned; a file submitted again is no attempt."""
    found: dict[UUID, _Points] = {}
    for some in batches(submissions):
        rows = session.execute(
            select(
                Submission.id, Submission.person_id, Grading.state, Grading.points, AssignmentVersion.points
            )
            .join(Grading, Grading.id == Submission.grading_id)
            .join(AssignmentVersion, AssignmentVersion.id == Grading.version_id)
            .where(Submission.id.in_(some), Submission.reused.is_(False))
        )
        for submission_id, person_id, state, points, possible in rows:
            assert person_id is not None  # trials belong to no course
            is_graded = state == State.GRADED
            found[submission_id] = _Points(
                person_id, points if is_graded else None, possible if is_graded else None
            )
    return found


def _moved(before: _Snapshot, after: _Snapshot) -> list[UUID]:
    """Return whose grade moved."""
    people = sorted(before.cells.keys() | after.cells.keys())
    return [each for each in people if is_another(before.cells.get(each), after.cells.get(each))]


def _notify(
    session: Session,
    assignment: Assignment,
    people: Collection[UUID],
    attempts: Sequence[UUID],
    now: datetime,
) -> None:
    """Tell those of the people who see their grade: to others, nothing that is shown has changed."""
    assert assignment.course_id is not None
    extensions = extensions_by_pair(session, [assignment.id], people)
    dates = {each: Deadlines.of(assignment, extensions.get((assignment.id, each))) for each in people}
    told = [each for each in people if shows_grade(assignment, dates[each], now)]
    place = NoticePlace(assignment.course_id, assignment.id, attempts[0] if len(attempts) == 1 else None)
    notify(session, told, NoticeKind.GRADE_CHANGED, place, now=now)


def _points(person_id: UUID, of: _Snapshot) -> _Points:
    cell = of.cells.get(person_id)
    return _Points(person_id, cell.points if cell else None, cell.possible if cell else None)


def _change(
    assignment: Assignment,
    why: WhyChanged,
    before: _Points,
    after: _Points,
    now: datetime,
    submission_id: UUID | None = None,
) -> GradeChange:
    """Return what is kept of a change: of a single attempt, whose page says it, or of a grade."""
    return GradeChange(
        assignment_id=assignment.id,
        person_id=before.person_id,
        submission_id=submission_id,
        run_id=why.run_id,
        why=why.why,
        reason=why.reason,
        before=before.points,
        before_possible=before.possible,
        after=after.points,
        after_possible=after.possible,
        at=now,
    )


def _publish(
    session: Session,
    assignment: Assignment,
    why: WhyChanged,
    people: Collection[UUID],
    submissions: Collection[UUID],
    now: datetime,
) -> None:
    """Webhooks hear of each submission, or of each student where it is about no submission."""
    event = _EVENTS.get(why.why)
    if event is None or assignment.course_id is None:
        return
    if not submissions:
        for person_id in people:
            ids = {"assignment_id": assignment.id, "person_id": person_id}
            events.publish(session, assignment.course_id, event, ids, now=now)
    for some in batches(submissions):
        for each in session.scalars(
            select(Submission).where(Submission.id.in_(some)).order_by(Submission.id)
        ):
            data = events.of_submission(each)
            events.publish(session, assignment.course_id, event, data, now=now)
