"""Nodes that have no number until a method is called: `z.evaluate()` stores it, or `z.forward()` returns it.

What is only returned is kept in the node under the name of the call. The classes that have the method get an
attribute of that name, which all others use as they use any other.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .read import Reader

if TYPE_CHECKING:
    from .find_class import ValueClass


@dataclass
class Computing:
    """The method that gives a node its number.

    Behind a pass, a node is asked for it when somebody needs it, as its author does: the call may begin a new
    pass, with gradients that are 0.
    """

    method: str
    kept_as: str | None = None
    """The name under which the harness keeps what the method returns; None where the method stores it."""
    holder: Any = None
    """The module or a tape whose function computes all numbers at once; None for a method of a node."""
    holder_name: str = ""
    """The name of the tape."""
    is_behind_a_pass: bool = False
    waiting: list[Any] = field(default_factory=list)
    """The nodes that have no number yet."""

    @property
    def written(self) -> str:
        """The name of what is called; of a function with the parentheses of the call."""
        name = f"{self.holder_name}.{self.method}".removeprefix(".")
        return self.method if self.holder is None else f"{name}()"

    def forget(self) -> None:
        """Forget an earlier graph."""
        self.is_behind_a_pass = False
        self.waiting.clear()

    def is_for(self, node: Any) -> bool:
        """Whether a node can be asked."""
        return self.holder is not None or hasattr(node, self.method)

    def made(self, node: Any) -> None:
        """Have a new node compute its number, at once or when it is needed.

        Raises what the submission does.
        """
        if self.is_behind_a_pass:
            self.waiting.append(node)
        else:
            self.run(node)

    def run_waiting(self) -> None:
        """Have the nodes compute their numbers that have none yet."""
        while self.waiting:
            self.run(self.waiting.pop(0))

    def run(self, node: Any) -> None:
        """Have a node compute its number."""
        number = getattr(node if self.holder is None else self.holder, self.method)()
        if self.kept_as is not None:
            vars(node)[self.kept_as] = number


def read_what_is_returned(value_class: "ValueClass", method: str) -> Computing:
    """Have the data of nodes read from what this method returned, and of an input from its own number."""
    name, own = f"{method}()", value_class.data_name

    def read(node: Any) -> Any:
        kept = vars(node)
        return kept[name] if name in kept else getattr(node, own)

    def write(node: Any, number: Any) -> None:
        vars(node).pop(name, None)
        setattr(node, own, number)

    for cls in value_class.classes:
        if callable(getattr(cls, method, None)):
            type.__setattr__(cls, name, property(read, write))
    value_class.data_name, value_class.reader = name, Reader(value_class.cls, name)
    value_class.notes[:] = [note for note in value_class.notes if note["kind"] != "data-name"]
    value_class.note("data-name", name=name)
    return Computing(method, name)
