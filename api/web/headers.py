"""Headers that keep browsers from doing what our pages never need.

Pages of ours may be shown in frames of the learning platforms that are registered, and of nobody else. Who
they are is asked only for what is loaded into a frame.
"""

from collections.abc import Callable

from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
"""The content that a page may load and use: our own files, nothing inline, nothing of others, in no frame."""
_ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    # Not `no-referrer`: with that, browsers send `Origin: null` with our own forms.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cache-Control": "no-store",
}
"""Where an answer does not say otherwise itself."""
_YEAR = "max-age=31536000"
_FORM_TO = "backgrade.form_to"
_FRAME_OF = "backgrade.frame_of"
_ENGINE = "backgrade.engine"
WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"
"""The policy of the worker in which a browser runs files: it asks nobody for anything but our own scripts."""


class SecurityHeaders:
    """Adds them to every answer."""

    def __init__(self, app: ASGIApp, framing: Callable[[], list[str]] = list) -> None:
        self._app = app
        self._framing = framing

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                framing = await self._ancestors(scope) if _is_framed(scope) else []
                headers = MutableHeaders(scope=message)
                headers.setdefault("Content-Security-Policy", _policy(scope, framing))
                _add(headers, encrypted=scope["scheme"] == "https")
            await send(message)

        await self._app(scope, receive, sent)

    async def _ancestors(self, scope: Scope) -> list[str]:
        more: list[str] = scope.get(_FRAME_OF, [])
        try:
            return sorted({*await run_in_threadpool(self._framing), *more})
        except SQLAlchemyError:
            return more


def allow_form_to(request: Request, origin: str) -> None:
    """Let forms of the answer to this request go to a learning platform, or be redirected there."""
    request.scope[_FORM_TO] = origin


def allow_frame_of(request: Request, origins: list[str]) -> None:
    """Let pages of a learning platform that is not approved yet show the answer to this request."""
    request.scope[_FRAME_OF] = origins


def allow_engine(request: Request) -> None:
    """Let the answer to this request run WebAssembly, and start workers whose scripts are ours."""
    request.scope[_ENGINE] = True


def _is_framed(scope: Scope) -> bool:
    """Whether an answer is loaded into a frame, or may be: older browsers do not say."""
    where = Headers(scope=scope).get("sec-fetch-dest")
    return where in {"iframe", "frame"} or (where is None and scope["path"].startswith(("/lti/", "/lms/")))


def _policy(scope: Scope, framing: list[str]) -> str:
    policy = dict(_POLICY)
    if framing:
        policy["frame-ancestors"] = " ".join(["'self'", *framing])
    if _FORM_TO in scope:
        policy["form-action"] += f" {scope[_FORM_TO]}"
    if _ENGINE in scope:
        policy |= {"script-src": "'self' 'wasm-unsafe-eval'", "worker-src": "'self'"}
    return "; ".join(f"{what} {whom}" for what, whom in policy.items())


def _add(headers: MutableHeaders, *, encrypted: bool) -> None:
    for name, value in _ALWAYS.items():
        headers.setdefault(name, value)
    if encrypted:
        headers.setdefault("Strict-Transport-Security", _YEAR)
