"""How requests come in: encrypted, from this machine, or not at all."""

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from api.problems.answers import answer_to
from api.web.origin import is_public, is_this_machine
from submissions.errors import PlainHttp
from submissions.operating.settings import Settings

_OPEN = frozenset({"/healthz", "/readyz", "/metrics"})
"""The paths that machines beside this one ask for, on a network of theirs."""
_FILES = "/static/"
_HTTPS = "https"


class Transport:
    """Refuses what comes unencrypted over a network, before anything of it is looked at."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if is_public(self._settings):
            scope["scheme"] = _HTTPS  # the proxy before us does it, whether or not it says so
        if self._is_safe(scope):
            await self._app(scope, receive, send)
            return
        refused = answer_to(Request(scope, receive), PlainHttp())
        await refused(scope, receive, send)

    def _is_safe(self, scope: Scope) -> bool:
        if scope["scheme"] == _HTTPS or self._settings.insecure_http or _is_open(scope["path"]):
            return True
        # The Host tells where the browser thinks it is. Who forges it deceives nobody but themselves.
        return is_this_machine(Request(scope).url.hostname or "")


def _is_open(path: str) -> bool:
    return path in _OPEN or path.startswith(_FILES)
