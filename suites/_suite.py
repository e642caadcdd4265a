"""What is asked of a student: `Suite` and `Graph`, the two words every suite file is written in."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cached_property

from msgspec import Struct, field

from suites._expression import parse
from suites._network import AskedNetwork
from suites._program import Program

Inputs = Mapping[str, float]

REPLACED_NODE = "p"
"""The node whose local rule is replaced, in graphs driven by our own rule."""


class Stage(StrEnum):
    """The assignment a suite belongs to. Courses build the class in these steps."""

    LOCAL_RULES = "local-rules"
    WHOLE_GRAPH = "whole-graph"
    OPERATIONS = "operations"
    TRAINING = "training"
    STRESS = "stress"
    NETWORK = "network"
    """Neurons, layers and networks on top of the class."""


class Drive(StrEnum):
    """How gradients are asked for."""

    BACKWARD = "backward"
    """The student's `backward()`."""
    BY_HAND = "by-hand"
    """Every `_backward` closure called by us, in every valid order."""
    OWN_RULE = "own-rule"
    """`backward()` through one node whose local rule was replaced by a made-up one."""
    WATCHED = "watched"
    """`backward()` while the numbers that come up in it are noted."""
    ORDINARY = "ordinary"
    """`backward()`, with gradients read between its functions."""
    MOVED = "moved"
    """`backward()` after the inputs were given other data."""
    NETWORK = "network"
    """The student's classes for neurons, layers and networks."""


class Convention(StrEnum):
    """A choice that is not a fault; gradients that follow it are accepted and it is reported."""

    RELU_AT_ZERO_IS_ONE = "relu-at-zero-is-one"
    """The derivative of relu at 0 is 1, where PyTorch has 0."""
    PASSES_COMPOUND = "passes-compound"
    """A second `backward()` on the same graph also passes on what the first left in the middle."""
    PASSES_RESET = "passes-reset"
    """Each pass starts by setting the gradients of its graph to zero."""
    LAST_OUTPUT = "last-output"
    """A second pass from an output that shares inputs leaves its own gradients only in what it reaches."""
    OUTPUT_NOT_STORED = "output-not-stored"
    """The output's own gradient, 1, is used and not stored in the output."""


RTOL, ATOL = 1e-6, 1e-6
"""The tolerances of most suites; `log(x + 1e-7)` is off by less, which near zero no relative one allows."""


def at(**inputs: float) -> tuple[Inputs, ...]:
    """Textbook inputs by name; of a sum of them, each is played."""
    return (inputs,)


class Graph(Struct, frozen=True, eq=False, dict=True):
    """A program with the textbook inputs it is played at."""

    text: str
    textbook: tuple[Inputs, ...]
    title: str = ""
    """The title that is shown in place of the text where the text is long."""
    points: int = 1
    fresh: bool = True
    """A flag: the graph is played on generic inputs too, drawn for each submission."""
    telling: bool = False
    """Its textbook inputs ask something that generic ones do not, so they are always played."""
    ranges: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """The least and the most that is drawn for an input; generic inputs are drawn where none is given."""
    equal: tuple[str, ...] = ()
    """Inputs that are drawn with equal data."""
    tolerates: tuple[Convention, ...] = ()
    seeds_itself: bool = False
    """The pass must seed the output; a gradient set by the caller beforehand does not count."""
    far: bool = False
    """A flag: the graph is played at large and tiny inputs too, where guards, clips and saturation show."""
    kink: bool = False
    """The textbook inputs stand where a derivative jumps: finite differences have no opinion."""
    network: AskedNetwork | None = None
    """The network that the graph is, and what is asked of it; the text is then what that computes."""

    @cached_property
    def program(self) -> Program:
        """The parsed text; parsed when it is first asked for, since most gradings need few of all graphs.

        Raises `GraphError` if the text is not in the language of `suites._expression`.
        """
        return parse(self.text, tuple(self.textbook[0]))

    @property
    def caption(self) -> str:
        """The text that a reader sees as the graph."""
        return self.title or self.text


class Suite(Struct, frozen=True, eq=False):
    """Graphs that ask one thing. The module's docstring is the suite's page."""

    title: str
    stage: Stage
    rank: int
    """Where it stands among the suites of its stage."""
    graphs: tuple[Graph, ...]
    core: bool = False
    """Part of the core assignment."""
    about: tuple[str, ...] = ()
    """Operations the suite is about: without them its graphs are *missing*, never worked around."""
    needs: tuple[str, ...] = ()
    """Suites without which this one has nothing new to say: where they fail, its failure is not told."""
    optional: bool = False
    """A class that lacks what the suite is about loses nothing."""
    drive: Drive = Drive.BACKWARD
    judges_every_node: bool = False
    """Gradients in the middle are asked for too, not only those of the inputs."""
    layouts: bool = True
    """A flag: graphs are played under several memory layouts where the order of a set can matter."""
    rtol: float = RTOL
    atol: float = ATOL
    slug: str = ""
    """The module's name; set when it is loaded."""

    @property
    def points(self) -> int:
        """The sum of its graphs' points."""
        return sum(graph.points for graph in self.graphs)


def network_graph(
    network: AskedNetwork, numbers: Sequence[float], *further: Sequence[float], title: str
) -> Graph:
    """The graph of what a network computes at these inputs, and near the first, where no neuron is flat."""
    first, *others = (dict(zip(network.inputs, each, strict=True)) for each in (numbers, *further))
    ranges = {name: _near(value) for name, value in first.items()}
    return Graph(network.text, (first, *others), title=title, ranges=ranges, network=network)


def _near(value: float) -> tuple[float, float]:
    """Return the range from which an input is drawn: its sign stays."""
    ends = (0.8 * value, 1.2 * value)
    return (min(ends), max(ends))
