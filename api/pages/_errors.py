"""The page of a request that could not be carried out."""

from urllib.parse import urlencode

from fastapi import Request
from fastapi.responses import HTMLResponse

from api.pages._page import render
from api.words import Message
from api.words.en import page as words

_NOT_SIGNED_IN = 401
_SAFE = "GET"


def page(request: Request, status: int, message: Message) -> HTMLResponse:
    """What was seen, what to try, and the ways on from here."""
    return render(
        request,
        "error.html",
        status=status,
        number=status,
        message=words.NOT_SIGNED_IN if status == _NOT_SIGNED_IN else message,
        sign_in=_sign_in(request) if status == _NOT_SIGNED_IN else "",
        request_id=getattr(request.state, "request_id", ""),
    )


def _sign_in(request: Request) -> str:
    """The page to sign in on, and back here."""
    if request.method != _SAFE:
        return "/sign-in"
    return f"/sign-in?{urlencode({'next': request.url.path})}"
