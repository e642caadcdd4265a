"""Finds what the examples of a file switch on: contexts, attributes, names, calls that only set something."""

import ast
import dis
import types
from collections.abc import Iterator
from contextlib import AbstractContextManager, suppress
from typing import Any, NamedTuple

from ..model.find_class import ValueClass
from ..model.smallest import limited
from ..running.problem import classes_of, in_submission
from .nodes import in_order

_LONGEST = 80
"""Bytes of code: a function that only sets something is short."""
_PLAIN = (bool, int, float, str, type(None))
_STORES = {"STORE_GLOBAL", "STORE_ATTR", "STORE_SUBSCR"}


class Switch(NamedTuple):
    """A line of the examples that may switch something on."""

    text: str
    """The text of a switch as a reader knows it."""
    code: str
    """An expression to enter, or a statement to run."""
    enters: bool


def switches(trees: list[ast.Module], names: dict[str, Any]) -> list[Switch]:
    """Return the switches outside of classes: the contexts, then the calls, then what is set to a constant.

    Only what the submission's `names` hold can be switched.
    """
    found = (
        switch
        for tree in trees
        for node in in_order(tree, leave_out=lambda node: isinstance(node, ast.ClassDef))
        for switch in _switches_in(node)
    )
    own = [switch for switch in dict.fromkeys(found) if _is_own(switch, names)]
    return sorted(own, key=lambda switch: (not switch.enters, " = " in switch.code))


def _switches_in(node: ast.AST) -> Iterator[Switch]:
    """Yield the switches that a node may be."""
    match node:
        case ast.With():
            for item in node.items:
                code = ast.unparse(item.context_expr)
                yield Switch(f"with {code}:", code, enters=True)
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript() | ast.Name()], value=ast.Constant()):
            yield Switch(ast.unparse(node), ast.unparse(node), enters=False)
        case ast.Expr(value=ast.Call(args=arguments)) if all(isinstance(a, ast.Constant) for a in arguments):
            yield Switch(ast.unparse(node), ast.unparse(node), enters=False)


def turn_on(switch: Switch, found: ValueClass) -> Any:
    """Run a switch as if below the class; return the open context, or True, or None for no switch."""
    names = found.module.__dict__
    try:
        with limited(found):
            if not switch.enters:
                exec(compile(switch.code, "<switch>", "exec"), names)
                return True
            context: AbstractContextManager[Any] = eval(switch.code, names)  # noqa: S307
            context.__enter__()
            return context
    except BaseException:
        return None


def _is_own(switch: Switch, names: dict[str, Any]) -> bool:
    """Whether a switch is about something of the submission's. A call must do no more than set something."""
    with suppress(BaseException):
        return _names_own(switch, names)
    return False


def _names_own(switch: Switch, names: dict[str, Any]) -> bool:
    """Whether a switch sets or calls something of the submission."""
    match ast.parse(switch.code).body[0]:
        case ast.Assign(targets=[ast.Name(id=name)]):
            return type(names.get(name, names)) in _PLAIN
        case ast.Assign(targets=[place]):
            return _is_of_submission(names.get(_root_name(place)))
        case ast.Expr(value=ast.Call(func=place)) if not switch.enters:
            own = _is_of_submission(names.get(_root_name(place)))
            return own and _only_sets(eval(ast.unparse(place), names))  # noqa: S307
        case ast.Expr(value=place):
            return _is_of_submission(names.get(_root_name(place)))
    return False


def _root_name(place: ast.expr) -> str:
    """Return the name that a place begins with."""
    while isinstance(place, ast.Attribute | ast.Subscript | ast.Call):
        place = place.func if isinstance(place, ast.Call) else place.value
    return place.id if isinstance(place, ast.Name) else ""


def _is_of_submission(thing: Any) -> bool:
    """Whether a thing is of the submission, or a table."""
    return in_submission(thing) or in_submission(type(thing)) or type(thing) is dict


def _only_sets(function: Any) -> bool:
    """Whether its code is short, stores something, and never goes back."""
    code = getattr(function, "__code__", None)
    if not isinstance(code, types.CodeType) or len(code.co_code) > _LONGEST:
        return False
    names = [each.opname for each in dis.get_instructions(code)]
    return any(name in _STORES for name in names) and not any("BACKWARD" in name for name in names)


class SetValues:
    """The plain values of a submission's module and classes, and the tables that these hold."""

    def __init__(self, module: types.ModuleType) -> None:
        held = [
            (owner, name, value)
            for owner in (module, *classes_of(module))
            for name, value in vars(owner).items()
            if not name.startswith("__")
        ]
        self._plain = [(owner, name, value) for owner, name, value in held if type(value) in _PLAIN]
        self._tables = [(value, dict(value)) for *_, value in held if type(value) is dict]

    def restore(self, opened: Any) -> None:
        """Set everything as it was, and leave the context that was entered."""
        if hasattr(opened, "__exit__"):
            with suppress(BaseException):
                opened.__exit__(None, None, None)
        for owner, name, value in self._plain:
            setattr(owner, name, value)
        for table, was in self._tables:
            table.clear()
            table.update(was)
