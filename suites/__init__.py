"""What is asked: one suite a file. Found by file name; a new suite is a new file here."""

import importlib
import pkgutil
from dataclasses import replace
from functools import cache

from suites._expression import GraphError, parse
from suites._program import (
    BINARY,
    OPERATIONS,
    UNARY,
    Backward,
    Clear,
    Operand,
    Operation,
    Program,
    Step,
    ZeroGrad,
    node_operands,
)
from suites._suite import REPLACED_NODE, Convention, Drive, Graph, Inputs, Stage, Suite, at

__all__ = [
    "BINARY",
    "OPERATIONS",
    "REPLACED_NODE",
    "UNARY",
    "Backward",
    "Clear",
    "Convention",
    "Drive",
    "Graph",
    "GraphError",
    "Inputs",
    "Operand",
    "Operation",
    "Program",
    "Stage",
    "Step",
    "Suite",
    "ZeroGrad",
    "at",
    "load",
    "node_operands",
    "page",
    "parse",
]


@cache
def load() -> dict[str, Suite]:
    """Every suite by slug, in the order in which a report lists them."""
    slugs = [module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_")]
    suites = [replace(_module_suite(slug), slug=slug) for slug in slugs]
    stages = list(Stage)
    suites.sort(key=lambda suite: (stages.index(suite.stage), suite.rank, suite.slug))
    return {suite.slug: suite for suite in suites}


def page(slug: str) -> str:
    """The text a reader is shown about a suite: its module's docstring."""
    return importlib.import_module(f"{__name__}.{slug}").__doc__ or ""


def _module_suite(slug: str) -> Suite:
    suite = importlib.import_module(f"{__name__}.{slug}").SUITE
    assert isinstance(suite, Suite), f"suites/{slug}.py has no SUITE"
    return suite
