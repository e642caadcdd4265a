"""How requests come in: encrypted, from this machine, or not at all."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from api.web import problems
from submissions.errors import PlainHttp
from submissions.settings import PREFIX, Settings, SettingsWrong

_OPEN = frozenset({"/healthz", "/readyz", "/metrics"})
"""Asked by machines beside this one, on a network of theirs."""
_FILES = "/static/"
_HTTPS = "https"


class Transport:
    """Refuses what comes unencrypted over a network, before anything of it is looked at."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if _is_public(self._settings):
            scope["scheme"] = _HTTPS  # the proxy before us does it, whether or not it says so
        if self._is_safe(scope):
            await self._app(scope, receive, send)
            return
        refused = problems.answer_to(Request(scope, receive), PlainHttp())
        await refused(scope, receive, send)

    def _is_safe(self, scope: Scope) -> bool:
        if scope["scheme"] == _HTTPS or self._settings.insecure_http or _is_open(scope["path"]):
            return True
        # The Host tells where the browser thinks it is. Who forges it deceives nobody but themselves.
        return is_this_machine(Request(scope).url.hostname or "")


def check(settings: Settings, host: str) -> None:
    """Nothing, if it is safe to listen on an address.

    Raises:
        SettingsWrong: if people's passwords would go unencrypted over a network.
    """
    from api.words.en.transport import PLAIN_HTTP

    told = settings.public_url is not None or bool(settings.trusted_proxies)
    if is_this_machine(host) or told or settings.insecure_http:
        return
    raise SettingsWrong({f"{PREFIX}HOST": PLAIN_HTTP})


def is_this_machine(host: str) -> bool:
    """Whether a host is always the machine on which its name is used."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def origin(settings: Settings) -> str:
    """Where people reach the service, as the settings say."""
    if settings.public_url is not None:
        return str(settings.public_url).rstrip("/")
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{host}:{settings.port}"


def _is_open(path: str) -> bool:
    return path in _OPEN or path.startswith(_FILES)


def _is_public(settings: Settings) -> bool:
    """Whether all that comes in was encrypted on its way, by a proxy."""
    return urlsplit(origin(settings)).scheme == _HTTPS and not settings.trusted_proxies
