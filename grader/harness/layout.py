"""The order in which sets of nodes are walked, chosen by a seed instead of by memory addresses.

Children forked from one zygote have equal addresses, so playing again shows nothing new. A layout
gives every node a number from the seed when it is first hashed; sets then keep that order. A layout
and its `reverse` walk most sets in opposite directions, which exposes a dependence on the order.
"""

import builtins
from collections.abc import Callable
from typing import Any

_BLOCK_BITS = 3
_MASK = (1 << 59) - 1
_MULTIPLIER, _INCREMENT = 6364136223846793005, 1442695040888963407


class Layouts:
    """Replaces `__hash__` of the submission's classes, and the `id` that its code sees."""

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}
        self._block: list[int] = []
        self._state = 0
        self._reverse = False
        self._active = False
        self._classes: list[type] = []
        self._real_id: Callable[[object], int] = builtins.id

    def adopt(self, classes: list[type], example: object) -> None:
        """Remember the classes whose hash is that of their identity; others order themselves."""
        for made in classes:
            if made.__hash__ is object.__hash__ or (type(example) is made and _hashes_identity(example)):
                self._classes.append(made)

    def start(self, seed: int, *, reverse: bool) -> None:
        """A fresh play under this layout."""
        self._numbers = {}
        self._block = []
        self._state = seed
        self._reverse = reverse
        if not self._active:
            self._active = True
            hashed = self._hash_function()
            for made in self._classes:
                made.__hash__ = hashed  # type: ignore[method-assign, assignment]

    def identity(self, thing: object) -> int:
        """What `id(...)` gives in the submission: real, until a layout is in force."""
        return self._number(self._real_id(thing)) if self._active else self._real_id(thing)

    def _hash_function(self) -> Callable[[Any], int]:
        number, real_id = self._number, self._real_id

        def __hash__(node: Any) -> int:  # noqa: N807 - it becomes the class's
            return number(real_id(node))

        return __hash__

    def _number(self, address: int) -> int:
        number = self._numbers.get(address)
        if number is None:
            if not self._block:
                self._block = self._shuffled_block()
            number = (self._random() << _BLOCK_BITS) + self._block.pop()
            if self._reverse:
                number = _MASK - number
            self._numbers[address] = number
        return number

    def _shuffled_block(self) -> list[int]:
        """The low bits of the next eight nodes, all different: in a small set no two of them collide,
        so a layout and its reverse surely walk it in opposite directions."""
        block = list(range(1 << _BLOCK_BITS))
        for last in range(len(block) - 1, 0, -1):
            chosen = self._random() % (last + 1)
            block[last], block[chosen] = block[chosen], block[last]
        return block

    def _random(self) -> int:
        self._state = (self._state * _MULTIPLIER + _INCREMENT) & ((1 << 64) - 1)
        return self._state >> 8


def _hashes_identity(example: object) -> bool:
    try:
        return hash(example) == object.__hash__(example)
    except BaseException:  # noqa: BLE001 - a student's __hash__ may do anything
        return False
