"""Signing in with a password."""

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from api.pages._page import render
from api.web import hashing, problems, signing_in
from api.web.caller import Asks
from api.web.dependencies import Ours
from api.web.way_back import way_back
from api.words.en import request as request_words
from api.words.en import sign_in as words
from submissions import sign_in as signs
from submissions.errors import TooOften, WrongPassword
from submissions.passwords import Checked
from submissions.service import Service
from submissions.sign_in import Attempt

router = APIRouter()


@router.get("/sign-in")
def form(request: Request, caller: Asks, to: Annotated[str, Query(alias="next")] = "/") -> Response:
    """The form, or straight on for who is signed in already."""
    if caller.person_id is not None:
        return signing_in.see(way_back(to))
    return render(request, "sign_in.html", words=words, to=way_back(to), login="", message=None)


@router.post("/sign-in")
async def sign_in(
    request: Request,
    service: Ours,
    login: Annotated[str, Form()] = "",
    password: Annotated[str, Form()] = "",
    to: Annotated[str, Form(alias="next")] = "/",
) -> Response:
    """A session, and on to where they wanted to go; or the form again."""
    try:
        attempt = await run_in_threadpool(_begin, request, service, login)
        checked = await hashing.check(attempt.kept, password)
        secret = await run_in_threadpool(_end, request, service, attempt, checked)
    except (WrongPassword, TooOften) as error:
        return await run_in_threadpool(_again, request, login, to, error)
    return signing_in.signed_in(request, secret, way_back(to))


def _begin(request: Request, service: Service, login: str) -> Attempt:
    with service.database.begin() as session:
        return signs.begin(session, login, signing_in.whom(request), now=service.now())


def _end(request: Request, service: Service, attempt: Attempt, checked: Checked) -> str:
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
        status=problems.STATUS[error.kind],
        words=words,
        to=way_back(to),
        login=login,
        message=request_words.message(error),
    )
    page.headers.update(problems.headers(request, error))
    return page
