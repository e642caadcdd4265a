"""Files as a zip archive, which waits on disk and not in memory."""

import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import IO

from fastapi.responses import StreamingResponse

_PIECE = 256 * 1024
_IN_MEMORY = 2 * 1024 * 1024
"""Bytes; a larger archive is written to a temporary file."""


def zipped(name: str, files: Iterable[tuple[str, bytes]]) -> StreamingResponse:
    """The archive as a download. All files are read before it leaves."""
    written = tempfile.SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - closed when the last piece has left
    try:
        with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
            for path, content in files:
                archive.writestr(path, content)
    except BaseException:
        written.close()
        raise
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return StreamingResponse(_pieces(written), media_type="application/zip", headers=headers)


def _pieces(written: IO[bytes]) -> Iterator[bytes]:
    with closing(written):
        written.seek(0)
        while piece := written.read(_PIECE):
            yield piece
