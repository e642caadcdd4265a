"""Which way round a list is sorted, as a parameter of an address."""

from enum import StrEnum
from typing import Annotated

from fastapi import Query


class SortDirection(StrEnum):
    """The way round in which a list is sorted."""

    ASCENDING = "asc"
    DESCENDING = "desc"


Direction = Annotated[SortDirection, Query(description="which way round")]
