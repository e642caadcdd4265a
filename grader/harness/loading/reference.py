"""Puts a right class in the place of a submission's own, so that a slip in that one costs nothing else."""

import ast
import builtins
import types
from collections.abc import Iterable, Sequence
from typing import Any

from ..model.dialect_names import CLASS_NAMES
from ..model.find_class import ValueClass
from ..running.problem import MODULE
from .beside import put_functions
from .imported_class import classes_of_weights, dialect
from .modules import is_stand_in

_FILE = "<reference>"
_USUAL = "Value"
_NAMES = ("data", "grad", "backward")
SPOKEN = "_spoken"
"""The attribute of the class with the file's names for its parts, each with the usual one."""


def put_reference(
    module: types.ModuleType, text: str, own: ValueClass | None, trees: Sequence[ast.AST]
) -> str:
    """Put the class of this text wherever the module has its own, or a stand-in for one; its name there."""
    cls = _class_of(text)
    names = _names_in(module, own, trees)
    for name, thing in vars(module).items():
        if name not in names and is_stand_in(thing):  # `engine.Value`, of a module that is not there
            thing.__dict__.update(dict.fromkeys((_USUAL, *_names_of_its_class(name, own, trees)), cls))
    for name in names:
        module.__dict__[name] = cls
    cls.__name__ = names[0] if own is None else own.cls.__name__
    if own is None:
        _speak(cls, (pair for pair in dialect(trees) if pair[1] not in vars(cls)))
        put_functions(module, cls)
    else:
        _speak(cls, zip(_NAMES, (own.data_name, own.grad_name, own.backward_name), strict=True))
        _take_helpers(cls, own.cls)
    return str(cls.__name__)


def _names_in(module: types.ModuleType, own: ValueClass | None, trees: Sequence[ast.AST]) -> list[str]:
    """Return the names under which a module has its class, or looks for one."""
    names = [
        name
        for name, thing in vars(module).items()
        if _stands_for_a_class(name, thing) or (own is not None and thing is own.cls)
    ]
    if not names and own is None:
        names = [name for name in classes_of_weights(trees) if _may_be_imported(module, name)]
    return names or [_USUAL]


def _names_of_its_class(module: str, own: ValueClass | None, trees: Sequence[ast.AST]) -> set[str]:
    """Return the usual class names that a file without a class of its own calls on this module."""
    calls = (each.func for tree in trees for each in ast.walk(tree) if isinstance(each, ast.Call))
    if own is not None:
        return set()
    return {
        each.attr
        for each in calls
        if isinstance(each, ast.Attribute)
        and isinstance(each.value, ast.Name)
        and each.value.id == module
        and each.attr in CLASS_NAMES
    }


def _stands_for_a_class(name: str, thing: Any) -> bool:
    """Whether it was to be a class of a module that is not there, also as `Value as V`."""
    return is_stand_in(thing) and (name in CLASS_NAMES or thing.__dict__.get("_name") in CLASS_NAMES)


def _may_be_imported(module: types.ModuleType, name: str) -> bool:
    """Whether a name is one of a module that is not there, or of another cell or file that nobody gave us."""
    known = {**vars(builtins), **vars(module)}
    return name not in known or is_stand_in(known[name])


def _class_of(text: str) -> Any:
    """Return the class that a text defines."""
    namespace: dict[str, Any] = {"__name__": MODULE}
    exec(compile(text, _FILE, "exec"), namespace)
    return namespace[_USUAL]


def _speak(cls: Any, names: Iterable[tuple[str, str | None]]) -> None:
    """Give it the names that the file uses for data, gradient and pass, each behind the usual one."""
    setattr(cls, SPOKEN, {})
    for usual, name in names:
        if name is None or name == usual or not name.isidentifier():
            continue
        getattr(cls, SPOKEN)[name] = usual
        setattr(cls, name, getattr(cls, usual) if usual == "backward" else _alias(usual))


def _take_helpers(cls: Any, own: type) -> None:
    """Give it the functions of the own class that belong to no node: `Value.wrap(3)`."""
    for name, thing in vars(own).items():
        if isinstance(thing, staticmethod | classmethod) and not hasattr(cls, name):
            setattr(cls, name, thing)


def _alias(usual: str) -> property:
    """Return a property that is another name for an attribute."""

    def write(node: Any, value: Any) -> None:
        setattr(node, usual, value)

    return property(lambda node: getattr(node, usual), write)
