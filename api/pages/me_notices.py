"""One's own notices: what happened, and where to read more."""

from uuid import UUID

from fastapi import APIRouter, Response

from api.pages._fields import After, Line
from api.pages._visit import Visit
from api.web.caller import known_visitor
from api.web.see_other import see_other
from api.words import notice as notice_words
from grader.records import Frozen
from submissions.people.access import mail_choice, notices
from submissions.people.access.notices import NoticeEntry

router = APIRouter()

_ON_A_PAGE = 50


class NoticeLine(Frozen):
    """A notice in the list."""

    entry: NoticeEntry
    text: str


@router.get("/me/notices")
def listed(visit: Visit, after: After = None) -> Response:
    """The newest, or those after the last one seen."""
    _ = visit.caller.known
    with visit.database.read() as session:
        found = notices.listed(session, visit.caller, after=after, limit=_ON_A_PAGE + 1)
        mail_is_on = mail_choice.is_on(session, visit.caller)
    return visit.page(
        "me_notices.html",
        lines=[NoticeLine(each, notice_words.notice(each)) for each in found[:_ON_A_PAGE]],
        older=found[_ON_A_PAGE - 1].notice.id if len(found) > _ON_A_PAGE else None,
        mails=visit.service.settings.sends_mail,
        mail_is_on=mail_is_on,
        zone=known_visitor(visit.request).zone,
        now=visit.now(),
    )


@router.post("/me/notices/{notice_id:uuid}")
def open_notice(visit: Visit, notice_id: UUID) -> Response:
    """Go where it happened; the notice is read."""
    with visit.database.begin() as session:
        entry = notices.read(session, visit.caller, notice_id, now=visit.now())
    return see_other(notice_words.address(entry))


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
