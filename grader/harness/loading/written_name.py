"""Takes the name under which a pass stores gradients, where the one that a name suggests stays as it was."""

import re
from contextlib import suppress
from typing import Any

from ..model.backward import backward_caller
from ..model.dialect_names import GRAD_NAMES
from ..model.find_class import ValueClass, own_names
from ..model.operations import FIRST_OPERATIONS, Operations
from ..model.read import ABSENT

_OF_GRADIENTS = re.compile("grad|deriv|adjoint", re.IGNORECASE)


def take_written_name(value_class: ValueClass) -> None:
    """Take the name that a pass writes for the gradient, where it leaves the constructor's in every node."""
    example = value_class.leaf(1.0, "x")
    if value_class.grad_name not in own_names(example):  # a property reads what the pass has stored
        return
    names = _other_names(example, value_class)
    if getattr(example, value_class.grad_name, 0.0) is not None and not names:
        return
    notes, types = list(value_class.notes), set(value_class.reader.types)
    names += [name for name in GRAD_NAMES if not hasattr(example, name)]
    written = next(filter(None, (_written(op, value_class, names) for op in FIRST_OPERATIONS)), None)
    value_class.notes[:], value_class.reader.types = notes, types
    if written is not None:
        value_class.notes[:] = (note for note in notes if note["kind"] != "gradient-name")
        value_class.grad_name = written
        if written != "grad":
            value_class.note("gradient-name", name=written)


def _other_names(example: Any, value_class: ValueClass) -> list[str]:
    """Return the further attributes of a node that are named like a gradient, and hold a number."""
    named = (
        name for name in own_names(example) if _OF_GRADIENTS.search(name) and name != value_class.grad_name
    )
    return [name for name in named if value_class.reader.attribute(example, name)[1] < ABSENT]


def _written(op: str, value_class: ValueClass, names: list[str]) -> str | None:
    """Return the name under which a pass changes an operand, where it changes no node under the given one."""
    read, given = value_class.reader.attribute, value_class.grad_name
    value_class.layouts.start()
    nodes = [value_class.leaf(2.0, "a"), value_class.leaf(3.0, "b")]
    with suppress(BaseException):
        nodes.append(Operations(value_class).do(op, nodes, []))

    def read_all() -> dict[str, list[str]]:
        return {name: [str(read(node, name)) for node in nodes] for name in (given, *names)}

    before = read_all()
    with suppress(BaseException):
        backward_caller(value_class)(nodes[-1])
    after = read_all()
    if before[given] != after[given]:
        return None
    changed = (name for name in names if before[name][0] != after[name][0])
    return next((name for name in changed if read(nodes[0], name)[1] < ABSENT), None)
