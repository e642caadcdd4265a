"""Signs browsers in and out: the secret of a fresh session goes into the cookie."""

from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from fastapi import Request, Response
from sqlalchemy.orm import Session

from api.web import cookies
from api.web.see_other import see_other
from grader.records import Frozen
from submissions.operating.settings import Settings
from submissions.people import durations
from submissions.people.access import audit, half_sign_ins, sessions, throttle
from submissions.people.access.half_sign_ins import Owed
from submissions.people.access.sessions import NO_WAY_BACK, WayBack

SECOND_HALF = "/second-factor"
"""The page that asks for what is owed after a password or a link."""


class WayIn(StrEnum):
    """How somebody came in, as the audit log has it."""

    PASSWORD = "password"  # noqa: S105 - the name of a way
    LINK = "link"
    SIGN_ON = "sign-on"
    PROXY = "proxy"
    PLATFORM = "lms"


class Entered(Frozen):
    """The result of a right password or link: a session, or the half of a sign-in."""

    secret: str
    is_half: bool


def enter(
    session: Session,
    request: Request,
    person_id: UUID,
    to: str,
    *,
    settings: Settings,
    by: WayIn = WayIn.PASSWORD,
    now: datetime,
) -> Entered:
    """A fresh session, unless a second factor is owed."""
    if half_sign_ins.owed(session, person_id, strong_staff=settings.staff_second_factor) is not Owed.NOTHING:
        by_link = by is WayIn.LINK
        return Entered(half_sign_ins.begin(session, person_id, to, by_link=by_link, now=now), is_half=True)
    return Entered(start(session, request, person_id, by=by, now=now), is_half=False)


def entered(request: Request, came: Entered, to: str) -> Response:
    """The way on: to where they want to go, or to the second half."""
    if not came.is_half:
        return signed_in(request, came.secret, to)
    answer = see_other(SECOND_HALF)
    half = cookies.write(request.scope, cookies.HALF, came.secret, durations.SECOND_STEP)
    answer.headers.append("Set-Cookie", half)
    return answer


def start(
    session: Session,
    request: Request,
    person_id: UUID,
    *,
    by: WayIn = WayIn.PASSWORD,
    is_strong: bool = False,
    provider_id: UUID | None = None,
    way_back: WayBack = NO_WAY_BACK,
    now: datetime,
) -> str:
    """The secret of a fresh session; the one that this browser had, whoever's it was, ends."""
    before = cookies.session(request.scope)
    if before is not None:
        sessions.stop(session, before)
    audit.record(session, person_id, "signed-in", about=person_id, now=now, by=by)
    browser = request.headers.get("User-Agent", "")
    return sessions.start(
        session,
        person_id,
        browser=browser,
        by_link=by is WayIn.LINK,
        is_strong=is_strong,
        provider_id=provider_id,
        way_back=way_back,
        now=now,
    )


def signed_in(request: Request, secret: str, to: str) -> Response:
    """The way on, with the cookie."""
    answer = see_other(to)
    answer.headers.append("Set-Cookie", cookie(request, secret))
    _leave_frame(request, answer)
    return answer


def signed_in_frame(request: Request, secret: str, to: str) -> Response:
    """The way on inside a frame, with a cookie that only this frame sends."""
    answer = see_other(to)
    answer.headers.append("Set-Cookie", cookie(request, secret, in_frame=True))
    return answer


def signed_in_here(request: Request, secret: str, to: str) -> Response:
    """The way on of who was signed in before: in a frame, if they are in one."""
    if cookies.read(request.scope, cookies.FRAME) is not None:
        return signed_in_frame(request, secret, to)
    return signed_in(request, secret, to)


def cookie(request: Request, secret: str, *, in_frame: bool = False) -> str:
    """The header `Set-Cookie` of a session."""
    if in_frame:
        return cookies.write_in_frame(request.scope, cookies.FRAME, secret, durations.SESSION)
    return cookies.write(request.scope, cookies.SESSION, secret, durations.SESSION)


def signed_out(request: Request, to: str) -> Response:
    """The way on, without the cookie."""
    answer = see_other(to)
    answer.headers.append("Set-Cookie", cookies.erase(request.scope, cookies.SESSION))
    _leave_frame(request, answer)
    return answer


def _leave_frame(request: Request, answer: Response) -> None:
    """End the session of a frame where another begins: of two that a browser sends, the frame's counts."""
    if cookies.read(request.scope, cookies.FRAME) is not None:
        erased = cookies.write_in_frame(request.scope, cookies.FRAME, "", timedelta(0))
        answer.headers.append("Set-Cookie", erased)


def whom(request: Request) -> str:
    """Name who counts as one where tries are counted by address."""
    return throttle.whom(request.client.host if request.client else None)
