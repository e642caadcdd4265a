"""The end of a launch: the platform says who somebody is, and they come in. One address for all messages."""

from datetime import timedelta

from fastapi import APIRouter, Request, Response

from api.i18n import LANGUAGES
from api.lti._fields import Sent
from api.lti.login import LAUNCH, browser_of
from api.pages._page import render
from api.web import cookies, csrf, outward, signing_in
from api.web.dependencies import Ours
from api.web.origin import origin
from api.web.signing_in import WayIn
from grader.records import Frozen
from submissions.connect.lms import logins, tabs
from submissions.connect.lms.arrivals import Posted, arrive
from submissions.connect.lms.claims import LaunchClaims
from submissions.connect.lms.launches import Launched, LaunchTarget
from submissions.errors import ForeignForm, LaunchRefused
from submissions.operating.service import Service
from submissions.outward.openid.outward import Conversation
from submissions.people.access.sessions import WayBack

router = APIRouter()

_UNKNOWN_CLIENT = "unauthorized_client"


class _Way(Frozen):
    """Where a page is, for staff and for students."""

    staff: str
    student: str


_PAGES = {
    LaunchTarget.ASSIGNMENT: _Way("/teach/assignments/{id}/dashboard", "/assignments/{id}"),
    LaunchTarget.COURSE: _Way("/teach/courses/{id}", "/courses/{id}"),
    LaunchTarget.REVIEW: _Way("/teach/assignments/{id}/people/{person}", "/assignments/{id}"),
    LaunchTarget.LINK_COURSE: _Way("/lms/contexts/{id}", ""),
    LaunchTarget.LINK_ASSIGNMENT: _Way("/lms/activities/{id}", ""),
    LaunchTarget.CHOOSE: _Way("/lms/choices/{id}", ""),
}


@router.post(LAUNCH)
async def launch(request: Request, service: Ours, sent: Sent) -> Response:
    """Sign in who comes from a platform, and lead to what the link is for."""
    return await outward.converse(request, _arrived(request, service, sent))


def _arrived(request: Request, service: Service, sent: Sent) -> Conversation[Response]:
    if "error" in sent:
        raise LaunchRefused("our-client" if sent["error"] == _UNKNOWN_CLIENT else "platform-error")
    state, token = sent.get("state", ""), sent.get("id_token", "")
    kept = browser_of(request, state)
    browser = kept or _proof(request, sent)
    if browser is None and (page := _ask_platform(request, service, state, token)) is not None:
        return page
    launched, claims = yield from arrive(
        service.database,
        Posted(token, state, browser),
        origin=origin(service.settings),
        language_of=_language,
        now=service.now(),
    )
    if kept is None:  # this frame keeps no cookie, so no session either
        return _in_tab(request, service, launched)
    return _signed_in(request, service, launched, claims, state)


@router.get(LAUNCH)
def launch_by_address() -> Response:
    """Refuse a launch without a login: somebody typed the address, or came back to it."""
    raise LaunchRefused("not-a-login")


def _proof(request: Request, sent: Sent) -> str | None:
    """Return the proof that the platform stored, from a form of ours only: an attacker may know it too."""
    proof = sent.get("proof")
    if proof is not None and not csrf.comes_from_us(request):
        raise ForeignForm
    return proof


def _ask_platform(request: Request, service: Service, state: str, token: str) -> Response | None:
    """Return a page that asks the platform for the value it stored; None if it stores none."""
    with service.database.read() as session:
        target, asked = logins.storage_of(session, state, now=service.now())
    if not target:
        return None
    return render(request, "lti_fetch.html", state=state, token=token, target=target, asked=asked)


def _signed_in(
    request: Request, service: Service, launched: Launched, claims: LaunchClaims, state: str
) -> Response:
    to = _address(launched)
    with service.database.begin() as session:
        secret = signing_in.start(
            session,
            request,
            launched.person.id,
            by=WayIn.PLATFORM,
            is_strong=True,
            way_back=WayBack(launched.return_url, to),
            now=service.now(),
        )
    if _is_framed(request, claims):
        answer = signing_in.signed_in_frame(request, secret, to)
    else:
        answer = signing_in.signed_in(request, secret, to)
    ended = cookies.LAUNCH + logins.cookie_ending(state)
    answer.headers.append("Set-Cookie", cookies.write_in_frame(request.scope, ended, "", timedelta(0)))
    return answer


def _in_tab(request: Request, service: Service, launched: Launched) -> Response:
    with service.database.begin() as session:
        code = tabs.create(
            session,
            launched.person.id,
            _address(launched),
            return_url=launched.return_url,
            now=service.now(),
        )
    return render(request, "lms_tab.html", code=code)


def _address(launched: Launched) -> str:
    way = _PAGES[launched.destination]
    template = way.staff if launched.is_staff else way.student
    return template.format(id=launched.target, person=launched.reviewed)


def _is_framed(request: Request, claims: LaunchClaims) -> bool:
    where = request.headers.get("Sec-Fetch-Dest")
    return not claims.in_window if where is None else where != "document"


def _language(locale: str) -> str | None:
    """Our language of a platform's locale, like `es` for `es_MX`; None where we do not speak it."""
    code = locale.replace("_", "-").partition("-")[0].lower()
    return code if code in LANGUAGES else None
