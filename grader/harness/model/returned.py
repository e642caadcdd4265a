"""Reads the gradients that a pass returns in a dict, by nodes or by their `id`, where it keeps none in nodes.

As for numbers in objects (`payload.py`), the graded class gets one attribute more, which all others use as
they use any other. What is not in the dict has received nothing; the output's own gradient may be left out.
"""

import contextlib
from collections import deque
from collections.abc import Callable
from typing import Any

from .layout import Layouts

_MOST_PASSES = 16
BY_NODE, BY_ID = "returned.get(node, 0)", "returned.get(id(node), 0)"
"""The names that attribute may have."""


class ReturnedGradients:
    """The gradients that the last passes have returned."""

    def __init__(self, cls: type, name: str, layouts: Layouts) -> None:
        self._key: Callable[[Any], Any] = layouts.identity if name == BY_ID else _itself
        self._passes: deque[tuple[Any, dict[Any, Any]]] = deque(maxlen=_MOST_PASSES)
        """The output and the gradients of each, the last pass first."""
        type.__setattr__(cls, name, property(self._read, self._write))

    def kept(self, call: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """Return a call of the pass after which its gradients can be read."""

        def run(root: Any) -> Any:
            returned = call(root)
            if isinstance(returned, dict):
                self._passes.appendleft((root, returned))
            return returned

        return run

    def _read(self, node: Any) -> Any:
        """Return the gradient of a node, by the last pass that came to it."""
        key = self._key(node)
        for root, gradients in self._passes:
            if key in gradients:
                return gradients[key]
            if node is root:
                return 1.0
        return 0.0

    def _write(self, node: Any, number: Any) -> None:
        """Set the gradient of a node until the next pass."""
        self._passes.appendleft((None, {self._key(node): number}))


def _itself(node: Any) -> Any:
    return node


def where_returned(returned: Any, node: Any, layouts: Layouts) -> str | None:
    """Return how to read a node's gradient in what a pass has returned; None if it is not there."""
    if not isinstance(returned, dict):
        return None
    if layouts.identity(node) in returned:
        return BY_ID
    with contextlib.suppress(TypeError):  # a class with `__eq__` alone has nodes that are no keys
        return BY_NODE if node in returned else None
    return None
