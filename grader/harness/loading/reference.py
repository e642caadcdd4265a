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
    if own is not None:
        cls.__name__ = own.cls.__name__
        _speak_its_dialect(cls, own)
        _take_helpers(cls, own.cls)
    names = [name for name, thing in vars(module).items() if own is not None and thing is own.cls]
    for name, thing in vars(module).items():
        if is_stand_in(thing):
            if name in CLASS_NAMES or thing.__dict__.get("_name") in CLASS_NAMES:  # `Value as V`
                names.append(name)
            else:  # `engine.Value`, of a module that is not there
                thing.__dict__[_USUAL] = cls
    for name in names or [_USUAL]:
        module.__dict__[name] = cls
    if own is None:
        cls.__name__ = (names or [_USUAL])[0]
    return str(cls.__name__)


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
