"""The form of a fault: what every module in this folder is written in."""

from collections.abc import Callable, Mapping
from enum import Enum, IntEnum, auto
from typing import NamedTuple

from msgspec import field

from grader.records import Frozen


class Sample(NamedTuple):
    """One operation in one play."""

    operands: tuple[float, ...]
    result: float
    arriving: float
    """The gradient of the result."""
    nodes: tuple[int, ...]
    """The positions of the operands that are nodes."""
    received: tuple[float, ...]
    """The gradients of these nodes."""
    local: tuple[float, ...]
    """The right derivatives by them."""
    carrier: str = ""
    """The operation that took the result on; empty where the pass began at the result."""
    is_single: bool = False
    """Whether its numbers were rounded to single precision."""


class Formula(NamedTuple):
    """The number that an operand receives by a fault."""

    sent: Callable[[Sample, int], float]
    """The number, given a sample and the number of the operand."""
    operations: tuple[str, ...] = ()
    """Only in these operations; in any without."""
    operand: int | None = None

    def is_of(self, operation: str, operand: int) -> bool:
        """Whether this is a formula of that operand of that operation."""
        return (not self.operations or operation in self.operations) and self.operand in (None, operand)


class FaultSign(Enum):
    """A thing that was seen, whatever caused it."""

    # Of what an operation, or Python, said.
    RETURNS_NONE = auto()
    RETURNS_NO_NODE = auto()
    NO_METHOD = auto()
    """The class has no method for an operation."""
    NO_REFLECTED_METHOD = auto()
    """It has none for a plain number on the left."""
    NUMBER_REFUSED = auto()
    """An operation asked a plain number for what only a node has."""
    NODE_ADDED_TO_A_NUMBER = auto()
    """A rule added a node to a gradient that is a number."""
    UNHASHABLE = auto()
    """A set or a dictionary refused a node."""
    CALLS_ITSELF = auto()
    """An operation with a plain number on the left comes back to itself."""
    RECURSES = auto()
    """A function calls itself on any graph, and no call ends."""
    TOO_DEEP = auto()
    """A chain is deeper than Python's recursion."""
    LOOPS = auto()
    MANY_PATHS = auto()
    """Only graphs with very many paths took too long."""
    RAISES = auto()
    """An exception of which no more is known."""
    NO_RULE_CALLED = auto()
    """The pass called what stands for no rule as if it were one."""

    # Of the numbers of a whole file.
    ONLY_TEXTBOOK_RIGHT = auto()
    OWN_RULE_IGNORED = auto()
    """A rule of ours changed nothing, and yet gradients are exact."""
    NEARLY_RIGHT = auto()
    """Gradients are off by as much as a difference with a small step is."""

    # Of the order in which rules ran.
    WRONG_ORDER = auto()
    """A rule ran before all of its node's gradient had arrived."""
    TRACED_ORDER = auto()
    """Gradients reach the inputs, in numbers that only this order gives."""
    RUNS_EARLY = auto()
    FROM_THE_INPUTS = auto()
    SET_ORDER = auto()
    """A graph has other gradients in another layout of its sets."""
    EQUAL_NODES = auto()
    """Graphs are wrong where nodes hold equal numbers, and only there."""
    LATER_PASS = auto()
    """One pass is right, and a later one is not."""
    RUNS_AGAIN = auto()
    RESET_IN_A_PASS = auto()
    NO_SEED = auto()
    """The output's gradient is 0 when its rule runs."""
    SEEDS_MORE = auto()
    """More than the output begins with a gradient."""
    NOT_RESET = auto()
    DOES_NOT_RUN = auto()
    """A rule that wrote nothing did not run."""
    NOT_REACHED = auto()
    """The rule of an operation ran for one node, and not for another."""
    NOTHING_RUNS = auto()
    """A pass wrote no gradient but its output's."""
    MIDDLE_MISSING = auto()
    """The inputs and the output have their gradients, and nodes between them have none."""

    # Of one operation alone.
    WRONG_DATA = auto()
    SWAPPED_DATA = auto()
    """The data is that of swapped operands."""
    OPERAND_CHANGED = auto()
    DATA_CHANGED = auto()
    """The backward pass left other data behind."""
    NOTHING_ARRIVES = auto()
    """No operand receives anything."""
    NOTHING_BELOW = auto()
    """An operand's own operands receive nothing."""
    OPERAND_RULE_REPLACED = auto()
    """Nothing below either, but because an operand's rule is gone."""
    NO_RULE = auto()
    SENT_ELSEWHERE = auto()
    ONE_NODE = auto()
    """Where one node is both operands, one of two contributions is lost."""
    LAST_USE_KEPT = auto()
    """A rule works with what the operand's last use stored, not with what its own operation did."""
    REPLACED = auto()
    """A write replaced what another had stored."""
    SHARED_ARRAY = auto()
    SENDS_NOTHING = auto()
    """One operand receives nothing."""
    SENDS_TWICE = auto()
    NEGATED = auto()
    LOCAL_ALONE = auto()
    """The local derivative was added without the upstream gradient."""
    UPSTREAM_ALONE = auto()
    """An operand of a product received the upstream gradient as it is."""
    FACTORS_ADDED = auto()
    """The two factors were added."""
    DATA_AS_FACTOR = auto()
    OTHER_GRADIENT = auto()
    """A rule worked with a gradient that is not its node's."""
    FACTORS_MIXED_UP = auto()
    """A factor is the operand's own gradient, or the data that belongs there is not."""
    NOT_ALL_MULTIPLIED = auto()
    """The upstream gradient multiplies only a part of the local derivative."""

    # Of a network and its training.
    WITHOUT_BIAS = auto()
    """The bias of a neuron has no effect on its output."""
    LAYER_WITHOUT_EFFECT = auto()
    """No parameter of a layer has an effect on the output of the network."""
    DRAWN_ANEW = auto()
    """Each call of a network draws other weights."""
    SHARED_WEIGHTS = auto()
    """One object plays the part of several weights."""
    PARAMETERS_MISSING = auto()
    """A weight or bias is not among the parameters that are returned."""
    PARAMETERS_TWICE = auto()
    """One is among them several times."""
    APPLIED_TWICE = auto()
    """The outputs are those of neurons that apply their function twice."""
    OUTPUT_NOT_NEGATIVE = auto()
    """The output is 0 where it should be negative."""
    NEVER_BENDS = auto()
    """The output of two layers depends on the product of their weights alone: no function is between them."""
    NETWORK_NOT_RESET = auto()
    """A parameter has a gradient after all gradients were cleared."""
    CLEARED_BEFORE_STEP = auto()
    """Training clears the gradients between its pass and its step."""
    NEVER_BACKWARD = auto()
    """Training makes its step, and nothing goes backward."""
    STEPS_UP = auto()
    """A step adds what it should subtract."""
    STEP_WITHOUT_EFFECT = auto()
    """A step leaves the number of a parameter as it was, or puts no number in its place."""
    STEP_INCOMPLETE = auto()
    """A step moves some parameters as it should, and leaves others as they were."""
    LOSS_NOT_MEAN = auto()
    """The loss is larger than the mean by a constant factor."""


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
