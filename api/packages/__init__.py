"""Packages that other systems run, one a file: each is what a course uploads there. Found by file name."""

import importlib
import pkgutil
from typing import Protocol

from api.packages._order import Order
from api.packages._tree import Tree, write
from api.packages._wheel import NotOurWheel, NotRequired, Wheel, dependencies, given_wheel, own_wheel


class Package(Protocol):
    """The names that a module here has."""

    NEXT: str
    """A sentence that says what to do with the package, marked for translation."""

    def tree(self, order: Order) -> Tree:
        """The files of the package."""


def names() -> list[str]:
    """Return the names of all systems that have a package."""
    return [m.name for m in pkgutil.iter_modules(__path__) if not m.name.startswith("_")]


def load(name: str) -> Package:
    """The package for that system."""
    module: Package = importlib.import_module(f"{__name__}.{name}")
    return module
