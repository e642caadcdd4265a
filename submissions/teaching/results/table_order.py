"""Rows of a table in the order of a column."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

Row = TypeVar("Row")


def in_table_order(rows: Iterable[Row], key: Callable[[Row], Any], *, descending: bool) -> list[Row]:
    """Sort rows. Equals keep their order, and rows whose key is None stand last, whichever way round."""
    keyed = [(key(row), row) for row in rows]
    known = [each for each in keyed if each[0] is not None]
    known.sort(key=lambda each: each[0], reverse=descending)
    return [row for _key, row in known] + [row for key_, row in keyed if key_ is None]
