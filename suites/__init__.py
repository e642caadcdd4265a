"""What is asked: one suite a file. Found by file name; a new suite is a new file here."""

import importlib
import pkgutil
from dataclasses import replace
from functools import cache

from suites._expression import GraphError, parse
from suites._primitives import (
    BINARY,
    FUNCTIONS,
    OPERATIONS,
    PRIMITIVES,
    UNARY,
    Numbers,
    Operand,
    Primitive,
    written,
)
from suites._program import Backward, Clear, Operation, Program, Step, ZeroGrad, node_operands
from suites._suite import REPLACED_NODE, Convention, Drive, Graph, Inputs, Stage, Suite, at
from suites._watched import MOVED, MOVED_BY, ORDINARY, WATCHED, mixed_graphs, ordinary_graph

__all__ = [
    "BINARY",
    "FUNCTIONS",
    "MOVED",
    "MOVED_BY",
    "OPERATIONS",
    "ORDINARY",
    "PRIMITIVES",
    "REPLACED_NODE",
    "UNARY",
    "WATCHED",
    "Backward",
    "Clear",
    "Convention",
    "Drive",
    "Graph",
    "GraphError",
    "Inputs",
    "Numbers",
    "Operand",
    "Operation",
    "Primitive",
    "Program",
    "Stage",
    "Step",
    "Suite",
    "ZeroGrad",
    "at",
    "by_stage",
    "load",
    "mixed_graphs",
    "node_operands",
    "ordinary_graph",
    "page",
    "parse",
    "written",
]


@cache
def load() -> dict[str, Suite]:
    """Every suite by slug, in the order in which a report lists them."""
    slugs = [module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_")]
    suites = [replace(_module_suite(slug), slug=slug) for slug in slugs]
    stages = list(Stage)
    suites.sort(key=lambda suite: (stages.index(suite.stage), suite.rank, suite.slug))
    return {suite.slug: suite for suite in suites}


def by_stage() -> dict[Stage, list[Suite]]:
    """Every suite by its stage, both in the order in which a report lists them."""
    return {stage: [suite for suite in load().values() if suite.stage is stage] for stage in Stage}


def page(slug: str) -> str:
    """The text a reader is shown about a suite: its module's docstring."""
    return importlib.import_module(f"{__name__}.{slug}").__doc__ or ""


def _module_suite(slug: str) -> Suite:
    suite = importlib.import_module(f"{__name__}.{slug}").SUITE
    assert isinstance(suite, Suite), f"suites/{slug}.py has no SUITE"
    return suite
