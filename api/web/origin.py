"""The address of the service: whether it is safe to listen there, and where people reach it."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from fastapi import Request

from api.i18n import N_, gettext as _
from submissions.operating.settings import Settings, SettingsWrong, called
from submissions.storage.one_process import served_at

_HTTPS = "https"
_PLAIN_HTTP = N_(
    "plain http sends passwords over the network where others can read them. Set BACKGRADE_PUBLIC_URL to the "
    "https address of your proxy (docs/operating.md). To accept the risk, set BACKGRADE_INSECURE_HTTP=1."
)


def check(settings: Settings, host: str) -> None:
    """Check that it is safe to listen on an address.

    Raises `SettingsWrong` if people's passwords would go unencrypted over a network.
    """
    is_configured = settings.public_url is not None or bool(settings.trusted_proxies)
    if is_this_machine(host) or is_configured or settings.insecure_http:
        return
    raise SettingsWrong({called("host"): _(_PLAIN_HTTP)})


def is_this_machine(host: str) -> bool:
    """Whether a host is always the machine on which its name is used."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def origin(settings: Settings) -> str:
    """Return the origin of the service, from the settings."""
    if settings.public_url is not None:
        return str(settings.public_url).rstrip("/")
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{host}:{settings.port}"


def served(settings: Settings) -> str:
    """Return the origin of the service, for a command: from the settings, else where it serves now."""
    now = served_at(settings.sqlite_file) if settings.sqlite_file is not None else ""
    return now if now and settings.public_url is None else origin(settings)


def reached(request: Request, settings: Settings) -> str:
    """Return the origin of the service: from the settings, else from this request."""
    return origin(settings) if settings.public_url is not None else str(request.base_url).rstrip("/")


def is_public(settings: Settings) -> bool:
    """Whether all that comes in was encrypted on its way, by a proxy."""
    return urlsplit(origin(settings)).scheme == _HTTPS and not settings.trusted_proxies
