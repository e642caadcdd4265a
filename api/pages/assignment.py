"""An assignment: instructions, dates, late penalty, the form to submit, and one's attempts."""

from datetime import datetime
from pathlib import PurePath
from typing import Any, NamedTuple
from uuid import UUID

from fastapi import APIRouter, Response
from markupsafe import Markup
from sqlalchemy.orm import Session

from api.i18n import day, gettext as _
from api.pages import _assignment_rules as rules
from api.pages._asked import asked
from api.pages._attempts import attempts
from api.pages._browser_check import asked_of_assignment, offered
from api.pages._changes import own_grade_changes
from api.pages._download import download
from api.pages._fields import Asked, Typed
from api.pages._hunt import hunt_rules
from api.pages._reader import FormReader
from api.pages._times import seen_times
from api.pages._upload_form import (
    GRAPHS_NAME,
    USUAL_NAME,
    Begun,
    Uploaded,
    UploadForm,
    UploadRefusal,
    text_mark,
)
from api.pages._visit import Visit
from api.pages._workbench import draft_name
from api.report_view.pictures.trend import trend
from api.web.body_limit import takes_file
from api.web.see_other import created, see_other
from api.words import Message
from api.words.moment import zone_named
from api.words.refusal import refusal as refusal_words
from api.words.unusable import unusable
from grader.assignment import SeedPolicy
from grader.records import Frozen, replace
from submissions.courses.assignments import assignments, late_days
from submissions.courses.assignments.deadline_status import DeadlineStatus, deadline_status, deadline_statuses
from submissions.courses.assignments.points import current_version
from submissions.courses.courses import courses
from submissions.courses.grades.deadlines import Deadlines
from submissions.courses.groups import membership
from submissions.courses.groups.membership import OwnGroup
from submissions.errors import (
    Closed,
    Deleted,
    GroupUndecided,
    NoAttemptsLeft,
    NoRoom,
    NotFound,
    NotOpenYet,
    TooSoon,
    Unusable,
)
from submissions.grading.intake import receipts, submit
from submissions.grading.intake.attempts import AttemptsLeft, own_attempts
from submissions.grading.intake.group_rows import MemberStanding, standings
from submissions.grading.intake.source import LIMITS_WITH_GRAPHS, Refused
from submissions.people.access.policy import Action, Viewer, viewer_in
from submissions.tables import Assignment, AssignmentVersion, Course, Override
from submissions.teaching.gradebook import overrides
from submissions.teaching.gradebook.own_grade import OwnAssignmentGrade, own_grade
from submissions.teaching.results import reading, result
from submissions.teaching.results.result import Result
from submissions.teaching.results.visibility import students_visibility, visibility

router = APIRouter()

_NOT_TAKEN = (NotOpenYet, Closed, NoAttemptsLeft, NoRoom, TooSoon)


@router.get("/assignments/{assignment_id:uuid}")
def assignment(visit: Visit, assignment_id: UUID) -> Response:
    """Show the page, with the last submission in its editor, or with the attempt that `start` names."""
    return _page(visit, assignment_id)


@router.post("/assignments/{assignment_id:uuid}")
@takes_file()
def submit_file(visit: Visit, assignment_id: UUID, form: Uploaded) -> Response:
    """Accept a file; or show the page again with the typed code, and why not."""
    source = form.source(LIMITS_WITH_GRAPHS)
    if isinstance(source, Message):
        return refused_page(visit, assignment_id, form, UploadRefusal(source, form.target))
    now = visit.now()
    try:
        with visit.changing(assignment_id, Action.SUBMIT) as (session, found):
            membership.require_decided(session, visit.caller, found, alone=bool(form.alone), now=now)
            most = visit.service.settings.student_bytes
            made = submit.submit(session, visit.caller, found, source, most_bytes=most, now=now)
            receipts.issue(session, made, now=now)
    except GroupUndecided:
        return refused_page(visit, assignment_id, form, UploadRefusal(_alone_first(), "alone"))
    except Refused as refused:
        return refused_page(visit, assignment_id, form, UploadRefusal(refusal_words(refused), form.target))
    except _NOT_TAKEN as error:
        return refused_page(visit, assignment_id, form, UploadRefusal.of(error))
    return created(visit.request, f"/submissions/{made.id}")


@router.get("/assignments/{assignment_id:uuid}/preview")
def preview(visit: Visit, assignment_id: UUID, at: Asked = "") -> Response:
    """Show staff the page as a student who has not begun sees it at a time."""
    with visit.reading(assignment_id, Action.SEE_SUBMISSIONS) as (session, found):
        times = seen_times(Deadlines.of(found), at, visit.now())
        place, now = _place(session, found), next(each.at for each in times if each.chosen)
        viewer, nobody = viewer_in(session, visit.caller, found), _first_visit(found, place, now)
        seen = _content(session, viewer, found, place, nobody, now)
    return visit.page(
        "assignment.html",
        now=now,
        preview=True,
        check_asked="",
        times=times,
        group_message=None,
        **{**seen, "staff": False},
    )


@router.get("/assignments/{assignment_id:uuid}/starter")
def starter(visit: Visit, assignment_id: UUID) -> Response:
    """Download the file to begin with."""
    with visit.reading(assignment_id) as (session, found):
        name = _usual_name(current_version(session, found))
    if not found.starter:
        raise NotFound
    return download(name, found.starter.encode())


@router.post("/assignments/{assignment_id:uuid}/late-days")
def use_late_days(visit: Visit, assignment_id: UUID, typed: Typed) -> Response:
    """Use one late day more or fewer; or the page again, and why not."""
    days = FormReader(typed, "UTC").whole("days", 0)
    try:
        with visit.changing(assignment_id, Action.SUBMIT) as (session, found):
            late_days.use(session, visit.caller, found, days, now=visit.now())
    except Unusable as error:
        message = Message(_("Your late days are as before."), unusable(error))
        return _page(visit, assignment_id, refusal=UploadRefusal(message))
    return see_other(f"/assignments/{assignment_id}")


def refused_page(visit: Visit, assignment_id: UUID, form: UploadForm, refusal: UploadRefusal) -> Response:
    """The page with what was typed, and why the file is not taken."""
    return _page(visit, assignment_id, typed=form, refusal=refusal)


def page_again(visit: Visit, assignment_id: UUID, message: Message) -> Response:
    """The page, with why the group of the student is as before."""
    return _page(visit, assignment_id, group_message=message)


def _page(
    visit: Visit,
    assignment_id: UUID,
    *,
    typed: UploadForm | None = None,
    refusal: UploadRefusal | None = None,
    group_message: Message | None = None,
) -> Response:
    with visit.database.read() as session:
        seen = _content_for(session, visit, assignment_id, visit.request.query_params.get("start", ""))
    if typed is not None:
        seen["begun"] = seen["begun"].retyped(typed.code)
    return visit.page(
        "assignment.html",
        status=refusal.status if refusal else None,
        wrong=refusal.error if refusal else group_message,
        refusal=refusal,
        group_message=group_message,
        class_name=typed.class_name if typed else "",
        preview=False,
        check_asked=offered(visit.request, None if seen["closed"] else seen["to_check"]),
        **seen,
    )


class _Own(Frozen):
    """The part of the page about one student."""

    status: DeadlineStatus
    used: AttemptsLeft
    history: list[Result]
    grade: OwnAssignmentGrade | None
    override: Override | None
    """Where staff set the grade."""
    closed_suites: frozenset[str]
    late_days: late_days.LateDays | None
    group: OwnGroup | None
    standings: list[MemberStanding]
    """The standings of the members of the group."""


def _content_for(session: Session, visit: Visit, assignment_id: UUID, start: str) -> dict[str, Any]:
    """Return all that the page shows to the caller."""
    now = visit.now()
    found = assignments.get(session, visit.caller, assignment_id)
    viewer, place = viewer_in(session, visit.caller, found), _place(session, found)
    return _content(session, viewer, found, place, _own_work(session, viewer, found, place, now), now, start)


class _Place(NamedTuple):
    """Where an assignment is, and what is graded; held, so that it is read once."""

    course: Course
    version: AssignmentVersion


def _place(session: Session, found: Assignment) -> _Place:
    return _Place(courses.course_of(session, found), current_version(session, found))


def _own_work(session: Session, viewer: Viewer, found: Assignment, place: _Place, now: datetime) -> _Own:
    status = deadline_statuses(session, viewer.caller, [found], now=now)[found.id]
    history = result.own_history(session, viewer, found, now=now)
    possible, dates = place.version.points, status.deadlines
    group = membership.own(session, viewer.caller, found, now=now)
    grade = own_grade(session, viewer, found, history, possible=possible, deadlines=dates, now=now)
    return _Own(
        status=status,
        used=own_attempts(session, viewer, found, now=now),
        history=history,
        grade=grade,
        override=overrides.own(session, viewer, found) if grade and grade.overridden else None,
        closed_suites=visibility(viewer, found).closed_suites(dates, now),
        late_days=late_days.of(session, viewer.caller, found, now=now),
        group=group,
        standings=standings(session, found, group.members, now=now) if group else [],
    )


def _first_visit(found: Assignment, place: _Place, now: datetime) -> _Own:
    """Return the part of a student who has not begun."""
    status = deadline_status(found, now=now)
    return _Own(
        status=status,
        used=AttemptsLeft(0, found.attempt_limit, None),
        history=[],
        grade=None,
        override=None,
        closed_suites=students_visibility(found).closed_suites(status.deadlines, now),
        late_days=late_days.untouched(place.course, found, now=now),
        group=OwnGroup(None, [], None) if found.group_size > 1 else None,
        standings=[],
    )


def _content(
    session: Session,
    viewer: Viewer,
    found: Assignment,
    place: _Place,
    own: _Own,
    now: datetime,
    start: str = "",
) -> dict[str, Any]:
    """Return all that the page shows."""
    course, version = place
    return {
        **_rules(viewer, found, place, own, now),
        "assignment": found,
        "instructions": Markup(assignments.instructions_html(found)),  # noqa: S704 - text and its form alone
        "course": course,
        "version": version,
        "deadline_status": own.status,
        "used": own.used,
        "tried": attempts(own.history),
        "trend": Markup(trend(_shares(own.history))),  # noqa: S704 - numbers alone, drawn by us
        "begun": _begun(session, found, place, own.history, start),
        "late_days": own.late_days,
        "own_group": own.group,
        "asks_alone": own.group is not None and own.group.undecided,
        "standings": own.standings,
        "grade": own.grade,
        "grade_reason": rules.grade_reason(own.grade, found, own.override) if own.grade else [],
        "grade_changes": []
        if own.grade is None or own.closed_suites
        else own_grade_changes(session, viewer, found),
        "asked": asked(version, own.closed_suites),
        "caller_seeds": version.seed == SeedPolicy.CALLER,
        "to_check": asked_of_assignment(
            version, visibility(viewer, found), own.used.used + 1, own.status.deadlines, now
        ),
        "draft": draft_name(found.id, viewer.caller),
        "staff": viewer.may(Action.SEE_SUBMISSIONS),
        "may_edit": viewer.may(Action.EDIT_ASSIGNMENT),
    }


def _rules(viewer: Viewer, found: Assignment, place: _Place, own: _Own, now: datetime) -> dict[str, Any]:
    """Return the rules of the assignment, as sentences."""
    course, version = place
    may_submit = viewer.may(Action.SUBMIT)
    return {
        "hunt_rules": hunt_rules(version),
        "due": rules.due(own.status, own.used, course, now),
        "late_penalty": rules.late_penalty(found),
        "late_now": rules.late_now(found, own.status, now),
        "late_days_told": rules.late_days(own.late_days, course),
        "feedback": rules.feedback(found, own.closed_suites),
        "required": rules.required(version),
        "cooldown": rules.cooldown(found.cooldown_seconds),
        "closed": rules.not_accepted(own.status, own.used, course) if may_submit else _observer(),
    }


def _shares(history: list[Result]) -> list[float]:
    return [each.score.share for each in reversed(history) if each.score]


def _begun(
    session: Session, assignment: Assignment, place: _Place, history: list[Result], start: str
) -> Begun:
    """The attempt that was asked for, else the last one, else the starter file of the assignment."""
    starter_remark = _("The editor starts with the starter file.") if assignment.starter else ""
    starter = Begun(_usual_name(place.version), assignment.starter, starter_remark)
    if not history:
        return starter
    asked_for = next((each.submission for each in history if str(each.submission.id) == start), None)
    chosen = asked_for or history[0].submission
    if PurePath(chosen.file_name).suffix.lower() == ".ipynb":
        remark = (
            _("This attempt is a notebook, which the editor cannot show.")
            if asked_for
            else _("Your last attempt is a notebook, which the editor cannot show.")
        )
        return replace(starter, remark=remark)
    try:
        text = reading.content(session, chosen).decode("utf-8-sig", errors="replace")
    except Deleted:
        return starter
    remark = _("The editor starts with your last submission.")
    if asked_for:
        when = day(asked_for.created_at, zone_named(place.course.zone))
        remark = _("The editor starts with your attempt of {when}.", when=when)
    return Begun(chosen.file_name, text, remark, text_mark(text), is_shown=asked_for is not None)


def _usual_name(version: AssignmentVersion) -> str:
    """The name of a file that is written on the page."""
    return GRAPHS_NAME if version.hunted else USUAL_NAME


def _alone_first() -> Message:
    return Message(
        _("You are in no group, and your file is not submitted yet."),
        _("Tick “I submit alone”, or make or join a group first. Your code is kept."),
    )


def _observer() -> Message:
    return Message(_("You can view this course, but you cannot submit."))
