"""Tells how a student's function wants to be called."""

import dis
import inspect
import itertools
from collections.abc import Mapping
from typing import Any

_OF_CONTAINERS = frozenset({"add", "append", "extend", "get", "items", "keys", "pop", "update", "values"})


def signature_of(function: Any) -> Mapping[str, inspect.Parameter]:
    """Return the parameters of a function or class by name; none where Python cannot tell them."""
    try:
        return inspect.signature(function).parameters
    except (TypeError, ValueError):
        return {}


def required_arguments(function: Any) -> int:
    """Return how many arguments it cannot do without."""
    code = getattr(function, "__code__", None)
    if code is not None:
        defaults = getattr(function, "__defaults__", None) or ()
        bound = getattr(function, "__self__", None) is not None
        return int(code.co_argcount - len(defaults) - bound)
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(p.default is p.empty and p.kind in positional for p in signature_of(function).values())


def gradients_taken(pass_: Any) -> int:
    """How many gradients it must be given beside the node: none, if it uses an argument as a container."""
    code, count = getattr(pass_, "__code__", None), required_arguments(pass_) - 1
    if code is None or count < 1:
        return max(0, count)
    names = code.co_varnames[1 : count + 1]
    used = itertools.pairwise(dis.get_instructions(code))
    as_containers = (
        use.argval in _OF_CONTAINERS
        for load, use in used
        if load.opname.startswith("LOAD_") and load.argval in names
    )
    return 0 if any(as_containers) else count
