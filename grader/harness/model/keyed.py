"""Finds the numbers of a node that keeps them in a dict or a list: `self.v = {"data": 2.0, "grad": 0.0}`.

As for numbers in objects (`payload.py`), the graded class gets an attribute for each, named as the source
writes it (`v["data"]`), which reads and sets the number: all others use it as they use any other.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from .dialect_names import DATA_NAMES, GRAD_NAMES
from .payload import own_attributes

_NUMBERS = (int, float)
_PAIR = 2
_LONGEST_KEY, _MOST_KEYS = 80, 1_000


class Entry(NamedTuple):
    """The place of a number: the attribute of the node, and the key or the index in what it holds."""

    holder: str
    key: str | int

    @property
    def name(self) -> str:
        """Return the place as the source writes it."""
        key = f'"{self.key}"' if isinstance(self.key, str) else self.key
        return f"{self.holder}[{key}]"


def in_containers(
    leaf: Callable[[float, str], Any], grad_name: str | None, x: float
) -> tuple[str | None, str | None]:
    """Return the names of data and gradient of a node without an attribute that is its number.

    The class gets attributes of these places. Where only one of the two can be found, there is none.
    """
    example, another = leaf(x, "x"), leaf(x, "x")
    for holder in own_attributes(example):
        held = getattr(example, holder, None)
        if type(held) not in (dict, list) or held is getattr(another, holder, None):
            # A container that both nodes share holds none of their numbers.
            continue
        entries = _entries(holder, held, x)
        if entries and (grad_name or len(entries) > 1):
            for entry in entries:
                setattr(type(example), entry.name, _property_of(entry))
            return entries[0].name, grad_name or entries[-1].name
    return None, grad_name


def _entries(holder: str, held: Any, x: float) -> list[Entry]:
    """Return the places of the data and of the gradient, if it has one; none where it has no data."""
    data = _data_key(held, x)
    gradient = None if data is None else _gradient_key(held, data)
    return [Entry(holder, key) for key in (data, gradient) if key is not None]


def _data_key(held: Any, x: float) -> str | int | None:
    """Return the key of the number that the node was made from; the usual names come first."""
    keys = [*DATA_NAMES, *held] if type(held) is dict else range(len(held))
    return next((key for key in keys if _can_be_named(key) and _has_number(held, key, x)), None)


def _can_be_named(key: Any) -> bool:
    """Whether a key can stand in the name of a place: keys are the submission's own, and names are shown."""
    if type(key) is int:
        return 0 <= key < _MOST_KEYS
    return type(key) is str and len(key) <= _LONGEST_KEY and key.isidentifier()


def _gradient_key(held: Any, data: str | int) -> str | int | None:
    """Return the key of the gradient: its name in a dict, or in a list the other one of two numbers."""
    if type(held) is dict:
        return next((name for name in GRAD_NAMES if name in held), None)
    if not isinstance(data, int) or len(held) != _PAIR:
        return None
    return 1 - data if type(held[1 - data]) in _NUMBERS else None


def _has_number(held: Any, key: str | int, x: float) -> bool:
    """Whether this number is under a key."""
    value = held.get(key) if type(held) is dict else held[key]
    return type(value) in _NUMBERS and value == x


def _property_of(entry: Entry) -> property:
    """Return a property that reads and sets an entry."""

    def read(node: Any) -> Any:
        return getattr(node, entry.holder)[entry.key]

    def write(node: Any, value: Any) -> None:
        getattr(node, entry.holder)[entry.key] = value

    return property(read, write)
