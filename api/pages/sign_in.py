"""Signing in with a password."""

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool

from api.pages._fields import Line, Next, NextAsked, Password
from api.pages._page import render
from api.problems import answers, details
from api.problems.kinds import status_of
from api.problems.way_back import way_back
from api.web import hashing, signing_in
from api.web.caller import Asks
from api.web.dependencies import Ours
from submissions.access import sign_in as signs
from submissions.access.passwords import PasswordCheck
from submissions.access.sign_in import SignInAttempt
from submissions.errors import TooOften, WrongPassword
from submissions.operating.service import Service
from submissions.single_line import LONGEST

router = APIRouter()


@router.get("/sign-in")
def form(request: Request, caller: Asks, to: NextAsked = "/") -> Response:
    """The form, or straight on for who is signed in already."""
    if caller.person_id is not None:
        return signing_in.see(way_back(to))
    return render(request, "sign_in.html", to=way_back(to), login="", message=None)


@router.post("/sign-in")
async def sign_in(
    request: Request,
    service: Ours,
    login: Line = "",
    password: Password = "",
    to: Next = "/",
) -> Response:
    """A session, and on to where they wanted to go; or the form again."""
    try:
        attempt = await run_in_threadpool(_begin, request, service, login)
        checked = await hashing.check(attempt.kept, password)
        secret = await run_in_threadpool(_end, request, service, attempt, checked)
    except (WrongPassword, TooOften) as error:
        return await run_in_threadpool(_again, request, login, to, error)
    return signing_in.signed_in(request, secret, way_back(to))


def _begin(request: Request, service: Service, login: str) -> SignInAttempt:
    with service.database.begin() as session:
        return signs.begin(session, login, signing_in.whom(request), now=service.now())


def _end(request: Request, service: Service, attempt: SignInAttempt, checked: PasswordCheck) -> str:
    now = service.now()
    with service.database.begin() as session:
        person_id = signs.end(session, attempt, checked, now=now)
        secret = signing_in.start(session, request, person_id, now=now) if person_id else None
    if secret is None:  # only now: that it failed is written down
        raise WrongPassword
    return secret


def _again(request: Request, login: str, to: str, error: WrongPassword | TooOften) -> Response:
    page = render(
        request,
        "sign_in.html",
        status=status_of(error),
        to=way_back(to),
        login=login if len(login) <= LONGEST else "",
        message=details.message(error),
    )
    page.headers.update(answers.headers(request, error))
    return page
