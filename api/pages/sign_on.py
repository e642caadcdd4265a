"""On to a sign-on provider and back; or in by a proxy before us that has signed people in."""

from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from api.pages._fields import Asked, NextAsked
from api.pages._visit import Visit
from api.pages._vouched import receive
from api.problems.way_back import way_back
from api.web import cookies, outward, signing_in
from api.web.dependencies import Ours
from api.web.origin import reached
from api.web.proxy import PATH, remote_user
from api.web.see_other import see_other
from api.web.signing_in import WayIn
from submissions.errors import NotFound
from submissions.operating.service import Service
from submissions.outward.openid.outward import Conversation
from submissions.people import durations
from submissions.people.access import throttle
from submissions.people.sign_on import arrivals, providers, rounds
from submissions.people.sign_on.arrivals import ProviderAnswer, Vouched

router = APIRouter()

_BUCKET = "sign-on"
_LONGEST_CODE = 4000

Redeemable = Annotated[str, Query(max_length=_LONGEST_CODE)]
_ISSUER = "proxy"


@router.get("/sign-on/{key}")
async def go(request: Request, service: Ours, key: str, to: NextAsked = "/") -> Response:
    """Lead on to the provider."""
    return await outward.converse(request, _sent(request, service, key, to))


def _sent(request: Request, service: Service, key: str, to: str) -> Conversation[Response]:
    now, settings = service.now(), service.settings
    with service.database.begin() as session:  # anybody who opens this address makes us ask another server
        throttle.spend(session, _BUCKET, signing_in.whom(request), throttle.CODES, now=now)
    yield from providers.refresh(service.database, key, private=settings.private_platforms, now=now)
    back = f"{reached(request, settings)}/sign-on/{key}/callback"
    with service.database.begin() as session:
        started = rounds.begin(session, key, way_back(to), redirect_uri=back, now=now)
    answer = see_other(started.address)
    browser = cookies.write(request.scope, _cookie(started.state), started.browser, durations.SIGN_ON)
    answer.headers.append("Set-Cookie", browser)
    return answer


@router.get("/sign-on/{key}/callback")
async def come_back(
    visit: Visit, key: str, state: Asked = "", code: Redeemable = "", iss: Asked = "", error: Asked = ""
) -> Response:
    """Sign in who comes from a provider; somebody unknown is asked whose account it is."""
    browser = cookies.read(visit.request.scope, _cookie(state))
    answered = ProviderAnswer(key, state, browser, code, issuer=iss or None, error=error)
    return await outward.converse(visit.request, _received(visit, answered))


def _received(visit: Visit, answered: ProviderAnswer) -> Conversation[Response]:
    vouched = yield from arrivals.arrive(visit.database, answered, now=visit.now())
    answer = receive(visit, vouched, by=WayIn.SIGN_ON)
    ended = cookies.write(visit.request.scope, _cookie(answered.state), "", timedelta(0))
    answer.headers.append("Set-Cookie", ended)
    return answer


def _cookie(state: str) -> str:
    return cookies.SIGN_ON + rounds.cookie_ending(state)


@router.get(PATH)
def come_in(visit: Visit, to: NextAsked = "/") -> Response:
    """Sign in whom the proxy names; somebody unknown is asked whose account it is."""
    if not visit.service.settings.remote_user_header:
        raise NotFound
    name = remote_user(visit.request)
    vouched = Vouched(
        _ISSUER, name, name[:200], name[:200], provider_id=None, admits_new=True, path=way_back(to)
    )
    return receive(visit, vouched, by=WayIn.PROXY)
