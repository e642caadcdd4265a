"""One's own notices: what happened, and where to read more."""

from uuid import UUID

from fastapi import APIRouter, Response

from api.i18n import N_, gettext as _
from api.pages._fields import After, Line
from api.pages._visit import Visit
from api.web.caller import known_visitor
from api.web.see_other import see_other
from grader.records import Frozen
from submissions.people.access import mail_choice, notices
from submissions.people.access.notices import NoticeEntry
from submissions.tables import NoticeKind

router = APIRouter()

_ON_A_PAGE = 50
_SAID = {
    NoticeKind.GRADE_CHANGED: N_("Your grade changed: {where}"),
    NoticeKind.COMMENT: N_("Course staff commented on your submission: {where}"),
    NoticeKind.REPLY: N_("A student replied to a comment: {where}"),
    NoticeKind.REQUEST: N_("A student asks for a regrade: {where}"),
    NoticeKind.REQUEST_ANSWERED: N_("Your regrade request has an answer: {where}"),
    NoticeKind.MESSAGE: N_("Course staff wrote you a message: {where}"),
    NoticeKind.LATE_DAYS: N_("Course staff changed your late days: {where}"),
}
_TALK = (NoticeKind.COMMENT, NoticeKind.REPLY, NoticeKind.REQUEST_ANSWERED)


class NoticeLine(Frozen):
    """A notice in the list."""

    entry: NoticeEntry
    text: str


@router.get("/me/notices")
def listed(visit: Visit, after: After = None) -> Response:
    """List the newest notices, or those after the last one seen."""
    visit.caller.require_signed_in()
    with visit.database.read() as session:
        found = notices.listed(session, visit.caller, after=after, limit=_ON_A_PAGE + 1)
        mail_is_on = mail_choice.is_on(session, visit.caller)
    return visit.page(
        "me_notices.html",
        lines=[NoticeLine(each, _said(each)) for each in found[:_ON_A_PAGE]],
        older=found[_ON_A_PAGE - 1].notice.id if len(found) > _ON_A_PAGE else None,
        mails=visit.service.settings.sends_mail,
        mail_is_on=mail_is_on,
        zone=known_visitor(visit.request).zone,
    )


@router.post("/me/notices/{notice_id:uuid}")
def open_notice(visit: Visit, notice_id: UUID) -> Response:
    """Mark a notice as read, and lead to what it is about."""
    with visit.database.begin() as session:
        entry = notices.read(session, visit.caller, notice_id, now=visit.now())
    return see_other(_address(entry))


@router.post("/me/notices")
def read_all(visit: Visit) -> Response:
    """Mark all notices as read."""
    with visit.database.begin() as session:
        notices.read_all(session, visit.caller, now=visit.now())
    return see_other("/me/notices")


@router.post("/me/mail")
def choose_mail(visit: Visit, mail: Line = "") -> Response:
    """Turn e-mail on or off."""
    with visit.database.begin() as session:
        mail_choice.choose(session, visit.caller, on=mail == "on", now=visit.now())
    return see_other("/me/notices")


def _said(of: NoticeEntry) -> str:
    """Say where something happened; the page there says what."""
    where = of.assignment.title if of.assignment else of.course.title
    return _(_SAID[NoticeKind(of.notice.kind)], where=where)


def _address(of: NoticeEntry) -> str:
    """The page that says what happened."""
    about = of.notice
    if about.kind == NoticeKind.REQUEST:
        return f"/teach/courses/{about.course_id}/requests"
    if about.kind == NoticeKind.MESSAGE:
        return f"/courses/{about.course_id}/messages"
    if about.submission_id is not None:
        return (
            f"/submissions/{about.submission_id}#comments"
            if about.kind in _TALK
            else f"/submissions/{about.submission_id}"
        )
    return f"/assignments/{about.assignment_id}" if about.assignment_id else f"/courses/{about.course_id}"
