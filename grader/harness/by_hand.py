"""Calls a class's `_backward` closures by hand: the output is seeded, each node's rule run in order.

Said only of classes whose closures take no arguments and move gradients to a node's own parents: what
runs further is a pass of its own, and says nothing about local rules.
"""

from typing import TYPE_CHECKING, Any

from .operations import OPERATIONS
from .read import ABSENT
from .signatures import required_arguments
from .values import NOTHING, Made, Values

if TYPE_CHECKING:
    from .play import Play, Player


class ByHand:
    """One class's closures; whether they can be driven is found out once."""

    def __init__(self, player: "Player", closure: str) -> None:
        self._player = player
        self._closure = closure
        self._grad = player.found.grad_name
        self._obstacle: str | None = None
        self._known = False

    def drive(self, play: "Play") -> tuple[bool, Values, dict[str, Any]]:
        """Whether it could be driven, and then the readings."""
        if not self._known:
            self._obstacle, self._known = self._find_obstacle(), True
        if self._obstacle is not None:
            return False, NOTHING, {"kind": self._obstacle}
        graph, player = play.graph, self._player
        slots = player.leaves(play)
        for op, target, operands in graph.steps:
            if op in OPERATIONS:
                slots[target] = player.operations.do(op, [slots[slot] for slot in operands], graph.about)
        made = Made(player.found)
        made.read(slots, graph.nodes)
        player.asking = True
        self._run(slots[: graph.nodes], [slots[slot] for slot in play.order])
        return True, player.read(slots, made, graph.nodes), {}

    def _run(self, nodes: list[Any], order: list[Any]) -> None:
        for node in nodes:
            # Some classes give a node its zero only at the start of backward().
            if getattr(node, self._grad, None) is None:
                setattr(node, self._grad, 0.0)
        setattr(order[0], self._grad, 1.0)
        for node in order:
            getattr(node, self._closure)()

    def _find_obstacle(self) -> str | None:
        """Drive the last step of a chain alone: only the nodes just before it may receive something."""
        leaf, do = self._player.leaf, self._player.operations.do
        first, second, third = leaf(2.0, "a"), leaf(3.0, "b"), leaf(5.0, "c")
        middle = do("*", [first, second], [])
        last = do("*", [middle, third], [])
        try:
            self._run([first, second, third, middle, last], [last])
        except TypeError:
            takes_arguments = required_arguments(getattr(last, self._closure)) > 0
            return "closures-take-arguments" if takes_arguments else None
        number, kind = self._player.found.reader.attribute(first, self._grad)
        return None if kind >= ABSENT or number == 0 else "closures-not-local"
