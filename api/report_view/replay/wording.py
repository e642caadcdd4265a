"""The names and numbers with which a replay speaks of the nodes of one graph."""

from collections.abc import Mapping

from api.report_view.numbers import short
from api.report_view.pictures.text import label
from grader.compare import Quantity
from grader.finding import Call, CallKind, NodeExplained, Where
from grader.records import Frozen

_DIGITS = 4


class Around(Frozen):
    """The facts of a finding that are not in its graph."""

    reason: str = ""
    """The reason why a reset does nothing."""
    where: Where | None = None
    """The line of that."""
    stops: str = ""
    """The place at which Python stops."""
    silent_rules_ran: bool = False
    """Whether a rule that wrote nothing may have run for nothing."""


NOTHING_AROUND = Around()


class Wording(Frozen):
    """Names the nodes of one graph, their numbers and its calls."""

    nodes: Mapping[str, NodeExplained]
    attributes: Mapping[Quantity, str]
    around: Around = NOTHING_AROUND

    def label(self, name: str) -> str:
        """The name that a reader has for a node."""
        return label(self.nodes[name])

    def gradient(self, name: str) -> str:
        """`a.grad`."""
        return self._number(name, Quantity.GRADIENT)

    def data(self, name: str) -> str:
        """`a.data`."""
        return self._number(name, Quantity.DATA)

    def call(self, call: Call) -> str:
        """A pass or a reset as it stands in the graph."""
        if call.kind is CallKind.CLEAR:
            return f"{self.gradient(call.node)} = 0"
        name = self.label(call.node)
        return f"{name if name.isidentifier() else f'({name})'}.{call.kind.value}()"

    def with_reason(self, sentence: str) -> str:
        """The sentence, and the reason why a reset does nothing, where it is known."""
        return f"{sentence} {self.around.reason}".strip()

    def _number(self, name: str, quantity: Quantity) -> str:
        text = self.label(name)
        return f"{text if text.isidentifier() else f'({text})'}.{self.attributes[quantity]}"


def number(value: float | None) -> str:
    """A number as a person writes it; empty where there is none."""
    return "" if value is None else short(value, _DIGITS)
