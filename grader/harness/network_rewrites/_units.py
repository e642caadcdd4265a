"""The classes of a network as source: what each keeps, and its methods by what they are for."""

import ast
from collections.abc import Iterator
from typing import NamedTuple

from ..network.names import PARAMETERS, plain
from ..repair.known import SourceAnalysis, inside_class
from ..repair.syntax import Definition, inside, last_name, text, without_docstring

_PRODUCTS = ("dot", "matmul", "inner", "mul", "multiply")


class UnitSource(NamedTuple):
    """A class that is not the one of the nodes."""

    definition: ast.ClassDef
    methods: tuple[Definition, ...]
    kept: dict[str, ast.expr | None]
    """The attributes that its constructor sets, with their first values; None of a dataclass's fields."""

    @property
    def constructor(self) -> Definition | None:
        """Return its `__init__`."""
        return next((method for method in self.methods if method.name == "__init__"), None)

    @property
    def listing(self) -> Iterator[Definition]:
        """Yield the methods that return parameters."""
        return (method for method in self.methods if PARAMETERS.search(plain(method.name)))

    @property
    def computing(self) -> Iterator[Definition]:
        """Yield the methods that may compute an output: those of one argument or more that multiply."""
        for method in self.methods:
            if method.name != "__init__" and len(method.args.args) > 1 and _multiplies(method):
                yield method

    def unread_in(self, method: Definition) -> list[str]:
        """Return the attributes that a method does not read, as text."""
        read = {text(node) for node in inside(method) if isinstance(node, ast.Attribute)}
        own = own_name(method)
        return [f"{own}.{name}" for name in self.kept if f"{own}.{name}" not in read]


def units(known: SourceAnalysis) -> Iterator[UnitSource]:
    """Yield every class that is not the one of the nodes."""
    for statement in known.top_level:
        if isinstance(statement, ast.ClassDef) and statement.name != known.class_name:
            methods = tuple(inside_class(statement))
            yield UnitSource(statement, methods, _kept(statement, methods))


def functions(known: SourceAnalysis) -> Iterator[Definition]:
    """Yield every function of the modules, and every method that is not of the nodes' class."""
    return (function for function in known.functions if not known.is_method(function))


def own_name(method: Definition) -> str:
    """Return the name of a method's first parameter, `self`."""
    return method.args.args[0].arg if method.args.args else "self"


def returns(function: Definition) -> Iterator[ast.Return]:
    """Yield every `return` of a value."""
    return (node for node in inside(function) if isinstance(node, ast.Return) and node.value is not None)


def _kept(definition: ast.ClassDef, methods: tuple[Definition, ...]) -> dict[str, ast.expr | None]:
    """Return the attributes of a unit, each with the value that its constructor gives it."""
    kept: dict[str, ast.expr | None] = {
        each.target.id: None
        for each in definition.body
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
    }
    for method in methods:
        if method.name == "__init__":
            kept |= {name: value for name, value in _set_in(method) if name not in kept}
    return kept


def _set_in(method: Definition) -> Iterator[tuple[str, ast.expr]]:
    """Yield the attributes that a method sets on its own object, with their values."""
    own = own_name(method)
    for node in inside(method):
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        if isinstance(node, ast.Assign) and isinstance(target, ast.Attribute) and text(target.value) == own:
            yield target.attr, node.value


def _multiplies(method: Definition) -> bool:
    """Whether a method multiplies, by an operator or by a function of this name."""
    return any(
        (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.MatMult))
        or (isinstance(node, ast.Name | ast.Attribute) and last_name(node) in _PRODUCTS)
        for statement in without_docstring(method.body)
        for node in (statement, *inside(statement))
    )
