"""What is asked: one suite a file. Found by file name; a new suite is a new file here."""

import importlib
import pkgutil
from collections.abc import Iterable
from functools import cache

from msgspec.structs import replace

from suites._expression import GraphError, parse
from suites._network import EPOCHS, RATE, Activation, Ask, AskedNetwork, NetworkPart
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
from suites._suite import (
    ATOL,
    REPLACED_NODE,
    RTOL,
    Convention,
    Drive,
    Graph,
    Inputs,
    Stage,
    Suite,
    at,
    network_graph,
)
from suites._watched import MOVED, MOVED_BY, ORDINARY, WATCHED, mixed_graphs, ordinary_graph


@cache
def load() -> dict[str, Suite]:
    """Every suite about the class by slug, in the order in which a report lists them."""
    return _loaded(__name__, __path__)


@cache
def networks() -> dict[str, Suite]:
    """Every suite about neurons, layers and networks by slug, in the order in which a report lists them."""
    package = importlib.import_module(f"{__name__}.network")
    return _loaded(package.__name__, package.__path__)


@cache
def all_suites() -> dict[str, Suite]:
    """Every suite by slug: those about the class first."""
    return load() | networks()


def by_stage() -> dict[Stage, list[Suite]]:
    """Every suite by its stage, both in the order in which a report lists them."""
    return {stage: [suite for suite in all_suites().values() if suite.stage is stage] for stage in Stage}


def page(slug: str) -> str:
    """The text a reader is shown about a suite: its module's docstring."""
    package = f"{__name__}.network" if slug in networks() else __name__
    return importlib.import_module(f"{package}.{slug}").__doc__ or ""


def _loaded(package: str, path: Iterable[str]) -> dict[str, Suite]:
    """The suites of a package, which are its public modules."""
    modules = [module for module in pkgutil.iter_modules(path) if not module.ispkg]
    slugs = [module.name for module in modules if not module.name.startswith("_")]
    suites = [replace(_module_suite(package, slug), slug=slug) for slug in slugs]
    stages = list(Stage)
    suites.sort(key=lambda suite: (stages.index(suite.stage), suite.rank, suite.slug))
    return {suite.slug: suite for suite in suites}


def _module_suite(package: str, slug: str) -> Suite:
    suite = importlib.import_module(f"{package}.{slug}").SUITE
    assert isinstance(suite, Suite), f"{package}.{slug} has no SUITE"
    return suite
