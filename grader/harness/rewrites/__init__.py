"""Ways to undo a slip in a submission's source: one family a file, found by file name.

Each has `offers(known)`, which finds the places where it could be used, or several functions whose names
begin so: what one of them does not expect in a strange file costs no offer of the others.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..repair.edit import RewriteOffer
from ..repair.known import SourceAnalysis

Family = Callable[[SourceAnalysis], Iterator[RewriteOffer]]


def families(package: str, folders: Iterable[str]) -> list[Family]:
    """Every family of a package, in the order of file names. Imports: to be called before any lock closes."""
    names = sorted(module.name for module in pkgutil.iter_modules(folders) if not module.name.startswith("_"))
    modules: list[Any] = [importlib.import_module(f"{package}.{name}") for name in names]
    return [each for module in modules for name, each in vars(module).items() if name.startswith("offers")]


FAMILIES = families(__name__, __path__)
