"""What is known of a submission when edits of it are looked for."""

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..model.find_class import ValueClass
from ..model.keyed import Entry
from ..playing.play import Player
from . import local_gradients
from .attribution import Attribution
from .edit import Change, RewriteOffer
from .syntax import FUNCTIONS, Node, found, inside, last_name, texts_in
from .tree import Tree

_AROUND = (ast.If, ast.Try, ast.With)
_ONCE_EACH = 2
"""A name is stored and read."""
_RULES = 3
"""The fewest statements, and times as many as add to `grad`, that make an attribute the rules' gradient."""


@dataclass
class SourceAnalysis:
    """The source, the class found in it, and what its parts are about."""

    tree: Tree
    value_class: ValueClass
    player: Player
    attribution: Attribution = field(init=False)
    local_gradients: "local_gradients.LocalGradients" = field(init=False)

    def __post_init__(self) -> None:
        self.attribution = Attribution(self.tree, self.player)
        self.local_gradients = local_gradients.LocalGradients(self)

    @cached_property
    def data(self) -> str:
        """Return the source's name for the number of a node."""
        return self._name_in_source(self._last_used_part(self.value_class.data_name, ast.Load))

    @cached_property
    def grad(self) -> str:
        """Return the source's name for a node's gradient: the attribute to which its rules add."""
        name = self._name_in_source(self._last_used_part(self.value_class.grad_name, ast.Store))
        added = Counter(
            node.target.attr
            for node in self.tree.up
            if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Attribute)
        )
        most, times = next(iter(added.most_common(1)), (name, 0))
        return most if times >= _RULES and times > _RULES * added[name] and self._starts_at_0(most) else name

    @cached_property
    def grad_table(self) -> str | None:
        """The list or dict with the gradients of all nodes, where a property reads them there."""
        for function in self._property_methods(self.value_class.grad_name):
            value = getattr(function.body[-1], "value", None)
            if isinstance(function.body[-1], ast.Return) and isinstance(value, ast.Subscript):
                return last_name(value.value)
        return None

    def _starts_at_0(self, name: str) -> bool:
        """Whether a new leaf has 0 there."""
        return self.value_class.reader.attribute(self.value_class.leaf(1.0, "x"), name)[0] == 0.0

    def _last_used_part(self, path: str, context: type[ast.expr_context]) -> str:
        """Return the last part of a path to a number that rules and the pass use; else the whole path."""
        used = {
            node.attr
            for function in self.functions
            if function.name != "__init__" and not self._is_elsewhere(function)
            for node in inside(function)
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, context)
        }
        return next((part for part in reversed(path.split(".")) if part in used), path)

    def _is_elsewhere(self, function: ast.FunctionDef) -> bool:
        """Whether a function is a method of another class than the graded one."""
        return isinstance(self.tree.up[function][0], ast.ClassDef) and not self.is_method(function)

    def _name_in_source(self, name: str) -> str:
        """Return the attribute behind a property, where the source itself uses that one."""
        own = kept_behind(name, self._property_methods(name))
        if own is None:
            return name
        uses = Counter(node.attr for node in self.tree.up if isinstance(node, ast.Attribute))
        return own if uses[own] > uses[name] else name

    def _property_methods(self, name: str) -> list[ast.FunctionDef]:
        """Return the methods of the graded class that a property of that name is made of."""
        return [
            each
            for each in self.tree.definitions
            if each.name == name
            and each.decorator_list
            and isinstance(each, ast.FunctionDef)
            and self.is_method(each)
        ]

    @cached_property
    def starts_as_none(self) -> bool:
        """Whether the gradient of a new node is None."""
        return getattr(self.value_class.leaf(1.0, "x"), self.grad, 0.0) is None

    @cached_property
    def starts_without(self) -> bool:
        """Whether a new node has no gradient until a pass stores one."""
        return not hasattr(self.value_class.leaf(1.0, "x"), self.grad)

    @property
    def compares_by_identity(self) -> bool:
        """Whether a set or a list tells its nodes apart as objects."""
        cls: Any = self.value_class.cls
        return bool(cls.__eq__ is object.__eq__)

    @property
    def class_name(self) -> str:
        """The name of the graded class."""
        return self.value_class.cls.__name__

    @cached_property
    def class_names(self) -> frozenset[str]:
        """The graded class, and those that it is a kind of."""
        return frozenset(base.__name__ for base in self.value_class.cls.__mro__)

    @cached_property
    def class_definition(self) -> ast.ClassDef | None:
        """The last definition of the graded class."""
        named = [
            statement
            for statement in self.top_level
            if isinstance(statement, ast.ClassDef) and statement.name == self.class_name
        ]
        return named[-1] if named else None

    @cached_property
    def top_level(self) -> list[ast.stmt]:
        """Return every statement of the modules, those under an `if` or `try` too."""
        return [statement for module in self.tree.modules for statement in _all_statements(module.body)]

    @cached_property
    def stores_outside_functions(self) -> list[ast.Assign | ast.AnnAssign]:
        """The assignments of the modules, and of the bodies of their classes."""
        bodies = (each.body if isinstance(each, ast.ClassDef) else [each] for each in self.top_level)
        return [each for body in bodies for each in body if isinstance(each, ast.Assign | ast.AnnAssign)]

    @cached_property
    def texts(self) -> frozenset[str]:
        """The text of every name and attribute in its functions."""
        return frozenset(source for function in self.functions for source in texts_in(function))

    @cached_property
    def functions(self) -> list[ast.FunctionDef]:
        """Functions of the modules and methods of their classes that are in force, in source order.

        Of those with one name the last counts, as it does for Python.
        """
        last: dict[tuple[str, str], ast.FunctionDef] = {}
        for owner, function in self._functions_by_owner():
            key = owner, function.name
            kept = last.pop(key, None)
            if kept is not None and function.decorator_list:
                last[f"{owner} {function.lineno}", function.name] = kept
            last[key] = function
        return sorted(last.values(), key=lambda each: (self.module_number(each), each.lineno))

    def nodes(self, *kinds: type[Node]) -> Iterator[Node]:
        """Yield every node of some kinds in these functions, in source order."""
        return (node for function in self.functions for node in found(function, *kinds))

    def offer(self, rewrite: str, at: ast.AST, *changes: Change, detail: str = "") -> RewriteOffer:
        """Offer changes of the operation that a place is about."""
        return RewriteOffer(rewrite, at, changes, self.attribution.operation(at), detail=detail)

    def _functions_by_owner(self) -> Iterator[tuple[str, ast.FunctionDef]]:
        """Yield every function, with the name of its class; of the module with an empty name."""
        for statement in self.top_level:
            if isinstance(statement, ast.FunctionDef):
                yield "", statement
            elif isinstance(statement, ast.ClassDef):
                for inner_statement in inside_class(statement):
                    yield statement.name, inner_statement

    def module_number(self, node: ast.AST) -> int:
        """Return the number of the module that it is in."""
        return self.tree.modules.index(self.tree.module(node))

    @cached_property
    def self_name(self) -> str:
        """The name under which most methods of the class know their own node: `self`."""
        methods = [function.args.args for function in self.functions if self.is_method(function)]
        first = Counter(arguments[0].arg for arguments in methods if arguments)
        return next((name for name, _ in first.most_common(1)), "self")

    def method(self, name: str) -> ast.FunctionDef | None:
        """A method of the graded class."""
        methods = [
            function for function in self.functions if function.name == name and self.is_method(function)
        ]
        return methods[-1] if methods else None

    def is_method(self, function: ast.FunctionDef) -> bool:
        """Whether a function is a method of the graded class, or of one that it is a kind of."""
        owner = self.tree.up[function][0]
        return isinstance(owner, ast.ClassDef) and owner.name in self.class_names

    def is_gradient(self, node: ast.AST) -> bool:
        """Whether an expression is some node's gradient."""
        return _name_of_place(node) == self.grad

    def is_data(self, node: ast.AST) -> bool:
        """Whether an expression is some node's data."""
        return _name_of_place(node) == self.data

    def function_of(self, node: ast.AST) -> ast.AST | None:
        """The innermost function or lambda around a node."""
        return self.tree.nearest(node, FUNCTIONS)

    def value_of_local(self, element: ast.expr) -> ast.expr:
        """Return the value of a name set above and read here only, such as `dx = g * y`; else the element."""
        function = self.function_of(element)
        if not isinstance(element, ast.Name) or function is None:
            return element
        alike = [node for node in inside(function) if isinstance(node, ast.Name) and node.id == element.id]
        if len(alike) != _ONCE_EACH:
            return element
        parent, _ = self.tree.up[next(node for node in alike if node is not element)]
        is_kept = isinstance(parent, ast.Assign) and not isinstance(parent.value, ast.Name)
        return parent.value if isinstance(parent, ast.Assign) and is_kept else element


def _name_of_place(node: ast.AST) -> str | None:
    """Return the name of an attribute, or of an entry in what it holds: `grad`, `s["grad"]`, `v[1]`."""
    match node:
        case ast.Attribute(attr=name):
            return name
        case ast.Subscript(value=ast.Attribute(attr=holder), slice=ast.Constant(value=str() | int() as key)):
            return Entry(holder, key).name
    return None


def kept_behind(name: str, accessors: list[ast.FunctionDef]) -> str | None:
    """Return the attribute that a getter returns as it is, or that a setter sets."""
    for function in accessors:
        last = function.body[-1]
        value = last.value if isinstance(last, ast.Return) else None
        target = last.targets[0] if isinstance(last, ast.Assign) else value
        if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.attr != name:
            return target.attr
    return None


def _all_statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of a block, and those under an `if`, `try` or `with`."""
    for statement in body:
        yield statement
        for name in ("body", "orelse", "finalbody") if isinstance(statement, _AROUND) else ():
            yield from _all_statements(getattr(statement, name, []))
        for handler in getattr(statement, "handlers", ()):
            yield from _all_statements(handler.body)


def inside_class(node: ast.ClassDef) -> list[ast.FunctionDef]:
    """Return the methods of a class, those under an `if` or `try` too."""
    functions = []
    for statement in node.body:
        if isinstance(statement, ast.FunctionDef):
            functions.append(statement)
        elif isinstance(statement, ast.If | ast.Try):
            functions += [inner for inner in inside(statement) if isinstance(inner, ast.FunctionDef)]
    return functions
