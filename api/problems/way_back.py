"""Where somebody goes on after they signed in: a page of ours, whatever the address says."""

from urllib.parse import quote, urlsplit

_HOME = "/"


def way_back(to: str) -> str:
    """The path if it is one on this site, else the first page."""
    plain = to.isprintable() and "\\" not in to
    if not plain or not to.startswith("/") or to.startswith("//"):
        return _HOME
    parts = urlsplit(to)
    return to if not parts.scheme and not parts.netloc else _HOME


def sign_in_first(to: str) -> str:
    """The page to sign in on, which leads there."""
    return "/sign-in" if to == _HOME else f"/sign-in?next={quote(to)}"
