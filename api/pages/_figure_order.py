"""The figure and the column by which a page is asked to sort: `?sort=causes.3&down=1`."""

from typing import Annotated

from fastapi import Depends, Query

from grader.records import Frozen

_LONGEST = 24
_COLUMN = "^(?:[a-z]+[.][0-9]{1,2})?$"


class FigureOrder(Frozen):
    """A column of a figure, and which way round."""

    figure: str
    column: int
    descending: bool


def _order(
    sort: Annotated[str, Query(max_length=_LONGEST, pattern=_COLUMN)] = "", *, down: bool = False
) -> FigureOrder | None:
    figure, _, column = sort.partition(".")
    return FigureOrder(figure, int(column), down) if sort else None


AsksOrder = Annotated[FigureOrder | None, Depends(_order)]
"""None: each figure in its own order."""
