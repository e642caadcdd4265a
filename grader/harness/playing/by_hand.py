"""Calls a class's `_backward` closures by hand: the output is seeded, each node's rule run in order.

Said only of classes whose closures take no arguments and move gradients to a node's own parents: what
runs further is a pass of its own, and says nothing about local rules.
"""

import contextlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ..model.filled import filled
from ..model.operations import FIRST_OPERATIONS
from ..model.primitives import PRIMITIVES
from ..model.read import ABSENT, NODE, OTHER
from ..model.signatures import required_arguments
from ..model.unwritten import is_unwritten
from ..running.problem import Missing
from .values import ANSWERED, NOT_APPLICABLE, NOTHING, ForwardValues, PlayOutcome

if TYPE_CHECKING:
    from .play import Player, PlayMessage


class ByHand:
    """One class's closures; whether they can be driven is found out once."""

    def __init__(self, player: "Player", closure: str) -> None:
        self._player = player
        self._closure = closure
        self._grad = player.value_class.grad_name
        self._obstacle: str | None = None
        self._known = False

    def drive(self, play: "PlayMessage") -> PlayOutcome:
        """Seed the output and call the rules by hand; not applicable where something stands in the way.

        Raises `Missing` if a rule has no body.
        """
        if not self._known:
            self._obstacle, self._known = self._find_obstacle(), True
        if self._obstacle is not None:
            return PlayOutcome(NOT_APPLICABLE, NOTHING, {"kind": self._obstacle})
        graph, player = play.graph, self._player
        slots = player.leaves(play)
        slots[graph.nodes :] = self._constants(graph.constants)
        stand_in = getattr(slots[0], self._closure, None)
        for op, target, operands in graph.steps:
            if op in PRIMITIVES:
                slots[target] = player.operations.do(op, [slots[slot] for slot in operands], graph.about)
                self._ask_for_rule(op, slots[target], stand_in)
        forward_values = ForwardValues(player.value_class)
        forward_values.read(slots, graph.nodes)
        player.asking = True
        self.call(slots[: graph.nodes], [slots[slot] for slot in play.order])
        return PlayOutcome(ANSWERED, player.read(slots, forward_values, graph.nodes), {})

    def _ask_for_rule(self, op: str, node: Any, stand_in: Any) -> None:
        """Raise `Missing` for a rule without a body; that of a new leaf a node may keep."""
        rule = getattr(node, self._closure, None)
        if is_unwritten(rule) and getattr(rule, "__code__", None) is not getattr(stand_in, "__code__", None):
            raise Missing(f"rule of {op}")

    def _constants(self, numbers: list[Any]) -> list[Any]:
        """Return leaves where gradients are None at first: one that the class makes itself would stay so."""
        leaves = [self._player.leaf(float(number), "") for number in numbers]
        zeroed = [self._give_zero(leaf) for leaf in leaves]
        return leaves if any(zeroed) else numbers

    def _give_zero(self, node: Any) -> bool:
        """Give a node its zero where the class does so only in `backward()`; whether that was needed."""
        if getattr(node, self._grad, None) is not None:
            return False
        setattr(node, self._grad, filled(node, 0.0, self._player.value_class))
        return True

    def call(self, nodes: list[Any], order: list[Any]) -> Any:
        """Seed the first of the order and call their rules; return what the last one returned.

        A node without a rule gives nothing on.
        """
        for node in nodes:
            self._give_zero(node)
        setattr(order[0], self._grad, filled(order[0], 1.0, self._player.value_class))
        returned = None
        for node in order:
            rule = getattr(node, self._closure, None)
            returned = rule() if rule is not None else None
        return returned

    def _find_obstacle(self) -> str | None:
        """Return what stands in the way, tried with `+` if `*` is missing or raises: its graphs show that."""
        for op in FIRST_OPERATIONS:
            try:
                return self._obstacle_of(op)
            except Exception:  # noqa: S112 - a mistake of this operation alone
                continue
        return None

    def _obstacle_of(self, op: str) -> str | None:
        """Drive the last step of a chain alone: only the nodes just before it may receive something."""
        obstacle, moved = self._obstacle_with(self._player.leaf, op)
        for leaf in () if obstacle or moved else self._player.value_class.other_leaves:
            with contextlib.suppress(Exception):
                obstacle, moved = self._obstacle_with(leaf, op)
            if moved:
                self._player.leaf = leaf
                self._player.note_convention(other_leaf=True)
                break
        return obstacle

    def _obstacle_with(self, leaf: Callable[[float, str], Any], op: str) -> tuple[str | None, bool]:
        """Return what stands in the way with such leaves, and whether anything moved."""
        do = self._player.operations.do
        first, second, third = leaf(2.0, "a"), leaf(3.0, "b"), leaf(5.0, "c")
        middle = do(op, [first, second], [])
        last = do(op, [middle, third], [])
        nodes = [first, second, third, middle, last]
        if _takes_a_gradient(getattr(last, self._closure)):
            return "closures-take-arguments", False
        if self._is_out_of_reach(last):
            return "closures-not-local", False
        try:
            returned = self.call(nodes, [last])
        except TypeError:
            return None, False
        moved = any(map(self._received, (middle, third)))
        hands_back = returned is not None and not moved
        if hands_back or self._received(first):
            return "closures-not-local", moved
        return "no-closures" if not moved and self._moves_by_a_pass_only(nodes) else None, moved

    def _moves_by_a_pass_only(self, nodes: Sequence[Any]) -> bool:
        """Whether a pass does something where rules that are called by hand do not.

        It chooses rules itself, or gradients are kept where nobody sets them from outside. Where only another
        node has a rule, that is a mistake.
        """
        rules = [getattr(node, self._closure) for node in nodes]
        if is_unwritten(rules[-1]) and not all(map(is_unwritten, rules)):
            return False
        try:
            self._player.backward(nodes[-1], seeds_itself=False)
        except Missing:
            return False
        except Exception:
            return True
        return any(map(self._received, nodes[:-1]))

    def _is_out_of_reach(self, node: Any) -> bool:
        """Whether gradients cannot be set from outside, or are no plain numbers."""
        gradient = getattr(node, self._grad, None)
        try:
            setattr(node, self._grad, gradient)
        except (AttributeError, TypeError):
            return True
        return self._player.value_class.reader.number(gradient)[1] in (NODE, OTHER)

    def _received(self, node: Any) -> bool:
        """Whether a node has a gradient other than 0."""
        number, kind = self._player.value_class.reader.attribute(node, self._grad)
        return kind < ABSENT and number != 0


def _takes_a_gradient(closure: Any) -> bool:
    """Whether a closure has a parameter for a gradient, required or with the default None or 1."""
    defaults = getattr(closure, "__defaults__", None) or ()
    plain = [default for default in defaults if default is None or type(default) in (int, float)]
    return required_arguments(closure) > 0 or any(each in (None, 1) for each in plain)
