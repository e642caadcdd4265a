"""Plays a graph whose nodes are used again after a pass; tells what is a policy of the class, and no fault.

A class may free its graph in the pass, or refuse a second use by an exception of its own. Where the graph is
all there, and a second pass goes wrong, the first one has left something behind.
"""

import math
from typing import TYPE_CHECKING, Any

from ..model.held import Holdings, TooMuch
from ..model.primitives import PRIMITIVES
from ..model.read import ABSENT
from ..running.problem import Missing, describe, is_raised_on_purpose
from .values import ANSWERED, NOT_APPLICABLE, NOTHING, PlayOutcome, Values

if TYPE_CHECKING:
    from ..model.find_class import ValueClass
    from .play import GraphMessage, Player, PlayMessage

_CLOSE = 1e-9


class UseAgain:
    """Looks at a graph around its first pass."""

    def __init__(self, value_class: "ValueClass") -> None:
        self._value_class = value_class
        self._earlier: Holdings | None = None
        """What the class held before the graph was built."""
        self._before: Holdings | None = None
        self.began = False
        """Whether the first pass is over."""
        self.freed = self.uncleared = False

    def start(self) -> None:
        """Note what the class holds before the graph is built."""
        self.began = self.freed = self.uncleared = False
        self._earlier = self._look([])

    def before_pass(self, nodes: list[Any]) -> None:
        """Note what the class holds of the graph."""
        if not self.began:
            self._before = self._look(nodes)

    def after_pass(self, nodes: list[Any]) -> None:
        """Note whether the first pass let go of something that the graph added to what the class holds."""
        if not self.began and self._earlier and self._before and (after := self._look(nodes)):
            self.freed = not self._before.facts - self._earlier.facts <= after.facts
        self.began, self._earlier, self._before = True, None, None

    def note_cleared(self, node: Any, *, is_set: bool) -> None:
        """Remember a gradient that is not 0 although it should be."""
        number, kind = self._value_class.reader.attribute(node, self._value_class.grad_name)
        self.uncleared |= not is_set or (kind < ABSENT and number != 0)

    def _look(self, nodes: list[Any]) -> Holdings | None:
        """Return what is held now. Where that is too much to be seen, nobody is accused."""
        try:
            return Holdings(self._value_class, [node for node in nodes if node is not None])
        except TooMuch:
            self.freed = True
            return None


def drive(player: "Player", play: "PlayMessage") -> PlayOutcome:
    """Play, and tell what besides a fault may have kept nodes from being used again.

    That is looked for only where the last pass alone, of a new graph, gives something else.
    """
    alone = _values_or_none(player, play._replace(graph=_last_pass(play.graph)))
    values = _values_or_none(player, play)
    if alone is not None and (values is None or not _have_equal_gradients(values, alone, len(play.inputs))):
        return _play_watched(player, play)
    values = player.with_backward(play).values if values is None else values
    return PlayOutcome(ANSWERED, values, {"freed": False, "uncleared": False})


def _last_pass(graph: "GraphMessage") -> "GraphMessage":
    """Return the same graph, with its last pass alone."""
    last = max(place for place, (op, _, _) in enumerate(graph.steps) if op == "backward")
    steps = [step for place, step in enumerate(graph.steps) if place == last or step[0] in PRIMITIVES]
    return graph._replace(steps=steps)


def _values_or_none(player: "Player", play: "PlayMessage") -> Values | None:
    """Return what a play gives; None where it raises something."""
    player.value_class.layouts.start(play.seed, reverse=play.reverse)
    try:
        return player.with_backward(play).values
    except Missing:
        raise
    except Exception:
        return None
    finally:
        player.asking = False


def _have_equal_gradients(one: Values, other: Values, inputs: int) -> bool:
    """Whether the inputs got the same gradients in both."""
    start = 2 * len(one.numbers) // 3
    places = slice(start, start + inputs)
    pairs = zip(one.numbers[places], other.numbers[places], strict=True)
    return one.kinds[places] == other.kinds[places] and all(
        math.isclose(got, right, rel_tol=_CLOSE, abs_tol=_CLOSE) for got, right in pairs
    )


def _play_watched(player: "Player", play: "PlayMessage") -> PlayOutcome:
    """Play once more, with a look at what is let go of."""
    use = player.second_use = UseAgain(player.value_class)
    try:
        values = player.with_backward(play).values
    except Exception as error:
        if not use.began or not (use.freed or is_raised_on_purpose(error)):
            raise
        refusal = describe(error, player.value_class.places)
        return PlayOutcome(NOT_APPLICABLE, NOTHING, {**refusal, "kind": "graph-freed"})
    finally:
        player.second_use = None
    return PlayOutcome(ANSWERED, values, {"freed": use.freed, "uncleared": use.uncleared})
