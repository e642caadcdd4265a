"""What goes wrong in backprop assignments: one fault a file, found by file name."""

import importlib
import pkgutil
from dataclasses import replace
from functools import cache

from grader.faults._fault import Fault, Layer, Repair, Replace

__all__ = ["Fault", "Layer", "Repair", "Replace", "load", "own_rules", "page"]


@cache
def load() -> dict[str, Fault]:
    """Every fault by slug, in the order in which causes are looked at; within a layer the frequent first."""
    slugs = [module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_")]
    faults = [replace(_module_fault(slug), slug=slug) for slug in slugs]
    faults.sort(key=lambda fault: (fault.layer, -fault.frequency, fault.slug))
    return {fault.slug: fault for fault in faults}


def own_rules() -> dict[str, str]:
    """Return the fault of a wrong derivative by operation, for those that have one for themselves."""
    return {
        repair.operations[0]: fault.slug
        for fault in load().values()
        for repair in fault.undone_by
        if fault.layer is Layer.UNARY and repair.rewrite == "rule" and repair.operand is None
    }


def page(slug: str) -> str:
    """The text a reader is shown about a fault: its module's docstring."""
    return importlib.import_module(f"{__name__}.{slug}").__doc__ or ""


def _module_fault(slug: str) -> Fault:
    fault = importlib.import_module(f"{__name__}.{slug}").FAULT
    assert isinstance(fault, Fault), f"grader/faults/{slug}.py has no FAULT"
    return fault
