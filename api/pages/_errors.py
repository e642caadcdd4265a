"""The page of a request that could not be carried out."""

from fastapi import Request
from fastapi.responses import HTMLResponse

from api.i18n import gettext as _
from api.pages._page import render
from api.problems.answers import is_in_frame
from api.problems.way_back import sign_in_first
from api.web.caller import visitor_of
from api.words import Message

_NOT_SIGNED_IN = 401


def page(request: Request, status: int, message: Message) -> HTMLResponse:
    """Return a page on what happened, what to do, and the ways on from here."""
    unknown, framed = status == _NOT_SIGNED_IN, is_in_frame(request)
    visitor = visitor_of(request)
    entry_path = visitor.way_back.entry_path if visitor is not None else None
    return render(
        request,
        "error.html",
        status=status,
        number=status,
        message=_not_signed_in(framed=framed) if unknown else message,
        sign_in=sign_in_first(request.url.path) if unknown and not framed else "",
        return_url=getattr(request.state, "return_url", ""),
        entry_path=entry_path if entry_path != request.url.path else "",
        request_id=getattr(request.state, "request_id", ""),
    )


def _not_signed_in(*, framed: bool) -> Message:
    if framed:
        return Message(
            _("You are not signed in here any more."),
            _("Go back to your course and open the activity again."),
        )
    return Message(_("Sign in to see this page."), _("After you sign in, you come back to this page."))
