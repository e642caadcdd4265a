"""Finds the functions that the backward pass runs through, from the one that is called for gradients."""

import ast
import inspect
from collections import deque
from functools import cached_property
from typing import Any, TypeGuard

from ..model.operation_words import operation_named
from ..repair.known import SourceAnalysis
from ..repair.syntax import Definition, called, inside, is_name, owner, parameters_of, text
from ._parents import Parents, parents_of

CONTAINER_METHODS = frozenset(
    name for kind in (list, set, dict, deque) for name in dir(kind) if not name.startswith("_")
) | {"heappush", "heappop", "put", "get", "push", "heapify", "heapreplace", "heappushpop"}
"""Methods of lists, queues and sets of nodes, which do nothing with nodes."""

_MOST_FUNCTIONS = 12


class PassFunctions:
    """The functions of one submission's pass."""

    def __init__(self, known: SourceAnalysis) -> None:
        self.known = known
        by_name: dict[str, list[Definition]] = {}
        for function in known.functions:
            by_name.setdefault(function.name, []).append(function)
        self._functions_by_name = by_name

    @cached_property
    def parents(self) -> Parents:
        """How nodes hold their parents."""
        return parents_of(self.known.player, self.known.class_name)

    @cached_property
    def entry(self) -> Definition | None:
        """The function that is called for gradients."""
        value_class = self.known.value_class
        name = value_class.backward_name
        if name is None:
            return None
        # By its place: a file may define `backward` several times, and the class has the last one, one from a
        # base class, or one under another name. Static, for a descriptor of a student's must not run here.
        thing = inspect.getattr_static(value_class.cls, name, getattr(value_class.pass_holder, name, None))
        place = _place_of_code(thing)
        for function in self.known.functions:
            lines = {function.lineno, *(decorator.lineno for decorator in function.decorator_list)}
            if place and place[1] in lines and self.file_of(function) == place[0]:
                return function
        return None

    def file_of(self, node: ast.AST) -> str:
        """Return the file or cell a node is in."""
        return self.known.tree.cell_of[self.known.tree.module(node)].file

    @cached_property
    def functions(self) -> list[Definition]:
        """The functions and methods the pass runs through, the first it starts from; no rules."""
        functions = [self.entry] if self.entry else []
        # The list grows while it is gone through: what is called by what was called belongs to the pass too.
        for function in functions:
            for node in inside(function):
                used: list[Definition] = []
                if isinstance(node, ast.Call):
                    used = self.functions_called(node)
                elif isinstance(node, ast.Attribute) and is_name(node.value, self.root(function)):
                    used = [*filter(_is_property, self._functions_by_name.get(node.attr, ()))]
                if len(functions) < _MOST_FUNCTIONS:
                    functions += [each for each in used if each not in functions]
        return functions

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """Every node inside of these functions, in source order."""
        return [node for function in self.functions for node in inside(function)]

    @cached_property
    def definitions(self) -> list[Definition]:
        """The functions of the pass, with functions defined inside of them."""
        return [
            node
            for function in self.functions
            for node in (function, *inside(function))
            if isinstance(node, Definition)
        ]

    @cached_property
    def _inner_functions(self) -> dict[str, list[Definition]]:
        """Functions within functions of the file, by name."""
        definitions: dict[str, list[Definition]] = {}
        for node in self.known.tree.up:
            if isinstance(node, Definition) and self.known.tree.nearest(node, Definition) is not None:
                definitions.setdefault(node.name, []).append(node)
        return definitions

    def functions_called(self, call: ast.Call) -> list[Definition]:
        """Return the functions of the file that a call may mean; none that does an operation."""
        name = called(call)
        # `stack.pop()`, `len(...)` and operations lead out of the pass: into lists, and into the rules, which
        # other families of rewrites look at. A method of that name that a node calls of itself is its own.
        is_container = name in CONTAINER_METHODS and not is_name(owner(call), "self")
        if is_container or name.startswith("__") or operation_named(name):
            return []
        is_method = isinstance(call.func, ast.Attribute)
        if is_method and self.is_patched_in(self.entry) and name == self.known.value_class.backward_name:
            return [self.entry]
        return [
            each
            for each in self._functions_by_name.get(name, ())
            if isinstance(self.known.tree.up[each][0], ast.ClassDef) == is_method and not self._is_rule(each)
        ]

    def is_patched_in(self, function: Definition | None) -> TypeGuard[Definition]:
        """Whether a function is the pass and stands outside of every class: `Value.backward = run`."""
        is_outside = function is not None and isinstance(self.known.tree.up[function][0], ast.Module)
        name = self.known.value_class.backward_name or ""
        return is_outside and function is self.entry and hasattr(self.known.value_class.cls, name)

    def _is_rule(self, function: Definition) -> bool:
        """Whether a function is a method of a class that is named after an operation."""
        owner = self.known.tree.up[function][0]
        return isinstance(owner, ast.ClassDef) and bool(operation_named(owner.name))

    def root(self, function: Definition) -> str:
        """Return the name of the node that a function starts from, or is about."""
        names = parameters_of(function)
        if len(names) > 1 and self._belongs_elsewhere(function) and not function.decorator_list:
            names = names[1:]
        return names[0] if names else ""

    def is_method_of_nodes(self, function: Definition) -> bool:
        """Whether a function is a method of the graded class, of a base of it or of one derived from it."""
        owner = self.known.tree.up[function][0]
        return isinstance(owner, ast.ClassDef) and not self._belongs_elsewhere(function)

    def _belongs_elsewhere(self, function: Definition) -> bool:
        """Whether a function is a method of a class that is no node, such as a tape."""
        owner = self.known.tree.up[function][0]
        if not isinstance(owner, ast.ClassDef):
            return False
        cls = self.known.value_class.cls
        classes = [class_ for class_ in self.known.value_class.classes if class_.__name__ == owner.name]
        return not any(issubclass(cls, class_) or issubclass(class_, cls) for class_ in classes)


def _is_property(function: Definition) -> bool:
    """Whether a function is run where its name is read: `for node in self.order`."""
    return any(
        text(each).rpartition(".")[2] in ("property", "cached_property") for each in function.decorator_list
    )


def _place_of_code(thing: Any) -> tuple[str, int] | None:
    """Return the file and the first line of a function's code, behind decorators."""
    for name in ("__func__", "__wrapped__"):
        thing = getattr(thing, name, thing)
    code = getattr(thing, "__code__", None)
    return (code.co_filename, code.co_firstlineno) if code is not None else None
