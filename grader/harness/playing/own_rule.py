"""Replaces one node's local rule by a made-up one, to see whether gradients go through local rules.

Backpropagation follows the made-up rule; numerical differentiation and forward mode cannot know of
it. Whether the class calls the rule, whether the pass runs the same lines without it, and how its
work grows with the number of inputs, are measured before anything is concluded. For classes with a
closure on each node only.
"""

from typing import TYPE_CHECKING, Any

from ..running.tracing import Tracing
from .values import ANSWERED, ForwardValues, PlayOutcome, Values

if TYPE_CHECKING:
    from .play import Player, PlayMessage

_FACTOR = 3.0
_FEW, _MANY = 8, 32
_ENOUGH = 16
"""The factor over the lines of the smaller graph beyond which nothing more is to be known."""
_COMPARISONS = ("__eq__", "__hash__", "__lt__")
"""The methods that are not counted: a list of visited nodes compares each with each, which is only slow."""


def drive(player: "Player", play: "PlayMessage", closure: str) -> PlayOutcome:
    """Play with one node's rule replaced by `first operand's gradient += 3 * its own`."""
    called: list[bool] = []
    usual, lines = _Lines(player), _Lines(player)
    if not player.asked_own_rule:
        player.asked_own_rule = True
        _play_unreplaced(player, play, usual)
    values = _play_replaced(player, play, closure, called, lines)
    detail: dict[str, Any] = {"called": bool(called), "same": usual.seen <= lines.seen}
    if not called:
        detail["growth"] = _growth(player)
    return PlayOutcome(ANSWERED, values, detail)


class _Lines(Tracing):
    """The lines of the submission that run, each once.

    Each operation that is replaced is in the graph once more, so that its closure's lines still run.
    """

    def __init__(self, player: "Player") -> None:
        super().__init__(self._entered)
        self.seen: set[tuple[Any, int]] = set()
        self._files = player.value_class.places.cells

    def _entered(self, frame: Any, _event: str, _argument: Any) -> Any:
        return self._ran if frame.f_code.co_filename in self._files else None

    def _ran(self, frame: Any, _event: str, _argument: Any) -> Any:
        self.seen.add((frame.f_code, frame.f_lineno))
        return self._ran


def _play_unreplaced(player: "Player", play: "PlayMessage", lines: _Lines) -> None:
    """Play without replacing anything: a class that runs its closures only where it finds ours shows it."""
    slots = player.leaves(play)
    for op, target, operands in play.graph.steps:
        if op != "backward":
            slots[target] = player.operations.do(op, [slots[slot] for slot in operands], play.graph.about)
            continue
        with lines:
            player.backward(slots[target], seeds_itself=False)


def _play_replaced(
    player: "Player", play: "PlayMessage", closure: str, called: list[bool], lines: _Lines
) -> Values:
    """Play with the rule of one node replaced, and return the readings."""
    graph, grad = play.graph, player.value_class.grad_name
    slots = player.leaves(play)
    forward_values = ForwardValues(player.value_class)
    for op, target, operands in graph.steps:
        if op == "backward":
            forward_values.read(slots, graph.nodes)
            with lines:
                player.backward(slots[target], seeds_itself=False)
            continue
        slots[target] = player.operations.do(op, [slots[slot] for slot in operands], graph.about)
        if target == graph.replaced:
            node, source = slots[target], slots[operands[0]]

            def rule(*_: Any, node: Any = node, source: Any = source) -> None:
                called.append(True)
                setattr(source, grad, getattr(source, grad) + _FACTOR * getattr(node, grad))

            setattr(node, closure, rule)
    return player.read(slots, forward_values, graph.nodes)


def _growth(player: "Player") -> float:
    """Return the lines run for four times as many inputs, as a ratio.

    About 4 for backpropagation, 16 if each input costs a pass of its own.
    """
    few = max(1, _count_of_lines(player, _FEW, None))
    return _count_of_lines(player, _MANY, _ENOUGH * few) / few


def _count_of_lines(player: "Player", inputs: int, most: int | None) -> int:
    """Return how many lines a pass over so many inputs runs, up to a limit."""
    count = 0

    def trace(frame: Any, _event: str, _argument: Any) -> Any:
        nonlocal count
        if most is not None and count > most:
            tracing.stop()
            return None
        if frame.f_code.co_name in _COMPARISONS:
            return None
        count += 1
        return trace

    leaves = [player.leaf(1.0 + i / 64, "x") for i in range(inputs)]
    with Tracing(trace) as tracing:
        total = leaves[0]
        for leaf in leaves[1:]:
            total = player.operations.do("+", [total, player.operations.do("*", [total, leaf], [])], [])
        player.backward(total, seeds_itself=False)
    return count
