"""Takes the name under which a pass stores gradients, where the constructor stores None under another one."""

from contextlib import suppress
from typing import Any

from ..model.backward import backward_caller
from ..model.dialect_names import GRAD_NAMES
from ..model.find_class import ValueClass
from ..model.operations import FIRST_OPERATIONS, Operations
from ..model.read import ABSENT


def take_written_name(value_class: ValueClass) -> None:
    """Take it as the gradient's name, where a pass leaves None in every node under the constructor's name."""
    initialised = value_class.grad_name
    if not _is_none(value_class.leaf(1.0, "x"), initialised):
        return
    notes, types = list(value_class.notes), set(value_class.reader.types)
    written = next(filter(None, (_written(op, value_class) for op in FIRST_OPERATIONS)), None)
    value_class.notes[:], value_class.reader.types = notes, types
    if written is not None:
        value_class.notes[:] = (note for note in notes if note["kind"] != "gradient-name")
        value_class.grad_name = written
        if written != "grad":
            value_class.note("gradient-name", name=written)


def _written(op: str, value_class: ValueClass) -> str | None:
    """Return the name of a gradient that a new node does not have and an operand has after a pass."""
    value_class.layouts.start()
    new, *nodes = (value_class.leaf(2.0 + number, name) for number, name in enumerate("xab"))
    with suppress(BaseException):
        nodes.append(Operations(value_class).do(op, nodes, []))
        backward_caller(value_class)(nodes[-1])
    if not all(_is_none(node, value_class.grad_name) for node in nodes):
        return None
    names = (name for name in GRAD_NAMES if not hasattr(new, name))
    return next((name for name in names if value_class.reader.attribute(nodes[0], name)[1] < ABSENT), None)


def _is_none(node: Any, name: str) -> bool:
    """Whether the node has an attribute of this name that holds None."""
    return getattr(node, name, 0.0) is None
