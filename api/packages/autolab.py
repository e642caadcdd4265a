"""Autolab: the two files of an autograder, and the image that Tango runs them in.

Source: https://docs.autolabproject.com/lab/
"""

from api.i18n import N_
from api.packages._kit import image
from api.packages._order import Order
from api.packages._tree import Tree, shipped, tarred, text, under

NEXT = N_(
    "Build the image in the folder `image`. On Autolab, add a problem with the name `backgrade`, and upload "
    "`autograde-Makefile` and `autograde.tar`."
)


def tree(order: Order) -> Tree:
    """The Makefile, the archive and the image."""
    files = shipped("autolab")
    scripts = {"grade.sh": files["grade.sh"], "settings.sh": text(order.settings)}
    return {
        "autograde-Makefile": files["autograde-Makefile"],
        "autograde.tar": tarred(under("autograde", scripts)),
        **image(order),
    }
