"""Signs browsers in and out: the secret of a fresh session goes into the cookie."""

from datetime import datetime
from uuid import UUID

from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from sqlalchemy.orm import Session

from api.web import cookies
from submissions.access import audit, sessions, throttle

_SEE_OTHER = 303


def start(
    session: Session, request: Request, person_id: UUID, *, by_link: bool = False, now: datetime
) -> str:
    """The secret of a fresh session; the one that this browser had, whoever's it was, ends."""
    before = cookies.read(request.scope, cookies.SESSION)
    if before is not None:
        sessions.stop(session, before)
    details = {"by": "link" if by_link else "password"}
    audit.record(session, "signed-in", actor=person_id, subject_id=person_id, details=details, now=now)
    browser = request.headers.get("User-Agent", "")
    return sessions.start(session, person_id, browser=browser, by_link=by_link, now=now)


def signed_in(request: Request, secret: str, to: str) -> Response:
    """The way on, with the cookie."""
    answer = see(to)
    cookie = cookies.write(request.scope, cookies.SESSION, secret, sessions.LONGEST)
    answer.headers.append("Set-Cookie", cookie)
    return answer


def signed_out(request: Request, to: str) -> Response:
    """The way on, without the cookie."""
    answer = see(to)
    answer.headers.append("Set-Cookie", cookies.erase(request.scope, cookies.SESSION))
    return answer


def see(to: str) -> Response:
    """What a browser goes on to after it sent a form, so that loading it again sends nothing again."""
    return RedirectResponse(to, _SEE_OTHER)


def whom(request: Request) -> str:
    """Who counts as one where tries are counted by address."""
    return throttle.whom(request.client.host if request.client else None)
