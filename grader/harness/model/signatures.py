"""How a student's function wants to be called."""

import inspect
from typing import Any


def required_arguments(function: Any) -> int:
    """How many arguments it cannot do without."""
    code = getattr(function, "__code__", None)
    if code is not None:
        defaults = getattr(function, "__defaults__", None) or ()
        bound = getattr(function, "__self__", None) is not None
        return int(code.co_argcount - len(defaults) - bound)
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return 0
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(p.default is p.empty and p.kind in positional for p in parameters)
