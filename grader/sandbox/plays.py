"""What goes into a sandbox, and what one play of it gives: numbers, or what went wrong."""

from collections.abc import Callable
from enum import IntEnum
from typing import NamedTuple

from grader.records import Frozen
from grader.sandbox.imports import Imports, imports_for
from grader.sandbox.replies import NetworkSeen, OwnRule, Problem, SecondUse, Watched
from suites import Graph, Suite

try:  # as `random` does: `hashlib` loads all of OpenSSL for it
    from _sha256 import sha256  # type: ignore[import-not-found]
except ImportError:  # a later Python
    from hashlib import sha256


class Source(NamedTuple):
    """A submission: its bytes and the name it came under."""

    name: str
    content: bytes
    definitions_only: bool = False
    """Leave out what its class does not depend on: it did not come to an end, or is not needed again."""
    again: bool = False
    """It was loaded before, to its end: however long that takes, it comes to its end."""
    counted: bool = False
    """Count the steps of its top-level code, and say which loop does not end."""
    caller_seeds: bool = False
    """The gradient of the output is set before a pass where the class does not do so: it need not."""
    may_not_record: bool = False
    """No gradient came of it: look for a flag or a switch that makes its class record."""
    reference: str = ""
    """The text of a right class that takes the place of its own; empty where its own is graded."""
    class_name: str = ""
    """The graded one of its classes; empty where that is found out."""
    of_networks: bool = False
    """Look for edits of its classes for networks, of its loss and of its step; not of the graded class."""

    @property
    def sha256(self) -> str:
        """Return the digest of its bytes."""
        return str(sha256(self.content).hexdigest())

    @property
    def is_notebook(self) -> bool:
        """Whether it is to be read as a Jupyter notebook."""
        return self.name.lower().endswith(".ipynb")

    @property
    def imports(self) -> Imports:
        """The modules that are imported before it."""
        return imports_for(self.content)


class Layout(NamedTuple):
    """A seeded order of every set of nodes, or its reverse."""

    seed: int
    reverse: bool


class Play(NamedTuple):
    """One graph, played once."""

    suite: Suite
    graph: Graph
    inputs: tuple[float, ...]
    layout: Layout | None = None
    order: tuple[str, ...] = ()
    """The nodes in the order in which their closures are called, for graphs driven by hand."""


class PlayStatus(IntEnum):
    """How a play went, as the harness says it."""

    ANSWERED = 0
    MISSING = 1
    FORWARD_ERROR = 2
    BACKWARD_ERROR = 3
    NOT_APPLICABLE = 4


class ValueKind(IntEnum):
    """The kind of what stood where a number was expected. Those from `ABSENT` on are not numbers."""

    FLOAT = 0
    INT = 1
    FLOAT_SUBCLASS = 2
    ARRAY = 3
    NODE = 4
    SINGLE = 5
    """A number in single precision."""
    ABSENT = 10
    NONE = 11
    BOOL = 12
    COMPLEX = 13
    GIANT = 14
    OTHER = 15
    RAISED = 16

    @property
    def is_number(self) -> bool:
        """Whether the reading's number counts."""
        return self < ValueKind.ABSENT


class Readings(Frozen):
    """One number and one kind a node, in the order of `Program.nodes`."""

    values: tuple[float, ...]
    kinds: bytes

    @property
    def received(self) -> tuple[float, ...]:
        """Return gradients as sums of what arrived: None, which many classes begin with, is 0."""
        return tuple(
            0.0 if kind == ValueKind.NONE else value
            for value, kind in zip(self.values, self.kinds, strict=True)
        )


NO_READINGS = Readings((), b"")


class Observation(Frozen):
    """The outcome of one play: three readings a node, or a problem."""

    status: PlayStatus
    forward: Readings = NO_READINGS
    """Data right after the node was made."""
    data: Readings = NO_READINGS
    """Data at the end."""
    gradients: Readings = NO_READINGS
    problem: Problem | None = None
    own_rule: OwnRule | None = None
    watched: Watched | None = None
    second_use: SecondUse | None = None
    network: NetworkSeen | None = None

    @property
    def is_single(self) -> bool:
        """Whether some of its numbers are in single precision."""
        return ValueKind.SINGLE in self.forward.kinds or ValueKind.SINGLE in self.gradients.kinds


Seen = Callable[[int, Observation], None]
"""Takes a play's position in its job, and what it gave. A play that was not reached is not seen."""

SeenCandidate = Callable[[int, int, Observation], None]
"""Takes the number of a candidate, a play's position, and what it gave."""
