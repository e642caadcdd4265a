"""Calls a class's backward pass: a method, a static method, or a function of the module."""

import inspect
from collections.abc import Callable
from typing import Any

from ..running.problem import Missing
from .find_class import ValueClass
from .signatures import required_arguments
from .unwritten import is_unwritten


def backward_caller(value_class: ValueClass) -> Callable[[Any], Any]:
    """Calls the pass on an output, with a gradient of 1.0 for each further required argument."""
    name = value_class.backward_name
    if name is None:
        return _no_backward
    method = getattr(value_class.cls, name, None)
    if not callable(method):
        value_class.note("function", operation="backward()", name=name)
        return _with_root(getattr(value_class.module, name))
    if isinstance(inspect.getattr_static(value_class.cls, name), staticmethod | classmethod):
        return _with_root(method)
    extra = [1.0] * max(0, required_arguments(method) - 1)
    if extra:
        value_class.note("backward-takes-gradient")
    return lambda root: getattr(root, name)(*extra)


def unwritten_pass(value_class: ValueClass) -> Callable[[Any], bool]:
    """Return a test of whether an output's pass has no body; a hidden one may have one."""
    name = value_class.backward_name or ""
    function = getattr(value_class.module, name, None)
    method = getattr(value_class.cls, name, None)
    if callable(method) and not is_unwritten(method):
        return lambda _: False
    return lambda root: is_unwritten(getattr(root, name, function))


def takes_gradient(value_class: ValueClass) -> bool:
    """Whether the pass is given the gradient of the output when it is called."""
    name = value_class.backward_name
    if name is None:
        return False
    method = getattr(value_class.cls, name, None)
    pass_ = method if callable(method) else getattr(value_class.module, name)
    return required_arguments(pass_) > 1


def _with_root(function: Callable[..., Any]) -> Callable[[Any], Any]:
    extra = [1.0] * max(0, required_arguments(function) - 1)
    return lambda root: function(root, *extra)


def _no_backward(_root: Any) -> None:
    raise Missing("backward()")
