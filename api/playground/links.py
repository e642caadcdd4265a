"""Addresses of the service as addresses on the static site, relative to the page they stand on."""

import re

_LINK = re.compile(r'\b(href|src)="(/[^"#?]*)(\?[^"#]*)?(#[^"]*)?"')
_INDEX = "index.html"
_ALONE = {"/": _INDEX, "/try": _INDEX, "/faults": "faults.html", "/suites": "suites.html"}
_PICTURE = "/picture.svg"
_SHELVES = ("/faults/", "/suites/")


def relinked(html: str, up: str = "") -> str:
    """Return the HTML for a page from which the first page of its language is at `up`."""
    return _LINK.sub(lambda link: f'{link[1]}="{up}{_file(link[2])}{link[4] or ""}"', html)


def _file(path: str) -> str:
    """The file of an address of the service. Raises `KeyError` if the static site has no such page."""
    if path.startswith(_SHELVES):
        name = path.removeprefix("/")
        return f"{name.removesuffix(_PICTURE)}.svg" if name.endswith(_PICTURE) else f"{name}.html"
    return _ALONE[path]
