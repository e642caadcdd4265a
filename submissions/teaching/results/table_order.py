"""Rows of a table in the order of a column."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

Row = TypeVar("Row")


def in_table_order(rows: Iterable[Row], key: Callable[[Row], Any], *, descending: bool) -> list[Row]:
    """Sort rows. Equals keep their order, and rows whose key is None stand last, whichever way round."""
    rows = list(rows)
    known = (row for row in rows if key(row) is not None)
    return sorted(known, key=key, reverse=descending) + [row for row in rows if key(row) is None]
