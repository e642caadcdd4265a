"""check50: a folder of checks, one check for each suite.

Source: https://cs50.readthedocs.io/projects/check50/en/latest/check_writer/
"""

from api.i18n import N_, gettext as _
from api.packages._kit import kit
from api.packages._order import Order
from api.packages._tree import Tree, document, shipped
from grader.assignment import assignment

NEXT = N_(
    "Push the folder to a GitHub repository. Students run `check50` with the repository, branch and folder."
)


def tree(order: Order) -> Tree:
    """The checks, and Backgrade beside them."""
    files = shipped("check50")
    return {
        ".cs50.yml": files["cs50.yml"].replace(b"{file}", order.file.encode()),
        "__init__.py": files["checks.txt"],
        "grade.sh": files["grade.sh"],
        "suites.json": document(_titles(order)),
        **kit(order),
    }


def _titles(order: Order) -> dict[str, str]:
    """Return the names of the checks, by the id of the result that they read."""
    suites = assignment(order.stage).suites
    return {
        "graded": _("{file} can be graded", file=order.file),
        **{suite.slug: _(suite.title) for suite in suites},
    }
