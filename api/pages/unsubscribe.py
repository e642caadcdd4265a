"""The link at the end of an e-mail: no more e-mail. Looking at it changes nothing.

The button on its page does, and so does the button of a mail program, which sends the link itself (RFC 8058).
"""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from api.pages._page import render
from api.web.caller import FOR_HEADER
from api.web.csrf import secret_address
from api.web.dependencies import Ours
from submissions.people.access import mail_choice

router = APIRouter(dependencies=[FOR_HEADER])

_LONGEST = 80
Secret = Annotated[str, Path(max_length=_LONGEST)]


@router.get("/unsubscribe/{secret}")
def ask(request: Request, service: Ours, secret: Secret) -> Response:
    """Show the button that stops e-mail."""
    with service.database.read() as session:
        mail_choice.require_key(session, secret)
    return render(request, "unsubscribe.html", done=False)


@router.post("/unsubscribe/{secret}")
@secret_address
def stop(request: Request, service: Ours, secret: Secret) -> Response:
    """Stop all e-mail to the person of the link."""
    with service.database.begin() as session:
        mail_choice.stop_by_link(session, secret, now=service.now())
    return render(request, "unsubscribe.html", done=True)
