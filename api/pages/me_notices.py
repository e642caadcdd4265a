"""One's own notices: what happened, and where to read more."""

from dataclasses import dataclass
from uuid import UUID

from fastapi import APIRouter, Request, Response

from api.pages._fields import After, Line
from api.pages._page import render
from api.web.caller import Asks, known_visitor
from api.web.dependencies import Ours
from api.web.see_other import see_other
from api.words import notice as notice_words
from submissions.people.access import mail_choice, notices
from submissions.people.access.notices import NoticeEntry

router = APIRouter()

_ON_A_PAGE = 50


@dataclass(frozen=True, slots=True)
class NoticeLine:
    """A notice in the list."""

    entry: NoticeEntry
    text: str


@router.get("/me/notices")
def listed(request: Request, service: Ours, caller: Asks, after: After = None) -> Response:
    """The newest, or those after the last one seen."""
    _ = caller.known
    with service.database.read() as session:
        found = notices.listed(session, caller, after=after, limit=_ON_A_PAGE + 1)
        mail_is_on = mail_choice.is_on(session, caller)
    return render(
        request,
        "me_notices.html",
        lines=[NoticeLine(each, notice_words.notice(each)) for each in found[:_ON_A_PAGE]],
        older=found[_ON_A_PAGE - 1].notice.id if len(found) > _ON_A_PAGE else None,
        mails=bool(service.settings.smtp_host),
        mail_is_on=mail_is_on,
        zone=known_visitor(request).zone,
        now=service.now(),
    )


@router.post("/me/notices/{notice_id:uuid}")
def open_notice(service: Ours, caller: Asks, notice_id: UUID) -> Response:
    """Go where it happened; the notice is read."""
    with service.database.begin() as session:
        entry = notices.read(session, caller, notice_id, now=service.now())
    return see_other(notice_words.address(entry))


@router.post("/me/notices")
def read_all(service: Ours, caller: Asks) -> Response:
    """All notices are read."""
    with service.database.begin() as session:
        notices.read_all(session, caller, now=service.now())
    return see_other("/me/notices")


@router.post("/me/mail")
def choose_mail(service: Ours, caller: Asks, mail: Line = "") -> Response:
    """Turn e-mail on or off."""
    with service.database.begin() as session:
        mail_choice.choose(session, caller, on=mail == "on", now=service.now())
    return see_other("/me/notices")
