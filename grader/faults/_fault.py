"""The form of a fault: what every module in this folder is written in."""

from collections.abc import Callable, Mapping
from enum import Enum, IntEnum, auto
from typing import NamedTuple

from msgspec import field

from grader.faults._formula import Formula
from grader.faults._sign import FaultSign
from grader.records import Frozen


class Layer(IntEnum):
    """Where in the work of a class a fault sits. Lower ones are looked at first."""

    CONTRACT = 0
    """Names, signatures, what is returned."""
    FORWARD = 1
    """The data of results, and the graph that is recorded."""
    SEED = 2
    TRAVERSAL = 3
    """The order in which nodes are visited, and how often."""
    STATE = 4
    """The state that is reset, and what survives."""
    RULE = 5
    """The share of each operand."""
    UNARY = 6
    """The share through one function."""
    REFLECTED = 7
    """Plain numbers, on the left above all."""
    METHOD = 8
    """The method: it is no backpropagation at all."""
    NETWORK = 9
    """Neurons, layers and networks on top of the class, and their training."""


class Replace(NamedTuple):
    """An edit of the reference's source text: each `old`, which must be there, becomes `new`."""

    old: str
    new: str
    inside: str = ""
    """The function in which; everywhere without."""
    endless: bool = False
    """No pass comes to its end with it: it is made and shown, and never run by us."""


def instead_of(old: str, *, inside: str = "") -> Callable[[str], tuple[Replace]]:
    """Return the function that gives the edit which puts a text in the place of `old`."""
    return lambda new: (Replace(old, new, inside),)


class Says(IntEnum):
    """How much it says of the cause that an edit helps. Edits that say more are tried and believed first."""

    SHOWN = 0
    """Something that is wrong as it stands makes way, such as a seed that is a number other than 1."""
    THIS = 1
    """It undoes this fault and no other."""
    PLACE = 2
    """It puts the right thing there, whatever was there before."""
    ONE_OF = 3
    """It undoes several faults; what was seen decides between them."""
    ALL = 4
    """It writes a whole pass, or a whole order."""


class Undoing(NamedTuple):
    """A rewrite of the harness that undoes a fault."""

    rewrite: str
    detail: str | None = None
    """Only where the source shows this; in any case without."""
    operations: tuple[str, ...] = ()
    """Only in these operations; in any without."""
    operand: int | None = None
    says: Says = Says.THIS
    needs_its_exception: bool = False
    """Whether it undoes this fault only where Python raised one of its exceptions."""

    @property
    def precedence(self) -> tuple[bool, bool, bool]:
        """Return how narrow it is: of two faults that an edit may undo, it is the narrower one's."""
        return self.detail is not None, self.operand is not None, bool(self.operations)


class Exceptional(NamedTuple):
    """An exception that says which fault it is."""

    type: str
    messages: tuple[str, ...] = ()
    """Pieces, one of which its message has; any message without."""

    def is_of(self, kind: str | None, message: str) -> bool:
        """Whether an exception is of the kind and has a message that this fault leads to."""
        is_said = not self.messages or any(piece in message for piece in self.messages)
        return kind == self.type and is_said


class FaultPlace(Enum):
    """The place of a fault that is known by what an operation does, and by no line."""

    RULE = auto()
    """The lines of the operation's backward rule."""
    HEAD = auto()
    """The head of the function that does the operation."""
    NUMBER = auto()
    """The line that makes the result: that computes its data."""
    CLASS = auto()
    """The class, which lacks something."""


class Tie(Enum):
    """Groups of faults whose numbers cannot be told from each other's."""

    NOTHING_SENT = auto()
    METHOD = auto()
    SEED = auto()
    LAST_FIRST = auto()


class Hunted(NamedTuple):
    """The faulty class by which fault hunts show a fault."""

    example: str
    """The name of one of the fault's examples."""
    is_usual: bool = False
    """Whether hunts have it for which nobody chose others."""


class Fault(Frozen):
    """One misconception. The module's docstring is its page: What happens, Why, Fix."""

    title: str
    """Sentence case, at most 60 characters, no full stop: `Gradient overwritten instead of accumulated`."""
    layer: Layer
    hints: tuple[str, str, str]
    """Three rungs: what to compare, where to look, what the cause is. The fourth is the repair itself."""
    examples: Mapping[str, tuple[Replace, ...]] = field(default_factory=dict)
    """The slip made in the reference, by place: `everywhere`, `*`, ... Empty where it is none of code."""
    network_examples: Mapping[str, tuple[Replace, ...]] = field(default_factory=dict)
    """The slip made in the reference's network, by what was done."""
    undone_by: tuple[Undoing, ...] = ()
    ruled_out_by: tuple[str, ...] = ()
    """Details of edits: where one of these is possible, it is not this fault, whatever the numbers say."""
    signs: tuple[FaultSign, ...] = ()
    """Its signs in what was seen."""
    is_always_seen: bool = False
    """Whether a sign of it is there whenever it is: without one, an edit that undoes it says nothing."""
    raised: tuple[Exceptional, ...] = ()
    sends: tuple[Formula, ...] = ()
    """The formulas of what an operand receives by it."""
    place: FaultPlace = FaultPlace.RULE
    is_habit: bool = False
    """Whether the same slip in several operations is one finding: it was made once, in the mind."""
    is_drawn: bool = True
    """Whether a small graph shows it."""
    frequency: int = 0
    """Repositories of a survey of 188 that had it at some time: what is likelier comes first."""
    shown_by: tuple[str, ...] = ()
    """Graphs of `a` and `b` that show just this; where there are none, any small graph that fails."""
    tie: Tie | None = None
    hunted: Hunted | None = None
    """None: no hunt has it, because its numbers depend on more than the graph, or are another fault's."""
    slug: str = ""
    """The module's name; set when it is loaded."""
