"""The second half of a sign-in: a code, or setting up the app where staff have to."""

from collections.abc import Sequence

from fastapi import APIRouter, Request, Response

from api.pages._app_key import shown_key
from api.pages._fields import Line
from api.pages._page import render
from api.web import cookies, signing_in
from api.web.dependencies import Ours
from api.web.signing_in import SECOND_HALF, WayIn
from submissions.errors import RequestError, TooOften, WrongSecondFactor
from submissions.operating.service import Service
from submissions.people.access import half_sign_ins, second_factors
from submissions.people.access.half_sign_ins import SecondHalf

router = APIRouter()


@router.get(SECOND_HALF)
def form(request: Request, service: Ours) -> Response:
    """Show what is owed."""
    return _page(request, service, _half(request, service))


@router.post(SECOND_HALF)
def enter(request: Request, service: Ours, code: Line = "") -> Response:
    """Sign in with a code, and go on; who has just set a second factor up first sees the recovery codes."""
    half, now = _half(request, service), service.now()
    try:
        with service.database.begin() as session:  # counted, whatever comes after
            second_factors.count(session, half.person_id, now=now)
        with service.database.begin() as session:
            codes: Sequence[str] = ()
            if half.is_set_up:
                second_factors.check(session, half.person_id, code, now=now)
            else:
                codes = second_factors.confirm(session, half.person_id, code, now=now)
            half_sign_ins.end(session, half.person_id)
            by = WayIn.LINK if half.by_link else WayIn.PASSWORD
            secret = signing_in.start(session, request, half.person_id, by=by, is_strong=True, now=now)
    except (WrongSecondFactor, TooOften) as error:
        return _page(request, service, half, error)
    if not codes:
        answer = signing_in.signed_in(request, secret, half.path)
    else:
        answer = render(request, "recovery_codes.html", codes=codes, to=half.path)
        answer.headers.append("Set-Cookie", signing_in.cookie(request, secret))
    answer.headers.append("Set-Cookie", cookies.erase(request.scope, cookies.HALF))
    return answer


def _half(request: Request, service: Service) -> SecondHalf:
    with service.database.read() as session:
        return half_sign_ins.find(session, cookies.read(request.scope, cookies.HALF), now=service.now())


def _page(
    request: Request, service: Service, half: SecondHalf, error: RequestError | None = None
) -> Response:
    with service.database.read() as session:
        key = second_factors.key_of(session, half.person_id)
    return render(
        request,
        "second_factor.html",
        wrong=error,
        key=shown_key(key) if key else None,
    )
