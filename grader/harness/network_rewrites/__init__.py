"""Ways to undo a slip in the classes of a network, its loss or its step: one family a file.

Each has `offers(known)`, which finds the places where it could be used.
"""

import importlib
import pkgutil
from typing import Any

from ..rewrites import Family


def families() -> list[Family]:
    """Every family, in the order of the file names. Imports: to be called before any lock closes."""
    names = sorted(
        module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_")
    )
    modules: list[Any] = [importlib.import_module(f"{__name__}.{name}") for name in names]
    return [module.offers for module in modules]


NETWORK_FAMILIES = families()
