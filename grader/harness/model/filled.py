"""Makes a number in the form in which a node keeps its gradient: a float, or an array of the same shape."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .find_class import ValueClass


def filled(node: Any, number: float, value_class: "ValueClass") -> Any:
    """Return the number in the type in which the node holds its gradient, or else its data.

    A class that computes with arrays may ask the gradient that arrives for its shape.
    """
    reader = value_class.reader
    for name in (value_class.grad_name, value_class.data_name):
        example = _readable(node, name)
        if reader.is_array(example):
            return _array_like(example, number)
        if reader.is_array_scalar(example):
            return type(example)(number)
    return number


def _readable(node: Any, name: str) -> Any:
    """Return the attribute, as far as it can be read."""
    try:
        return getattr(node, name)
    except BaseException:
        return None


def _array_like(example: Any, number: float) -> Any:
    """Return an array of the same shape with this number everywhere."""
    copy = example.copy()
    copy.fill(number)
    return copy
