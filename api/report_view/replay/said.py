"""The statements of a replay, as data: a class for each kind, with the numbers that it names.

`is_wrong` are statements of a step that does something wrong. Nothing here is a sentence: see `wording`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from grader.explanation.events import UseKey
from grader.finding import Call


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement."""

    is_wrong: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class WrongStatement(Statement):
    """A statement of something that a right class does not do."""

    is_wrong: ClassVar[bool] = True


# --- Before and between passes ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WrongData(WrongStatement):
    """The forward pass computed something else."""

    node: str
    got: float | None
    right: float


@dataclass(frozen=True, slots=True)
class StartsWith(WrongStatement):
    """A gradient is there before anything was asked for."""

    node: str
    held: float


@dataclass(frozen=True, slots=True)
class Resets(Statement):
    """A reset that does what it should."""

    call: Call
    node: str
    old: float


@dataclass(frozen=True, slots=True)
class ResetsNothing(WrongStatement):
    """A reset after which the gradient is what it was."""

    call: Call
    node: str
    held: float | None


@dataclass(frozen=True, slots=True)
class ResetsToOther(WrongStatement):
    """A reset after which the gradient is another number than 0, or none."""

    call: Call
    node: str
    old: float
    new: float | None


@dataclass(frozen=True, slots=True)
class ChangesData(WrongStatement):
    """Data is changed where it should stay."""

    node: str
    old: float
    new: float | None


# --- In a pass --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Begins(Statement):
    """One of several passes begins."""

    number: int
    of: int


@dataclass(frozen=True, slots=True)
class Seeds(Statement):
    """The gradient of the output becomes 1."""

    node: str


@dataclass(frozen=True, slots=True)
class SeedsOther(WrongStatement):
    """The gradient of the output becomes another number than 1."""

    node: str
    new: float


@dataclass(frozen=True, slots=True)
class Sets(Statement):
    """A gradient is set outside of any rule, to what it should be."""

    node: str
    old: float
    new: float


@dataclass(frozen=True, slots=True)
class SetsOther(WrongStatement):
    """A gradient is set outside of any rule, to something else than it should be."""

    node: str
    old: float
    new: float | None
    right: float


@dataclass(frozen=True, slots=True)
class Runs(Statement):
    """A rule runs."""

    node: str
    had: float


@dataclass(frozen=True, slots=True)
class RunsAgain(WrongStatement):
    """A rule runs that ran in this pass already."""

    node: str
    had: float


@dataclass(frozen=True, slots=True)
class GoesOn(Statement):
    """A rule sends the rest, after something else ran."""

    node: str


@dataclass(frozen=True, slots=True)
class NotOfThisPass(WrongStatement):
    """A rule runs whose node has nothing to do with the output of this pass."""

    node: str
    root: str


@dataclass(frozen=True, slots=True)
class NotComplete(WrongStatement):
    """More will be sent to the node whose rule runs."""

    node: str
    later: tuple[str, ...]
    rest: float


@dataclass(frozen=True, slots=True)
class HadOther(WrongStatement):
    """The node whose rule runs has another gradient than it should have by now."""

    node: str
    right: float


@dataclass(frozen=True, slots=True)
class Gets(Statement):
    """A right contribution is added."""

    use: UseKey
    value: float
    old: float


@dataclass(frozen=True, slots=True)
class GetsMore(WrongStatement):
    """A rule sends the same contribution once more."""

    use: UseKey
    value: float
    old: float


@dataclass(frozen=True, slots=True)
class GetsOther(WrongStatement):
    """A rule sends another number than its local derivative times what its node has."""

    use: UseKey
    value: float
    right: float


@dataclass(frozen=True, slots=True)
class GetsNoNumber(WrongStatement):
    """A rule stores something in the gradient that is no number."""

    use: UseKey


@dataclass(frozen=True, slots=True)
class GetsNothing(WrongStatement):
    """A rule leaves an operand out."""

    use: UseKey
    right: float


@dataclass(frozen=True, slots=True)
class Replaces(WrongStatement):
    """A contribution takes the place of what was there."""

    use: UseKey
    old: float
    new: float


@dataclass(frozen=True, slots=True)
class Clears(WrongStatement):
    """A rule sets a gradient to 0 that had something."""

    use: UseKey
    old: float


@dataclass(frozen=True, slots=True)
class TooLate(WrongStatement):
    """Something arrives at a node whose rule ran and does not run again."""

    node: str


@dataclass(frozen=True, slots=True)
class NoRuleRuns(WrongStatement):
    """A pass in which nothing happens."""

    call: Call


@dataclass(frozen=True, slots=True)
class NeverRuns(WrongStatement):
    """A pass ends, and these rules did not run in it."""

    nodes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MoreSteps(Statement):
    """Steps that are not shown."""

    number: int


@dataclass(frozen=True, slots=True)
class Stops(WrongStatement):
    """The last step: an exception ends the pass."""


@dataclass(frozen=True, slots=True)
class Ends(Statement):
    """The last step: a number that is right."""

    node: str
    got: float


@dataclass(frozen=True, slots=True)
class EndsWrong(WrongStatement):
    """The last step: a number that is wrong."""

    node: str
    got: float | None
    right: float
    is_data: bool = False


# --- Beside it, a right class -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RightStart(Statement):
    """A right pass begins: the gradient of its output is set to 1."""

    node: str


@dataclass(frozen=True, slots=True)
class RightRun(Statement):
    """A right pass runs a rule, after which these gradients are these."""

    node: str
    values: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class RightReset(Statement):
    """The statement that a gradient is 0 now in a right class."""

    node: str


@dataclass(frozen=True, slots=True)
class RightRest(Statement):
    """A right pass goes on with these rules."""

    nodes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RightEnd(Statement):
    """A right pass is over."""


@dataclass(frozen=True, slots=True)
class RightNothing(Statement):
    """A right class changes no gradient there."""
