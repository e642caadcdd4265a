"""The page of a request that could not be carried out."""

from fastapi import Request
from fastapi.responses import HTMLResponse

from api.i18n import gettext as _
from api.pages._page import render
from api.problems.way_back import sign_in_first
from api.words import Message

_NOT_SIGNED_IN = 401


def page(request: Request, status: int, message: Message) -> HTMLResponse:
    """What happened, what to do, and the ways on from here."""
    unknown = status == _NOT_SIGNED_IN
    return render(
        request,
        "error.html",
        status=status,
        number=status,
        message=_not_signed_in() if unknown else message,
        sign_in=sign_in_first(request.url.path) if unknown else "",
        request_id=getattr(request.state, "request_id", ""),
    )


def _not_signed_in() -> Message:
    return Message(_("Sign in to see this page."), _("After you sign in, you come back to this page."))
