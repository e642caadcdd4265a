"""Serves the engine to browsers that check a file themselves: each part under its digest, so kept for ever.

The script of the worker has a policy of its own: whatever a file does in it, it can ask this service for
nothing in the name of its reader.
"""

import gzip
import hashlib
import json
import threading
from functools import cache

from fastapi import APIRouter, Request, Response

from api.browser.archive import ENGINE, engine
from api.browser.manifest import MANIFEST, manifest
from api.browser.pyodide import GLUE, LOADER, PyodideMissing, pyodide
from api.pages import _static
from api.web.headers import WORKER_POLICY
from grader.records import Frozen
from submissions.errors import NotFound

router = APIRouter()

_KEPT = "public, max-age=31536000, immutable"
_DIGITS = 16
_SCRIPT = "text/javascript"
_TYPES = {
    "json": "application/json",
    "md": "text/plain",
    "mjs": _SCRIPT,
    "packed": "application/gzip",
    "zip": "application/zip",
}
_WORKER = "worker.mjs"
_making = threading.Lock()


class _Parts(Frozen):
    by_address: dict[str, bytes]
    manifest: bytes


@router.get(f"/engine/{MANIFEST}")
def engine_manifest() -> Response:
    """List the addresses of the parts of this version; the first request of a process has them made."""
    return Response(_parts().manifest, media_type=_TYPES["json"], headers={"Cache-Control": "no-cache"})


@router.get("/engine/{digest}/{name}")
def engine_part(digest: str, name: str, request: Request) -> Response:
    """Return one part of the engine."""
    content = _parts().by_address.get(f"{digest}/{name}")
    if content is None:
        raise NotFound
    headers = {"Cache-Control": _KEPT}
    if name != _WORKER:
        return Response(content, media_type=_TYPES.get(name.rpartition(".")[2]), headers=headers)
    headers |= {"Content-Security-Policy": WORKER_POLICY, "Vary": "Accept-Encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(gzip.decompress(content), media_type=_SCRIPT, headers=headers)
    return Response(content, media_type=_SCRIPT, headers={**headers, "Content-Encoding": "gzip"})


def _parts() -> _Parts:
    """Return all parts, made once: a second request waits for the first, which takes seconds of a processor.

    Raises `NotFound` if Pyodide is not on this machine.
    """
    with _making:
        return _make_parts()


@cache
def _make_parts() -> _Parts:
    """Make all parts. Raises `NotFound` if Pyodide is not on this machine."""
    try:
        files = {**pyodide(), ENGINE: engine()}
    except PyodideMissing:
        raise NotFound from None
    addresses = {name: f"{_digest(content)}/{name}" for name, content in files.items()}
    worker = _worker(addresses[LOADER], files[GLUE])
    served = {addresses[name]: content for name, content in files.items() if name != GLUE}
    address = f"{_digest(worker)}/{_WORKER}"
    sizes = {name: (addresses[name], len(content)) for name, content in files.items()}
    return _Parts({**served, address: worker}, manifest(sizes, address))


def _worker(loader: str, glue: bytes) -> bytes:
    """Return the script of a worker, packed: what `checker.js` puts together where there is none."""
    imported = f"import {{ loadPyodide }} from {json.dumps(f'/engine/{loader}')};\n"
    imported += f"import {json.dumps(_static.url('worker.js'))};\nself.loadPyodide = loadPyodide;\n"
    return gzip.compress(imported.encode() + gzip.decompress(glue), 9, mtime=0)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:_DIGITS]
