"""Addresses of a table that is found, sorted and cut into pages by what its address asks for."""

from collections.abc import Mapping
from typing import Annotated
from urllib.parse import urlencode

from fastapi import Query

from grader.records import Frozen

PageNumber = Annotated[int, Query(ge=1, le=100_000)]


class TableLinks(Frozen):
    """The values of a table, `sort` and `down` among them, as a page's address has them."""

    wanted: Mapping[str, str]

    def with_values(self, **other: str) -> str:
        """Return the address of the same table with other values; what is empty is left out."""
        return "?" + urlencode({name: text for name, text in {**self.wanted, **other}.items() if text})

    def sorted_by(self, column: str) -> str:
        """The table by a column; the other way round where it is sorted by it already."""
        turns = column == self.wanted["sort"] and not self.wanted["down"]
        return self.with_values(sort=column, down="1" if turns else "")
