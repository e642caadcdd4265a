"""A file as it was handed in. It is saved, never shown: a browser must not take it for a page of ours."""

from pathlib import PurePosixPath
from urllib.parse import quote

from fastapi import Response


def download(name: str, content: bytes) -> Response:
    """The bytes under their name."""
    last = PurePosixPath(name.replace("\\", "/")).name or "submission"
    plain = "".join(c if c.isascii() and (c.isalnum() or c in "._- ") else "_" for c in last)
    disposition = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(last, safe='')}"
    return Response(
        content, media_type="application/octet-stream", headers={"Content-Disposition": disposition}
    )
