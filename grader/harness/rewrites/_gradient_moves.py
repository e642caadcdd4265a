"""Finds where gradients move in the source: statements that add to them, and calls that run rules."""

import ast
import inspect
from collections import deque
from collections.abc import Sequence
from functools import cached_property
from typing import Any, TypeGuard

from ..model.operation_words import operation_named
from ..repair.known import SourceAnalysis
from ..repair.syntax import (
    Definition,
    all_nodes,
    called,
    inside,
    is_call,
    is_name,
    is_plain,
    last_name,
    names_of,
    nodes_in,
    number_in,
    owner,
    parameters_of,
    targets_of,
    text,
)
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


_MODULES = frozenset({"np", "numpy", "math", "float", "int"})


class GradientMoves(PassFunctions):
    """The places of one submission where gradients move."""

    def __init__(self, known: SourceAnalysis) -> None:
        super().__init__(known)
        self._moving: dict[ast.AST, bool] = {}

    @cached_property
    def accessors(self) -> frozenset[str]:
        """Methods that return a node's parents."""
        return frozenset(
            name
            for name, definitions in self._functions_by_name.items()
            if any(self._gives_parents(each) for each in definitions)
        )

    def _gives_parents(self, function: Definition) -> bool:
        """Whether a small method returns the parents of its node, and walks through nothing."""
        arguments = function.args
        is_small = len(arguments.args) == 1 and not arguments.vararg and self.known.is_method(function)
        if not is_small or operation_named(function.name) or function.name.startswith("__"):
            return False
        nodes = inside(function)
        # A method that walks on, or touches gradients, is a part of the pass and no accessor.
        if any(isinstance(node, ast.While | Definition) or called(node) == function.name for node in nodes):
            return False
        return self.mentions_parents(nodes) and not any(map(self.is_gradient, nodes))

    def mentions_parents(self, nodes: Sequence[ast.AST]) -> bool:
        """Whether some node's parents are asked for."""
        return any(isinstance(node, ast.Attribute) and node.attr in self.parents.names for node in nodes)

    def is_over_parents(self, loop: ast.AST) -> bool:
        """Whether a loop is over what one node was made from."""
        # `for p in (self, other)` lists operands in a rule; it does not walk the graph.
        if not isinstance(loop, ast.For) or isinstance(loop.iter, ast.List | ast.Tuple):
            return False
        # `sorted(order, key=lambda node: len(node.parents))` asks for parents, and is over an order.
        nodes = [loop.iter, *nodes_in(loop.iter, without=(ast.Lambda,))]
        return self.mentions_parents(nodes) or any(is_call(node, *self.accessors) for node in nodes)

    def is_gradient(self, node: ast.AST) -> bool:
        """Whether an expression is some node's gradient, under a private name too."""
        return isinstance(node, ast.Attribute) and node.attr.strip("_") == self.known.grad.strip("_")

    def adds_gradient(self, node: ast.AST) -> bool:
        """Whether a statement adds to a gradient what was computed, or puts it there."""
        targets = targets_of(node)
        value: ast.AST | None = getattr(node, "value", None)
        if not targets or value is None or is_plain(value) or self.is_parameter(value):
            return False
        written = [each.value if isinstance(each, ast.Subscript) else each for each in targets]
        if any(map(self.is_gradient, written)):
            return self._comes_from_elsewhere(value, targets[0])
        return isinstance(targets[0], ast.Subscript) and _is_computed(value, targets[0], node)

    def _comes_from_elsewhere(self, value: ast.AST, target: ast.expr) -> bool:
        """Whether a value is of more than the node itself: `self.grad = self.data` adds nothing."""
        others = names_of(value) - names_of(target) - _MODULES
        return bool(others) or any(map(self.is_gradient, inside(value)))

    def is_parameter(self, value: ast.AST) -> bool:
        """Whether a value is, or may be, a parameter of the function it is in."""
        function = self.known.function_of(value)
        if not isinstance(function, Definition | ast.Lambda):
            return False
        parameters = {node.arg for node in inside(function.args) if isinstance(node, ast.arg)}
        if isinstance(value, ast.IfExp | ast.BoolOp):
            first = function.args.args[0].arg if function.args.args else ""
            return bool(names_of(value) & (parameters - {first}))
        if isinstance(value, ast.Call) and len(value.args) == 1:
            return self.is_parameter(value.args[0])
        return isinstance(value, ast.Name) and value.id in parameters

    def runs_rule(self, node: ast.AST) -> bool:
        """Whether a node of the tree is a call of a rule, or a statement that adds to a gradient."""
        return self._is_rule_call(node) if isinstance(node, ast.Call) else self.adds_gradient(node)

    def _is_rule_call(self, call: ast.Call) -> bool:
        """Whether a call is of a closure, a function that moves gradients, or a rule from a table."""
        name = called(call)
        if isinstance(call.func, ast.Attribute):
            if name in self.parents.closures or name in CONTAINER_METHODS:
                return name in self.parents.closures
            return any(map(self.moves_gradients, self._functions_by_name.get(name, [])))
        if not isinstance(call.func, ast.Name):
            return self._is_looked_up(call)
        if self._is_bound_rule(call.func):
            return True
        return any(
            map(
                self.moves_gradients, self._inner_functions.get(name) or self._functions_by_name.get(name, [])
            )
        )

    def _is_looked_up(self, call: ast.Call) -> bool:
        """Whether a rule is found by its name, or in a table, and called for what it does."""
        is_found = is_call(call.func, "getattr") or isinstance(call.func, ast.Subscript)
        return is_found and isinstance(self.known.tree.up[call][0], ast.Expr)

    def _is_bound_rule(self, name: ast.Name) -> bool:
        """Whether a loop or an assignment gives a name a function: `for result, pull in tape`."""
        if name.id in self._functions_by_name or name.id in self._inner_functions:
            return False
        for node in self.known.tree.above(name):
            if isinstance(node, ast.For) and name.id in names_of(node.target):
                return True
            if isinstance(node, Definition):
                gives = any(self._gives_rule(inner, name.id) for inner in inside(node))
                return gives or self._is_given_rule(node, name.id)
        return False

    def _is_given_rule(self, function: Definition, parameter: str) -> bool:
        """Whether a function calls what it is given, and is given what runs rules."""
        if parameter not in parameters_of(function)[1:]:
            return False
        calls = [node for node in self.known.tree.up if is_call(node, function.name)]
        return any(self._stands_for_rule(given) for call in calls for given in call.args)

    def _stands_for_rule(self, given: ast.expr) -> bool:
        """Whether an argument is a lambda or the name of a function that runs rules."""
        if isinstance(given, ast.Lambda):
            return any(map(self.runs_rule, all_nodes(given.body)))
        name = last_name(given)
        functions = self._inner_functions.get(name) or self._functions_by_name.get(name, [])
        return any(map(self.moves_gradients, functions))

    def _gives_rule(self, node: ast.AST, name: str) -> bool:
        """Whether a statement gives a name a closure, or a method found by its name."""
        if not isinstance(node, ast.Assign) or name not in names_of(*node.targets):
            return False
        attributes = (inner.attr for inner in all_nodes(node.value) if isinstance(inner, ast.Attribute))
        by_name = any(is_call(inner, "getattr") for inner in all_nodes(node.value))
        return by_name or not self.parents.closures.isdisjoint(attributes)

    def moves_gradients(self, function: Definition) -> bool:
        """Whether gradients are moved in a function, or in one that it calls."""
        if function not in self._moving:
            # While it is looked at it counts as one that moves nothing: a recursion asks for itself again.
            self._moving[function] = False
            self._moving[function] = any(
                self.runs_rule(node) or self.adds_parameter(node) for node in inside(function)
            )
        return self._moving[function]

    def adds_parameter(self, node: ast.AST) -> bool:
        """Whether a statement adds to a gradient what the function is given."""
        return (
            isinstance(node, ast.AugAssign)
            and self.is_gradient(node.target)
            and self.is_parameter(node.value)
        )

    def runs_rules(self, statement: ast.stmt) -> bool:
        """Whether rules run in a statement; none do where a function is defined."""
        if isinstance(statement, Definition):
            return False
        return any(map(self.runs_rule, all_nodes(statement)))

    def runs_for_parents(self, statement: ast.stmt) -> bool:
        """Whether a statement loops over a node's parents and runs their rules, perhaps in brackets."""
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.ListComp):
            statement = _as_loop(statement.value)
        if not isinstance(statement, ast.For) or not self.is_over_parents(statement):
            return False
        targets = names_of(statement.target)
        calls = (node for node in all_nodes(*statement.body) if isinstance(node, ast.Call))
        calls = (call for call in calls if self.runs_rule(call))
        return any(names_of(call.func) & targets for call in calls)


def _as_loop(comprehension: ast.ListComp) -> ast.For:
    """Return a comprehension with one `for` as a loop."""
    first = comprehension.generators[0]
    return ast.For(first.target, first.iter, [ast.Expr(comprehension.elt)], [])


def _is_computed(value: ast.AST, target: ast.Subscript, statement: ast.AST) -> bool:
    """Whether what is put into a dict or list is a gradient, not a node, a count or a flag."""
    if isinstance(statement, ast.AugAssign):
        return True
    if isinstance(value, ast.BinOp):
        return not (number_in(value.right) is not None or number_in(value.left) is not None)
    return isinstance(value, ast.Name) and value.id not in names_of(target)
