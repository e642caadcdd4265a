"""The order in which sets of nodes are walked, chosen by a seed instead of by memory addresses.

Children forked from one zygote have equal addresses, so playing again shows nothing new. A layout
gives every node a number when it is first hashed, the seed says which; sets then keep that order. A layout
and its `reverse` walk most sets in opposite directions, which exposes a dependence on the order.
"""

import builtins
from collections.abc import Callable
from random import Random
from typing import Any

_BLOCK = 8
_MASK = (1 << 59) - 1


def _blocks(count: int) -> list[list[int]]:
    """Numbers for eight nodes each, whose low bits all differ.

    In a small set no two of them collide, so a layout and its reverse surely walk it in opposite
    directions.
    """
    shuffled = Random(0)
    high = [[shuffled.getrandbits(56) * _BLOCK for _ in range(_BLOCK)] for _ in range(count)]
    return [
        [number + low for number, low in zip(h, shuffled.sample(range(_BLOCK), _BLOCK), strict=True)]
        for h in high
    ]


_BLOCKS = _blocks(1021)


class Layouts:
    """Replaces `__hash__` of the submission's classes, and the `id` that its code sees."""

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}
        self._block: list[int] = []
        self._next = 0
        self._reverse = False
        self._active = False
        self._classes: list[type] = []
        self._real_id: Callable[[object], int] = builtins.id
        self.id_was_asked = False
        """Whether the submission ever asked for an `id`: it may keep it, and compare it later."""

    def adopt(self, classes: list[type], example: object) -> None:
        """Remember the classes whose hash is that of their identity; others order themselves."""
        for cls in classes:
            hashed: Any = cls.__hash__
            if hashed is object.__hash__ or (type(example) is cls and _hashes_identity(example)):
                self._classes.append(cls)

    def start(self, seed: int, *, reverse: bool) -> None:
        """A fresh play under this layout."""
        # Nodes of this play may have addresses of the last one's, and must not inherit their numbers.
        self._numbers.clear()
        self._block.clear()
        self._next = seed % len(_BLOCKS)
        self._reverse = reverse
        # Only now, not in `adopt`: a hash in Python slows every set, and plays without a layout come first.
        if not self._active:
            self._active = True
            hashed = self._hash_function()
            for cls in self._classes:
                cls.__hash__ = hashed  # type: ignore[method-assign, assignment]

    def identity(self, thing: object) -> int:
        """What `id(...)` gives in the submission: real, until a layout is in force."""
        self.id_was_asked = True
        address = self._real_id(thing)
        if not self._active:
            return address
        number = self._numbers.get(address)
        return self._number(address) if number is None else number

    def _hash_function(self) -> Callable[[Any], int]:
        numbers, new_number, real_id = self._numbers, self._number, self._real_id

        def __hash__(node: Any) -> int:  # noqa: N807 - it becomes the class's
            address = real_id(node)
            try:
                return numbers[address]
            except KeyError:
                return new_number(address)

        return __hash__

    def _number(self, address: int) -> int:
        if not self._block:
            self._block = list(_BLOCKS[self._next])
            self._next = (self._next + 1) % len(_BLOCKS)
        number = self._block.pop()
        if self._reverse:
            number = _MASK - number
        self._numbers[address] = number
        return number


def _hashes_identity(example: object) -> bool:
    try:
        return hash(example) == object.__hash__(example)
    except BaseException:
        return False
