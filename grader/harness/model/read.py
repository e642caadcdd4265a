"""Reads a number out of whatever a student's attribute holds, without running a student's code on it.

The kind says what was found; only some kinds are numbers. A subclass of float gives its true
payload, whatever its own methods claim.
"""

import math
import sys
from operator import attrgetter
from typing import Any

from ..running.problem import type_name

FLOAT, INT, FLOAT_SUBCLASS, ARRAY, NODE, SINGLE = 0, 1, 2, 3, 4, 5
ABSENT, NONE, BOOL, COMPLEX, GIANT, OTHER, RAISED = 10, 11, 12, 13, 14, 15, 16

_NAN = math.nan
_PLAIN = {float}


class Reader:
    """Bound to the class that is graded, because a gradient may itself be one of its objects."""

    def __init__(self, cls: type, data_name: str) -> None:
        self._cls = cls
        self._data_name = data_name
        numpy = sys.modules.get("numpy")
        array, scalar = getattr(numpy, "ndarray", None), getattr(numpy, "generic", None)
        real = isinstance(array, type) and isinstance(scalar, type)  # a stand-in is neither
        self._array: Any = array if real else None
        self._scalar: Any = scalar if real else None
        self._array_item: Any = getattr(self._array, "item", None)
        self._scalar_item: Any = getattr(self._scalar, "item", None)
        self.types: set[str] = set()

    def attributes(self, nodes: list[Any], name: str) -> tuple[list[float], bytes]:
        """Return the attribute of every node: numbers, and a byte of kind each."""
        try:
            values = list(map(attrgetter(name), nodes))
            if {*map(type, values)} == _PLAIN:
                return values, bytes(len(values))
        except BaseException:
            pass
        readings = [self.attribute(node, name) for node in nodes]
        return [number for number, _ in readings], bytes([kind for _, kind in readings])

    def attribute(self, node: Any, name: str) -> tuple[float, int]:
        """Return the attribute's number and kind."""
        try:
            value = getattr(node, name)
        except AttributeError:
            return _NAN, ABSENT
        except BaseException:
            return _NAN, RAISED
        if type(value) is float:
            return value, FLOAT
        return self.number(value)

    def number(  # noqa: PLR0911 - a ladder of guards, one a kind
        self, value: Any, *, inside: bool = False
    ) -> tuple[float, int]:
        """Return the number and the kind of a value."""
        # By type and never by calling the value: its methods are the submission's.
        kind = type(value)
        if kind is float:
            return value, FLOAT
        if value is None:
            return _NAN, NONE
        if kind is bool:
            return _NAN, BOOL
        if issubclass(kind, int):
            return _number_of_integer(value)
        if issubclass(kind, float):
            return float.__float__(value), FLOAT_SUBCLASS
        if issubclass(kind, complex):
            return _NAN, COMPLEX
        if self.is_of_numpy(value):
            return self._number_of_numpy(value, kind)
        if issubclass(kind, self._cls) and not inside:
            return self._number_of_node(value)
        self.types.add(type_name(value))
        return _NAN, OTHER

    def is_of_numpy(self, value: Any) -> bool:
        """Whether a value is an array of numpy, or one of its numbers."""
        return self.is_array(value) or self.is_array_scalar(value)

    def is_array(self, value: Any) -> bool:
        """Whether a value is an array of numpy, of any shape."""
        return self._array is not None and issubclass(type(value), self._array)

    def is_array_scalar(self, value: Any) -> bool:
        """Whether a value is one of numpy's own numbers."""
        return self._scalar is not None and issubclass(type(value), self._scalar)

    def _number_of_numpy(self, value: Any, kind: type) -> tuple[float, int]:
        """Return the number of an array with one element, or of a scalar."""
        item = self._array_item if issubclass(kind, self._array) else self._scalar_item
        try:
            inner = item(value)
        except (ValueError, TypeError):
            self.types.add(type_name(value))
            return _NAN, OTHER
        if type(inner) is kind:
            return self._without_python_type(inner)
        number, inner_kind = self.number(inner, inside=True)
        if inner_kind >= ABSENT:
            return number, inner_kind
        return number, SINGLE if value.dtype == "float32" else ARRAY

    def _without_python_type(self, value: Any) -> tuple[float, int]:
        """Return the number of a scalar that `item` leaves as it is: a long double, real or complex."""
        if value.dtype.kind == "f":
            return float(value), ARRAY
        if value.dtype.kind == "c":
            return _NAN, COMPLEX
        self.types.add(type_name(value))
        return _NAN, OTHER

    def _number_of_node(self, value: Any) -> tuple[float, int]:
        """Return the data of a node that stands where a number should."""
        try:
            number, kind = self.number(getattr(value, self._data_name), inside=True)
        except BaseException:
            return _NAN, RAISED
        return number, kind if kind >= ABSENT or kind == SINGLE else NODE


def _number_of_integer(value: int) -> tuple[float, int]:
    """Return a whole number as a float, if it is not too large."""
    try:
        return int.__float__(value), INT
    except OverflowError:
        return _NAN, GIANT
