"""Signing in with a password, and signing out."""

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool

from api.pages._fields import Line, Next, NextAsked, Password
from api.pages._page import render
from api.pages._visit import Visit
from api.problems.way_back import way_back
from api.web import cookies, hashing, proxy, signing_in
from api.web.caller import FOR_HEADER
from api.web.dependencies import Ours
from api.web.see_other import see_other
from api.web.signing_in import Entered
from submissions.errors import TooOften, WrongPassword
from submissions.operating.service import Service
from submissions.people.access import sessions, sign_in as signs
from submissions.people.access.passwords import PasswordCheck
from submissions.people.access.sign_in import SignInAttempt
from submissions.people.sign_on import providers
from submissions.texts.single_line import LONGEST

router = APIRouter()


@router.get("/sign-in")
def form(visit: Visit, to: NextAsked = "/") -> Response:
    """Show the form; or go straight on, for who is signed in already."""
    if visit.caller.person_id is not None:
        return see_other(way_back(to))
    return _page(visit.request, visit.service, way_back(to))


@router.post("/sign-in")
async def sign_in(
    request: Request,
    service: Ours,
    login: Line = "",
    password: Password = "",
    to: Next = "/",
) -> Response:
    """Sign in, and go on to where they wanted to go; or show the form again."""
    try:
        attempt = await run_in_threadpool(_begin, request, service, login)
        checked = await hashing.check(attempt.kept, password)
        came = await run_in_threadpool(_end, request, service, attempt, checked, way_back(to))
    except (WrongPassword, TooOften) as error:
        return await run_in_threadpool(_page, request, service, way_back(to), login, error)
    return signing_in.entered(request, came, way_back(to))


def _begin(request: Request, service: Service, login: str) -> SignInAttempt:
    with service.database.begin() as session:
        return signs.begin(session, login, signing_in.whom(request), now=service.now())


def _end(
    request: Request, service: Service, attempt: SignInAttempt, checked: PasswordCheck, to: str
) -> Entered:
    now, came = service.now(), None
    with service.database.begin() as session:
        person_id = signs.end(session, attempt, checked, now=now)
        if person_id is not None:
            came = signing_in.enter(session, request, person_id, to, settings=service.settings, now=now)
    if came is None:  # only now: that it failed is written down
        raise WrongPassword
    return came


def _page(
    request: Request,
    service: Service,
    to: str,
    login: str = "",
    error: WrongPassword | TooOften | None = None,
) -> Response:
    with service.database.read() as session:
        found = providers.buttons(session)
    return render(
        request,
        "sign_in.html",
        wrong=error,
        to=to,
        login=login if len(login) <= LONGEST else "",
        providers=found,
        has_proxy=bool(service.settings.remote_user_header),
        proxy_path=proxy.PATH,
    )


@router.post("/sign-out")
def sign_out(request: Request, service: Ours) -> Response:
    """End the session of this browser."""
    secret, way_out = cookies.session(request.scope), None
    if secret is not None:
        with service.database.begin() as session:
            way_out = providers.way_out(session, sessions.stop(session, secret))
    return signing_in.signed_out(request, f"/signed-out/{way_out.key}" if way_out else "/")


@router.get("/signed-out/{key}", dependencies=[FOR_HEADER])
def signed_out(request: Request, service: Ours, key: str) -> Response:
    """Show that the session at the provider goes on, and where to end it."""
    with service.database.read() as session:
        way_out = providers.way_out_of(session, key)
    if way_out is None:
        return see_other("/")
    return render(request, "signed_out.html", way_out=way_out)
