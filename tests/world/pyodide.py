"""Pyodide, as `make assets` puts it into the checkout: whether it is there."""

from api.browser.folders import VENDOR


def lacking() -> str:
    """Why it is not there; empty where it is."""
    return "" if VENDOR.is_dir() else "`make assets` has not put it there, which needs npm"
