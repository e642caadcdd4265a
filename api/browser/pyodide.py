"""Pyodide as it is sent: packed, without the modules that no check needs.

`make assets` puts its files into the checkout. A plain web server packs nothing, so the page unpacks.
"""

import gzip
import io
import json
import re
import zipfile

from api.browser.folders import VENDOR
from api.packages._tree import Tree, document, zipped

MODULE, GLUE = "pyodide.asm.wasm.packed", "pyodide.asm.mjs.packed"
LOADER = "pyodide.mjs"
LIBRARY, LOCK = "python_stdlib.zip", "pyodide-lock.json"
_PACKED = {MODULE: "pyodide.asm.wasm", GLUE: "pyodide.asm.mjs"}
_PLAIN = (LOADER, "README.md")
_UNUSED = (
    "_pyrepl/", "curses/", "dbm/", "ensurepip/", "http/cookiejar", "http/server", "idlelib/", "imaplib",
    "lib2to3/", "logging/config", "logging/handlers", "mailbox", "multiprocessing/", "nntplib", "optparse",
    "pdb", "pickletools", "poplib", "profile", "pstats", "pydoc", "smtplib", "sqlite3/", "test/", "tkinter/",
    "turtle", "venv/", "webbrowser", "wsgiref/", "xml/", "xmlrpc/", "zipapp",
)  # fmt: skip
"""Modules of the standard library, by how their paths begin: no sandbox of a grade has them either."""
_EXPORT = re.compile(rb"export default (\w+);?\s*$")
_NOWHERE = b'"https://pyodide.invalid/"'


class PyodideMissing(Exception):
    """Pyodide is not on this machine."""


def is_there() -> bool:
    """Whether Pyodide is on this machine."""
    return (VENDOR / LIBRARY).is_file()


def pyodide() -> Tree:
    """The files, by the names under which the page asks for them.

    Raises `PyodideMissing` if they are not there.
    """
    try:
        files = {name: (VENDOR / name).read_bytes() for name in (*_PACKED.values(), *_PLAIN, LIBRARY, LOCK)}
    except OSError:
        raise PyodideMissing from None
    files[_PACKED[GLUE]] = _script(files[_PACKED[GLUE]])
    packed = {name: gzip.compress(files[plain], 9, mtime=0) for name, plain in _PACKED.items()}
    plain = {name: files[name] for name in _PLAIN}
    lock = {"info": json.loads(files[LOCK])["info"], "packages": {}}  # none is loaded
    return {**packed, **plain, LIBRARY: _library(files[LIBRARY]), LOCK: document(lock)}


def _script(glue: bytes) -> bytes:
    """The glue as the end of another script: it keeps what would be imported, and asks for nothing."""
    return _EXPORT.sub(rb"self.createPyodideModule = \1;", glue).replace(b"import.meta.url", _NOWHERE)


def _library(content: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        names = [name for name in archive.namelist() if not name.startswith(_UNUSED)]
        return zipped({name: archive.read(name) for name in names if not name.endswith("/")})
