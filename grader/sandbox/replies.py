"""What a child says of a submission, as strict and bounded records: its words are not trusted."""

import builtins
import re
import unicodedata
from enum import StrEnum
from typing import Annotated, Literal, TypeVar

from msgspec import Meta, field

from grader.records import Record, replace

_Record = TypeVar("_Record", bound=Record)

_LONGEST_TEXT = 4000


def printable(text: str) -> str:
    """Text of a student's with everything that could move a cursor or reorder a line escaped."""
    if text.isprintable():
        return text
    return "".join(c if c in "\n\t" or _stays_in_place(c) else f"\\x{ord(c):02x}" for c in text)


def _stays_in_place(character: str) -> bool:
    category = unicodedata.category(character)
    return category[0] != "C" and category not in {"Zl", "Zp"}


def printable_record(record: _Record) -> _Record:
    """Return a record with every text in it made printable, and cut where that makes it too long."""
    return replace(record, **{name: _printable(getattr(record, name)) for name in record.__struct_fields__})


def _printable(value: object) -> object:
    if isinstance(value, str) and not isinstance(value, StrEnum):
        return printable(value)[:_LONGEST_TEXT]
    if isinstance(value, tuple):
        return tuple(map(_printable, value))
    return printable_record(value) if isinstance(value, Record) else value


Text = Annotated[str, Meta(max_length=_LONGEST_TEXT)]
Word = Annotated[str, Meta(max_length=80)]
Line = Annotated[int, Meta(ge=0, le=10_000_000)]
Number = float
"""A number of a child: JSON has no infinity and no NaN."""
FunctionLine = tuple[Line, Line | None]
"""Where a function begins, and in which cell."""


class ClassPlace(Record):
    """A class of the submission and where its first method begins."""

    name: Text
    line: Line | None = None
    cell: Line | None = None
    of: Text | None = None


class ClassPart(Record):
    """A function or method that a course asks for, or the rule in it, as it stands in the source."""

    operation: Word
    """The id of an operation, `constructor` or `backward()`; of a rule `rule of *`."""
    name: Word
    of: Word | None
    """The class it is in; None for a function of the module."""
    line: Line
    """The line of its body, if that is empty; else the first line."""
    cell: Line | None
    is_written: bool
    inside: Word = ""
    """The method it is indented into, so that the class does not have it; empty where it has."""


class Outline(Record):
    """The classes and functions in the syntax tree of a submission; sent before any of it runs."""

    classes: Annotated[tuple[Word, ...], Meta(max_length=2_000)]
    functions: Annotated[tuple[FunctionLine, ...], Meta(max_length=2_000)]
    makes: bool
    """Whether it makes a class by a call, whatever its name, or renames one."""
    computes: bool
    """Whether it defines an operation, such as `__add__`."""
    parts: Annotated[tuple[ClassPart, ...], Meta(max_length=300)] = ()


class Loop(Record, kw_only=True):
    """A loop that did not end, and what was seen of it while its rounds were counted."""

    kind: Literal["while", "for", "comprehension"]
    line: Line
    last: Line
    """The last line of its body."""
    cell: Line | None = None
    function: Text
    how: Literal["same", "kept", "grows", "refilled", "away", "no-exit", "cycles", "repeats"] | None = None
    """Why it does not end: what its condition looks at stays the `same`; a list it goes through or must
    empty is `kept` as long as it is, `grows`, or is `refilled`; a number moves `away` from its end; it
    has `no-exit`; what its condition depends on `cycles`; or everything `repeats`."""
    name: Word | None = None
    """The name of the variable that the text is about."""
    repeats: bool = False
    """Whether everything that the loop can see was once more as it had been: it goes on for ever."""


class ProblemKind(StrEnum):
    """The kind of a problem: in a file, in a class, in a play, or with the child that played it."""

    EMPTY = "empty"
    NULL_BYTE = "null-byte"
    ENCODING = "encoding"
    NOTEBOOK = "notebook"
    FILE_TYPE = "file-type"
    """It is neither Python nor a notebook, or has the name of the other."""
    SYNTAX = "syntax"

    NO_CLASS = "no-class"
    TWO_CLASSES = "two-classes"

    EXCEPTION = "exception"
    MEMORY = "memory"
    RECURSION = "recursion"
    EXIT = "exit"
    MISSING = "missing"
    """The class does not have the operation."""
    WRONG_RESULT = "wrong-result"
    NO_CLOSURES = "no-closures"
    CLOSURES_TAKE_ARGUMENTS = "closures-take-arguments"
    CLOSURES_NOT_LOCAL = "closures-not-local"
    GRAPH_FREED = "graph-freed"
    """A pass lets go of its graph, or refuses a second one."""
    GRAPH_NOT_KEPT = "graph-not-kept"
    """A pass lets go of its graph, and the assignment asks for one that stays."""
    UNCLEARED = "uncleared"
    """Nobody can set gradients to 0."""
    LAST_NODE_ONLY = "last-node-only"
    """A pass takes no output: it begins at the node that was made last."""
    NETWORK_UNSEEN = "network-unseen"
    """A part of a network is written in a way that nothing can be said of it."""
    NETWORK_IN_LOOP = "network-in-loop"
    """The part that is asked for stands in a training loop, and is no function that could be called."""

    TIME = "time"
    """It computed for too long."""
    WALL = "wall"
    """It waited for too long."""
    OUTPUT = "output"
    CRASH = "crash"
    PROTOCOL = "protocol"
    """The child sent something that no harness writes."""
    BUDGET = "budget"
    """The time for the whole file was over."""


NEVER_NODES = frozenset(dir(builtins)) | {
    "NoneType", "NotImplementedType", "builtin_function_or_method", "function", "generator", "method",
}  # fmt: skip
"""Types that are no class of nodes."""
_ASKED_FOR = re.compile(r"'(\w+)' object has no attribute '(\w+)'")
_ASKED_FOR_AN_ARRAY = re.compile(
    "'(?:int|float)' object has no attribute '(T|astype|copy|dtype|item|mean|ndim|reshape|shape|size|sum)'"
)

_WITHOUT_SELF = re.compile(r"(?:\w+\.)+(\w+)\(\) takes 0 positional arguments but .*")
"""The message for a method without `self`; its name has `<locals>` where another function makes it."""
_WITHOUT_VALUE = re.compile(r"(?:cannot access )?(?:local|free) variable '(\w+)' (?:where|referenced) .*")


def absent_module(error: str | None, message: str | None) -> str | None:
    """The absent module that an error of its stand-in is about; empty where its name is unknown."""
    is_ours = error == "AbsentModuleError" and " " not in (message or "")
    return message or "" if is_ours else None


def array_attribute(message: str | None) -> str | None:
    """The attribute of arrays that a plain number was asked for."""
    asked = _ASKED_FOR_AN_ARRAY.fullmatch(message or "")
    return asked and asked[1]


def attribute_of_own_object(message: str | None) -> str | None:
    """The attribute that an object was asked for in vain, if its class is none that every Python has."""
    asked = _ASKED_FOR.fullmatch(message or "")
    return asked[2] if asked is not None and asked[1] not in NEVER_NODES else None


def method_without_self(message: str | None) -> str | None:
    """The method of a class that was called on an object, and has no parameter to take it."""
    called = _WITHOUT_SELF.fullmatch(message or "")
    return called and called[1]


def variable_without_value(message: str | None) -> str | None:
    """The variable of a function that is read before it has a value."""
    read = _WITHOUT_VALUE.fullmatch(message or "")
    return read and read[1]


class Problem(Record):
    """A problem in a student's code, and its place."""

    kind: ProblemKind
    type: Text | None = None
    message: Text | None = None
    line: Line | None = None
    cell: Line | None = None
    column: Line | None = None
    """The character at which Python stopped in code that cannot be parsed, from 0."""
    function: Text | None = None
    operation: Text | None = None
    classes: Annotated[tuple[ClassPlace | Text, ...], Meta(max_length=10)] | None = None
    signal: Annotated[int, Meta(ge=1, le=64)] | None = None
    loop: Loop | None = None
    """Set by the host: what a watched replay found where a play did not end."""


class SecondUse(Record):
    """The reasons, other than a fault, that kept nodes from being used again after a pass."""

    freed: bool
    """Whether the first pass let go of something that the graph consists of."""
    uncleared: bool
    """Whether some gradient could not be set to 0."""


class OwnRule(Record):
    """How a class took a made-up local rule: whether it called it, and how its work grows."""

    called: bool
    same: bool
    """Whether the pass ran the same lines as without it."""
    growth: Number | None = None


class NetworkSeen(Record):
    """The facts that came to light of a neuron, layer or network while a graph was asked of it.

    Parameters are positions among those of the graph: layer by layer, neuron by neuron, and the
    weights of each before its bias.
    """

    missing: Annotated[tuple[Line, ...], Meta(max_length=500)] = ()
    """Parameters on which no output depends."""
    shared: Annotated[tuple[tuple[Line, Line], ...], Meta(max_length=5000)] = ()
    """Pairs of parameters that are one and the same node."""
    listed: Annotated[tuple[Line, ...], Meta(max_length=500)] = ()
    """How often `parameters()` lists each parameter; empty where it could not be asked."""
    measured: Annotated[tuple[Number, ...], Meta(max_length=10)] = ()
    """The first output for some weights of which all others are 0."""
    of_ours: bool = False
    """Whether we put the layers of a network together, perhaps without functions between them."""
    free_ends: bool = False
    """Whether these layers let us choose the functions at their ends, and we left them as they are."""
    our_functions: bool = False
    """Whether we chose functions at the ends of its neurons: they may be applied beside its own."""
    are_alike: bool = False
    """Whether all neurons of a new layer have the same weights, which differ among themselves."""
    are_redrawn: bool = False
    """Whether each call draws other weights."""
    says_mean: bool = False
    """Whether the name or the docstring of the loss function says that it is a mean."""
    says_squares: bool = False
    """Whether they say that it is of squares."""
    line: Line | None = None
    """Where the statements stand that were read in a training loop, and not run."""
    cell: Line | None = None
    without_pass: bool = False
    """Whether they make a step where nothing in the file goes backward."""
    cleared: bool = False
    """Whether they clear the gradients that the step behind them needs."""
    astray: bool = False
    """Whether they go through the parameters of another network than the one in the loss."""


Numbers = Annotated[tuple[Number, ...], Meta(max_length=4000)]
Moments = Annotated[tuple[Line, ...], Meta(max_length=4000)]
Turned = tuple[Number, Number, Number]
"""The real and the imaginary part of a complex number, and at which event it came up."""


class Watched(Record):
    """The different numbers of a pass that was watched."""

    held: Numbers
    """The numbers that could be reached before it."""
    built: Numbers
    """The numbers that came up while the graph was built."""
    built_when: Moments
    """The event of each of them: those of one event came up at once."""
    seen: Numbers
    """The numbers that came up in it, and when gradients were read; the first to come up first."""
    when: Moments
    """The event of each of them; events go on counting from those before the pass."""
    exact: Numbers
    """Fractions and decimals that came up in it, as floats: two that differ may be told alike."""
    whole: Numbers
    """Long whole numbers that came up in it, as floats: with a fixed point they are fractions."""
    complex: Line
    """How many complex numbers with an imaginary part came up in it."""
    turned: Annotated[tuple[Turned, ...], Meta(max_length=1000)]
    """The first of the complex numbers, each with its event."""
    cut: bool
    """Whether it went on for longer than it was watched."""


class Note(Record):
    """A thing that had to be adapted to the class."""

    kind: Literal[
        "class-name", "data-name", "gradient-name", "backward-name", "method", "function", "numbers-wrapped",
        "worked-around", "leaf-class", "caller-seeds", "backward-takes-gradient", "by-backward", "type",
        "recording-flag", "recording-switch", "number-wrapped", "other-class", "rule-name", "reference-value",
        "backward-takes-flag", "computed", "no-gradient", "gradients-returned", "gradients-asked",
        "outputs-asked", "neurons-alike", "pass-prepared", "made-first", "companion-operation",
    ]  # fmt: skip
    name: Text | None = None
    operation: Text | None = None


class SourcePlace(Record):
    """A line of the submission that is being run."""

    line: Line
    cell: Line | None = None
    function: Text | None = None


class At(SourcePlace):
    """Where a step that takes long is, and which play of its job it is in."""

    number: Line | None = None
    computes: bool = False
    """Whether it uses the processor, rather than waiting for something."""
    waits: bool = False
    """Whether it has waited for long, and done nothing else."""


class CountedEnd(Record):
    """Why a play is ended whose steps were counted: a loop that does not end, or too many of them."""

    loop: Loop | None
    line: Line | None = None
    cell: Line | None = None
    function: Text | None = None


class HarnessFailure(Record):
    """An exception of code of ours beside a submission, and the line of ours that raised it."""

    type: Word
    place: Word


class Offer(Record):
    """Something that could be done to the submission's source, and where."""

    rewrite: Word
    line: Line | None = None
    last_line: Line | None = None
    """The last line of the statement or expression; None for one with statements of its own."""
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


class RuleLine(SourcePlace, kw_only=True):
    """A line that runs for one operation and hardly for another."""

    operation: Word
    backward: bool = False
    """Whether it runs in a backward pass."""
    defines: bool = False
    """Whether it is the head of the function that does the operation."""
    returns: bool = False
    """Whether it is the last line that this function runs."""
    computes: bool = False
    """Whether the number of the result is computed in it."""
    reflected: bool = False
    """Whether the operation is that with a plain number on its left."""
    uses: Annotated[tuple[Word, ...], Meta(max_length=20)] = ()
    """The other operations that are done in its function, where this is the head of it."""


class Offers(Record):
    """Everything that could be done to a submission's source, and where its class and its rules are."""

    offers: Annotated[tuple[Offer, ...], Meta(max_length=1000)] = ()
    defined: SourcePlace | None = None
    orders: SourcePlace | None = None
    """Where a node is put into an order; the head of the pass where that cannot be read."""
    passes: SourcePlace | None = None
    """The head of the pass."""
    on_operands: SourcePlace | None = None
    """The first statement of an operation that stores something on an operand."""
    rules: Annotated[tuple[RuleLine, ...], Meta(max_length=150)] = ()


class AppliedEdit(Record):
    """An edit that was carried out, as source text."""

    was: Text
    now: Text
    at: SourcePlace | None = None
    """Where the first of its lines is: a place of its own, as of an import that a rule lacks."""


class Edited(Record):
    """The edits of a repaired submission."""

    edits: Annotated[tuple[AppliedEdit, ...], Meta(max_length=100)]


class TracedWrite(Record):
    """A number of a node was set while a play was watched."""

    node: Line
    gradient: bool
    old: Number | None
    new: Number | None
    during: Line | None = None
    step: Line | None = None
    line: Line | None = None
    cell: Line | None = None
    function: Text | None = None


class Traced(Record):
    """The writes of one play, in order."""

    number: Line
    writes: Annotated[tuple[TracedWrite, ...], Meta(max_length=1000)]


class PastedRun(Record):
    """The result of lines behind the class, in one order of every set of nodes."""

    printed: Text | None = None
    """The text of their last `print`; None where an exception ends them."""
    raised: Text | None = None
    """The type of that exception."""


class Pasted(Record):
    """The runs of some lines."""

    runs: Annotated[tuple[PastedRun, ...], Meta(max_length=9)]


class Uncalled(Record):
    """The methods of a class that no play of a job ran."""

    methods: Annotated[tuple[ClassPlace, ...], Meta(max_length=50)]


class LoadReply(Record):
    """The outcome of loading the submission's source."""

    problem: Problem | None = None
    error: Problem | None = None
    absent: Annotated[tuple[Text, ...], Meta(max_length=50)] = ()
    found: ClassPlace | None = field(default=None, name="class")
    backward: Text | None = None
    closures: Text | None = None
    operations: Annotated[tuple[Word, ...], Meta(max_length=50)] = ()
    """The operations that the class has, `backward` among them."""
    notes: Annotated[tuple[Note, ...], Meta(max_length=50)] = ()
    alone: bool = False
    """Whether its class is the same without what the source does besides."""
    made: Text = "{x}"
    """The arguments of the class with which a node is made from a number `x`."""
    parts: Annotated[tuple[ClassPart, ...], Meta(max_length=300)] = ()
    """The parts in the outline of its source; set by the host."""


class Done(Record):
    """The end of a job."""

    notes: Annotated[tuple[Note, ...], Meta(max_length=100)] = ()
    left_much: bool = False
    """Whether plays have left so much in the module or the class that others are to be played afresh."""
