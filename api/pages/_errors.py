"""The page of a request that could not be carried out."""

from fastapi import Request
from fastapi.responses import HTMLResponse

from api.pages._page import render
from api.web.way_back import sign_in_first
from api.words import Message
from api.words.en import page as words

_NOT_SIGNED_IN = 401


def page(request: Request, status: int, message: Message) -> HTMLResponse:
    """What was seen, what to try, and the ways on from here."""
    unknown = status == _NOT_SIGNED_IN
    return render(
        request,
        "error.html",
        status=status,
        number=status,
        message=words.NOT_SIGNED_IN if unknown else message,
        sign_in=sign_in_first(request.url.path) if unknown else "",
        request_id=getattr(request.state, "request_id", ""),
    )
