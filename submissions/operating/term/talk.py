"""What staff and students of a made term say: comments, requests, grades set by hand, notes, messages."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from uuid import UUID

from sqlalchemy import and_, select
from sqlalchemy.orm import Session

from grader.records import Frozen, from_json
from grader.report import Report
from submissions.operating.term.course import MadeCourse
from submissions.operating.term.texts import TermTalk
from submissions.people.access.policy import Caller
from submissions.tables import (
    Assignment,
    AttemptFact,
    CauseFact,
    Enrolment,
    Grading,
    Person,
    StoredReport,
    Submission,
)
from submissions.teaching.gradebook import overrides
from submissions.teaching.regrades import regrade_requests
from submissions.teaching.regrades.regrade_requests import Decision
from submissions.teaching.talk import comments, messages, staff_notes
from submissions.teaching.talk.comments import CommentPlace
from submissions.teaching.watch.watch_list import WatchEntry, WatchReason, watch_list

_DAY = timedelta(days=1)
_AT_EACH_LINE = 2
"""Students with whom staff talk about a line, for each fault of which there is a text."""
_PRAISED = 3
_BY_HAND = Decimal(90)
_ASKED, _SETTLED, _SET = (3, 2, 1)
"""The assignments in which somebody asks for a regrade, has an answer, and has a grade set by hand."""


class VisitReason(StrEnum):
    """Why the pages of a student are worth a look."""

    STUCK = "stuck"
    """A student has the same cause in several attempts."""
    ASKS = "asks"
    """A regrade request that nobody answered yet."""
    COMMENTED = "commented"
    """A comment at a line, and their answer."""


class Visit(Frozen):
    """A student whose pages are worth a look."""

    reason: VisitReason
    person_id: UUID
    name: str
    assignment: str
    """The title of the assignment in which it is so."""
    submission_id: UUID
    """Where it is seen."""
    cause: str = ""
    """The fault of a student who is stuck; empty for other reasons."""
    attempts: int = 0


class _Attempt(Frozen):
    """The attempt that counts of a student."""

    submission_id: UUID
    person_id: UUID
    assignment: Assignment
    passed: bool


def talk(session: Session, made: MadeCourse, texts: TermTalk, *, now: datetime) -> tuple[Visit, ...]:
    """Let them talk; returns the students whose pages are worth a look, one for each reason."""
    counting = [_counting(session, made, assignment_id) for assignment_id in made.assignments]
    found = [
        *_stuck(session, made, texts, now),
        *_requests(session, made, counting, texts, now),
        *_comments(session, made, counting, texts, now),
    ]
    by_reason = {visit.reason: visit for visit in reversed(found)}
    return tuple(by_reason[reason] for reason in VisitReason if reason in by_reason)


def _stuck(session: Session, made: MadeCourse, texts: TermTalk, now: datetime) -> Iterator[Visit]:
    """Add a note of the staff and a message for the student who has had the same cause longest."""
    entries = watch_list(session, made.owner, made.course.id, now=now)
    stuck = sorted((each for each in entries if _same(each)), key=_same, reverse=True)
    for entry in stuck[:1]:
        assistant = Caller(made.assistants[0])
        staff_notes.add(session, assistant, made.course.id, entry.person_id, texts.note, now=now - _DAY)
        messages.send(session, assistant, made.course.id, entry.person_id, texts.message, now=now - _DAY / 2)
        seen = next(each for each in entry.reasons if each.kind is WatchReason.SAME_CAUSE)
        assert entry.submission_id is not None  # there are attempts that have the cause
        yield Visit(
            VisitReason.STUCK, entry.person_id, entry.name, entry.assignment.title, entry.submission_id,
            seen.cause, seen.number,
        )  # fmt: skip


def _same(entry: WatchEntry) -> int:
    """Return in how many attempts in a row somebody has had the same cause; 0 if it is no reason to watch."""
    return max((each.number for each in entry.reasons if each.kind is WatchReason.SAME_CAUSE), default=0)


def _requests(
    session: Session,
    made: MadeCourse,
    counting: Sequence[Sequence[_Attempt]],
    texts: TermTalk,
    now: datetime,
) -> Iterator[Visit]:
    """One that is open, two that were answered, and a grade set by hand without a request."""
    asking, unchanged, changed = texts.requests
    settled = [each for each in counting[_SETTLED] if not each.passed][:2]
    decisions = (
        (unchanged, Decision(changed=False, answer=texts.answers[0])),
        (changed, Decision(changed=True, answer=texts.answers[1], points=_BY_HAND)),
    )
    for attempt, (reason, decision) in zip(settled, decisions, strict=False):
        request = _ask(session, attempt, reason, now - 9 * _DAY)
        regrade_requests.answer(session, made.owner, request, decision, now=now - 8 * _DAY)
    by_hand = [each for each in counting[_SET] if not each.passed][2:3]
    for attempt in by_hand:
        overrides.give(
            session, made.owner, attempt.assignment, attempt.person_id, _BY_HAND, texts.override,
            now=now - 15 * _DAY,
        )  # fmt: skip
    for attempt in [each for each in counting[_ASKED] if not each.passed][:1]:
        _ask(session, attempt, asking, now - _DAY / 4)
        yield _visit(session, VisitReason.ASKS, attempt)


def _visit(session: Session, reason: VisitReason, attempt: _Attempt) -> Visit:
    name = session.get_one(Person, attempt.person_id).name
    return Visit(reason, attempt.person_id, name, attempt.assignment.title, attempt.submission_id)


def _ask(session: Session, attempt: _Attempt, reason: str, at: datetime) -> UUID:
    caller = Caller(attempt.person_id)
    return regrade_requests.ask(session, caller, attempt.submission_id, reason, now=at).id


def _comments(
    session: Session,
    made: MadeCourse,
    counting: Sequence[Sequence[_Attempt]],
    texts: TermTalk,
    now: datetime,
) -> Iterator[Visit]:
    """Add comments at lines with common faults, the first with an answer, and on files that are right."""
    last = [each for attempts in reversed(counting[: made.in_pairs]) for each in attempts]
    for fault, text in texts.at_lines.items():
        having = set(session.scalars(select(CauseFact.submission_id).where(CauseFact.cause == fault)))
        for number, attempt in enumerate(
            [each for each in last if each.submission_id in having][:_AT_EACH_LINE]
        ):
            place = _line_of(session, attempt.submission_id, fault)
            assistant = Caller(made.assistants[number % len(made.assistants)])
            at = now - (number + 1) * _DAY
            comment = comments.add(session, assistant, attempt.submission_id, text, place, now=at)
            if number == 0:
                student = Caller(attempt.person_id)
                comments.reply(session, student, comment.id, texts.reply, now=at + _DAY / 8)
                yield _visit(session, VisitReason.COMMENTED, attempt)
    for attempt in [each for each in last if each.passed][:_PRAISED]:
        comments.add(
            session, Caller(made.assistants[-1]), attempt.submission_id, texts.on_the_whole, now=now - _DAY
        )


def _line_of(session: Session, submission_id: UUID, fault: str) -> CommentPlace:
    """The line of a cause, as the report of the submission names it."""
    content = session.scalars(
        select(StoredReport.content)
        .join(Grading, Grading.id == StoredReport.grading_id)
        .join(Submission, Submission.grading_id == Grading.id)
        .where(Submission.id == submission_id)
    ).one()
    diagnosis = from_json(Report, content).diagnosis
    findings = diagnosis.findings if diagnosis else ()
    where = next(each.where for each in findings if each.fault == fault)
    return CommentPlace(where.line, where.cell)


def _counting(session: Session, made: MadeCourse, assignment_id: UUID) -> list[_Attempt]:
    """The attempts that count in an assignment, in the order of the students; who left says nothing more."""
    assignment = session.get_one(Assignment, assignment_id)
    is_here = and_(
        Enrolment.course_id == made.course.id, Enrolment.person_id == AttemptFact.person_id, Enrolment.active
    )
    chosen = (
        select(AttemptFact)
        .join(Enrolment, is_here)
        .where(AttemptFact.assignment_id == assignment_id, AttemptFact.counts)
    )
    numbers = {person_id: number for number, person_id in made.students.items()}
    found = sorted(session.scalars(chosen), key=lambda each: numbers[each.person_id])
    return [_Attempt(each.submission_id, each.person_id, assignment, each.passed) for each in found]
