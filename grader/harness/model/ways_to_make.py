"""Finds the way to make a node from a number: which arguments a class takes, guessed from their names."""

import inspect
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from typing import Any, NamedTuple

from ..running.problem import classes_of
from .dialect_names import DATA_NAMES
from .signatures import signature_of

SAMPLE = 2.5
"""The number from which the first nodes are made."""
_GRADIENT_WORDS = ("grad", "adj", "deriv")
STARS = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
"""The kinds of `*args` and `**kwargs`."""


class WayToMake(NamedTuple):
    """A way to make a node from a number."""

    leaf: Callable[[Any, str], Any]
    made: str
    """The arguments in source; empty where they cannot be written."""


def way_to_make(cls: type, module: types.ModuleType, keywords: Mapping[str, Any]) -> WayToMake | None:
    """Return how a node is made from a number: the first of the usual ways that works."""
    for making in _ways_to_make(cls, module, keywords):
        try:
            making.leaf(SAMPLE, "x")
        except Exception:  # noqa: S112 - the next way may work
            continue
        return making
    return None


def _ways_to_make(cls: type, module: types.ModuleType, keywords: Mapping[str, Any]) -> Iterator[WayToMake]:
    """Yield the usual ways to make a node, the likeliest first."""
    first, number, extras = _parameters(cls, module)
    extras = {name: extra for name, extra in extras.items() if name not in keywords}
    always = {name: as_source(value) for name, value in keywords.items()}
    plain = WayToMake(lambda x, _: cls(x, **keywords), _written("{x}", always))
    if first == number:
        yield plain if keywords else WayToMake(lambda x, _: cls(x), "{x}")
        leaf: Any = lambda x, label: cls(x, **_values_of(extras, label), **keywords)  # noqa: E731
        yield WayToMake(leaf, _written("{x}", {**_texts_of(extras), **always}))
    else:
        leaf = lambda x, label: cls(**{number: x, **_values_of(extras, label), **keywords})  # noqa: E731
        yield WayToMake(leaf, _written(f"{number}={{x}}", {**_texts_of(extras), **always}))
        yield plain
    yield WayToMake(lambda x, _: cls(data=x, **keywords), _written("data={x}", always))
    yield WayToMake(lambda x, _: cls(value=x, **keywords), _written("value={x}", always))
    if numpy := sys.modules.get("numpy"):
        yield WayToMake(lambda x, _: cls(numpy.array(x), **keywords), "")


def _values_of(extras: dict[str, "_Extra"], label: str) -> dict[str, Any]:
    """Return the value of each further parameter, for a label."""
    return {name: extra.value(label) for name, extra in extras.items()}


def _texts_of(extras: dict[str, "_Extra"]) -> dict[str, str]:
    """Return the text of each further parameter."""
    return {name: extra.text for name, extra in extras.items()}


def _written(number: str, others: dict[str, str]) -> str:
    """Return the arguments as source text; empty if one of them has no text."""
    return ", ".join([number, *(f"{name}={text}" for name, text in others.items())]) * all(others.values())


def as_source(value: Any) -> str:
    """Return an argument as source text: a member of an enumeration by its name."""
    return f"{type(value).__name__}.{value.name}" if isinstance(value, Enum) else repr(value)


class _Extra(NamedTuple):
    """The value of a parameter that is required beside the number."""

    value: Callable[[str], Any]
    """A function from the label of a node to the value."""
    text: str
    """The value in source; empty where it cannot be written."""


def _parameters(cls: type, module: types.ModuleType) -> tuple[str, str, dict[str, _Extra]]:
    """Return the constructor's first parameter, that of the number, and values for what else it requires.

    Both are guessed from the names.
    """
    parameters = signature_of(cls)
    names = [name for name, parameter in parameters.items() if parameter.kind not in STARS]
    first = names[0] if names else "data"
    number = next((name for name in DATA_NAMES if name in names), first)
    required = [name for name in names if parameters[name].default is inspect.Parameter.empty]
    extras = {name: _value_for(name.lower(), module) for name in required if name != number}
    return first, number, extras


def _value_for(name: str, module: types.ModuleType) -> _Extra:
    """Return the value of a parameter, guessed from its name."""
    if (shared := _companion(name, module)) is not None:
        return _Extra(lambda _: shared, "")
    if any(word in name for word in ("label", "name")):
        return _Extra(lambda label: label, "{label}")
    fixed = _usual_value(name)
    return _Extra(lambda _: fixed, repr(fixed))


def _usual_value(name: str) -> Any:
    """Return what a parameter of that name usually holds at first: nothing, 0, an empty text."""
    if any(word in name for word in ("child", "parent", "prev", "input", "edge", "operand")):
        return None if name[-1].isdigit() else ()  # `parent1` is one node, and none at first
    if any(word in name for word in _GRADIENT_WORDS):
        return 0.0
    return "" if "op" in name else None


def optional_companions(cls: type, module: types.ModuleType) -> Iterator[Mapping[str, Any]]:
    """Yield keywords for what may be left out and is named after a class of the file: `tape=None`."""
    for name, parameter in signature_of(cls).items():
        if parameter.default is None and (shared := _companion(name, module)) is not None:
            yield {name: shared}


def _companion(name: str, module: types.ModuleType) -> Any:
    """Return an object of the class that a parameter is named after: the `Tape` that all values share."""
    for cls in classes_of(module):
        if cls.__name__.lower() == name.strip("_"):
            try:
                return cls()
            except Exception:
                return None
    return None
