"""GitHub Actions: an action with Backgrade in it, and a workflow that runs it after each push.

Source: https://docs.github.com/actions/reference/workflows-and-actions/metadata-syntax
"""

from api.i18n import N_
from api.packages._kit import kit
from api.packages._order import Order
from api.packages._tree import Tree, shipped, under

NEXT = N_("Copy the folder `.github` into the repository that students start from.")
_ACTION = ".github/backgrade"
_WORKFLOW = "backgrade.yml"


def tree(order: Order) -> Tree:
    """The action and the workflow."""
    files = shipped("github")
    workflow = files.pop(_WORKFLOW)
    return {f".github/workflows/{_WORKFLOW}": workflow, **under(_ACTION, {**files, **kit(order)})}
