"""Gradescope: a zip archive with `setup.sh` and `run_autograder` at its root.

Source: https://gradescope-autograders.readthedocs.io/en/latest/specs/
"""

from api.i18n import N_
from api.packages._kit import kit
from api.packages._order import Order
from api.packages._tree import Tree, shipped, zipped

NEXT = N_("On Gradescope, upload `gradescope.zip` on the page Configure Autograder.")


def tree(order: Order) -> Tree:
    """The archive."""
    return {"gradescope.zip": zipped({**shipped("gradescope"), **kit(order)})}
