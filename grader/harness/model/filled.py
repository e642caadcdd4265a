"""A number in the form in which a node keeps its gradient: a float, or an array of the same shape."""

from typing import Any

from .find_class import ValueClass


def filled(node: Any, number: float, value_class: ValueClass) -> Any:
    """The number as the node's gradient holds one, or its data where the gradient is no array.

    A class that computes with arrays may ask the gradient that arrives for its shape.
    """
    reader = value_class.reader
    for name in (value_class.grad_name, value_class.data_name):
        model = _held(node, name)
        if reader.is_array(model):
            return _array(model, number)
        if reader.is_array_scalar(model):
            return type(model)(number)
    return number


def _held(node: Any, name: str) -> Any:
    """The attribute, as far as it can be read."""
    try:
        return getattr(node, name)
    except BaseException:
        return None


def _array(model: Any, number: float) -> Any:
    copy = model.copy()
    copy.fill(number)
    return copy
