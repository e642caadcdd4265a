"""Replaces one node's local rule by a made-up one, to see whether gradients go through local rules.

Backpropagation follows the made-up rule; numerical differentiation and forward mode cannot know of
it. Whether the class calls the rule, and how its work grows with the number of inputs, are measured
before anything is concluded. For classes with a closure on each node only.
"""

import sys
from typing import TYPE_CHECKING, Any

from .values import Made, Values

if TYPE_CHECKING:
    from .play import Play, Player

_FACTOR = 3.0
_FEW, _MANY = 8, 32
_COMPARISONS = ("__eq__", "__hash__", "__lt__")
"""Not counted: a list of visited nodes compares each with each, which is no more than slow."""


def drive(player: "Player", play: "Play", closure: str) -> tuple[int, Values, dict[str, Any]]:
    """Play with one node's rule replaced by `first operand's gradient += 3 * its own`."""
    called: list[bool] = []
    values = _with_rule(player, play, closure, called)
    detail: dict[str, Any] = {"called": bool(called)}
    if not called:
        detail["growth"] = _growth(player)
    return 0, values, detail


def _with_rule(player: "Player", play: "Play", closure: str, called: list[bool]) -> Values:
    graph, grad = play.graph, player.found.grad_name
    slots = player.leaves(play)
    made = Made(player.found)
    for op, target, operands in graph.steps:
        if op == "backward":
            made.read(slots, graph.nodes)
            player.backward(slots[target], seeds_itself=False)
            continue
        slots[target] = player.operations.do(op, [slots[slot] for slot in operands], graph.about)
        if target == graph.replaced:
            node, source = slots[target], slots[operands[0]]

            def rule(*_: Any, node: Any = node, source: Any = source) -> None:
                called.append(True)
                setattr(source, grad, getattr(source, grad) + _FACTOR * getattr(node, grad))

            setattr(node, closure, rule)
    return player.read(slots, made, graph.nodes)


def _growth(player: "Player") -> float:
    """Lines run for four times as many inputs, as a ratio.

    About 4 for backpropagation, 16 if each input costs a pass of its own.
    """
    return _lines(player, _MANY) / max(1, _lines(player, _FEW))


def _lines(player: "Player", inputs: int) -> int:
    count = 0

    def trace(frame: Any, _event: str, _argument: Any) -> Any:
        nonlocal count
        if frame.f_code.co_name in _COMPARISONS:
            return None
        count += 1
        return trace

    leaves = [player.leaf(1.0 + i / 64, "x") for i in range(inputs)]
    sys.settrace(trace)
    try:
        total = leaves[0]
        for leaf in leaves[1:]:
            total = player.operations.do("+", [total, player.operations.do("*", [total, leaf], [])], [])
        player.backward(total, seeds_itself=False)
    finally:
        sys.settrace(None)
    return count
