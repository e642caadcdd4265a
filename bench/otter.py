"""Grades notebooks with otter-grader, by the test file of docs/packages/notebooks.md.

Bar: the correct example gets all points of the test case, the wrong one none.

Takes the path of a Python that has otter-grader and Backgrade; without one there is nothing to do:

    python3 -m venv otter
    otter/bin/pip install otter-grader==7.0.0 ipykernel ./backgrade-0.1.0-py3-none-any.whl
    python -m bench otter --python=otter/bin/python
"""

from collections.abc import Mapping, Sequence

from bench._examples import grade_examples
from bench._notebooks import from_page
from bench._peers import Otter

_EXPECTED = {"correct": (8.0, 8.0), "overwrite": (0.0, 8.0)}
"""The test case has all points or none."""


class _TestFileOfThePage(Otter):
    """otter-grader with the one test file that the page tells instructors to write."""

    def questions(self) -> Mapping[str, str]:
        """Return the test file."""
        return {"value": from_page("OK_FORMAT")}


def main(arguments: Sequence[str] = ()) -> None:
    """Print the points of each example."""
    grade_examples("otter", _TestFileOfThePage, _EXPECTED, arguments)
