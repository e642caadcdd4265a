"""A submission of an assignment: where it is in the queue, then its result, in the same page."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from fastapi import APIRouter, Request, Response
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool

from api.i18n import date, listed
from api.i18n import gettext as _
from api.pages._changes import own_changes
from api.pages._download import download
from api.pages._fields import Asked
from api.pages._page import form_status, render
from api.pages._report import ReportPage, page_of
from api.pages._soon import read_soon
from api.pages._talk import overheard, remarks, talk
from api.pages._times import seen_times
from api.pages._typed import Typed
from api.pages._workbench import start_address, workbench
from api.web import events
from api.web.body_limit import takes_texts
from api.web.caller import Asks
from api.web.dependencies import Ours
from api.web.see_other import see_other
from api.words import Message
from api.words import finding as finding_words
from api.words import group as group_words
from api.words import hint as hint_words
from api.words.moment import zone_named
from api.words.operation import operation
from api.words.points import points
from api.words.unusable import unusable
from submissions.courses import shared
from submissions.courses.assignments.hints import Rung
from submissions.courses.assignments.points import by_suite
from submissions.courses.assignments.suite_points import SuitePoints
from submissions.courses.courses import courses
from submissions.errors import Deleted, NotFound, NotWithdrawable, Unusable
from submissions.grading.intake import receipts, submit
from submissions.operating.service import Service
from submissions.people.access import people
from submissions.people.access.policy import Caller
from submissions.tables import State, Submission
from submissions.teaching.gradebook import overrides
from submissions.teaching.results import climbing, reading, result
from submissions.teaching.results.required import required_lacking
from submissions.teaching.results.subscriptions import OneSubmission
from submissions.teaching.results.trimming import TrimmedReport
from submissions.teaching.results.visibility import Visibility

router = APIRouter()

_RUNGS = {str(rung.value): rung for rung in Rung}
"""The rungs that a form may ask for."""


@router.get("/submissions/{submission_id:uuid}")
def submission(request: Request, service: Ours, caller: Asks, submission_id: UUID) -> Response:
    """The page. A member of the group who follows another member's link is led to their own."""
    try:
        return submission_page(request, service, caller, submission_id)
    except NotFound:
        with service.database.read() as session:
            own_id = reading.own_row(session, caller, submission_id)
        if own_id in {None, submission_id}:
            raise
        return see_other(f"/submissions/{own_id}")


@router.get("/submissions/{submission_id:uuid}/as-student")
def as_student(
    request: Request, service: Ours, caller: Asks, submission_id: UUID, at: Asked = ""
) -> Response:
    """The page for staff as its student sees it at a time, with nothing that only the student may do."""
    with service.database.read() as session:
        student = reading.its_student(session, caller, submission_id)
        times = seen_times(reading.its_dates(session, student, submission_id), at, service.now())
        now = next(each.at for each in times if each.chosen)
        seen = _seen(session, service, student, submission_id, None, now)
        name = people.by_id(session, student.known).name
    seen |= {"climb": None, "seen_as": name, "times": times}
    return render(request, "submission.html", now=now, **seen)


@router.get("/submissions/{submission_id:uuid}/events")
async def submission_events(request: Request, service: Ours, caller: Asks, submission_id: UUID) -> Response:
    """Stream what becomes of it, as it happens."""
    await run_in_threadpool(_require_visible, service, caller, submission_id)
    return await events.stream(request, OneSubmission(submission_id), caller)


@router.get("/submissions/{submission_id:uuid}/file")
def submission_file(service: Ours, caller: Asks, submission_id: UUID) -> Response:
    """The file again."""
    with service.database.read() as session:
        found = reading.get(session, caller, submission_id)
        return download(found.file_name, reading.content(session, found))


@router.post("/submissions/{submission_id:uuid}/withdraw")
def withdraw(service: Ours, caller: Asks, submission_id: UUID) -> Response:
    """Take it back while it waits. If it is too late, its page says how it is."""
    try:
        with service.database.begin() as session:
            found = reading.get(session, caller, submission_id)
            submit.withdraw(session, caller, found, now=service.now())
    except NotWithdrawable:
        pass
    return see_other(f"/submissions/{submission_id}")


@router.post("/submissions/{submission_id:uuid}/hints")
@takes_texts
def open_hint(service: Ours, caller: Asks, submission_id: UUID, typed: Typed) -> Response:
    """Open the next hint; another one than the next opens nothing."""
    rung = typed.get("rung", "")
    with service.database.begin() as session:
        climbing.open_next(session, caller, submission_id, _RUNGS.get(rung), now=service.now())
    return see_other(f"/submissions/{submission_id}#finding-1")


def submission_page(
    request: Request,
    service: Service,
    caller: Caller,
    submission_id: UUID,
    *,
    typed: Mapping[str, str] | None = None,
    wrong: tuple[str, Unusable] | None = None,
) -> Response:
    """The page; with what was typed into one of its forms, and what is wrong with it."""

    def read(session: Session) -> dict[str, Any]:
        return _seen(session, service, caller, submission_id, typed or {}, service.now())

    seen = read_soon(service.database, read)
    if wrong is not None:
        seen["talk"]["errors"] = {wrong[0]: unusable(wrong[1])}
    status = form_status(wrong)
    return render(request, "submission.html", status=status, now=service.now(), **seen)


def _require_visible(service: Service, caller: Caller, submission_id: UUID) -> None:
    with service.database.read() as session:
        reading.get(session, caller, submission_id)


def _seen(
    session: Session,
    service: Service,
    caller: Caller,
    submission_id: UUID,
    typed: Mapping[str, str] | None,
    now: datetime,
) -> dict[str, Any]:
    """All that the page shows at a time; where nothing can be `typed`, without what one may do there."""
    seen = result.read(session, caller, submission_id, now=now)
    found = seen.submission
    course = courses.course_of(session, seen.assignment)
    notices: list[tuple[Message, str]] = list(_notices(found))
    shown = seen.own and seen.hidden_until is None
    if given := overrides.own(session, caller, seen.assignment) if shown else None:
        notices.append((_given_by_a_person(points(given.points), given.reason), ""))
    notices += [(each, "other") for each in own_changes(session, caller, seen)]
    if seen.hidden_until is not None and found.state == State.GRADED:
        notices.append((_shown_later(date(seen.hidden_until, zone_named(course.zone))), ""))
    content = _content(session, found)
    own = (
        reading.listed(session, caller, found.assignment_id, person_id=found.person_id, limit=None)
        if seen.own
        else []
    )
    said = (
        overheard(session, caller, seen, content)
        if typed is None
        else talk(session, caller, seen, content, typed)
    )
    if seen.closed_suites and seen.score is not None:
        notices.append((_suites_hidden(), ""))
    if seen.score is not None and seen.visibility.withholds_hints(found, seen.deadlines, now):
        notices.append((_without_hints(found, seen.visibility), ""))
    try:
        report = result.report_of(session, seen)
        view = page_of(report, content, remarks(said["threads"]), _worth(seen, report)) if report else None
        if report and (lacking := required_lacking(session, seen, report.report)):
            notices.append((_lacking(lacking, found), "other"))
        bench = (
            workbench(session, caller, seen, own, content, report.report if report else None, now=now)
            if typed is not None
            else None
        )
        start = start_address(session, caller, seen, own, content, now=now) if typed is not None else ""
    except Deleted:
        notices.append((_report_deleted(), ""))
        view, bench, start = None, None, ""
    if found.state == State.REFUSED:
        notices.insert(0, (_refused(view), "other"))
    return {
        "submission": found,
        "result": seen,
        "progress": seen.progress,
        "assignment": seen.assignment,
        "course": course,
        "student": "" if seen.own or found.person_id is None else people.by_id(session, found.person_id).name,
        "group": group_words.names(shared.people(session, found)),
        "signature": receipts.signature(session, found),
        "notices": notices,
        "view": view,
        "climb": _climb(seen),
        "climbed": _climbed(seen),
        "overcome": _overcome(session, service, caller, seen, own),
        "bench": bench,
        "start": start,
        "talk": said,
        "seen_as": "",
        "times": [],
    }


def _worth(seen: result.Result, shown: TrimmedReport) -> dict[str, SuitePoints] | None:
    """Return what each suite came to in the assignment, where that is graded and shown."""
    if seen.version is None or seen.score is None:
        return None
    return by_suite(shown.report, seen.version, seen.score.possible)


def _climb(seen: result.Result) -> dict[str, Any] | None:
    """The hint that can be opened next."""
    if seen.next_rung is None:
        return None
    return {
        "url": f"/submissions/{seen.submission.id}/hints",
        "rung": seen.next_rung.value,
        "label": hint_words.open_next(finding_words.hint_title(seen.next_rung.value, seen.next_rung.value)),
    }


def _climbed(seen: result.Result) -> str:
    """How far its student climbed, for staff."""
    if seen.own or seen.most_rung is None:
        return ""
    return hint_words.climbed(max(1, seen.submission.opened_rung), seen.most_rung.value)


def _overcome(
    session: Session, service: Service, caller: Caller, seen: result.Result, own: Sequence[Submission]
) -> str:
    """The causes of earlier attempts, of a student who has none left."""
    if not seen.own or seen.score is None or not seen.score.passed:
        return ""
    causes = result.earlier_causes(session, caller, seen, own, now=service.now())
    return listed([finding_words.cause(cause) for cause in causes]) if causes else ""


def _content(session: Session, found: Submission) -> bytes:
    """The file, as far as it is still there."""
    try:
        return reading.content(session, found)
    except Deleted:
        return b""


def _notices(found: Submission) -> Iterator[tuple[Message, str]]:
    """Yield what is said before anything else, and how it looks."""
    if found.reused:
        seen = (
            _("Your group submitted the same file before, so this is its result.")
            if found.shared_id
            else _("You submitted the same file before, so this is its result.")
        )
        yield Message(seen, _("It used no attempt. A file that you change is graded again.")), ""
    if found.state == State.WITHDRAWN:
        seen = (
            _("A member of your group withdrew this file before it was graded.")
            if found.shared_id
            else _("You withdrew this file before it was graded.")
        )
        yield Message(seen, _("It used no attempt. You can submit another file.")), ""
    if found.state == State.INTERNAL_ERROR:
        seen = _("We could not grade this file. That is our error, not yours.")
        yield Message(seen, _("You lost no points and no attempt. You can submit the file again.")), "other"


def _refused(view: ReportPage | None) -> Message:
    """Why nothing could be graded; without the report, only that it was not."""
    seen = _("There is nothing to grade in this file yet.")
    if view is not None and view.report.problem is not None:
        seen = view.report.problem.message.seen
    return Message(seen, _("It used no attempt, and your grade stays. Change it and submit it again."))


def _shown_later(when: str) -> Message:
    """Results are not shown yet."""
    return Message(
        _("Your file is graded. Everybody sees their results at the same time."),
        _("You can see yours from {when}.", when=when),
    )


def _given_by_a_person(given: str, reason: str) -> Message:
    """The score of this attempt is not what counts."""
    return Message(
        _("Course staff set your grade for this assignment: {points}.", points=given),
        _("It counts, whatever this attempt earned. Reason: {reason}", reason=reason),
    )


def _suites_hidden() -> Message:
    """Some suites are not shown yet."""
    return Message(
        _("Some suites of this assignment are hidden, so their points are not shown yet."),
        _("The assignment says when you see them."),
    )


def _without_hints(found: Submission, seen: Visibility) -> Message:
    """This attempt has no hints, and others do."""
    only = _("This attempt only shows which suites passed.")
    if found.attempt < seen.first_attempt or seen.last_attempt is None:
        return Message(only, _("Hints start with attempt {n}.", n=seen.first_attempt))
    return Message(only, _("Hints end with attempt {n}.", n=seen.last_attempt))


def _lacking(operations: Sequence[str], found: Submission) -> Message:
    """The class does not have all that it needs."""
    names = listed([operation(each) for each in operations])
    if found.state == State.REFUSED:
        return Message(
            _("Your class needs these operations first: {operations}.", operations=names),
            _("Add them and submit the file again."),
        )
    return Message(
        _("Required operations are missing: {operations}.", operations=names), _("They cost points here.")
    )


def _report_deleted() -> Message:
    return Message(
        _("The report of this submission was deleted: reports are kept for a limited time."),
        _("Your grade stays."),
    )
