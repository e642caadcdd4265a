"""Addresses that others name, and that we or browsers are to ask."""

from urllib.parse import urlsplit


def is_address(url: str, *, private: bool) -> bool:
    """Whether it is an address with encryption, or may lack it; without a name and a password in it."""
    if not url.isascii() or not url.isprintable() or any(each in url for each in " ;,'\"<>\\"):
        return False
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return False
    schemes = {"https", "http"} if private else {"https"}
    return parts.scheme in schemes and bool(parts.hostname) and "@" not in parts.netloc and not parts.fragment
