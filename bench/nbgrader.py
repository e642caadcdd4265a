"""Grades notebooks with nbgrader, by the cell of docs/packages/notebooks.md.

Bar: the correct example gets all points of the cell, the wrong one the share that `backgrade check` gives it.

Takes the path of a Python that has nbgrader and Backgrade; without one there is nothing to do:

    python3 -m venv nbgrader
    nbgrader/bin/pip install nbgrader==0.9.6 ipykernel ./backgrade-0.1.0-py3-none-any.whl
    python -m bench nbgrader --python=nbgrader/bin/python
"""

from collections.abc import Iterator, Mapping, Sequence

from bench._examples import grade_examples
from bench._notebooks import from_page
from bench._peers import Nbgrader

_EXPECTED = {"correct": (8.0, 8.0), "overwrite": (3.0, 8.0)}
"""The cell has 8 points, as the stage has."""


class _CellOfThePage(Nbgrader):
    """nbgrader with the one cell that the page tells instructors to write."""

    def checks(self) -> Iterator[Mapping[str, object]]:
        """Yield the cell."""
        yield self.cell("check", from_page("import backgrade"), points=8)


def main(arguments: Sequence[str] = ()) -> None:
    """Print the points of each example."""
    grade_examples("nbgrader", _CellOfThePage, _EXPECTED, arguments)
