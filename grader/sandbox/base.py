"""The protocol of a sandbox, and everything that crosses its wall.

Into it go a submission and jobs: operation lists with inputs, never an expected value. Out of it
come observations: float64 values a node, or what went wrong as bounded data.
"""

import unicodedata
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from enum import IntEnum, StrEnum
from typing import Annotated, Literal, NamedTuple, Protocol

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from suites import Graph, Suite


class Level(StrEnum):
    """What a sandbox is made of, from the strongest down."""

    OWN_KERNEL = "E5"
    """A hardened container with a kernel of its own (gVisor), and in it the system-call filter."""
    CONTAINED = "E4"
    """A hardened container, and in it the system-call filter."""
    ENCLOSED = "E3"
    """System-call filter, Landlock and namespaces."""
    LOCKED = "E2"
    """System-call filter and Landlock."""
    FILTERED = "E1"
    """System-call filter alone: still no file, no network, no process."""
    TRUSTED = "E0"
    """Nothing. For one's own file, when one says so."""


class Source(NamedTuple):
    """A submission: its bytes and the name it came under."""

    name: str
    content: bytes
    definitions_only: bool = False
    """Leave out top-level code that calls or loops: it did not come to an end before."""

    @property
    def is_notebook(self) -> bool:
        """Whether it is to be read as a Jupyter notebook."""
        return self.name.lower().endswith(".ipynb")

    @property
    def needs_numpy(self) -> bool:
        """Whether it could import numpy; a zygote that has it takes longer."""
        return b"numpy" in self.content


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


class Status(IntEnum):
    """How a play went, as the harness says it."""

    ANSWERED = 0
    MISSING = 1
    FORWARD_ERROR = 2
    BACKWARD_ERROR = 3
    NOT_APPLICABLE = 4


class Kind(IntEnum):
    """What stood where a number was expected. Those from `ABSENT` on are not numbers."""

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
        return self < Kind.ABSENT


def printable(text: str) -> str:
    """Text of a student's with everything that could move a cursor or reorder a line escaped."""
    return "".join(c if c in "\n\t" or _stays_in_place(c) else f"\\x{ord(c):02x}" for c in text)


def _stays_in_place(character: str) -> bool:
    category = unicodedata.category(character)
    return category[0] != "C" and category not in {"Zl", "Zp"}


Text = Annotated[str, Field(max_length=4000), AfterValidator(printable)]
Word = Annotated[str, Field(max_length=80), AfterValidator(printable)]
Line = Annotated[int, Field(ge=0, le=10_000_000)]
Number = Annotated[float, Field(allow_inf_nan=False)]


class _Told(BaseModel):
    """Strict and bounded: the harness shares its process with a student's code."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class ClassPlace(_Told):
    """A class of the submission and where its first method begins."""

    name: Text
    line: Line | None = None
    cell: Line | None = None
    of: Text | None = None


class Problem(_Told):
    """What went wrong in a student's code, and where."""

    kind: Literal[
        "empty", "null-byte", "encoding", "notebook", "syntax", "no-class", "two-classes", "exception",
        "memory", "recursion", "exit", "missing", "wrong-result", "no-closures", "closures-take-arguments",
        "closures-not-local",
        "time", "wall", "output", "crash", "protocol", "budget",
    ]  # fmt: skip
    type: Text | None = None
    message: Text | None = None
    line: Line | None = None
    cell: Line | None = None
    function: Text | None = None
    operation: Text | None = None
    classes: tuple[ClassPlace | Text, ...] | None = Field(default=None, max_length=10, strict=False)
    signal: Annotated[int, Field(ge=1, le=64)] | None = None


class OwnRule(_Told):
    """How a class took a made-up local rule: whether it called it, and how its work grows."""

    called: bool
    growth: Number | None = None


class Note(_Told):
    """What had to be adapted to the class."""

    kind: Literal[
        "class-name", "data-name", "gradient-name", "backward-name", "method", "function", "numbers-wrapped",
        "worked-around", "leaf-class", "caller-seeds", "backward-takes-gradient", "type",
    ]  # fmt: skip
    name: Text | None = None
    operation: Text | None = None


class Place(_Told):
    """A line of the submission that is being run."""

    line: Line
    cell: Line | None = None
    function: Text | None = None


class Offer(_Told):
    """Something that could be done to the submission's source, and where."""

    rewrite: Word
    line: Line | None = None
    cell: Line | None = None
    function: Text | None = None
    column: Line | None = None
    end_column: Line | None = None
    operation: Word | None = None
    operand: Literal[0, 1] | None = None
    detail: Word = ""
    whole: bool = False
    """Replaces a whole body: it can show the place, not the cause."""
    group: Word = ""
    """Offers that undo one slip in many places have one group."""


class Offers(_Told):
    """Everything that could be done to a submission's source, and where its class is defined."""

    offers: tuple[Offer, ...] = Field(default=(), max_length=1000, strict=False)
    defined: Place | None = None


class Shown(_Told):
    """An edit that was carried out, as source text."""

    was: Text
    now: Text


class Edited(_Told):
    """The edits of a repaired submission."""

    edits: tuple[Shown, ...] = Field(max_length=100, strict=False)


class WriteTold(_Told):
    """A number of a node was set while a play was watched."""

    node: Line
    gradient: bool
    old: Number | None
    new: Number | None
    during: Line | None = None
    line: Line | None = None
    cell: Line | None = None
    function: Text | None = None


class Traced(_Told):
    """The writes of one play, in order."""

    number: Line
    writes: tuple[WriteTold, ...] = Field(max_length=1000, strict=False)


class Loaded(_Told):
    """What became of the submission's source."""

    problem: Problem | None = None
    error: Problem | None = None
    absent: tuple[Text, ...] = Field(default=(), max_length=50, strict=False)
    found: ClassPlace | None = Field(default=None, alias="class")
    backward: Text | None = None
    closures: Text | None = None
    notes: tuple[Note, ...] = Field(default=(), max_length=50, strict=False)


class Done(_Told):
    """The end of a job."""

    notes: tuple[Note, ...] = Field(default=(), max_length=100, strict=False)


class Readings(NamedTuple):
    """One number and one kind a node, in the order of `Program.nodes`."""

    values: tuple[float, ...]
    kinds: bytes


NO_READINGS = Readings((), b"")


class Observation(NamedTuple):
    """What one play gave: three readings a node, or a problem."""

    status: Status
    made: Readings = NO_READINGS
    """Data right after the node was made."""
    data: Readings = NO_READINGS
    """Data at the end."""
    gradients: Readings = NO_READINGS
    problem: Problem | None = None
    own_rule: OwnRule | None = None


Seen = Callable[[int, Observation], None]
"""Takes a play's position in its job, and what it gave. A play that was not reached is not seen."""


SeenTrial = Callable[[int, int, Observation], None]
"""Takes the number of a trial, a play's position, and what it gave."""


class Run(Protocol):
    """One submission in one child."""

    @property
    def loaded(self) -> Loaded:
        """What became of its source."""

    @property
    def notes(self) -> tuple[Note, ...]:
        """What had to be adapted so far."""

    @property
    def printed(self) -> str:
        """The beginning of what it printed."""

    def play(self, plays: Sequence[Play], seen: Seen, *, careful: bool = False) -> Problem | None:
        """Play in order, and hand on each observation as it comes; why the child is gone, if it is.

        With `careful`, each answer is sent before the next play begins.
        """

    def survey(self) -> Offers:
        """What could be done to the source; nothing if the child ended over it."""

    def try_edits(
        self, trials: Sequence[Sequence[int]], plays: Sequence[Play], seen: SeenTrial
    ) -> Problem | None:
        """Play the same plays with each of these sets of offers carried out, as `play` does."""

    def play_edited(
        self, edits: Sequence[int], plays: Sequence[Play], seen: Seen
    ) -> tuple[Shown, ...] | None:
        """Load the source anew with these offers carried out, and play; the edits as source text.

        None where it does not load, or the child ended.
        """

    def trace(self, plays: Sequence[Play]) -> tuple[tuple[WriteTold, ...], ...]:
        """The writes of each play; fewer if the child ended over one."""


class Room(Protocol):
    """Where the children of one submission run, one at a time."""

    def open(
        self, source: Source, *, needs_backward: bool, seconds: float | None = None
    ) -> AbstractContextManager[Run]:
        """Load a submission in a fresh child, which has so many seconds in all, or as many as any.

        Raises:
            SandboxUnavailable: if there is nothing to run it in.
            HarnessProtocolError: if the sandbox itself does not answer.
        """


class Sandbox(Room, Protocol):
    """Runs submissions where they can do no harm. As a room, it is another one for each child."""

    @property
    def level(self) -> Level:
        """What it is made of."""

    def room(self, source: Source) -> AbstractContextManager[Room]:
        """Room for everything that is to be run of one submission; may wait until there is some.

        Raises:
            SandboxUnavailable: if there is none.
            SelfTestFailed: if it is not safe.
        """

    def prove(self) -> dict[str, bool]:
        """Each property of the sandbox, and whether it was proven just now."""

    def close(self) -> None:
        """End every process of it."""
