"""One page of a list that is cut into numbered pages."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from grader.records import Frozen

_Row = TypeVar("_Row")


class ListPage(Frozen, Generic[_Row]):
    """The rows of a page, and where it is."""

    rows: Sequence[_Row]
    found: int
    """The length of the whole list."""
    page: int
    pages: int


def cut(found: int, page: int, size: int) -> tuple[int, int, slice]:
    """Return the number of this page, or of the last one, of how many, and the part of the list on it."""
    pages = max(1, -(-found // size))
    page = min(max(1, page), pages)
    return page, pages, slice((page - 1) * size, page * size)
