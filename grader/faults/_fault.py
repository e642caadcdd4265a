"""The form of a fault: what every module in this folder is written in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple


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


class Replace(NamedTuple):
    """An edit of the reference's source text: each `old`, which must be there, becomes `new`."""

    old: str
    new: str
    inside: str = ""
    """The function in which; everywhere without."""
    endless: bool = False
    """No pass comes to its end with it: it is made and shown, and never run by us."""


class Repair(NamedTuple):
    """A rewrite of the harness that undoes a fault."""

    rewrite: str
    operations: tuple[str, ...] = ()
    """Only in these operations; in any without."""
    operand: int | None = None


@dataclass(frozen=True)
class Fault:
    """One misconception. The module's docstring is its page: What happens, Why, Fix."""

    title: str
    """Sentence case, at most 60 characters, no full stop: `Gradient overwritten instead of accumulated`."""
    layer: Layer
    hints: tuple[str, str, str]
    """Three rungs: what to compare, where to look, what the cause is. The fourth is the repair itself."""
    examples: Mapping[str, tuple[Replace, ...]] = field(default_factory=dict)
    """The slip made in the reference, by place: `everywhere`, `*`, ... Empty where it is none of code."""
    undone_by: tuple[Repair, ...] = ()
    frequency: int = 0
    """Repositories of a survey of 188 that had it at some time: what is likelier comes first."""
    shown_by: tuple[str, ...] = ()
    """Graphs of `a` and `b` that show just this; where there are none, any small graph that fails."""
    same_as: tuple[str, ...] = ()
    """Faults whose numbers cannot be told from this one's."""
    slug: str = ""
    """The module's name; set when it is loaded."""
