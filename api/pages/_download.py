"""A file as it was handed in. It is saved, never shown: a browser must not take it for a page of ours."""

from urllib.parse import quote

from fastapi import Response

from submissions.texts.file_name import file_name

_UNNAMED = "submission"


def download(name: str, content: bytes, media_type: str = "application/octet-stream") -> Response:
    """The bytes under their name."""
    last = file_name(name, _UNNAMED)
    plain = "".join(c if c.isascii() and (c.isalnum() or c in "._- ") else "_" for c in last)
    disposition = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(last, safe='')}"
    return Response(content, media_type=media_type, headers={"Content-Disposition": disposition})


def download_csv(name: str, text: str) -> Response:
    """A table for a spreadsheet under its name."""
    return download(f"{name}.csv".replace("/", "-"), text.encode(), "text/csv; charset=utf-8")
