"""The beginning of a launch: a platform asks us to ask it who somebody is.

In a frame, the cookie of the login may not come back. Whether it does is seen by one redirect to ourselves,
before anything of the platform is used up. Where it does not, the platform keeps the value, or a button opens
a tab. A platform that offers to keep values may not do it: then it is as if it had not offered.
"""

from fastapi import APIRouter, Request, Response

from api.lti._fields import Sent
from api.pages._page import render
from api.web import cookies, signing_in
from api.web.dependencies import Ours
from api.web.headers import allow_form_to, allow_frame_of
from api.web.origin import origin
from api.web.see_other import see_other
from submissions.connect import durations
from submissions.connect.lms import logins, platforms
from submissions.connect.lms.logins import LoginRequest, StartedLogin
from submissions.people.access import throttle

router = APIRouter()

LAUNCH = "/lti/launch"
_ON = "/lti/go"
_BUCKET = "lms-login"


@router.api_route("/lti/login", methods=["GET", "POST"])
def login(request: Request, service: Ours, sent: Sent) -> Response:
    """Lead on to the platform; from a frame, first to see whether our cookie comes back."""
    asked = LoginRequest(
        issuer=sent.get("iss", ""),
        login_hint=sent.get("login_hint", ""),
        client_id=sent.get("client_id", ""),
        message_hint=sent.get("lti_message_hint", ""),
        deployment_id=sent.get("lti_deployment_id", ""),
        storage_target=sent.get("lti_storage_target", ""),
    )
    redirect_uri = f"{origin(service.settings)}{LAUNCH}"
    now = service.now()
    with service.database.begin() as session:  # what is refused is not counted, and leaves nothing
        throttle.spend(session, _BUCKET, signing_in.whom(request), throttle.LAUNCHES, now=now)
        allow_frame_of(request, platforms.waiting_origins(session, asked.issuer, asked.client_id))
        started = logins.begin(session, asked, redirect_uri=redirect_uri, now=now)
    is_top = request.headers.get("Sec-Fetch-Dest") == "document"
    if not is_top and started.storage_target:
        return _stored(request, started)
    answer = see_other(started.address if is_top else f"{_ON}?state={started.state}")
    _bind(request, answer, started)
    return answer


@router.get("/lti/go")
def go(request: Request, service: Ours, sent: Sent) -> Response:
    """Lead on to the platform if the cookie came back; else show a button that opens a tab."""
    state = sent.get("state", "")
    with service.database.read() as session:
        started = logins.again(session, state, browser_of(request, state), now=service.now())
    if started is None:
        with service.database.read() as session:
            allow_form_to(request, logins.platform_origin(session, state, now=service.now()))
        return render(request, "lti_open_tab.html", state=state)
    return see_other(started.address)


@router.post("/lti/go")
def go_in_tab(request: Request, service: Ours, sent: Sent) -> Response:
    """Go on with the login in the tab that the button opened."""
    with service.database.begin() as session:
        started = logins.rebind(session, sent.get("state", ""), now=service.now())
    answer = see_other(started.address)
    _bind(request, answer, started)
    return answer


def browser_of(request: Request, state: str) -> str | None:
    """Return the value of the cookie of a login, if the browser has sent it back."""
    return cookies.read(request.scope, cookies.LAUNCH + logins.cookie_ending(state))


def _bind(request: Request, answer: Response, started: StartedLogin) -> None:
    name = cookies.LAUNCH + logins.cookie_ending(started.state)
    cookie = cookies.write_in_frame(request.scope, name, started.browser, durations.LAUNCH)
    answer.headers.append("Set-Cookie", cookie)


def _stored(request: Request, started: StartedLogin) -> Response:
    """A page that has the platform keep the value too, and goes on."""
    page = render(request, "lti_store.html", started=started)
    _bind(request, page, started)
    return page
