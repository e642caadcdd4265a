"""A finding as a sentence speaks of it: its names for nodes and numbers, and the witnesses of its run."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from api.report_view.one_line import one_line
from grader.finding import Finding, NodeExplained
from tests.truth.witness import Witness, WitnessedFile, same

_NUMBER = re.compile(r"-?(?:\d+\.?\d*(?:e[+-]?\d+)?|inf|nan)")
PLACE = re.compile(r"line (\d+)(?: of cell (\d+))?")
_SUM = re.compile(r"`?(?P<number>.+?) = (?P<sum>.+?)`?\.?")


@dataclass
class Teller:
    """The finding that a sentence is about."""

    graded: WitnessedFile
    finding: Finding
    witness: Witness | None

    # --- What the names in a sentence stand for ---

    @cached_property
    def nodes(self) -> Sequence[NodeExplained]:
        """The nodes of the graph."""
        return self.finding.explained.nodes if self.finding.explained else ()

    def node(self, label: str) -> NodeExplained:
        """The node that a reader knows by this label."""
        label = label.strip("`")
        return next(each for each in self.nodes if label in (one_line(each.text, 24), one_line(each.text)))

    def of_formula(self, formula: str) -> NodeExplained:
        """The node of `c = a * b`, or of an expression."""
        formula = formula.strip("`")
        left = formula.partition(" = ")[0]
        return next(each for each in self.nodes if each.op and one_line(each.text) in (formula, left))

    def quantity(self, number: str) -> tuple[NodeExplained, bool]:
        """The node of `a.grad`, and whether it is the gradient."""
        data, gradient = self.graded.attributes
        gradient = "grad" if gradient == "returned" else gradient
        number = number.strip("`")
        attribute = next(each for each in (gradient, data) if number.endswith(f".{each}"))
        label = number.removesuffix(f".{attribute}")
        if not any(label == one_line(each.text, 24) for each in self.nodes):
            label = label.removeprefix("(").removesuffix(")")
        return self.node(label), attribute == gradient

    @property
    def gradients_change(self) -> bool:
        """Whether plain Python changes a gradient in the lines to paste."""
        run = self.witness.run if self.witness else None
        return run is not None and any(each.is_gradient and each.old is not None for each in run.changes)

    # --- Witnesses ---

    @property
    def seen(self) -> Witness:
        """What is known of the graph."""
        assert self.witness is not None
        return self.witness

    @property
    def changes(self) -> Sequence[object]:
        """What plain Python changed."""
        return self.seen.run.changes if self.seen.run else ()

    @property
    def is_seen(self) -> bool:
        """Whether plain Python ran the graph as it is told: with no other repair, and alike in each run."""
        witness = self.witness
        return witness is not None and witness.run is not None and not witness.explained.varies

    def holds(self, number: str, value: str) -> bool:
        """Whether that is what the number was left as."""
        node, is_gradient = self.quantity(number)
        if self.is_seen and self.seen.run and not self.seen.run.raised:
            held = self.seen.held(node.name, gradient=is_gradient)
        else:
            held = node.gradient_got if is_gradient else node.data_got
        return same(held or 0.0, float(value)) if value else held is None

    def is_right(self, number: str, value: str) -> bool:
        """Whether that is what it must be."""
        node, is_gradient = self.quantity(number)
        right = self.seen.right
        return same((right.gradient if is_gradient else right.data)[node.name], float(value))

    def changed(self, node: NodeExplained, **wanted: float | None) -> bool:
        """Whether the gradient of a node was changed so: `old`, `new`, `line`."""
        if not self.is_seen:
            return True
        name = self.seen.variable[node.name]
        run = self.seen.run
        assert run is not None
        return any(
            (change.name, change.is_gradient) == (name, True)
            and all(
                getattr(change, key) == value if key == "line" else same(getattr(change, key) or 0.0, value)
                for key, value in wanted.items()
                if value is not None
            )
            for change in run.changes
        )

    def had(self, node: NodeExplained, value: float) -> bool:
        """Whether the gradient of a node was this number at some time."""
        return same(value, 0.0) or self.changed(node, new=value) or self.changed(node, old=value)

    def shares(self, node: NodeExplained, consumer: NodeExplained | None = None) -> list[float]:
        """What each use of a node adds to it, by the chain rule."""
        found = self.seen.right.shares(node.name)
        return [value for name, value in found if consumer is None or name == consumer.name]


def numbers(text: str) -> list[float]:
    """`-3 + 1`: the numbers of a sum."""
    return [float(each) for each in _NUMBER.findall(text.replace("(", "").replace(")", ""))]


def alike(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether these are the same numbers, in whatever order."""
    return len(one) == len(other) and all(same(a, b) for a, b in zip(sorted(one), sorted(other), strict=True))
