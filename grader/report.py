"""The one result of grading. Every page, format and export is a view of it.

What happened is kept as ids and data, never as sentences, so that any language can tell it.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Literal

from grader.compare import Quantity, Reason
from grader.finding import Diagnosis, Finding
from grader.gradients import NOT_SHOWN, Gradients
from grader.hunt.report import HuntReport
from grader.records import Record
from grader.sandbox.level import Level
from grader.sandbox.replies import ClassPlace, Note, Problem, ProblemKind
from suites import Convention, Stage

_NOTHING_TO_GRADE = frozenset(
    {
        ProblemKind.EMPTY,
        ProblemKind.NULL_BYTE,
        ProblemKind.ENCODING,
        ProblemKind.NOTEBOOK,
        ProblemKind.FILE_TYPE,
        ProblemKind.SYNTAX,
        ProblemKind.NO_CLASS,
        ProblemKind.TWO_CLASSES,
        ProblemKind.EXCEPTION,
        ProblemKind.EXIT,
        ProblemKind.NETWORK_UNSEEN,
    }
)
"""Problems that cost the sandbox next to nothing: a file that hangs or fills the memory is an answer."""


class Verdict(StrEnum):
    """The outcome of a graph or a suite."""

    PASSED = "passed"
    FAILED = "failed"
    MISSING = "missing"
    """It needs what is not written, whatever else stops it before: no points, and nothing wrong."""
    NOT_APPLICABLE = "not-applicable"
    """It cannot be asked of this class, and counts neither way."""
    NOT_RUN = "not-run"
    """A suite it needs was not passed, or there was nothing to run."""


Points = int | float
"""Whole, but for graphs that earn only what their forward pass is worth."""


class Score(Record):
    """Points. What cannot be asked of a class is in none of them."""

    earned: Points
    possible: int
    missing: int
    """The points of `possible` that were lost to operations the class does not have."""


class WrongNode(Record):
    """A number that is not what it must be."""

    node: str
    """The node as the reader knows it: its name or its expression."""
    quantity: Quantity
    reason: Reason
    expected: float
    got: float | None


class Input(Record):
    """An input of a graph and its data."""

    name: str
    value: float


class Orders(Record):
    """The orders that were tried, and the number of them in which the graph came out right."""

    right: int
    tried: int


class GraphResult(Record):
    """One graph, judged by its worst play."""

    graph: str
    verdict: Verdict
    earned: Points
    possible: int
    inputs: tuple[Input, ...] = ()
    """The inputs of the play that is shown; empty where nothing went wrong."""
    textbook: bool = True
    wrong: tuple[WrongNode, ...] = ()
    """The first is the first wrong node: forward from the inputs, backward from the output."""
    problem: Problem | None = None
    orders: Orders | None = None
    """Set where the result depends on the order in which nodes are visited."""
    unrepeatable: bool = False
    """Whether the same play gave something else in a fresh process: something is left from graph to graph."""
    not_backprop: bool = False
    """A made-up local rule was ignored: the gradients are not made from local rules."""
    forward_only: bool = False
    """Its gradients are proven not to come from backpropagation: it earns its forward pass alone."""
    conventions: tuple[Convention, ...] = ()
    """Choices by which it passed that are not the textbook's."""
    unkept: tuple[WrongNode, ...] = ()
    """Gradients in the middle that are not kept; they cost nothing here."""


class SuiteResult(Record, kw_only=True):
    """The verdict, points and graphs of one suite."""

    slug: str
    title: str
    stage: Stage
    core: bool
    verdict: Verdict
    earned: Points
    possible: int
    missing: int
    needs: str | None = None
    """The suite that was needed and not passed."""
    graphs: tuple[GraphResult, ...]


class ToWrite(Record):
    """A part of the class that is not written yet."""

    operation: str
    """The id of an operation, `constructor` or `backward()`; of a backward rule `rule of *`."""
    method: str = ""
    """The method or function that has no body, or whose rule has none; empty where it is not there at all."""
    line: int | None = None
    """The line of the empty body; of a rule that is not there, that of its operation's method."""
    cell: int | None = None
    replaces: int | None = None
    """The line of the one that is written, which the empty one further down replaces."""
    inside: str = ""
    """The method that it is indented into, where it is written and the class does not have it for that."""
    suites: tuple[str, ...] = ()
    """Suites that wait for it; none where no class could be graded."""


class Unfinished(Record, kw_only=True):
    """The parts that a class which is half done has, and those to write next."""

    right: tuple[str, ...] = ()
    """Parts that are written, and right wherever they could be tried."""
    untried: tuple[str, ...] = ()
    """Parts that are written, and of which nothing is known yet."""
    to_write: tuple[ToWrite, ...]
    """The parts in the order in which they are best written."""


class Report(Record, kw_only=True):
    """The result of grading a submission."""

    format: Literal[1, 2] = 2
    """Since 2, evidence says what was raised. A report of 1 is read as one that does not say it."""
    name: str
    sha256: str
    seed: str
    assignment: str
    sandbox: Level | None
    """None where nothing of the submission was run."""
    made_by: str = ""
    """The version of Backgrade that made it; empty where an earlier version did not note it."""
    score: Score
    problem: Problem | None = None
    """Why nothing could be graded."""
    error: Problem | None = None
    """The problem that the file's top-level code raised, below or beside the class."""
    found: ClassPlace | None = None
    operations: tuple[str, ...] = ()
    """The operations that the class has, `backward` among them."""
    notes: tuple[Note, ...] = ()
    absent: tuple[str, ...] = ()
    """Modules that are not available and were stood in for."""
    printed: str = ""
    gradients: Gradients = NOT_SHOWN
    """How they were obtained, whatever that costs here."""
    suites: tuple[SuiteResult, ...] = ()
    unfinished: Unfinished | None = None
    """None where nothing is left to write; in reports of earlier versions too."""
    diagnosis: Diagnosis | None = None
    """None where none was asked for."""
    untried: tuple[ClassPlace, ...] | None = None
    """Methods of the class that no right graph ran, where operations are missing and nothing is wrong; None
    where that was not asked."""
    beyond: tuple[Finding, ...] = ()
    """The faults of the whole graph, found though all that is graded is right. They cost nothing."""
    hunt: HuntReport | None = None
    """The result of a fault hunt, in which graphs are submitted and no class."""

    @property
    def graphs(self) -> Sequence[GraphResult]:
        """Every graph of every suite."""
        return [graph for suite in self.suites for graph in suite.graphs]

    @property
    def is_answer(self) -> bool:
        """Whether there was something to grade: a class, with at least one operation that was asked for."""
        if self.hunt is not None:
            return self.hunt.is_played
        if self.problem is not None:
            return self.problem.kind not in _NOTHING_TO_GRADE
        return self.score.missing == 0 or self.score.missing < self.score.possible

    @property
    def passed(self) -> bool:
        """Whether there was something to earn and all of it was earned."""
        if self.hunt is not None:
            return self.hunt.is_complete
        return self.problem is None and 0 < self.score.possible == self.score.earned
