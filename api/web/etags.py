"""Entity tags: answers that did not change are not sent again, and changes say what they were made on."""

import hashlib

from fastapi import Request, Response
from pydantic import BaseModel

from api.web.request_errors import PreconditionRequired
from submissions.errors import Stale

_NOT_MODIFIED = 304
_DIGITS = 32


def tag(content: bytes) -> str:
    """The strong tag of what is sent."""
    return f'"{hashlib.sha256(content).hexdigest()[:_DIGITS]}"'


def conditional(request: Request, answer: BaseModel) -> Response:
    """The answer as JSON with its tag, or 304 for whoever has it."""
    content = answer.model_dump_json().encode()
    return conditional_bytes(request, content, "application/json")


def conditional_bytes(
    request: Request, content: bytes, media_type: str, headers: dict[str, str] | None = None
) -> Response:
    """The content with its tag, or 304 for whoever has it."""
    headers = {"ETag": tag(content), "Cache-Control": "private, no-cache", **(headers or {})}
    if _has(request.headers.get("if-none-match"), headers["ETag"]):
        return Response(status_code=_NOT_MODIFIED, headers=headers)
    return Response(content, headers=headers, media_type=media_type)


def require_match(request: Request, current: str) -> None:
    """Nothing, if a change was made on what is there now.

    Raises:
        PreconditionRequired: if it does not say on what.
        Stale: if it was made on something else.
    """
    given = request.headers.get("if-match")
    if given is None:
        raise PreconditionRequired
    if given.strip() != "*" and current not in _tags(given):
        raise Stale


def _has(given: str | None, current: str) -> bool:
    """Compared weakly, as `If-None-Match` is: a proxy may have marked our tag as weak."""
    if given is None:
        return False
    return given.strip() == "*" or current in {each.removeprefix("W/") for each in _tags(given)}


def _tags(header: str) -> list[str]:
    return [each.strip() for each in header.split(",")]
