"""Lists in parts: an opaque cursor says where the next part begins, in the body and as a `Link`."""

import base64
import binascii
import json
from collections.abc import Sequence
from typing import Annotated, Any, Generic, TypeVar
from uuid import UUID

from fastapi import Depends, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field

Item = TypeVar("Item")

MOST = 100
USUAL = 50


class Part(BaseModel, Generic[Item]):
    """A part of a list."""

    model_config = ConfigDict(frozen=True)

    @classmethod
    def model_parametrized_name(cls, params: tuple[Any, ...]) -> str:
        """What the document calls it."""
        return f"{params[0].__name__}Part"

    items: Sequence[Item]
    next_cursor: Annotated[
        str | None, Field(description="where the next part begins; null where this is the last")
    ]


class Wanted:
    """Which part of a list is asked for."""

    def __init__(
        self,
        request: Request,
        response: Response,
        limit: Annotated[int, Query(ge=1, le=MOST, description="how many at most")] = USUAL,
        cursor: Annotated[
            str | None,
            Query(max_length=1000, description="`next_cursor` of the part before; the first part without"),
        ] = None,
    ) -> None:
        self._request = request
        self._response = response
        self.limit = limit
        self._first = cursor is None
        self._after = None if cursor is None else _decoded(cursor)

    @property
    def more(self) -> int:
        """How many to look for: one more than wanted tells whether there is another part."""
        return self.limit + 1

    def after_id(self) -> UUID | None:
        """The id of the last item seen.

        Raises:
            RequestValidationError: if the cursor is of another list.
        """
        if self._first:
            return None
        match self._after:
            case [str(found)]:
                return _id(found)
        raise _unknown()

    def after_name(self) -> tuple[str, UUID] | None:
        """The name and the id of the last item seen.

        Raises:
            RequestValidationError: if the cursor is of another list.
        """
        if self._first:
            return None
        match self._after:
            case [str(name), str(found)] if "\0" not in name:
                return name, _id(found)
        raise _unknown()

    def part(self, items: Sequence[Item], keys: Sequence[tuple[str, ...]]) -> Part[Item]:
        """The part, from up to `more` items and the key of each; the header is set as well."""
        if len(items) <= self.limit:
            return Part(items=items, next_cursor=None)
        cursor = _encoded(keys[self.limit - 1])
        url = self._request.url.include_query_params(limit=self.limit, cursor=cursor)
        self._response.headers["Link"] = f'<{url.path}?{url.query}>; rel="next"'
        return Part(items=items[: self.limit], next_cursor=cursor)


Paging = Annotated[Wanted, Depends()]


def _encoded(key: tuple[str, ...]) -> str:
    return base64.urlsafe_b64encode(json.dumps(key).encode()).rstrip(b"=").decode()


def _decoded(cursor: str) -> object:
    try:
        text = base64.urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4))
        return json.loads(text)
    except (binascii.Error, ValueError, RecursionError):  # ValueError: neither ASCII, nor UTF-8, nor JSON
        raise _unknown() from None


def _id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise _unknown() from None


def _unknown() -> RequestValidationError:
    return RequestValidationError([{"type": "cursor", "loc": ("query", "cursor")}])
