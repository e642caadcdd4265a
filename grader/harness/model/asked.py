"""Asks for gradients where no pass leaves them in nodes: each node, or an output about each node."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .filled import filled

if TYPE_CHECKING:
    from .find_class import ValueClass


def answer_of(node: Any, name: str) -> Any:
    """Return what a node answers by this method, or by this property."""
    answer = getattr(node, name)
    return answer() if callable(answer) else answer


class Asked(ABC):
    """Nodes or outputs that are asked for gradients in place of a pass."""

    at_once = False
    """Whether an output is asked right after its pass, about the nodes that it is computed from."""

    def __init__(self, value_class: "ValueClass") -> None:
        self.value_class = value_class
        self.outputs: list[Any] = []
        """The outputs that were noted, and not asked for gradients yet."""

    def forget(self) -> None:
        """Forget an earlier graph."""
        self.outputs.clear()

    def begin(self, output: Any) -> None:
        """Take note of an output; called in place of its pass."""
        self.outputs.append(output)

    def ask(self, nodes: list[Any]) -> None:
        """Have nodes keep their gradients by the outputs that were noted. Raises what the submission does."""
        outputs, self.outputs = self.outputs, []
        for node in nodes if outputs else ():
            if isinstance(node, self.value_class.cls):
                self.answer(node, outputs)

    @abstractmethod
    def answer(self, node: Any, outputs: list[Any]) -> None:
        """Have a node keep its gradient by these outputs."""


class AskedNodes(Asked):
    """`z.grad_value = 1.0`, then `x.grad()` or `x.grad`: the caller seeds the output, and asks each node."""

    def begin(self, output: Any) -> None:
        """Set the output's gradient."""
        super().begin(output)
        setattr(output, self.value_class.grad_name, filled(output, 1.0, self.value_class))

    def answer(self, node: Any, outputs: list[Any]) -> None:
        """Ask a node; what it does not keep is kept for it."""
        del outputs  # a node adds up what comes from all of them
        answer = answer_of(node, self.value_class.backward_name or "")
        if getattr(node, self.value_class.grad_name) is not answer:
            setattr(node, self.value_class.grad_name, answer)


class AskedOutputs(Asked):
    """`z.grad(x)`, `grad(z, [x])` or `tape.gradient(z, x)`: each output is asked about each node.

    As for gradients in a dict (`returned.py`), the class gets one attribute more, which is used as any other.
    What several outputs answer adds up there.
    """

    at_once = True

    def __init__(
        self,
        value_class: "ValueClass",
        question: Callable[[Any, Any], Any],
        before: Callable[[Any], None],
    ) -> None:
        super().__init__(value_class)
        self._question, self._before = question, before
        self._gradients: dict[int, Any] = {}
        """The gradients of the graph, by the `id` of their nodes."""
        key = value_class.layouts.identity
        kept = property(
            lambda node: self._gradients.get(key(node), 0.0),
            lambda node, number: self._gradients.update({key(node): number}),
        )
        type.__setattr__(value_class.cls, value_class.grad_name, kept)

    def begin(self, output: Any) -> None:
        """Run what must run before an output can be asked."""
        super().begin(output)
        self._before(output)

    def forget(self) -> None:
        """Forget an earlier graph and its gradients."""
        super().forget()
        self._gradients.clear()

    def answer(self, node: Any, outputs: list[Any]) -> None:
        """Ask each output about a node."""
        name, reader = self.value_class.grad_name, self.value_class.reader
        for output in outputs:
            answer, kept = self._question(output, node), getattr(node, name)
            setattr(node, name, reader.number(kept)[0] + reader.number(answer)[0] if kept else answer)
