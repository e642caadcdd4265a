"""Finds how a node of a submission holds the nodes it was made from: some are made and looked at."""

import functools
import types
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ..model.primitives import PRIMITIVES, leaves
from ..model.signatures import required_arguments
from ..playing.play import Player
from ..running.bounded import bounded
from ..running.problem import MODULE

EACH = "*"
Way = tuple[str | int, ...]
"""Attributes, positions, and `EACH` for what runs through a collection; the first is an attribute."""

_OPERATIONS = ("*", "+", "neg", "tanh", "exp", "relu")
_COLLECTIONS = (list, tuple, set, frozenset, deque, dict)
_FUNCTIONS = (types.FunctionType, types.MethodType, functools.partial)
_USUAL = (
    "_prev",
    "prev",
    "_children",
    "children",
    "_parents",
    "parents",
    "_inputs",
    "inputs",
    "_deps",
    "deps",
)
_DEEPEST = 3
_WIDEST = 4


class Parents(NamedTuple):
    """The places where objects of one class hold their parents."""

    ways: tuple[Way, ...]
    on_leaves: frozenset[str]
    """Attributes that a leaf has too."""
    filled_on_leaves: frozenset[str]
    """Attributes of a leaf that hold something."""
    class_name: str
    closures: frozenset[str]
    """Attributes in which a result keeps a function, or an object that is called like one."""
    wants_gradient: bool
    """Whether these functions take an argument."""

    @property
    def names(self) -> frozenset[str]:
        """The attributes, as the source may write them."""
        names = {step for way in self.ways for step in way if isinstance(step, str) and step != EACH}
        private = f"_{self.class_name.lstrip('_')}__"
        return frozenset(names | {f"__{name[len(private) :]}" for name in names if name.startswith(private)})

    def of(self, node: str) -> str:
        """Return the expression for the parents of a node."""
        held, test = self.iterable_and_test(node, "each")
        return f"[each for each in {held} if {test}]" if test else held

    def iterable_and_test(self, node: str, parent: str) -> tuple[str, str]:
        """Return the expression for a node's parents, and a test for each; empty where all are parents."""
        many = [self._of_collection(way, node) for way in self.ways if EACH in way]
        single = [self._followed(way, node) for way in self.ways if EACH not in way]
        if len(many) == 1 and not single:
            return many[0], ""
        items = ", ".join([f"*{text}" for text in many] + single)
        return f"({items},)", f"isinstance({parent}, {self.class_name})"

    def _of_collection(self, way: Way, node: str) -> str:
        """Return the expression for the parents in the collection that a way leads to."""
        at = way.index(EACH)
        collection = self._followed(way[:at], node)
        if way[0] not in self.filled_on_leaves:
            collection = f"({collection} or ())"
        rest = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in way[at + 1 :])
        return f"[each{rest} for each in {collection}]" if rest else collection

    def _followed(self, way: Way, node: str) -> str:
        """Return the expression that follows a way from a node."""
        text = node
        for step in way:
            if isinstance(step, int):
                text = f"{text}[{step}]"
            elif way[0] in self.filled_on_leaves or (text == node and step in self.on_leaves):
                text = f"{text}.{step}"
            else:
                text = f"getattr({text}, {step!r}, None)"
        return text


def parents_of(player: Player, class_name: str) -> Parents:
    """Return where the results of some operations hold their parents."""
    leaf = player.leaf(1.5, "a")
    results = [(result, leaves) for op in _OPERATIONS for result, leaves in _tried_result(player, op)]
    has = dict(_attributes(leaf))
    filled = frozenset(name for name, thing in has.items() if thing is not None)
    kept = [pair for result, _ in results for pair in _attributes(result) if _is_function(pair[1])]
    return Parents(
        tuple(_ways_to_parents(results, leaf) or _usual_way(leaf)), frozenset(has), filled, class_name,
        frozenset(name for name, _ in kept), any(required_arguments(thing) for _, thing in kept),
    )  # fmt: skip


def _is_function(thing: Any) -> bool:
    """Whether a thing is a function, or an object of a class of the submission that is called like one."""
    return isinstance(thing, _FUNCTIONS) or (_is_of_file(thing) and callable(thing))


def _is_of_file(thing: Any) -> bool:
    """Whether a thing is an object of a class of the submission."""
    return getattr(type(thing), "__module__", "") == MODULE


def _ways_to_parents(results: list[tuple[Any, list[Any]]], leaf: Any) -> list[Way]:
    """Return the way to a collection that holds the parents in every result, else all ways to any parent."""
    held = [ways for result, leaves in results if (ways := set(_ways_from(result, leaves, leaf)))]
    if not held:
        return []
    everywhere = [way for way in sorted(set.intersection(*held), key=_preference) if EACH in way]
    return everywhere[:1] or sorted(set.union(*held), key=_preference)


def _preference(way: Way) -> tuple[bool, int, str]:
    """Sort collections first, then short ways."""
    return EACH not in way, len(way), str(way)


def _usual_way(leaf: Any) -> list[Way]:
    """Return a collection of the leaf with a usual name, where no result shows its parents."""
    has = {name for name, thing in _attributes(leaf) if isinstance(thing, _COLLECTIONS)}
    return next(([(name, EACH)] for name in _USUAL if name in has), [])


def _tried_result(player: Player, op: str) -> Iterator[tuple[Any, list[Any]]]:
    """Yield the result of an operation with its operands; nothing if it fails."""
    operands = leaves(PRIMITIVES[op], player.leaf)
    try:
        with bounded(player.value_class.places):
            result = player.operations.do(op, operands, [op])
        yield result, operands
    except Exception:
        return


def _ways_from(result: Any, leaves: list[Any], leaf: Any) -> Iterator[Way]:
    """Yield the ways from a result to its operands, except through what a leaf has too."""
    shared = {id(thing) for _, thing in _attributes(leaf) if thing.__class__ is not tuple or thing}
    for name, thing in _attributes(result):
        if id(thing) not in shared:
            yield from ((name, *rest) for rest in _ways_to_leaves(thing, leaves, _DEEPEST))


def _ways_to_leaves(thing: Any, leaves: list[Any], deepest: int, *, inside: bool = False) -> Iterator[Way]:
    """Yield the ways from a thing to leaves."""
    if any(thing is leaf for leaf in leaves):
        yield ()
        return
    is_collection = isinstance(thing, _COLLECTIONS)
    for step, each in _held(thing, type(leaves[0]), inside=inside) if deepest else ():
        rests = _ways_to_leaves(each, leaves, deepest - 1, inside=is_collection)
        yield from ((step, *rest) for rest in rests)


def _held(thing: Any, leaf_type: type, *, inside: bool) -> Iterable[tuple[str | int, Any]]:
    """Return what a small collection or an object of the submission holds, each with the step to it."""
    if isinstance(thing, _COLLECTIONS) and len(thing) <= _WIDEST:
        # A collection holds any number of parents; one inside of it is a pair with fixed places.
        return ((number if inside else EACH, each) for number, each in enumerate(thing))
    return _attributes(thing) if _is_of_file(thing) and not isinstance(thing, leaf_type) else ()


def _attributes(thing: Any) -> list[tuple[str, Any]]:
    """Return the attributes that an object has of its own, in a `__dict__` or in slots."""
    names = [*getattr(thing, "__dict__", ())]
    for base in type(thing).__mro__:
        names += [
            name for name, kept in base.__dict__.items() if isinstance(kept, types.MemberDescriptorType)
        ]
    return [(name, getattr(thing, name)) for name in dict.fromkeys(names) if hasattr(thing, name)]
