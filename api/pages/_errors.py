"""The page of a request that could not be carried out."""

from fastapi import Request
from fastapi.responses import HTMLResponse

from api.pages._page import render
from api.words import Message


def page(request: Request, status: int, message: Message) -> HTMLResponse:
    """What was seen, what to try, and the ways on from here."""
    return render(request, "error.html", status=status, code_number=status, message=message)
