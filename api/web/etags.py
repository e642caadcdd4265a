"""Entity tags: answers that did not change are not sent again, and changes say what they were made on."""

import hashlib
from collections.abc import Mapping
from typing import Annotated

from fastapi import Header, Response
from pydantic import BaseModel

from api.problems.errors import PreconditionRequired
from submissions.errors import Stale

_NOT_MODIFIED = 304
_DIGITS = 32
_MOST = 1000

IfNoneMatch = Annotated[
    str | None,
    Header(
        alias="If-None-Match",
        max_length=_MOST,
        description="the `ETag` of what you have: 304 if that is still it",
    ),
]
_TAG = '(?:W/)?"[!#-~]*"'
IfMatch = Annotated[
    str | None,
    Header(
        alias="If-Match",
        max_length=_MOST,
        pattern=rf"^(?:\*|{_TAG}(?: *, *{_TAG})*)$",
        description="the `ETag` of what the change was made on; `*` for whatever is there",
    ),
]


def tag(content: bytes) -> str:
    """The strong tag of what is sent."""
    return f'"{hashlib.sha256(content).hexdigest()[:_DIGITS]}"'


def document(answer: BaseModel, known: str | None, current: str | None = None) -> Response:
    """The answer as JSON with its tag, or 304 for who has it; `current` where the tag is not of the text."""
    return content(answer.model_dump_json().encode(), "application/json", known, {}, current)


def content(
    sent: bytes,
    media_type: str,
    known: str | None,
    headers: Mapping[str, str],
    current: str | None = None,
) -> Response:
    """The content with its tag, or 304 for who has it."""
    current = current or tag(sent)
    headers = {**headers, "ETag": current, "Cache-Control": "private, no-cache"}
    if known is not None and (known.strip() == "*" or current in _weak(known)):
        return Response(status_code=_NOT_MODIFIED, headers=headers)
    return Response(sent, headers=headers, media_type=media_type)


def require_match(given: str | None, current: str) -> None:
    """Check that a change was made on what is there now.

    Raises:
        PreconditionRequired: if it does not say on what.
        Stale: if it was made on something else.
    """
    if given is None:
        raise PreconditionRequired
    if given.strip() != "*" and current not in _tags(given):
        raise Stale


def _weak(header: str) -> set[str]:
    """Return the tags without the mark of weakness, which a proxy that compresses may have set."""
    return {tag.removeprefix("W/") for tag in _tags(header)}


def _tags(header: str) -> list[str]:
    return [tag.strip() for tag in header.split(",")]
