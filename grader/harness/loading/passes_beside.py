"""Lists what may run the pass of a class that has none: functions of the module, methods of a tape."""

import inspect
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ..model.find_class import LOOKS_LIKE_BACKWARD, ValueClass
from ..model.operations import OPERATION_NAMES
from ..model.payload import objects_of
from ..model.signatures import required_arguments

LIKELY = re.compile(r"prop|grad|retro|diff|deriv|adjoint", re.IGNORECASE)
UNLIKELY = re.compile(
    r"zero|clear|reset|reini|no_|disable|enable|eval|train|freeze|detach|stop|print|show|plot|draw|save|load",
    re.IGNORECASE,
)


class PassBeside(NamedTuple):
    """A function that may be the pass."""

    holder: Any
    """The module, an object that nodes share, or a class beside theirs."""
    holder_name: str
    """Its name in the source; empty for the module."""
    name: str


def functions_beside(value_class: ValueClass, given: int = 1) -> Iterator[PassBeside]:
    """Yield functions of the module that are named like a pass and require at most `given` nodes."""
    for name in named_like_a_pass(vars(value_class.module), given):
        yield PassBeside(value_class.module, "", name)


def methods_of_tapes(
    value_class: ValueClass, given: int = 1, *, by_any_name: bool = False
) -> Iterator[PassBeside]:
    """Yield methods that are named like a pass, of other classes and of objects that nodes share."""
    leaf = value_class.leaf(1.0, "x")
    shared = [*vars(value_class.module).items()]
    shared += [(type(thing).__name__, thing) for _, thing in objects_of(leaf, ())]
    others = [cls for cls in value_class.classes if not isinstance(leaf, cls)]
    for holder_name, holder in shared:
        if any(holder is cls for cls in others):
            methods = {
                name: method.__func__
                for name, method in vars(holder).items()
                if isinstance(method, staticmethod | classmethod)
            }
        elif type(holder) in others and not issubclass(type(holder), value_class.cls):
            methods = vars(type(holder))
        else:
            continue
        for name in named_like_a_pass(methods, given + 1, by_any_name=by_any_name):
            yield PassBeside(holder, holder_name, name)


def named_like_a_pass(members: Mapping[str, Any], most: int, *, by_any_name: bool = False) -> Iterator[str]:
    """Yield the names of the likely functions that require at most so many arguments."""
    for name, thing in members.items():
        is_likely = by_any_name or LOOKS_LIKE_BACKWARD.match(name) or LIKELY.search(name)
        is_other = name.startswith("_") or name in OPERATION_NAMES or UNLIKELY.search(name)
        if inspect.isfunction(thing) and is_likely and not is_other and required_arguments(thing) <= most:
            yield name
