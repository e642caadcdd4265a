"""Our cookies. Under https their names have the prefix that keeps other sites from setting them."""

import re
from datetime import timedelta

from starlette.requests import HTTPConnection
from starlette.types import Scope

SESSION = "backgrade"
"""The cookie of a browser that is signed in."""
FORMS = "backgrade-forms"
"""The cookie of a browser that is not signed in: its forms are bound to it."""

FRAME = "backgrade-frame"
"""The cookie of a browser that is signed in inside a frame of a learning platform, and nowhere else."""
LAUNCH = "backgrade-launch-"
"""The cookie of a browser on its way to a learning platform and back, with the ending of its login."""

HALF = "backgrade-half"
"""The cookie of a browser whose password was right, and that owes the second factor."""
SIGN_ON = "backgrade-sign-on-"
"""The cookie of a browser on its way to a sign-on provider and back, with the ending of its way."""
NEWCOMER = "backgrade-newcomer"
"""The cookie of a browser for which a sign-on provider vouches, and whose account is not known yet."""

_PREFIX = "__Host-"

FORM = re.compile(
    rb"(?:__Host-)?backgrade(?:-forms|-frame|-half|-newcomer|-(?:launch|sign-on)-[0-9a-f]{16})?=[A-Za-z0-9]+"
)
"""A cookie of ours as a browser sends it: letters and digits, as we gave them out."""
LONGEST = 100


def read(scope: Scope, name: str) -> str | None:
    """The value of a cookie, if the browser sent it."""
    return HTTPConnection(scope).cookies.get(_full(scope, name)) or None


def session(scope: Scope) -> str | None:
    """The secret of a browser that is signed in; inside a frame, of who was sent there."""
    return read(scope, FRAME) or read(scope, SESSION)


def write_in_frame(scope: Scope, name: str, value: str, lasts: timedelta) -> str:
    """The header `Set-Cookie` for a cookie that a frame keeps: only under the site that the frame is in."""
    parts = [f"{_full(scope, name)}={value}", "Path=/", "HttpOnly", f"Max-Age={int(lasts.total_seconds())}"]
    return "; ".join([*parts, "SameSite=None", "Secure", "Partitioned"])


def write(scope: Scope, name: str, value: str, lasts: timedelta | None = None) -> str:
    """The header `Set-Cookie` for a value of letters and digits; without a time it ends with the browser."""
    parts = [f"{_full(scope, name)}={value}", "Path=/", "HttpOnly", "SameSite=Lax"]
    if lasts is not None:
        parts.append(f"Max-Age={int(lasts.total_seconds())}")
    if _is_secure(scope):
        parts.append("Secure")
    return "; ".join(parts)


def erase(scope: Scope, name: str) -> str:
    """The header `Set-Cookie` that takes a cookie away."""
    return write(scope, name, "", timedelta(0))


def _full(scope: Scope, name: str) -> str:
    return _PREFIX + name if _is_secure(scope) else name


def _is_secure(scope: Scope) -> bool:
    return str(scope["scheme"]) == "https"
