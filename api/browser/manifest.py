"""The list of what a page asks for to have an engine: the address and the size of each part."""

from collections.abc import Mapping

from api.browser.archive import ENGINE
from api.browser.pyodide import GLUE, LIBRARY, LOADER, LOCK, MODULE
from api.packages._tree import document

MANIFEST = "manifest.json"
_PARTS = {
    "module": MODULE,
    "glue": GLUE,
    "loader": LOADER,
    "library": LIBRARY,
    "lock": LOCK,
    "engine": ENGINE,
}
"""The names under which `engine_files.js` knows them."""


def manifest(found: Mapping[str, tuple[str, int]], worker: str = "") -> bytes:
    """The list as JSON, from the address and the size of each file by name.

    `worker` is the address of the script of a worker, where a server sends that with a policy of its own.
    """
    parts = {part: {"address": found[name][0], "bytes": found[name][1]} for part, name in _PARTS.items()}
    return document({"parts": parts, "worker": worker})
