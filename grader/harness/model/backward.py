"""Calls a class's backward pass: a method, a function of the module or of a tape, a rule of the output.

A class without a pass is asked for each gradient (`asked.py`).
"""

import dis
import inspect
import itertools
from collections.abc import Callable
from typing import Any

from ..running.problem import Missing
from .find_class import ValueClass
from .signatures import gradients_taken, required_arguments, signature_of
from .unwritten import is_unwritten

_OF_NAMES = ("LOAD_FAST", "LOAD_FAST_BORROW", "LOAD_DEREF", "LOAD_ATTR")


def backward_caller(value_class: ValueClass) -> Callable[[Any], Any]:
    """Return a call of the pass on an output, with a gradient of 1.0 for each further required argument."""
    if value_class.asked is not None:
        return value_class.asked.begin
    prepared = value_class.prepared
    call = _call_of_pass(value_class) if prepared is None else prepared.run
    return call if value_class.returned is None else value_class.returned.kept(call)


def _call_of_pass(value_class: ValueClass) -> Callable[[Any], Any]:
    """Return the call as it stands in the source."""
    name = value_class.backward_name
    if name is None:
        return _no_backward
    method = getattr(value_class.pass_class, name, None)
    if not callable(method) and not hasattr(value_class.pass_holder, name):
        return lambda root: _call_rule_of(root, name)
    if not callable(method):
        value_class.note("function", operation="backward()", name=value_class.pass_path)
        return _call_with_root(getattr(value_class.pass_holder, name))
    if isinstance(inspect.getattr_static(value_class.pass_class, name), staticmethod | classmethod):
        return _call_with_root(method)
    extra = [1.0] * gradients_taken(method)
    if extra:
        value_class.note("backward-takes-gradient")
    flags = {} if value_class.pass_flag is None else {value_class.pass_flag: True}
    return lambda root: getattr(root, name)(*extra, **flags)


def returns_a_name(value_class: ValueClass) -> bool:
    """Whether its pass returns what it keeps under a name, as one does that collects gradients."""
    name = value_class.backward_name or ""
    function = getattr(value_class.pass_class, name, getattr(value_class.pass_holder, name, None))
    code = getattr(function, "__code__", None)
    return code is not None and any(
        end.opname == "RETURN_VALUE" and last.opname in _OF_NAMES
        for last, end in itertools.pairwise(dis.get_instructions(code))
    )


def flags_of_pass(value_class: ValueClass) -> list[str]:
    """Return the parameters of its pass that are false unless the caller says otherwise."""
    method = getattr(value_class.pass_class, value_class.backward_name or "", None)
    parameters = signature_of(method).values() if inspect.isfunction(method) else ()
    return [each.name for each in parameters if each.default is False]


def unwritten_pass(value_class: ValueClass) -> Callable[[Any], bool]:
    """Return a test of whether an output's pass has no body; a hidden one may have one."""
    name = value_class.backward_name or ""
    function = getattr(value_class.pass_holder, name, None)
    method = getattr(value_class.pass_class, name, None)
    if callable(method) and not is_unwritten(method):
        return lambda _: False
    return lambda root: is_unwritten(getattr(root, name, function))


def takes_gradient(value_class: ValueClass) -> bool:
    """Whether the pass is given the gradient of the output when it is called."""
    name = value_class.backward_name
    if name is None:
        return False
    method = getattr(value_class.pass_class, name, None)
    pass_ = method if callable(method) else getattr(value_class.pass_holder, name, None)
    return pass_ is not None and gradients_taken(pass_) > 0


def _call_with_root(function: Callable[..., Any]) -> Callable[[Any], Any]:
    """Return a call of a function on the root, with 1.0 for each further required argument.

    A tape knows its nodes: its pass may take no argument at all.
    """
    if inspect.ismethod(function) and not required_arguments(function):
        return lambda _: function()
    extra = [1.0] * gradients_taken(function)
    return lambda root: function(root, *extra)


def _call_rule_of(root: Any, name: str) -> Any:
    """Call the rule that an output keeps, with 1.0 for each required argument; an input keeps none."""
    rule = getattr(root, name, None)
    return rule(*[1.0] * required_arguments(rule)) if callable(rule) else None


def _no_backward(_root: Any) -> None:
    """Say that the class has no pass."""
    raise Missing("backward()")
