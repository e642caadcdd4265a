"""Joining a course by a code; who has no account makes one on the way."""

from datetime import datetime
from typing import Annotated, Any
from urllib.parse import quote
from uuid import UUID

from fastapi import APIRouter, Depends, Request, Response
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool

from api.i18n import gettext as _
from api.pages._fields import Asked, Line, Password
from api.pages._page import render
from api.pages._visit import Visit
from api.problems.way_back import sign_in_first
from api.web import hashing, signing_in
from api.web.caller import FOR_HEADER
from api.web.dependencies import Ours
from api.web.see_other import see_other
from grader.records import Frozen
from submissions.courses.courses import join_codes
from submissions.courses.courses.join_codes import Invitation
from submissions.errors import AlreadyThere, CodeUnknown, RequestError, TooOften, Unusable
from submissions.operating.service import Service
from submissions.people.access import people, throttle
from submissions.people.access.policy import Action, Caller, may
from submissions.texts.single_line import single_line

router = APIRouter()

_BUCKET = "join"


class Joining(Frozen):
    """The fields that somebody without an account typed."""

    code: Line = ""
    login: Line = ""
    name: Line = ""
    password: Password = ""


@router.get("/join", dependencies=[FOR_HEADER])
def form(request: Request, service: Ours, code: Asked = "") -> Response:
    """Ask for the code; with one that is good, for the rest."""
    return _form(request, service, Joining(code))


@router.post("/join")
async def join(visit: Visit, typed: Annotated[Joining, Depends()]) -> Response:
    """Join the course, and go on to it; or show the form again."""
    try:
        if visit.caller.person_id is not None:
            return await run_in_threadpool(_member, visit, typed, visit.caller.person_id)
        login, title = await run_in_threadpool(_usable, visit, typed)
        kept = await hashing.hashed(typed.password, login, typed.name, title)
        return await run_in_threadpool(_newcomer, visit, typed, kept)
    except (CodeUnknown, Unusable, AlreadyThere, TooOften) as error:
        return await run_in_threadpool(_form, visit.request, visit.service, typed, error)


def _member(visit: Visit, typed: Joining, person_id: UUID) -> Response:
    now = visit.now()
    _count(visit)
    with visit.database.begin() as session:
        invitation = _invitation(session, visit.request, typed.code, now)
        join_codes.join(session, invitation, person_id, now=now)
        to = _course_page(session, invitation, person_id)
    return see_other(to)


def _usable(visit: Visit, typed: Joining) -> tuple[str, str]:
    """Login and title of the course, if all but the password can be used, which takes longest and is last."""
    _count(visit)
    with visit.database.begin() as session:
        invitation = _invitation(session, visit.request, typed.code, visit.now())
        single_line("name", typed.name)
        login = people.new_login(typed.login)
        if people.by_login(session, login) is not None:
            raise AlreadyThere(login)
    return login, invitation.course.title


def _newcomer(visit: Visit, typed: Joining, kept: str) -> Response:
    now = visit.now()
    with visit.database.begin() as session:
        invitation = join_codes.find(session, typed.code, now=now)
        person = people.add(session, typed.login, typed.name, password_hash=kept, now=now)
        join_codes.join(session, invitation, person.id, now=now)
        to = _course_page(session, invitation, person.id)
        secret = signing_in.start(session, visit.request, person.id, now=now)
    return signing_in.signed_in(visit.request, secret, to)


def _course_page(session: Session, invitation: Invitation, person_id: UUID) -> str:
    """The course as who joined works in it: staff have their own pages."""
    course_id = invitation.course.id
    if may(session, Caller(person_id), Action.SEE_SUBMISSIONS, course_id):
        return f"/teach/courses/{course_id}"
    return f"/courses/{course_id}"


def _count(visit: Visit) -> None:
    """Count the code as one that leads nowhere, until it does not. Stays, whatever comes after it."""
    with visit.database.begin() as session:
        throttle.spend(session, _BUCKET, signing_in.whom(visit.request), throttle.CODES, now=visit.now())


def _invitation(session: Session, request: Request, code: str, now: datetime) -> Invitation:
    """Return the invitation of the code."""
    found = join_codes.find(session, code, now=now)
    throttle.refund(session, _BUCKET, signing_in.whom(request), throttle.CODES, now=now)
    return found


def _form(request: Request, service: Service, typed: Joining, error: RequestError | None = None) -> Response:
    """The form as far as the code leads, with what was typed and what is wrong with it."""
    course = None
    try:
        with service.database.read() as session:
            course = join_codes.find(session, typed.code, now=service.now()).course if typed.code else None
    except CodeUnknown as unknown:
        error = error or unknown
    return render(
        request,
        "join.html",
        wrong=error,
        typed=typed,
        course=course,
        sign_in=sign_in_first(f"/join?code={quote(typed.code)}"),
        **_beside_login(error),
    )


def _beside_login(error: RequestError | None) -> dict[str, Any]:
    """Return the message beside the login, instead of above the form, that the login is taken."""
    if not isinstance(error, AlreadyThere):
        return {}
    return {"errors": {"login": _("This login is taken. If it is yours, sign in instead.")}, "message": None}
