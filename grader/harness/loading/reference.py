"""Puts a right class in the place of a submission's own, so that a slip in that one costs nothing else.

Where the file only imports its class, the right one has the name and the parts of which the file speaks, and
functions that the file imports beside it.
"""

import ast
import builtins
import operator
import re
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from typing import Any

from ..model.dialect_names import BACKWARD_NAMES, CLASS_NAMES, DATA_NAMES, GRAD_NAMES
from ..model.find_class import ValueClass
from ..running.problem import MODULE
from .modules import is_stand_in

_OF_TWO = {"add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.truediv}
_OF_ONE = ("tanh", "relu", "sigmoid", "exp", "log")
_LIBRARIES = ("torch", "tensorflow", "jax", "keras", "scipy", "cupy", "sympy")
"""Their functions refuse a node of another class."""

_DRAWS = re.compile(r"rand|uniform|gauss|normal|aleat|zufall")
"""Names of functions that draw a number, as a weight has it at first."""
_PARAMETERS = ("parameter", "param", "parametro", "parametre", "weight")
"""Names of classes of weights, beside the class of nodes."""
_NAMES_OF_PARTS = (("data", DATA_NAMES), ("grad", GRAD_NAMES), ("backward", BACKWARD_NAMES))

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
        _speak(cls, (pair for pair in _dialect(trees) if pair[1] not in vars(cls)))
        _put_functions(module, cls)
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
    if own is not None:
        return names or [_USUAL]
    of_weights = [name for name in _classes_of_weights(trees) if _may_be_imported(module, name)]
    if names:  # beside the class, one of parameters: each is a node
        of_weights = [name for name in of_weights if _is_imported_class(vars(module).get(name))]
    return list(dict.fromkeys([*names, *of_weights])) or [_USUAL]


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
    """Whether a name was to be a class of a module that is not there, also as `Value as V`."""
    return is_stand_in(thing) and (name in CLASS_NAMES or thing.__dict__.get("_name") in CLASS_NAMES)


def _may_be_imported(module: types.ModuleType, name: str) -> bool:
    """Whether a name is one of a module that is not there, or of another cell or file that nobody gave us."""
    known = {**vars(builtins), **vars(module)}
    return name not in known or is_stand_in(known[name])


def _is_imported_class(thing: Any) -> bool:
    """Whether something stands for a class of a module that is not there, by its name: no function of it."""
    return is_stand_in(thing) and thing.__dict__.get("_name", "")[:1].isupper()


def _class_of(text: str) -> Any:
    """Return the class that a text defines."""
    namespace: dict[str, Any] = {"__name__": MODULE}
    exec(compile(text, _FILE, "exec"), namespace)
    return namespace[_USUAL]


def _speak(cls: Any, names: Iterable[tuple[str, str | None]]) -> None:
    """Give a class the names that the file uses for data, gradient and pass, each behind the usual one."""
    setattr(cls, SPOKEN, {})
    for usual, name in names:
        if name is None or name == usual or not name.isidentifier():
            continue
        getattr(cls, SPOKEN)[name] = usual
        setattr(cls, name, getattr(cls, usual) if usual == "backward" else _alias(usual))


def _take_helpers(cls: Any, own: type) -> None:
    """Give a class the functions of the own class that belong to no node: `Value.wrap(3)`."""
    for name, thing in vars(own).items():
        if isinstance(thing, staticmethod | classmethod) and not hasattr(cls, name):
            setattr(cls, name, thing)


def _alias(usual: str) -> property:
    """Return a property that is another name for an attribute."""

    def write(node: Any, value: Any) -> None:
        setattr(node, usual, value)

    return property(lambda node: getattr(node, usual), write)


def _classes_of_weights(trees: Iterable[ast.AST]) -> list[str]:
    """Return the names of what is called on a number that is drawn: weights are made so in every course."""
    calls = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call))
    names = [call.func.id for call in calls if isinstance(call.func, ast.Name) and _makes_a_weight(call)]
    return list(dict.fromkeys(names))


def _dialect(trees: Iterable[ast.AST]) -> Iterator[tuple[str, str]]:
    """Yield pairs of a usual name and the one that the file has for it: `("data", "dato")`."""
    nodes = [node for tree in trees for node in ast.walk(tree)]
    used = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    for usual, others in _NAMES_OF_PARTS:
        if usual not in used:
            yield from ((usual, name) for name in others if name in used)
    for node in nodes:
        match node:
            case ast.AugAssign(ast.Attribute(ast.Name(id=moved), data), _, value):
                yield from _of_a_step(moved, data, value)
            case ast.Assign([ast.Attribute(ast.Name(id=moved), data)], ast.BinOp() as value):
                yield from _of_a_step(moved, data, value)


def _makes_a_weight(call: ast.Call) -> bool:
    """Whether a call makes a weight: of a number that is drawn, or by a name that says so."""
    return _is_given_a_draw(call) or ast.unparse(call.func).lower() in _PARAMETERS


def _is_given_a_draw(call: ast.Call) -> bool:
    """Whether the first argument is a number that is drawn: a function alone draws nothing."""
    inside = ast.walk(call.args[0]) if call.args and not isinstance(call.args[0], ast.Lambda) else ()
    drawn = (ast.unparse(node.func) for node in inside if isinstance(node, ast.Call))
    return any(_DRAWS.search(name.lower()) for name in drawn)


def _of_a_step(moved: str, data: str, value: ast.expr) -> Iterator[tuple[str, str]]:
    """Yield what a step says, `p.dato -= rate * p.gradiente`: it changes data, and reads one thing more."""
    read = {
        node.attr
        for node in ast.walk(value)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == moved
    }
    if len(rest := read - {data}) == 1:
        yield from zip(("data", "grad"), (data, *rest), strict=True)


def _put_functions(module: types.ModuleType, cls: Any) -> None:
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
