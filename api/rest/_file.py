"""A file as an answer. It is a stranger's, so never of a type that a browser would show."""

from typing import Any
from urllib.parse import quote

from submissions.texts.file_name import file_name

_UNNAMED = "submission"
FILE_TYPE = "application/octet-stream"
FILE: dict[str, Any] = {
    "description": "the bytes as they came, to be saved and not shown",
    "content": {FILE_TYPE: {"schema": {"type": "string", "format": "binary"}}},
}


def as_attachment(name: str) -> dict[str, str]:
    """The headers with which a browser saves it under this name."""
    quoted = quote(file_name(name, _UNNAMED), safe="")
    return {"Content-Disposition": f"attachment; filename*=UTF-8''{quoted}"}
