"""A submission of an assignment: where it is in the queue, then its result, in the same page."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from fastapi import APIRouter, Response
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool

from api.i18n import gettext as _, listed
from api.pages._download import download
from api.pages._fields import Asked, Typed
from api.pages._file_changes import changes
from api.pages._hunt import hunt_of, hunt_remarks
from api.pages._report import page_of
from api.pages._soon import read_soon
from api.pages._submission_notices import notices
from api.pages._talk import overheard, remarks, talk
from api.pages._times import seen_times
from api.pages._visit import Visit
from api.pages._workbench import start_address, workbench
from api.web import events
from api.web.body_limit import takes_texts
from api.web.see_other import see_other
from api.words import finding as finding_words, group as group_words
from api.words.unusable import unusable
from submissions.courses import shared
from submissions.courses.assignments.hints import Rung
from submissions.courses.assignments.points import by_suite
from submissions.courses.assignments.suite_points import SuitePoints
from submissions.courses.courses import courses
from submissions.courses.grades.deadlines import is_past
from submissions.errors import Deleted, FileLost, NotFound, NotWithdrawable, Unusable
from submissions.grading.intake import receipts, submit
from submissions.people.access import people
from submissions.people.access.policy import Caller
from submissions.tables import Submission
from submissions.teaching.results import climbing, reading, result
from submissions.teaching.results.result import Result
from submissions.teaching.results.subscriptions import OneSubmission
from submissions.teaching.results.trimming import TrimmedReport

router = APIRouter()

_RUNGS = {str(rung.value): rung for rung in Rung}
"""The rungs that a form may ask for."""


@router.get("/submissions/{submission_id:uuid}")
def submission(visit: Visit, submission_id: UUID) -> Response:
    """Show a result. A member of the group who follows another member's link is led to their own."""
    try:
        return submission_page(visit, submission_id)
    except NotFound:
        with visit.database.read() as session:
            own_id = reading.own_id_of(session, visit.caller, submission_id)
        if own_id in {None, submission_id}:
            raise
        return see_other(f"/submissions/{own_id}")


@router.get("/submissions/{submission_id:uuid}/as-student")
def as_student(visit: Visit, submission_id: UUID, at: Asked = "") -> Response:
    """Show staff a result as its student sees it at a time, without what only the student may do."""
    with visit.database.read() as session:
        student = reading.its_student(session, visit.caller, submission_id)
        times = seen_times(reading.its_dates(session, student, submission_id), at, visit.now())
        now = next(each.at for each in times if each.chosen)
        seen = _seen(session, student, submission_id, None, now)
        name = people.by_id(session, student.known).name
    seen |= {"climb": None, "seen_as": name, "times": times}
    return visit.page("submission.html", now=now, **seen)


@router.get("/submissions/{submission_id:uuid}/events")
async def submission_events(visit: Visit, submission_id: UUID) -> Response:
    """Stream each change of the submission's state."""
    await run_in_threadpool(_require_visible, visit, submission_id)
    return await events.stream(visit.request, OneSubmission(submission_id), visit.caller)


@router.get("/submissions/{submission_id:uuid}/file")
def submission_file(visit: Visit, submission_id: UUID) -> Response:
    """Download the submitted file."""
    with visit.database.read() as session:
        found = reading.get(session, visit.caller, submission_id)
        return download(found.file_name, reading.content(session, found))


@router.post("/submissions/{submission_id:uuid}/withdraw")
def withdraw(visit: Visit, submission_id: UUID) -> Response:
    """Withdraw the submission while it waits; if it is too late, its page shows its state."""
    try:
        with visit.database.begin() as session:
            found = reading.get(session, visit.caller, submission_id)
            submit.withdraw(session, visit.caller, found, now=visit.now())
    except NotWithdrawable:
        pass
    return see_other(f"/submissions/{submission_id}")


@router.post("/submissions/{submission_id:uuid}/hints")
@takes_texts
def open_hint(visit: Visit, submission_id: UUID, typed: Typed) -> Response:
    """Open the next hint; another one than the next opens nothing."""
    rung = typed.get("rung", "")
    with visit.database.begin() as session:
        climbing.open_next(session, visit.caller, submission_id, _RUNGS.get(rung), now=visit.now())
    return see_other(f"/submissions/{submission_id}#finding-1")


def submission_page(
    visit: Visit,
    submission_id: UUID,
    *,
    typed: Mapping[str, str] | None = None,
    wrong: tuple[str, Unusable] | None = None,
) -> Response:
    """The page; with what was typed into one of its forms, and what is wrong with it."""

    def read(session: Session) -> dict[str, Any]:
        return _seen(session, visit.caller, submission_id, typed or {}, visit.now())

    seen = read_soon(visit.database, read)
    if wrong is not None:
        seen["talk"]["errors"] = {wrong[0]: unusable(wrong[1])}
    return visit.page("submission.html", wrong=wrong, **seen)


def _require_visible(visit: Visit, submission_id: UUID) -> None:
    with visit.database.read() as session:
        reading.get(session, visit.caller, submission_id)


def _seen(
    session: Session, caller: Caller, submission_id: UUID, typed: Mapping[str, str] | None, now: datetime
) -> dict[str, Any]:
    """Return all that the page shows; without `typed`, no forms."""
    seen = result.read(session, caller, submission_id, now=now)
    found, course = seen.submission, courses.course_of(session, seen.assignment)
    own = reading.own(session, seen.viewer, seen.assignment) if seen.own else []
    before = next((each for each in own if each.id < found.id), None)
    files = _files(session, found, before)
    content = files.get(found.sha256, b"")
    said = overheard(session, seen, content) if typed is None else talk(session, seen, content, typed)
    report, deleted = _report(session, seen)
    at_lines = [*remarks(said["threads"]), *hunt_remarks(report)]
    view = page_of(report, content, at_lines, _worth(seen, report)) if report else None
    again: dict[str, Any] = {"bench": None, "start": ""}
    if typed is not None and not deleted:
        again = _again(session, seen, own, content, report, now)
    return {
        "submission": found,
        "result": seen,
        "progress": seen.progress,
        "assignment": seen.assignment,
        "course": course,
        "student": "" if seen.own or found.person_id is None else people.by_id(session, found.person_id).name,
        "group": group_words.names(shared.people(session, found)),
        "signature": receipts.signature(session, found),
        "notices": list(notices(session, seen, course, report, view, deleted=deleted, now=now)),
        "view": view,
        "hunt": hunt_of(report),
        "climb": _climb(seen),
        "climbed": _climbed(seen),
        "overcome": _overcome(session, seen, own, now),
        **again,
        "changes": changes(before, found, files) if before else None,
        "talk": said,
        "seen_as": "",
        "closed": is_past(seen.deadlines.closes_at, now),
        "times": [],
    }


def _again(
    session: Session,
    seen: Result,
    own: Sequence[Submission],
    content: bytes,
    report: TrimmedReport | None,
    now: datetime,
) -> dict[str, Any]:
    """Return the editor and the address with which another attempt begins, as far as there are any."""
    told = report.report if report else None
    return {
        "bench": workbench(session, seen, own, content, told, now=now),
        "start": start_address(session, seen, own, content, now=now),
    }


def _report(session: Session, seen: Result) -> tuple[TrimmedReport | None, bool]:
    """Return the report as far as it is shown, and whether there was one that is deleted."""
    try:
        return result.report_of(session, seen), False
    except Deleted:
        return None, True


def _worth(seen: Result, shown: TrimmedReport) -> dict[str, SuitePoints] | None:
    """Return the points of each suite in the assignment, if it is graded and they are shown."""
    if seen.version is None or seen.score is None:
        return None
    return by_suite(shown.report, seen.version, seen.score.possible)


def _climb(seen: Result) -> dict[str, Any] | None:
    """Return the hint that can be opened next."""
    if seen.next_rung is None:
        return None
    return {
        "url": f"/submissions/{seen.submission.id}/hints",
        "rung": seen.next_rung.value,
        "label": _("Open: {hint}", hint=finding_words.hint_title(seen.next_rung.value, seen.next_rung.value)),
    }


def _climbed(seen: Result) -> str:
    """Return how far its student climbed, for staff."""
    if seen.own or seen.most_rung is None:
        return ""
    return _("{n} of {all}", n=max(1, seen.submission.opened_rung), all=seen.most_rung.value)


def _overcome(session: Session, seen: Result, own: Sequence[Submission], now: datetime) -> str:
    """Return the causes of earlier attempts, of a student who has none left."""
    if not seen.own or seen.score is None or not seen.score.passed:
        return ""
    causes = result.earlier_causes(session, seen, own, now=now)
    return listed([finding_words.cause(cause) for cause in causes]) if causes else ""


def _files(session: Session, found: Submission, before: Submission | None) -> Mapping[str, bytes]:
    """Return the file and the one of the attempt before, by SHA-256, as far as they are still kept."""
    try:
        return reading.contents(session, [found, before or found])
    except FileLost:  # perhaps only the one before
        return reading.contents(session, [found])
