"""What the diagnosis says, as ids and data: the cause, the place, how sure, and what shows it.

Nothing here decides about points, and nothing here is a sentence: any language can tell it.
"""

from enum import StrEnum
from typing import Annotated, Literal

from msgspec import Meta

from grader.compare import Quantity
from grader.records import Record
from grader.sandbox.replies import Loop


class Certainty(StrEnum):
    """How sure a cause is."""

    PROVEN = "proven"
    """Undoing exactly this in the submission makes what failed right, on inputs it never saw; or a loop
    came back to a state in which it had been, so that it can never end."""
    LIKELY = "likely"
    """The fault fits what was seen; it could not be undone by an edit, or not alone, or only by one that
    would undo other causes as well."""
    UNKNOWN = "unknown"
    """Nothing we know explains what was seen."""


class Where(Record):
    """The place of a cause in the submission."""

    operation: str | None = None
    """`+`, `tanh`, ... where it is in one operation."""
    operand: int | None = None
    """0 or 1, where it is in the contribution of one operand."""
    function: str | None = None
    """The function or method the line is in."""
    line: int | None = None
    """The line; of missing code, that of the `def` or `class` it is missing in."""
    cell: int | None = None
    column: int | None = None
    """Counted from 0 in characters, as `end_column`; both None for the whole line."""
    end_column: int | None = None


class Edit(Record, kw_only=True):
    """One edit of a repair, as source text. Shown only where the instructor allows the last hint."""

    line: int | None
    cell: int | None = None
    was: str
    """Empty where something is put in."""
    now: str
    """Empty where something is taken out."""


class Write(Record):
    """A number of a node was set during a play."""

    node: str
    """Its name in `Explained.nodes`."""
    quantity: Quantity
    old: float | None
    new: float | None
    line: int | None = None
    cell: int | None = None
    function: str | None = None
    during: str | None = None
    """The node whose rule was at work, where that is known."""
    step: int | None = None
    """The step of the graph that did it, from 0; None of an input, or where rules are called by hand."""


class Agreement(Record):
    """How many wrong numbers are exactly what the cause predicts."""

    agreed: int
    of: int


LONGEST_TYPE, LONGEST_MESSAGE, LONGEST_GRAPH = 80, 300, 200
"""Characters of an exception, and of the graph that raised it."""


class Raised(Record):
    """An exception of the submission's own: its words are the student's, cut and made printable."""

    type: Annotated[str, Meta(max_length=LONGEST_TYPE)]
    message: Annotated[str, Meta(max_length=LONGEST_MESSAGE)] = ""
    line: int | None = None
    cell: int | None = None
    function: str | None = None
    graph: str = ""
    """The smallest graph that raised it; empty where it is too long to show."""


class Evidence(Record):
    """The evidence for a cause: three kinds, each on its own."""

    writes: tuple[Write, ...] = ()
    """Writes that show it, as when a gradient is replaced."""
    predicted: Agreement | None = None
    source: bool = False
    """The source text has the form of this fault at this place."""
    repaired: int = 0
    """How many graphs that failed came out right with the repair, on fresh inputs."""
    loop: Loop | None = None
    """The loop that does not end, and what was seen of it."""
    raised: Raised | None = None
    """The exception that stopped it."""


class Alternative(Record):
    """Another cause that the evidence cannot tell apart, and what would."""

    fault: str
    where: Where = Where()
    experiment: str = ""
    """The id of the experiment that decides."""


class NodeExplained(Record):
    """A node of the graph that is explained: what it must hold, and what it held."""

    name: str
    text: str
    """The text that a reader sees for it: its name, or its expression."""
    op: str | None
    """None for an input."""
    operands: tuple[str | float, ...]
    """Names of nodes, and plain numbers."""
    data: float
    gradient: float
    data_got: float | None = None
    """None where there was no number."""
    gradient_got: float | None = None
    wrong_data: bool = False
    wrong_gradient: bool = False


class Contribution(Record):
    """The part that one use of a node adds to its gradient: `local * arriving`."""

    node: str
    consumer: str
    slot: int
    """The operand of the consumer that it is."""
    local: float
    arriving: float
    """The consumer's right gradient."""
    value: float
    kept: bool | None
    """Whether it is in what the node held; None where that cannot be told."""


class PathExplained(Record):
    """One path from the output down to a node, and the product along it."""

    nodes: tuple[str, ...]
    """The nodes from the node up to the output."""
    value: float
    kept: bool | None


class CallKind(StrEnum):
    """A call of a graph behind its forward pass."""

    BACKWARD = "backward"
    ZERO_GRAD = "zero_grad"
    CLEAR = "clear"
    """`a.grad = 0`, by the graph itself."""


class Call(Record):
    """A pass or a reset."""

    kind: CallKind
    node: str
    step: int
    """The number of this step of the graph, counted from 0, as in its writes."""


class Explained(Record):
    """One graph, from contribution to contribution."""

    graph: str
    """Lines that can be pasted behind the class."""
    root: str
    nodes: tuple[NodeExplained, ...]
    calls: tuple[Call, ...] = ()
    """Passes and resets, in order; empty in reports that did not tell."""
    contributions: tuple[Contribution, ...] = ()
    """The contributions to nodes whose gradient is wrong, consumer by consumer."""
    paths: tuple[PathExplained, ...] = ()
    """The paths of the first wrong input, where they are few enough to list."""
    writes: tuple[Write, ...] = ()
    """The writes of the submission, in order."""
    right_writes: tuple[Write, ...] = ()
    """The writes that adding contributions in a right order does."""
    stopped: bool = False
    """Whether an exception ended it: then nothing is known but what was written before."""
    others_repaired: bool = False
    """Whether it was played with all other causes repaired: without that, no graph shows this one alone."""
    varies: bool = False
    """Whether its numbers depend on the order of a set: they differ from run to run, and this is one."""
    suite: str = ""
    """The suite whose failed graph this one was made from; empty in reports that did not tell."""


class Finding(Record):
    """One cause: a fault with its certainty, place and evidence."""

    fault: str
    """The name of a module in `grader.faults`, or `unknown`."""
    certainty: Certainty
    where: Where = Where()
    also: tuple[Where, ...] = ()
    """The places of the same slip in further operations: the first in each."""
    everywhere: bool = False
    """Whether the slip is in every operation; `where` is the first."""
    evidence: Evidence = Evidence()
    repair: tuple[Edit, ...] = ()
    explains: tuple[str, ...] = ()
    """Suites whose failure it explains."""
    alternatives: tuple[Alternative, ...] = ()
    explained: Explained | None = None
    """The smallest graph that shows it."""


MOST_TRIED = 8
"""Edits that a report has."""


class Tried(Record):
    """An edit that the diagnosis tried, and what it mended: why a fault was named, and not another."""

    fault: str
    """The fault that it undoes, `unknown` where none is known for it."""
    where: Where
    mended: int
    """How many small graphs that failed came out right with this edit alone."""
    of: int
    """How many it was tried on; 0 where it helps only with others."""
    places: int = 1
    """The places in which the same is edited."""
    chosen: bool = False
    """Whether it repairs the submission, and a finding is named after it."""


DiagnosisStatus = Literal["done", "nothing", "cut_short", "failed"]
"""`nothing`: nothing had to be explained. `cut_short`: there may be more causes, for which there was no time.
`failed`: our engine stopped; points are not touched."""


class Diagnosis(Record):
    """All causes, the first to look at first."""

    status: DiagnosisStatus = "done"
    findings: tuple[Finding, ...] = ()
    tried: Annotated[tuple[Tried, ...], Meta(max_length=MOST_TRIED)] = ()
    """The edits that were tried: those that repair it, then those that mended most. They say what to repair,
    so they are shown with the last hint only."""
