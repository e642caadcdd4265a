"""Orders the nodes in sets by a seed instead of by memory addresses.

Children forked from one zygote have equal addresses, so playing again shows nothing new. A layout
gives every node a number when it is first hashed, the seed says which; sets then keep that order. A layout
and its `reverse` walk most sets in opposite directions, which exposes a dependence on the order.

One is in force before the first node is made: what a class keeps would bring the order of addresses, which
differs from zygote to zygote, into later plays.
"""

import builtins
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from itertools import chain, count
from random import Random
from typing import Any

from .companion import Companion

_BLOCK = 8
_BLOCKS = 1021
_BITS = min(59, sys.hash_info.width - 2)
"""A hash has 64 bits, and in a browser 32: a longer number would be reduced, and sets keep another order."""
_SAME_HASH = sys.hash_info.modulus
"""Integers that are so far apart have one hash, and a set keeps them at one place."""
_MOST_PLAYS = 1 << 40
_FIRST_PLAY = 8
"""The play from which on numbers are too large for a hash: a class that gives one as its own reduces it."""


def _in_blocks(count: int, bits: int) -> list[int]:
    """Return numbers of so many bits for blocks of eight nodes; in a block all low bits differ.

    In a small set no two of them collide, so a layout and its reverse surely walk it in opposite
    directions. Fewer bits cut the high ones: the low ones decide where a set keeps a node.
    """
    draw = Random(0).getrandbits
    high = [draw(56) * _BLOCK for _ in range(count * _BLOCK)]
    low = [number for _ in range(count) for number in _shuffled(draw)]
    mask = (1 << bits) - 1
    numbers = [number + bit & mask for number, bit in zip(high, low, strict=True)]
    # Each block backwards, as in the reports of earlier versions.
    return [number for at in range(0, len(numbers), _BLOCK) for number in numbers[at : at + _BLOCK][::-1]]


def _shuffled(draw: Callable[[int], int]) -> Iterator[int]:
    """Yield the numbers of a block as `Random.sample` draws them, in a third of its time."""
    waiting = list(range(_BLOCK))
    for left in range(_BLOCK, 0, -1):
        while (at := draw(left.bit_length())) >= left:
            pass
        yield waiting[at]
        waiting[at] = waiting[left - 1]


def _numbers_again(numbers: list[int]) -> Iterator[int]:
    """Yield the numbers again and again: each time others for an `id`, and the same for a hash."""
    for turn in count(1):
        for number in numbers:
            yield number + turn * _MOST_PLAYS * _SAME_HASH


_NUMBERS = _in_blocks(_BLOCKS, _BITS)
_REVERSED = [(1 << _BITS) - 1 - number for number in _NUMBERS]


class Layouts:
    """Replaces `__hash__` of the submission's classes, and the `id` that its code sees."""

    def __init__(self) -> None:
        self._numbers: defaultdict[int, int] = defaultdict(None)
        """By address. A new one is given by iterators alone: nothing is done as often as nodes are hashed."""
        self._real_id: Callable[[object], int] = builtins.id
        self._play = _FIRST_PLAY
        self.companion: Companion | None = None
        """The object that is made as at first for each play, where nodes need one."""
        self.start()

    def adopt(self, classes: list[type], example: object = None) -> None:
        """Number the nodes of these classes, where their hash is that of their identity.

        An example shows it of a class that hashes its nodes to their address in its own way.
        """
        for cls in classes:
            hashed: Any = cls.__hash__
            if hashed is object.__hash__ or (type(example) is cls and _hashes_identity(example)):
                type.__setattr__(cls, "__hash__", self._hash_function())  # a metaclass has no say in it

    def start(self, seed: int = 0, *, reverse: bool = False) -> None:
        """Begin a fresh play under this layout."""
        # Nodes of this play may have addresses of the last one's, and must not inherit their numbers.
        self._numbers.clear()
        self._play += 1
        numbers = _REVERSED if reverse else _NUMBERS
        first = iter(numbers)
        first.__setstate__(seed % _BLOCKS * _BLOCK)  # type: ignore[attr-defined]
        self._numbers.default_factory = chain(first, _numbers_again(numbers)).__next__
        self.begin_graph()

    def begin_graph(self) -> None:
        """Make what nodes need anew: nothing of an earlier graph is in it."""
        if self.companion is not None:
            self.companion.begin()

    def aside(self) -> AbstractContextManager[None]:
        """Return a context in which an operation can be tried: nothing of it stays in what nodes need."""
        return nullcontext() if self.companion is None else self.companion.aside()

    def identity(self, thing: object) -> int:
        """Return what `id(...)` gives in a submission: another number in each play."""
        return self._numbers[self._real_id(thing)] + self._play * _SAME_HASH

    def _hash_function(self) -> Callable[[Any], int]:
        """Return the `__hash__` that the submission's classes get."""
        numbers, real_id = self._numbers, self._real_id

        def __hash__(node: Any) -> int:  # noqa: N807 - it becomes the class's
            return numbers[real_id(node)]

        return __hash__


def _hashes_identity(example: object) -> bool:
    """Whether an object's hash is that of its identity."""
    try:
        return hash(example) == object.__hash__(example)
    except BaseException:
        return False


def is_of_layouts(function: Callable[..., Any]) -> bool:
    """Whether a function is a hash that layouts gave to a class."""
    return getattr(function, "__globals__", None) is globals()
