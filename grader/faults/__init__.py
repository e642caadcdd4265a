"""What goes wrong in backprop assignments: one fault a file, found by file name."""

import importlib
import pkgutil
from functools import cache

from grader.faults._fault import (
    Fault,
    FaultPlace,
    FaultSign,
    Formula,
    Layer,
    Replace,
    Sample,
    Says,
    Tie,
    Undoing,
)
from grader.records import replace


@cache
def load() -> dict[str, Fault]:
    """Every fault by slug, in the order in which causes are looked at; within a layer the frequent first."""
    slugs = [module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_")]
    faults = [replace(_module_fault(slug), slug=slug) for slug in slugs]
    faults.sort(key=lambda fault: (fault.layer, -fault.frequency, fault.slug))
    return {fault.slug: fault for fault in faults}


@cache
def signed(*signs: FaultSign) -> tuple[str, ...]:
    """Return the faults that one of these signs is of, in their order."""
    return tuple(slug for slug, fault in load().items() if not set(signs).isdisjoint(fault.signs))


def first(sign: FaultSign) -> str:
    """Return the fault that a sign speaks of most."""
    return signed(sign)[0]


def has_sign(slug: str, *signs: FaultSign) -> bool:
    """Whether one of these is a sign of the fault; `unknown` has none."""
    return slug in signed(*signs)


def same_as(slug: str) -> frozenset[str]:
    """Return the faults whose numbers cannot be told from this one's."""
    tie = load()[slug].tie
    alike = (other for other, fault in load().items() if tie is not None and fault.tie is tie)
    return frozenset(alike) - {slug}


def rule_of(operation: str, operand: int) -> str:
    """Return the fault of a wrong derivative by an operand; empty where none is known for itself."""
    wrong = (
        slug
        for slug, fault in load().items()
        for undoing in fault.undone_by
        if fault.layer is Layer.UNARY and undoing.rewrite == "rule" and operation in undoing.operations
        if undoing.operand in (None, operand)
    )
    return next(wrong, "")


def page(slug: str) -> str:
    """The text a reader is shown about a fault: its module's docstring."""
    return importlib.import_module(f"{__name__}.{slug}").__doc__ or ""


def _module_fault(slug: str) -> Fault:
    fault = importlib.import_module(f"{__name__}.{slug}").FAULT
    assert isinstance(fault, Fault), f"grader/faults/{slug}.py has no FAULT"
    return fault
