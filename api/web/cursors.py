"""Lists in parts: a cursor says where the next part begins, in the body and as a `Link`.

A cursor is the id of the last item seen, in lists by name with the name. Its pattern stands in the document,
and every cursor of that pattern is a place in the list: also of an item that is no longer there.
"""

from abc import ABC
from collections.abc import Sequence
from typing import Annotated, Any, Generic, TypeVar
from uuid import UUID

from fastapi import Depends, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

Item = TypeVar("Item")

MOST = 100
USUAL = 50

_ID = "[0-9a-f]{32}"
_LONGEST_NAME = 800
"""Bytes: four for each letter of the longest name."""
_WHAT = "`next_cursor` of the part before; the first part without"

Limit = Annotated[int, Query(ge=1, le=MOST, description="how many at most")]
IdCursor = Annotated[str | None, Query(max_length=32, pattern=f"^{_ID}$", description=_WHAT)]
NameCursor = Annotated[
    str | None,
    Query(
        max_length=33 + 2 * _LONGEST_NAME,
        pattern=f"^{_ID}-(?:[0-9a-f]{{2}}){{1,{_LONGEST_NAME}}}$",
        description=_WHAT,
    ),
]


class Part(BaseModel, Generic[Item]):
    """A part of a list."""

    model_config = ConfigDict(frozen=True)

    @classmethod
    def model_parametrized_name(cls, params: tuple[Any, ...]) -> str:
        """Name the model as the document calls it."""
        return f"{params[0].__name__}Part"

    items: Sequence[Item]
    next_cursor: Annotated[
        str | None, Field(description="where the next part begins; null where this is the last")
    ]


class _Wanted(ABC):
    """The part of a list that is asked for."""

    limit: int
    _request: Request
    _response: Response

    @property
    def more(self) -> int:
        """How many to look for: one more than wanted tells whether there is another part."""
        return self.limit + 1

    def _part(self, items: Sequence[Item], cursors: Sequence[str]) -> Part[Item]:
        """The part, from up to `more` items and a cursor for each; the header is set as well."""
        if len(items) <= self.limit:
            return Part(items=items, next_cursor=None)
        cursor = cursors[self.limit - 1]
        url = self._request.url.include_query_params(limit=self.limit, cursor=cursor)
        self._response.headers["Link"] = f'<{url.path}?{url.query}>; rel="next"'
        return Part(items=items[: self.limit], next_cursor=cursor)


class WantedById(_Wanted):
    """The part that is asked for of a list in the order of ids."""

    def __init__(
        self, request: Request, response: Response, limit: Limit = USUAL, cursor: IdCursor = None
    ) -> None:
        self._request, self._response, self.limit = request, response, limit
        self.after = None if cursor is None else UUID(cursor)
        """The id of the last item seen."""

    def part(self, items: Sequence[Item], ids: Sequence[UUID]) -> Part[Item]:
        """The part, from up to `more` items and the id of each."""
        return self._part(items, [item_id.hex for item_id in ids])


class WantedByName(_Wanted):
    """The part that is asked for of a list of people by name."""

    def __init__(
        self, request: Request, response: Response, limit: Limit = USUAL, cursor: NameCursor = None
    ) -> None:
        self._request, self._response, self.limit = request, response, limit
        self.after = None if cursor is None else _place(cursor)
        """The name and the id of the last one seen."""

    def part(self, items: Sequence[Item], places: Sequence[tuple[str, UUID]]) -> Part[Item]:
        """The part, from up to `more` items and the name and id of each."""
        return self._part(items, [f"{item_id.hex}-{name.encode().hex()}" for name, item_id in places])


Paging = Annotated[WantedById, Depends()]
PagingByName = Annotated[WantedByName, Depends()]


def _place(cursor: str) -> tuple[str, UUID]:
    """Name and id; what no name has in it is left out of the name."""
    item, _, name = cursor.partition("-")
    return bytes.fromhex(name).decode(errors="replace").replace("\0", ""), UUID(item)
