"""Finds the number of a node that keeps it in an object of another class of the file: a `Data`, a `Node`.

Where one attribute of that object is the number, or it has `__float__`, the graded class gets one attribute
more, named by the path (`data.v`), which reads and sets the number: all others use it as they use any other.
"""

import copy
import operator
import types
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from ..running.problem import in_submission, type_name
from .dialect_names import DATA_NAMES, GRAD_NAMES
from .ways_to_make import WayToMake

BY_FLOAT = "__float__"
_NUMBERS = (int, float)


class Payload(NamedTuple):
    """The place of a number in an object that an attribute of a node holds."""

    holder: str
    """The attribute of the node."""
    number: str
    """The attribute of the object in it, or `__float__`."""

    @property
    def name(self) -> str:
        """Return the path, as the source writes it."""
        return f"float({self.holder})" if self.number == BY_FLOAT else f"{self.holder}.{self.number}"


def holds_object(held: Any, cls: type) -> bool:
    """Whether a value is an object of a class of the file, neither the graded one nor a number itself."""
    kind = type(held)
    return in_submission(kind) and not issubclass(kind, (cls, *_NUMBERS, type, types.FunctionType))


def in_objects(
    leaf: Callable[[float, str], Any], data_name: str | None, grad_name: str | None, x: float
) -> tuple[str | None, str | None, bool]:
    """Return the names of data and gradient, as paths where objects hold them; whether one holds the data.

    The class gets attributes of these paths.
    """
    example, another = leaf(x, "x"), leaf(x, "x")
    data = None if data_name else _data_payload(example, x)
    gradient = _gradient_payload(example, (grad_name,) if grad_name else GRAD_NAMES, data)
    for payload in filter(None, (data, gradient)):
        held, other = (getattr(each, payload.holder, None) for each in (example, another))
        _attach(type(example), payload, is_shared=held is other)
    names = (data.name if data else data_name, gradient.name if gradient else grad_name)
    return (*names, data is not None)


def _data_payload(example: Any, x: float) -> Payload | None:
    """Return the place of the number that the node was made from; the usual names come first."""
    return next(
        (
            Payload(holder, name)
            for holder, held in objects_of(example, DATA_NAMES)
            for name in (*DATA_NAMES, *own_attributes(held), BY_FLOAT)
            if _number_in(held, name) == x
        ),
        None,
    )


def _gradient_payload(example: Any, holders: Sequence[str], data: Payload | None) -> Payload | None:
    """Return the place of a number that can only be the gradient, by itself or beside the data."""
    if data is not None and len(holders) == 1 and getattr(example, holders[0], data) is None:
        return Payload(holders[0], data.number)  # an object of its kind may come with the pass
    named = [each for each in objects_of(example, holders) if each[0] in holders]
    for holder, held in named:
        if (name := _only_number(example, held, data)) is not None:
            return Payload(holder, name)
    if data is None or named:
        return None
    held = getattr(example, data.holder, None)
    return next((Payload(data.holder, name) for name in GRAD_NAMES if _has_attribute(held, name)), None)


def _only_number(example: Any, held: Any, data: Payload | None) -> str | None:
    """Return the place of the number in an object: as its kind has data, its only one, `__float__`."""
    if data is not None and type(held) is type(getattr(example, data.holder, None)):
        return data.number
    names = [name for name in own_attributes(held) if _number_in(held, name) is not None]
    if len(names) == 1:
        return names[0]
    return BY_FLOAT if _number_in(held, BY_FLOAT) is not None else None


def given_an_object(cls: type, module: types.ModuleType, making: WayToMake, x: float) -> WayToMake | None:
    """Return the way to make a node from an object of the file, where it computes with no plain number."""
    leaf, made = making
    for holder in _holders_used_by(cls, module):
        try:
            if not any(_number_in(holder(x), name) == x for name in (*own_attributes(holder(x)), BY_FLOAT)):
                continue
            if _is_computing(leaf(x, "x"), leaf(x, "y")):
                return None
            given = [leaf(holder(x), label) for label in ("x", "y")]
        except BaseException:  # noqa: S112 - it is for something else
            continue
        if _is_computing(*given):
            return WayToMake(_leaf_of_object(holder, leaf), made.replace("{x}", f"{holder.__name__}({{x}})"))
    return None


def _leaf_of_object(holder: type, leaf: Callable[[Any, str], Any]) -> Callable[[float, str], Any]:
    """Return a way to make a node from an object that holds the number."""
    return lambda number, label: leaf(holder(number), label)


def _holders_used_by(cls: type, module: types.ModuleType) -> Iterator[type]:
    """Yield the other classes of the file that methods of this one make objects of."""
    related = (cls, *cls.__mro__[:-1])
    codes = (getattr(method, "__code__", None) for method in cls.__dict__.values())
    for name in dict.fromkeys(name for code in codes if code for name in code.co_names):
        other = getattr(module, name, None)
        if isinstance(other, type) and in_submission(other) and not issubclass(other, related):
            yield other


def _is_computing(one: Any, other: Any) -> bool:
    """Whether `+` or `*` gives something."""
    for operation in (operator.add, operator.mul):
        try:
            operation(one, other)
        except BaseException:  # noqa: S112 - the other one may
            continue
        return True
    return False


def objects_of(example: Any, first: Sequence[str]) -> list[tuple[str, Any]]:
    """Return the attributes of a node that hold an object of the file's classes; these names first."""
    found = []
    for name in dict.fromkeys((*first, *own_attributes(example))):
        try:
            held = getattr(example, name)
        except BaseException:  # noqa: S112 - the next name may be readable
            continue
        if holds_object(held, type(example)):
            found.append((name, held))
    return found


def own_attributes(thing: Any) -> list[str]:
    """Return the attributes that an object stores, in a `__dict__`, in slots or in a tuple's fields.

    Its properties are code of the file, which nobody asked to run.
    """
    kind = type(thing)
    try:
        own = list(getattr(thing, "__dict__", ()))
        slots = [
            name
            for base in kind.__mro__
            for name, slot in base.__dict__.items()
            if isinstance(slot, types.MemberDescriptorType)
        ]
        fields = getattr(kind, "_fields", ()) if issubclass(kind, tuple) else ()
        return [name for name in (*own, *slots, *fields) if type(name) is str]
    except BaseException:  # what the class answers is its own affair
        return []


def _has_attribute(held: Any, name: str) -> bool:
    """Whether a value has an attribute of that name that is no method."""
    try:
        value = getattr(held, name)
    except BaseException:
        return False
    return value is None or not callable(value)


def _number_in(held: Any, name: str) -> float | None:
    """Return the number in an attribute, or of the object itself; None where there is none."""
    try:
        value = float(held) if name == BY_FLOAT else getattr(held, name)
        is_number = type(value) in _NUMBERS or getattr(value, "size", None) == 1
        return float(value) if is_number else None
    except BaseException:
        return None


def unread_object(example: Any, name: str) -> str | None:
    """Return the class of the object that the attribute holds; None where that is none of the file."""
    held = getattr(example, name, None)
    return type_name(held) if holds_object(held, type(example)) else None


def unreadable(cls: type, attribute: str, holder: str) -> dict[str, Any]:
    """Return the problem of a class that keeps an object where a number is looked for."""
    names = [cls.__name__[:80], holder]
    return {"kind": "no-class", "type": "object", "function": attribute[:80], "classes": names}


def _attach(cls: type, payload: Payload, *, is_shared: bool) -> None:
    """Add the attribute to the class that reads and sets the number.

    An object that all nodes share is replaced by another one, never changed.
    """
    setattr(
        cls, payload.name, property(_reader_of(cls, payload), _setter_of(cls, payload, is_shared=is_shared))
    )


def _reader_of(cls: type, payload: Payload) -> Callable[[Any], Any]:
    """Return a function that reads the number of a node."""
    holder, number = payload

    def read(node: Any) -> Any:
        held = getattr(node, holder)
        if not holds_object(held, cls):
            return held
        return float(held) if number == BY_FLOAT else getattr(held, number)

    return read


def _setter_of(cls: type, payload: Payload, *, is_shared: bool) -> Callable[[Any, Any], None]:
    """Return a function that sets the number of a node."""
    holder, number = payload

    def write(node: Any, value: Any) -> None:
        held = getattr(node, holder, None)
        if not holds_object(held, cls):
            setattr(node, holder, value)
        elif is_shared or number == BY_FLOAT or not _could_set(held, number, value):
            setattr(node, holder, _with_number(held, number, value))

    return write


def _could_set(held: Any, number: str, value: Any) -> bool:
    """Set the number, if the object allows it; return whether it did."""
    try:
        setattr(held, number, value)
    except (AttributeError, TypeError):
        return False
    return True


def _with_number(held: Any, number: str, value: Any) -> Any:
    """Return another object of its kind, with that number."""
    if number == BY_FLOAT:
        return type(held)(value)
    if hasattr(held, "_replace"):
        return held._replace(**{number: value})
    another = copy.copy(held)
    object.__setattr__(another, number, value)
    return another
