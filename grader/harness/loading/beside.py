"""Functions of operations that a file imports beside its class: `from .functions import add, tanh`."""

import operator
import types
from collections.abc import Callable
from functools import reduce
from typing import Any

from .modules import is_stand_in

_OF_TWO = {"add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.truediv}
_OF_ONE = ("tanh", "relu", "sigmoid", "exp", "log")
_LIBRARIES = ("torch", "tensorflow", "jax", "keras", "scipy", "cupy", "sympy")
"""Their functions refuse a node of another class."""


def put_functions(module: types.ModuleType, cls: Any) -> None:
    """Put functions on nodes of this class in the place of those of a module that is not there.

    `Value.sum(nodes)` of an imported class is one too; `node.sum()` is the node.
    """
    for name, thing in vars(module).items():
        if is_stand_in(thing) and thing.__dict__.get("_module", "").partition(".")[0] not in _LIBRARIES:
            function = _on_nodes(thing.__dict__.get("_name", ""), cls)
            module.__dict__[name] = thing if function is None else function
    if not hasattr(cls, "sum"):
        cls.sum = lambda nodes: nodes if issubclass(type(nodes), cls) else sum(nodes)


def _on_nodes(name: str, cls: Any) -> Callable[..., Any] | None:
    """Return the function of that name, if it is one of an operation."""
    if name in _OF_TWO:
        return lambda first, *rest: reduce(_OF_TWO[name], rest, _as_node(first, cls))
    if name in _OF_ONE:
        return lambda node: getattr(_as_node(node, cls), name)()
    return None


def _as_node(thing: Any, cls: Any) -> Any:
    """Return the thing, if it is a node, else a node of that number."""
    return thing if issubclass(type(thing), cls) else cls(thing)
