"""Ways to undo a slip in a submission's source: one family a file, found by file name.

Each has `offers(known)`, which finds the places where it could be used.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from typing import Any

from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer

Family = Callable[[SourceAnalysis], Iterator[RewriteOffer]]


def families() -> list[Family]:
    """Every family, in the order of the file names. Imports: to be called before any lock closes."""
    names = sorted(
        module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_")
    )
    modules: list[Any] = [importlib.import_module(f"{__name__}.{name}") for name in names]
    return [module.offers for module in modules]


FAMILIES = families()
