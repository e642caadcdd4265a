"""Plays a graph, and reads every node's gradient whenever a function of the submission returns.

In backpropagation a node's gradient grows by one contribution after the other. This is all that is read, so
it takes a small part of what watching every line does.
"""

import sys
import types
from typing import TYPE_CHECKING, Any

from ..model.primitives import PRIMITIVES
from ..model.read import ABSENT
from .values import ANSWERED, ForwardValues, PlayOutcome

if TYPE_CHECKING:
    from .play import Player, PlayMessage

_MOST_NUMBERS = 3000
_setprofile = sys.setprofile


def drive(player: "Player", play: "PlayMessage") -> PlayOutcome:
    """Build, run the pass, and say which gradients came up in it that were not there before."""
    slots = player.leaves(play)
    forward_values = ForwardValues(player.value_class)
    come: _Gradients | None = None
    for op, target, operands in play.graph.steps:
        if op in PRIMITIVES:
            slots[target] = player.operations.do(op, [slots[slot] for slot in operands], play.graph.about)
            continue
        forward_values.read(slots, play.graph.nodes)
        come = _Gradients(player, slots[: play.graph.nodes])
        with come:
            player.backward(slots[target], seeds_itself=False)
    values = player.read(slots, forward_values, play.graph.nodes)
    return PlayOutcome(ANSWERED, values, come.as_dict() if come else {})


class _Gradients:
    """A context around a pass."""

    def __init__(self, player: "Player", nodes: list[Any]) -> None:
        self._nodes = nodes
        self._files = player.value_class.places.cells
        self._read, self._name = player.value_class.reader.attributes, player.value_class.grad_name
        self._numbers: dict[float, int] = {}
        self._returns = 0
        self._before: list[float] = []

    def __enter__(self) -> None:
        self._before, _ = self._read(self._nodes, self._name)
        _setprofile(self._note_return)

    def __exit__(self, *_: object) -> None:
        _setprofile(None)

    def as_dict(self) -> dict[str, Any]:
        """Return the numbers, for the host, which reads them as those of any pass that is watched."""
        new = [(x, when) for x, when in self._numbers.items() if x - x == 0.0 and x not in self._before]
        seen = new[:_MOST_NUMBERS]
        return {
            "held": [], "built": [], "built_when": [], "exact": [], "whole": [], "complex": 0, "turned": [],
            "seen": [x for x, _ in seen], "when": [when for _, when in seen],
            "cut": len(seen) < len(new),
        }  # fmt: skip

    def _note_return(self, frame: types.FrameType, event: str, _argument: object) -> None:
        """Note the gradients of all nodes when a function of the submission returns."""
        if event != "return" or frame.f_code.co_filename not in self._files:
            return
        self._returns += 1
        numbers, kinds = self._read(self._nodes, self._name)
        for number, kind in zip(numbers, kinds, strict=True):
            if kind < ABSENT:
                self._numbers.setdefault(number, self._returns)
