"""All that is kept about a person, as files: for themselves, and for who answers a request for it.

Results come through their one door: a student's own copy has no more in it than their pages show.
"""

import json
from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from enum import Enum
from typing import Any
from uuid import UUID

from sqlalchemy import Select, exists, select
from sqlalchemy.orm import Session

from grader.records import to_json
from submissions.courses import shared
from submissions.courses.grades.deadlines import Deadlines
from submissions.errors import Deleted, NotFound, NotSignedIn, ScopeMissing
from submissions.people.access.people import by_id
from submissions.people.access.policy import Caller, Scope, require_operator, require_scope, viewer_in
from submissions.tables import (
    ApiToken,
    Assignment,
    AuditEvent,
    Base,
    Comment,
    Course,
    Enrolment,
    Extension,
    GradeChange,
    GroupMember,
    LeaderboardName,
    LmsAccount,
    Notice,
    Override,
    RegradeRequest,
    Role,
    SignOnAccount,
    StaffMessage,
    Submission,
    WebSession,
)
from submissions.teaching.results import reading
from submissions.teaching.results.result import Result, read, report_of
from submissions.teaching.results.visibility import visibility
from submissions.texts.file_name import file_name

_SECRET = frozenset({"password_hash", "secret_hash", "name_key", "return_url"})
"""Columns that are nobody's business, or say nothing more; platforms put keys into addresses."""


_OWN_ROWS = (
    ("courses", Enrolment),
    ("extensions", Extension),
    ("groups", GroupMember),
    ("leaderboard_names", LeaderboardName),
    ("regrade_requests", RegradeRequest),
    ("messages_from_staff", StaffMessage),
    ("notices", Notice),
    ("sessions", WebSession),
    ("tokens", ApiToken),
    ("sign_on_accounts", SignOnAccount),
    ("learning_platform_accounts", LmsAccount),
)
"""The tables whose rows are of one person, by the name of their file."""


def _require(caller: Caller, person_id: UUID) -> None:
    """Require the person themselves, with all their courses, or an operator."""
    if caller.operator or caller.person_id != person_id:
        require_operator(caller)
        return
    require_scope(caller, Scope.SUBMISSIONS_READ)
    if caller.course_id is not None:
        raise NotFound


def files(session: Session, caller: Caller, person_id: UUID, *, now: datetime) -> Iterator[tuple[str, bytes]]:
    """The names and contents of the files, one submission in memory at a time."""
    _require(caller, person_id)
    person = by_id(session, person_id)
    # Tables whose rows are the person's own are copied; the others show what this caller may see.
    yield "account.json", _json(_row(person))
    for name, table in _OWN_ROWS:
        rows = session.scalars(select(table).where(table.person_id == person_id))
        yield f"{name}.json", _json([_row(each) for each in rows])
    written = session.scalars(select(Comment).where(Comment.by_id == person_id).order_by(Comment.id))
    yield "comments_written.json", _json([_row(each) for each in written])
    received = session.scalars(_received(person_id))
    yield "comments_by_staff.json", _json([_row(each) for each in received])
    for name, shown in (
        ("points_set_by_staff", _points_given(session, caller, person_id, now)),
        ("grade_changes", _grade_changes(session, caller, person_id, now)),
    ):
        yield f"{name}.json", _json([_row(each) for each in shown])
    yield "audit_log.json", _json(list(_log(session, caller, person_id)))
    yield "titles.json", _json(_titles(session, person_id))
    ids = session.scalars(select(Submission.id).where(Submission.person_id == person_id)).all()
    for submission_id in sorted(ids):
        yield from _submission(session, caller, submission_id, now)


def _received(person_id: UUID) -> Select[Comment]:
    """Select comments that staff wrote on their submissions, not the words of other members of a group."""
    own = select(shared.FIRST_ROW).where(Submission.person_id == person_id)
    by_student = exists().where(
        Enrolment.person_id == Comment.by_id,
        Enrolment.course_id == Assignment.course_id,
        Enrolment.role == Role.STUDENT,
    )
    return (
        select(Comment)
        .join(Submission, Submission.id == Comment.submission_id)
        .join(Assignment, Assignment.id == Submission.assignment_id)
        .where(Comment.submission_id.in_(own), Comment.by_id != person_id, ~by_student)
        .order_by(Comment.id)
    )


def _points_given(session: Session, caller: Caller, person_id: UUID, now: datetime) -> Iterator[Base]:
    """Yield the points that staff set, if the caller may see the grade that they decide."""
    rows = _with_dates(select(Override, Assignment, Extension), Override, person_id)
    for override, assignment, extension in session.execute(rows):
        seen = visibility(viewer_in(session, caller, assignment), assignment)
        if seen.results_hidden_until(Deadlines.of(assignment, extension), now) is None:
            yield override


def _grade_changes(session: Session, caller: Caller, person_id: UUID, now: datetime) -> Iterator[Base]:
    """Yield the changes of grades, as far as the caller sees all of the grades that changed."""
    rows = _with_dates(select(GradeChange, Assignment, Extension), GradeChange, person_id)
    for change, assignment, extension in session.execute(rows):
        seen, dates = (
            visibility(viewer_in(session, caller, assignment), assignment),
            Deadlines.of(assignment, extension),
        )
        if seen.results_hidden_until(dates, now) is None and not seen.closed_suites(dates, now):
            yield change


def _with_dates(
    chosen: Select[Any, Any, Any], table: type[Override] | type[GradeChange], person_id: UUID
) -> Select[Any, Any, Any]:
    """Rows about somebody, with the assignment of each and their extension there."""
    theirs = (Extension.assignment_id == table.assignment_id) & (Extension.person_id == table.person_id)
    return (
        chosen.join(Assignment, Assignment.id == table.assignment_id)
        .outerjoin(Extension, theirs)
        .where(table.person_id == person_id)
    )


def _log(session: Session, caller: Caller, person_id: UUID) -> Iterator[dict[str, Any]]:
    """Yield what a person did, and, without details that may tell points, what others did about them."""
    about = (AuditEvent.actor_id == person_id) | (AuditEvent.subject_id == person_id)
    for each in session.scalars(select(AuditEvent).where(about).order_by(AuditEvent.id)):
        told = caller.operator or each.actor_id == person_id
        yield _row(each) if told else {**_row(each), "details": {}}


def _submission(
    session: Session, caller: Caller, submission_id: UUID, now: datetime
) -> Iterator[tuple[str, bytes]]:
    folder = f"submissions/{submission_id}"
    try:
        result = read(session, caller, submission_id, now=now)
    except (NotFound, NotSignedIn, ScopeMissing):  # they left the course: its results are shown no more
        submission = session.get_one(Submission, submission_id)
        yield f"{folder}/submission.json", _json({"submission": _row(submission)})
    else:
        submission = result.submission
        yield f"{folder}/submission.json", _json({"submission": _row(submission), "result": _seen(result)})
        if (report := _report(session, result)) is not None:
            yield f"{folder}/report.json", report
    try:
        name = file_name(submission.file_name, "submission.py")
        yield f"{folder}/{name}", reading.content(session, submission)
    except Deleted:
        return
    finally:
        session.expunge(submission)


def _report(session: Session, result: Result) -> bytes | None:
    """Return the report as the caller sees it; None where there is none, or it was deleted."""
    try:
        trimmed = report_of(session, result)
    except Deleted:
        return None
    return None if trimmed is None else to_json(trimmed.report, indent=2).encode()


def _seen(result: Result) -> dict[str, Any]:
    score = result.score
    return {
        "days_late": result.late_days,
        "hidden_until": result.hidden_until,
        "points": None if score is None else score.points,
        "possible": None if score is None else score.possible,
        "causes": None if score is None else list(score.causes),
    }


def _titles(session: Session, person_id: UUID) -> dict[str, str]:
    """Return the titles behind the ids of courses and assignments in the other files."""
    own = select(Enrolment.course_id).where(Enrolment.person_id == person_id)
    titles = {str(id_): title for id_, title in session.execute(_of(Course).where(Course.id.in_(own)))}
    chosen = _of(Assignment).where(Assignment.course_id.in_(own), Assignment.published)
    return titles | {str(id_): title for id_, title in session.execute(chosen)}


def _of(table: type[Course] | type[Assignment]) -> Any:  # noqa: ANN401 - a select of two columns
    return select(table.id, table.title)


def _row(row: Base) -> dict[str, Any]:
    """Return its columns by name."""
    return {
        column.key: getattr(row, column.key)
        for column in row.__mapper__.column_attrs
        if column.key not in _SECRET
    }


def _json(value: object) -> bytes:
    return json.dumps(value, default=_plain_value, ensure_ascii=False, indent=2).encode()


def _plain_value(value: object) -> object:
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, datetime):
        return value.isoformat()
    return value.value if isinstance(value, Enum) else str(value)
