"""A number in the form in which a node keeps its gradient: a float, or an array of the same shape."""

from typing import Any

from .find_class import ValueClass


def filled(node: Any, number: float, value_class: ValueClass) -> Any:
    """Return the number in the type in which the node holds its gradient, or else its data.

    A class that computes with arrays may ask the gradient that arrives for its shape.
    """
    reader = value_class.reader
    for name in (value_class.grad_name, value_class.data_name):
        example = _held(node, name)
        if reader.is_array(example):
            return _array(example, number)
        if reader.is_array_scalar(example):
            return type(example)(number)
    return number


def _held(node: Any, name: str) -> Any:
    """The attribute, as far as it can be read."""
    try:
        return getattr(node, name)
    except BaseException:
        return None


def _array(example: Any, number: float) -> Any:
    copy = example.copy()
    copy.fill(number)
    return copy
