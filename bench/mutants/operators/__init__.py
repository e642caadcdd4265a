"""How references are broken: one family of faults a file, found by file name."""

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from functools import cache

from bench.mutants.label import Mutation
from bench.mutants.shape import Shape

Operator = Callable[[Shape], Iterator[Mutation]]
"""Makes every slip of its family that a reference has a place for."""


@cache
def load() -> tuple[Operator, ...]:
    """Every family's operator."""
    names = [module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_")]
    return tuple(importlib.import_module(f"{__name__}.{name}").slips for name in names)
