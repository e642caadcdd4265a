"""Pyodide as it is sent: packed, without the modules that no check needs.

`make assets` puts its files into the checkout. A plain web server packs nothing, so the page unpacks.
"""

import gzip
import io
import json
import zipfile

from api.packages._tree import Tree, document, zipped
from api.playground.folders import VENDOR

PACKED = ("pyodide.asm.wasm", "pyodide.asm.mjs")
_PLAIN = ("pyodide.mjs", "README.md")
_LIBRARY, _LOCK = "python_stdlib.zip", "pyodide-lock.json"
_UNUSED = (
    "_pyrepl/", "curses/", "dbm/", "ensurepip/", "http/cookiejar", "http/server", "idlelib/", "imaplib",
    "lib2to3/", "logging/config", "logging/handlers", "mailbox", "multiprocessing/", "nntplib", "optparse",
    "pdb", "pickletools", "poplib", "profile", "pstats", "pydoc", "smtplib", "sqlite3/", "test/", "tkinter/",
    "turtle", "venv/", "webbrowser", "wsgiref/", "xml/", "xmlrpc/", "zipapp",
)  # fmt: skip
"""Modules of the standard library, by how their paths begin: no sandbox of a grade has them either."""


class PyodideMissing(Exception):
    """Pyodide is not on this machine."""


def pyodide() -> Tree:
    """The files, by the names under which the page asks for them.

    Raises:
        PyodideMissing: if they are not there.
    """
    try:
        files = {name: (VENDOR / name).read_bytes() for name in (*PACKED, *_PLAIN, _LIBRARY, _LOCK)}
    except OSError:
        raise PyodideMissing from None
    packed = {f"{name}.packed": gzip.compress(files[name], 9, mtime=0) for name in PACKED}
    plain = {name: files[name] for name in _PLAIN}
    lock = {"info": json.loads(files[_LOCK])["info"], "packages": {}}  # none is loaded
    return {**packed, **plain, _LIBRARY: _library(files[_LIBRARY]), _LOCK: document(lock)}


def _library(content: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        names = [name for name in archive.namelist() if not name.startswith(_UNUSED)]
        return zipped({name: archive.read(name) for name in names if not name.endswith("/")})
