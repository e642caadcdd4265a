"""Signing in by a link. Looking at it does nothing: programs that check mail look at every link."""

from fastapi import APIRouter, Request, Response

from api.pages._page import render
from api.web import signing_in
from api.web.dependencies import Ours
from api.web.signing_in import WayIn
from submissions.people.access import sign_in_links

router = APIRouter()

_TO = "/"


@router.get("/sign-in/{secret}")
def look(request: Request, service: Ours, secret: str) -> Response:
    """Show whom it signs in, and a button."""
    with service.database.read() as session:
        person = sign_in_links.person_of(session, secret, now=service.now())
    return render(request, "sign_in_link.html", name=person.name, secret=secret)


@router.post("/sign-in/{secret}")
def use(request: Request, service: Ours, secret: str) -> Response:
    """Sign in by a link, and go on to the courses; who has no password yet is asked for one there."""
    now = service.now()
    with service.database.begin() as session:
        person = sign_in_links.use(session, secret, now=now)
        came = signing_in.enter(
            session, request, person.id, _TO, settings=service.settings, by=WayIn.LINK, now=now
        )
    return signing_in.entered(request, came, _TO)
