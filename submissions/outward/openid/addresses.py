"""Addresses that others name, and that we or browsers are to ask."""

from urllib.parse import urlsplit


def is_address(url: str, *, private: bool) -> bool:
    """Whether a URL is of one host, without a password, and by https; if `private`, by http too."""
    if not url.isascii() or not url.isprintable() or any(each in url for each in " ;,'\"<>\\"):
        return False
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return False
    schemes = {"https", "http"} if private else {"https"}
    is_one_host = bool(parts.hostname) and not {"@", "*"} & set(parts.netloc)
    return parts.scheme in schemes and is_one_host and not parts.fragment
