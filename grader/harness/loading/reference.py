"""Puts a right class in the place of a submission's own, so that a slip in that one costs nothing else."""

import types
from typing import Any

from ..model.dialect_names import CLASS_NAMES
from ..model.find_class import ValueClass
from ..running.problem import MODULE
from .modules import is_stand_in

_FILE = "<reference>"
_USUAL = "Value"
_NAMES = ("data", "grad", "backward")


def put_reference(module: types.ModuleType, text: str, own: ValueClass | None) -> str:
    """Put the class of this text wherever the module has its own, or a stand-in for one; its name there."""
    cls = _class_of(text)
    names = []
    for name, thing in vars(module).items():
        if _stands_for_a_class(name, thing) or (own is not None and thing is own.cls):
            names.append(name)
        elif is_stand_in(thing):  # `engine.Value`, of a module that is not there
            thing.__dict__[_USUAL] = cls
    names = names or [_USUAL]
    for name in names:
        module.__dict__[name] = cls
    cls.__name__ = names[0] if own is None else own.cls.__name__
    if own is not None:
        _speak_its_dialect(cls, own)
        _take_helpers(cls, own.cls)
    return str(cls.__name__)


def _stands_for_a_class(name: str, thing: Any) -> bool:
    """Whether it was to be a class of a module that is not there, also as `Value as V`."""
    return is_stand_in(thing) and (name in CLASS_NAMES or thing.__dict__.get("_name") in CLASS_NAMES)


def _class_of(text: str) -> Any:
    """Return the class that a text defines."""
    namespace: dict[str, Any] = {"__name__": MODULE}
    exec(compile(text, _FILE, "exec"), namespace)
    return namespace[_USUAL]


def _speak_its_dialect(cls: Any, own: ValueClass) -> None:
    """Give it the names that the file uses for data, gradient and pass."""
    for usual, name in zip(_NAMES, (own.data_name, own.grad_name, own.backward_name), strict=True):
        if name is None or name == usual or not name.isidentifier():
            continue
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
