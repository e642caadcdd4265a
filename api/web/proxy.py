"""Believes what proxies of ours say of the people before them, and nobody else."""

from typing import Any, cast

from fastapi import Request
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from api.i18n import N_, gettext as _
from submissions.errors import SignOnRefused
from submissions.operating.settings import Settings, SettingsWrong, called

PATH = "/sign-on-proxy"
"""The one page where the name of a person in a header counts."""

_SAYS_WHO = "backgrade.remote_user"
"""The key in a scope of what a trusted proxy says in the header, each time that it stands there."""
_LONGEST = 255
_NEEDS_PROXIES = N_(
    "anybody who reaches the service could name themselves in this header. Set BACKGRADE_TRUSTED_PROXIES to "
    "the addresses of the proxies that set it; `*` is not enough."
)


class ProxyHeaders:
    """An ASGI application that sees the address and the scheme of the browser, not those of the proxy.

    A header with the name of a person reaches nobody behind it: what a trusted proxy says is noted beside.
    """

    def __init__(self, app: ASGIApp, trusted: str, remote_user_header: str = "") -> None:
        self._app = ProxyHeadersMiddleware(cast("Any", app), _addresses(trusted))
        self._header = remote_user_header.lower().encode("ascii")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if self._header:
            self._set_aside(scope)
        await self._app(cast("Any", scope), cast("Any", receive), cast("Any", send))

    def _set_aside(self, scope: Scope) -> None:
        said = [value for name, value in scope["headers"] if name == self._header]
        scope["headers"] = [each for each in scope["headers"] if each[0] != self._header]
        client = scope.get("client")
        if client and client[0] in self._app.trusted_hosts:
            scope[_SAYS_WHO] = said


def check(settings: Settings) -> None:
    """Check that a header with the name of a person can come from proxies of ours alone.

    Raises `SettingsWrong` if it could come from anybody.
    """
    addresses = _addresses(settings.trusted_proxies)
    if settings.remote_user_header and (not addresses or "*" in addresses):
        raise SettingsWrong({called("remote_user_header"): _(_NEEDS_PROXIES)})


def remote_user(request: Request) -> str:
    """Return the name that the proxy before us gives a person.

    Raises `SignOnRefused` if no proxy of ours sent this request, or it does not name exactly one person.
    """
    said = request.scope.get(_SAYS_WHO)
    if said is None:
        raise SignOnRefused("not-by-proxy")
    if len(said) != 1:
        raise SignOnRefused("proxy-names-nobody")
    try:
        name = str(said[0], "utf-8").strip()
    except UnicodeDecodeError:
        raise SignOnRefused("proxy-names-nobody") from None
    if not name or len(name) > _LONGEST or not name.isprintable():
        raise SignOnRefused("proxy-names-nobody")
    return name


def _addresses(trusted: str) -> list[str]:
    return [address.strip() for address in trusted.split(",") if address.strip()]
