"""Forms are taken from our own pages only.

Two checks. The browser says where a request comes from (`Sec-Fetch-Site`, in older ones `Origin`); who sends
neither is no browser that somebody else's page could make do it. And every form carries a token that fits the
cookie of its browser and that nobody else can make. Where the address itself is a secret, as in an e-mail,
whoever has it may send it from anywhere.
"""

import hashlib
import hmac
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar

from fastapi import Request
from markupsafe import Markup
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.web import cookies, forms
from api.web.origin import origin
from submissions.errors import ForeignForm
from submissions.operating.service import Service
from submissions.people.access import secrets
from submissions.people.access.random_secret import fresh_secret

FIELD = "csrf"
HEADER = "X-CSRF-Token"
"""The header that a script may send instead of the field."""

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_FRESH = "backgrade.forms"
"""The key in a scope of the cookie's value that its answer is to set."""
_MARK = "_has_secret_address"

_Endpoint = TypeVar("_Endpoint", bound=Callable[..., Any])


def secret_address(endpoint: _Endpoint) -> _Endpoint:
    """Mark a route whose address nobody can guess: programs without a page of ours send it, too."""
    setattr(endpoint, _MARK, True)
    return endpoint


class FormCookies:
    """Gives a browser that is not signed in the cookie that its forms were bound to."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start" and _FRESH in scope:
                cookie = cookies.write(scope, cookies.FORMS, scope[_FRESH])
                MutableHeaders(scope=message).append("Set-Cookie", cookie)
            await send(message)

        await self._app(scope, receive, sent)


def csrf_field(request: Request) -> Markup:
    """The hidden field that every form has."""
    return Markup('<input type="hidden" name="{}" value="{}">').format(FIELD, token(request))


def token(request: Request) -> str:
    """Return the token that a form of this browser has to carry."""
    return _token(request, _bound_to(request) or _fresh(request))


async def checked(request: Request) -> AsyncIterator[None]:
    """Go on, if a request to a page changes nothing or comes from a page of ours.

    Raises `ForeignForm` if it does not.
    """
    try:
        await _require_ours(request)
        yield
    finally:
        await request.close()  # the files of a form that nobody asked for


async def _require_ours(request: Request) -> None:
    if request.method in _SAFE or hasattr(request.scope["endpoint"], _MARK):
        return
    bound = require_own_browser(request)
    if not hmac.compare_digest(_token(request, bound).encode(), (await _given(request)).encode()):
        raise ForeignForm


def require_own_browser(request: Request) -> str:
    """Return what this browser's tokens are bound to, if the request comes from our pages.

    Raises `ForeignForm` if not. All this is known before the form is read.
    """
    bound = _bound_to(request)
    if not comes_from_us(request) or bound is None:
        raise ForeignForm
    return bound


def comes_from_us(request: Request) -> bool:
    """Whether a browser says that a request comes from a page of ours, or is too old to say."""
    site, from_ = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site is not None:
        return site == "same-origin"
    if from_ is None:
        return True
    ours = {f"{request.url.scheme}://{request.url.netloc}", origin(_service(request).settings)}
    return from_ in ours


async def _given(request: Request) -> str:
    given: Any = request.headers.get(HEADER)
    if given is None:
        given = (await forms.read(request)).get(FIELD)
    return given if isinstance(given, str) else ""


def _bound_to(request: Request) -> str | None:
    return cookies.session(request.scope) or cookies.read(request.scope, cookies.FORMS)


def _fresh(request: Request) -> str:
    secret: str = request.scope.setdefault(_FRESH, fresh_secret())
    return secret


def _token(request: Request, bound: str) -> str:
    return hmac.new(_key(request), bound.encode(), hashlib.sha256).hexdigest()


def _key(request: Request) -> bytes:
    """Return the key of forms, the same on all machines; it is read once."""
    state = request.app.state
    if not hasattr(state, "form_key"):
        service = _service(request)
        with service.database.begin() as session:
            state.form_key = secrets.key(session, "forms", now=service.now())
    key: bytes = state.form_key
    return key


def _service(request: Request) -> Service:
    service: Service = request.app.state.service
    return service
