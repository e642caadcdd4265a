"""Finds the attribute in which results keep their local rule, by what it does and not by its name.

It is held by a result of an operation. Called alone, it gives the operands the gradients that the whole pass
of this one operation gives them. What cannot be called so is named only where nothing else can be meant.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

from ..model.find_class import own_names
from ..model.operations import FIRST_OPERATIONS
from ..model.read import ABSENT
from ..model.signatures import required_arguments
from .by_hand import ByHand

if TYPE_CHECKING:
    from .play import Player

_CLOSE = 1e-9


class KeptRule(NamedTuple):
    """Where a class keeps local rules."""

    name: str
    is_callable_alone: bool


def kept_rule(player: "Player") -> KeptRule | None:
    """Return the attribute with the rule, asked with the first operation that shows it."""
    likely: list[str] = []
    for op in FIRST_OPERATIONS:
        try:
            names = _names_of_functions(player, op)
            likely = likely or names
            proven = next((name for name in names if _is_rule(player, op, name)), None)
        except Exception:  # noqa: S112 - a mistake of this operation alone
            continue
        if proven is not None:
            return KeptRule(proven, is_callable_alone=True)
    return KeptRule(likely[0], is_callable_alone=False) if len(likely) == 1 else None


def _names_of_functions(player: "Player", op: str) -> list[str]:
    """Return the functions that a result has of its own, and that no leaf has."""
    _, output = _one_operation(player, op)
    leaf = player.leaf(1.0, "")
    return [name for name in own_names(output) if _is_new(_attribute(output, name), _attribute(leaf, name))]


def _is_new(function: Any, of_leaf: Any) -> bool:
    """Whether a thing is a function, and not the leaf's."""
    is_function = callable(function) and not isinstance(function, type)
    return is_function and function is not of_leaf


def _attribute(node: Any, name: str) -> Any:
    """Return an attribute of a node, if it has it."""
    return getattr(node, name, None)


def _is_rule(player: "Player", op: str, name: str) -> bool:
    """Whether calling this moves the operands' gradients, as the whole pass does where there is one."""
    inputs, output = _one_operation(player, op)
    if required_arguments(_attribute(output, name)):
        return False
    ByHand(player, name).call([*inputs, output], [output])
    alone = _gradients(player, inputs)
    if not any(alone):
        return False
    if player.value_class.backward_name is None:
        return True
    inputs, output = _one_operation(player, op)
    player.backward(output, seeds_itself=False)
    whole = _gradients(player, inputs)
    return all(abs(one - other) <= _CLOSE * abs(other) for one, other in zip(alone, whole, strict=True))


def _one_operation(player: "Player", op: str) -> tuple[list[Any], Any]:
    """Do one operation, as in a play of its own: no node has the `id` of an earlier one."""
    player.value_class.layouts.start()
    inputs = [player.leaf(2.0, "a"), player.leaf(3.0, "b")]
    output = player.operations.do(op, inputs, [])
    return inputs, output


def _gradients(player: "Player", nodes: list[Any]) -> list[float]:
    """Return the gradients of nodes; 0 where there is none."""
    readings = [player.value_class.reader.attribute(each, player.value_class.grad_name) for each in nodes]
    return [number if kind < ABSENT else 0.0 for number, kind in readings]
