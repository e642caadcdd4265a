"""Headers that keep browsers from doing what our pages never need."""

from starlette.datastructures import MutableHeaders
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
"""What a page may load and do: our own files, nothing inline, nothing of others, in no frame."""
_ALWAYS = {
    "Content-Security-Policy": "; ".join(f"{what} {whom}" for what, whom in _POLICY.items()),
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


class SecurityHeaders:
    """Adds them to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add(MutableHeaders(scope=message), encrypted=scope["scheme"] == "https")
            await send(message)

        await self._app(scope, receive, sent)


def _add(headers: MutableHeaders, *, encrypted: bool) -> None:
    for name, value in _ALWAYS.items():
        headers.setdefault(name, value)
    if encrypted:
        headers.setdefault("Strict-Transport-Security", _YEAR)
