"""Serves style sheets, modules and pictures."""

from fastapi import APIRouter, Request, Response

from api.pages._static import files
from submissions.errors import NotFound

router = APIRouter()

_KEPT = "public, max-age=31536000, immutable"
_LEAST_PACKED = 1024


@router.get("/static/{version}/{name:path}")
def static_file(version: str, name: str, request: Request) -> Response:
    """Serve a file, for browsers to keep if the page that asks is of this version."""
    file = files().by_name.get(name)
    if file is None:
        raise NotFound
    kept = _KEPT if version == files().version else "no-cache"
    headers = {"Cache-Control": kept, "Vary": "Accept-Encoding"}
    packs = "gzip" in request.headers.get("accept-encoding", "") and len(file.content) >= _LEAST_PACKED
    if not packs:
        return Response(file.content, media_type=file.media_type, headers=headers)
    return Response(file.packed, media_type=file.media_type, headers={**headers, "Content-Encoding": "gzip"})
