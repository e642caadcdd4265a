"""What a submission is graded on: some suites, under a name."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache

import suites
from grader.records import Frozen, replace
from suites import Drive, Stage, Suite


class GradientPolicy(StrEnum):
    """The kind of gradients that earn all points."""

    BACKPROPAGATION = "backpropagation"
    """Gradients of backpropagation. Where they are proven to be others, a graph earns its forward pass."""
    ANY = "any"
    """All that are right."""


class SeedPolicy(StrEnum):
    """The side that sets the gradient of the output to 1."""

    CLASS = "class"
    """`backward()`, as asked for in the linear chain; elsewhere a class that expects it is accepted."""
    CALLER = "caller"
    """Whoever calls `backward()`: the engine does so before every pass of a class that does not."""


class SuiteSelection(Frozen):
    """The suites on which a submission is graded."""

    name: str
    suites: tuple[Suite, ...]
    gradients: GradientPolicy = GradientPolicy.BACKPROPAGATION
    seed: SeedPolicy = SeedPolicy.CLASS
    class_name: str = ""
    """The graded class of a submission; empty where its source says so, or that is found out."""
    keep_graph: bool = False
    """Whether a class that frees its graph in a pass, or refuses a second one, loses points for it."""

    @property
    def needs_backward(self) -> bool:
        """Whether a class is looked for that has `backward()`: also where nothing is played."""
        return not self.suites or any(suite.drive is not Drive.BY_HAND for suite in self.suites)


def _of(stage: Stage) -> Callable[[Suite], bool]:
    return lambda suite: suite.stage is stage


CHOICES: Mapping[str, Callable[[Suite], bool]] = {
    "full": lambda suite: suite.stage not in (Stage.STRESS, Stage.NETWORK),
    "core": lambda suite: suite.core,
    **{stage.value: _of(stage) for stage in Stage},
    "everything": lambda suite: suite.stage is not Stage.NETWORK,
}
"""The assignments that can be named, and which suites belong to each."""


def assignment(name: str) -> SuiteSelection:
    """The assignment of that name.

    Raises `KeyError` if there is none.
    """
    belongs = CHOICES[name]
    asked = suites.networks() if name == Stage.NETWORK else suites.load()
    return SuiteSelection(name, tuple(suite for suite in asked.values() if belongs(suite)))


def at_textbook_inputs(selection: SuiteSelection) -> SuiteSelection:
    """Return the same suites, played at the inputs that everybody can read, and at no others."""
    return replace(selection, suites=tuple(map(_at_textbook_inputs, selection.suites)))


@cache
def _at_textbook_inputs(suite: Suite) -> Suite:
    graphs = tuple(replace(graph, fresh=False, far=False) for graph in suite.graphs)
    return replace(suite, graphs=graphs)
