"""The backward pass in the source: where it starts, what it runs through, the loops that run the rules."""

import ast
import inspect
from collections import deque
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from ..repair.attribution import operation_named
from ..repair.known import SourceAnalysis
from ..repair.syntax import (
    LOOPS,
    Definition,
    Loop,
    Store,
    all_nodes,
    called,
    copy,
    is_call,
    is_membership,
    is_plain,
    names_of,
    nodes_in,
    number_in,
    targets_of,
    without_docstring,
)
from ._parents import Parents, parents_of

CONTAINER_METHODS = frozenset(
    name for kind in (list, set, dict, deque) for name in dir(kind) if not name.startswith("_")
) | {"heappush", "heappop", "put", "get", "push", "heapify", "heapreplace", "heappushpop"}
"""What is done with lists, queues and sets of nodes, not with nodes."""

_KEPT = "traversal"
_MODULES = frozenset({"np", "numpy", "math", "float", "int"})
_MOST_FUNCTIONS = 12


def traversal(known: SourceAnalysis) -> "Traversal":
    """What is known of the pass; made once for all families."""
    kept = vars(known)
    if _KEPT not in kept:
        kept[_KEPT] = Traversal(known)
    return cast(Traversal, kept[_KEPT])


@dataclass(frozen=True)
class Recursion:
    """A function that calls itself for other nodes."""

    function: Definition
    calls: tuple[ast.Call, ...]


class Traversal:
    """Of one submission."""

    def __init__(self, known: SourceAnalysis) -> None:
        self.known = known
        self._nodes: dict[ast.AST, list[ast.AST]] = {}
        self._moving: dict[ast.AST, bool] = {}
        by_name: dict[str, list[Definition]] = {}
        for function in known.functions:
            by_name.setdefault(function.name, []).append(function)
        self._by_name = by_name

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
        # Not by its name alone: a file may define `backward` several times, and the class has the last one,
        # or one from a base class. Static, for a descriptor of a student's must not run here.
        thing = inspect.getattr_static(value_class.cls, name, getattr(value_class.module, name, None))
        place = _place(thing)
        for function in self._by_name.get(name, ()):
            lines = {function.lineno, *(decorator.lineno for decorator in function.decorator_list)}
            if place and place[1] in lines and self.file(function) == place[0]:
                return function
        return None

    def file(self, node: ast.AST) -> str:
        """The file or cell a node is in."""
        return self.known.tree.cell_of[self.known.tree.module(node)].file

    @cached_property
    def functions(self) -> list[Definition]:
        """The functions and methods the pass runs through, the first it starts from; no rules."""
        functions = [self.entry] if self.entry else []
        # The list grows while it is gone through: what is called by what was called belongs to the pass too.
        for function in functions:
            for call in self.nodes(function):
                if isinstance(call, ast.Call) and len(functions) < _MOST_FUNCTIONS:
                    functions += [function for function in self.resolved(call) if function not in functions]
        return functions

    @cached_property
    def definitions(self) -> list[Definition]:
        """The same, and those defined inside of them."""
        return [
            node
            for function in self.functions
            for node in (function, *self.nodes(function))
            if isinstance(node, Definition)
        ]

    def nodes(self, function: ast.AST) -> list[ast.AST]:
        """Every node of a function."""
        if function not in self._nodes:
            self._nodes[function] = nodes_in(function)
        return self._nodes[function]

    @cached_property
    def _local(self) -> dict[str, list[Definition]]:
        """Functions within functions of the file's, by name."""
        definitions: dict[str, list[Definition]] = {}
        for node in self.known.tree.up:
            if isinstance(node, Definition) and self.known.tree.nearest(node, Definition) is not None:
                definitions.setdefault(node.name, []).append(node)
        return definitions

    def resolved(self, call: ast.Call) -> list[Definition]:
        """The functions of the file that may be meant; none that does an operation."""
        name = called(call)
        # `stack.pop()`, `len(...)` and operations lead out of the pass: into lists, and into the rules, which
        # other families of rewrites look at.
        if name in CONTAINER_METHODS or name.startswith("__") or operation_named(name):
            return []
        is_method = isinstance(call.func, ast.Attribute)
        return [
            each
            for each in self._by_name.get(name, ())
            if isinstance(self.known.tree.up[each][0], ast.ClassDef) == is_method and not self._is_rule(each)
        ]

    def _is_rule(self, function: Definition) -> bool:
        owner = self.known.tree.up[function][0]
        return isinstance(owner, ast.ClassDef) and bool(operation_named(owner.name))

    def root(self, function: Definition) -> str:
        """The name of the node that a function starts from, or is about."""
        names = [argument.arg for argument in function.args.args]
        if len(names) > 1 and self._belongs_elsewhere(function) and not function.decorator_list:
            names = names[1:]
        return names[0] if names else ""

    def is_of_nodes(self, function: Definition) -> bool:
        """Whether it is a method of the graded class, or of one it is derived from or is a base of."""
        owner = self.known.tree.up[function][0]
        return isinstance(owner, ast.ClassDef) and not self._belongs_elsewhere(function)

    def _belongs_elsewhere(self, function: Definition) -> bool:
        """Whether it is a method of a class that is no node, such as a tape."""
        owner = self.known.tree.up[function][0]
        if not isinstance(owner, ast.ClassDef):
            return False
        cls = self.known.value_class.cls
        classes = [class_ for class_ in self.known.value_class.classes if class_.__name__ == owner.name]
        return not any(issubclass(cls, class_) or issubclass(class_, cls) for class_ in classes)

    @cached_property
    def accessors(self) -> frozenset[str]:
        """Methods that give a node's parents."""
        return frozenset(
            name
            for name, definitions in self._by_name.items()
            if any(self._gives_parents(each) for each in definitions)
        )

    def _gives_parents(self, function: Definition) -> bool:
        arguments = function.args
        is_small = len(arguments.args) == 1 and not arguments.vararg and self.known.is_method(function)
        if not is_small or operation_named(function.name) or function.name.startswith("__"):
            return False
        nodes = self.nodes(function)
        if any(isinstance(node, ast.While | Definition) or called(node) == function.name for node in nodes):
            return False
        return self.mentions_parents(nodes) and not any(self.is_gradient(node) for node in nodes)

    def mentions_parents(self, nodes: list[ast.AST]) -> bool:
        """Whether some node's parents are asked for."""
        return any(isinstance(node, ast.Attribute) and node.attr in self.parents.names for node in nodes)

    def over_parents(self, loop: ast.AST) -> bool:
        """Whether it is a loop over what one node was made from."""
        # `for p in (self, other)` lists operands in a rule; it does not walk the graph.
        if not isinstance(loop, ast.For) or isinstance(loop.iter, ast.List | ast.Tuple):
            return False
        nodes = list(all_nodes(loop.iter))
        return self.mentions_parents(nodes) or any(is_call(node, *self.accessors) for node in nodes)

    def is_gradient(self, node: ast.AST) -> bool:
        """Whether it is some node's gradient, under a private name too."""
        return isinstance(node, ast.Attribute) and node.attr.strip("_") == self.known.grad.strip("_")

    def is_share(self, node: ast.AST) -> bool:
        """Whether a statement adds to a gradient what was computed, or puts it there."""
        targets = targets_of(node)
        value: ast.AST | None = getattr(node, "value", None)
        if not targets or value is None or is_plain(value) or self.is_handed_in(value):
            return False
        if any(self.is_gradient(target) or _is_item_of(target, self.is_gradient) for target in targets):
            return self._comes_from_elsewhere(value, targets[0])
        return isinstance(targets[0], ast.Subscript) and _is_computed(value, targets[0], node)

    def _comes_from_elsewhere(self, value: ast.AST, target: ast.expr) -> bool:
        """Whether it is about more than the node itself: `self.grad = self.data` is no share."""
        others = names_of(value) - names_of(target) - _MODULES
        return bool(others) or any(map(self.is_gradient, nodes_in(value)))

    def is_handed_in(self, value: ast.AST) -> bool:
        """Whether it is, or may be, a parameter of the function it is in."""
        function = self.known.function_of(value)
        if not isinstance(function, Definition | ast.Lambda):
            return False
        parameters = {node.arg for node in nodes_in(function.args) if isinstance(node, ast.arg)}
        if isinstance(value, ast.IfExp | ast.BoolOp):
            first = function.args.args[0].arg if function.args.args else ""
            return bool(names_of(value) & (parameters - {first}))
        if isinstance(value, ast.Call) and len(value.args) == 1:
            return self.is_handed_in(value.args[0])
        return isinstance(value, ast.Name) and value.id in parameters

    def runs_rule(self, node: ast.AST) -> bool:
        """Whether a node of the tree is where gradients are moved."""
        return self._is_rule_call(node) if isinstance(node, ast.Call) else self.is_share(node)

    def _is_rule_call(self, call: ast.Call) -> bool:
        name = called(call)
        if isinstance(call.func, ast.Attribute):
            if name in self.parents.closures or name in CONTAINER_METHODS:
                return name in self.parents.closures
            return any(map(self.moves, self._by_name.get(name, [])))
        if not isinstance(call.func, ast.Name):
            return False
        if self._is_bound_rule(call.func):
            return True
        return any(map(self.moves, self._local.get(name) or self._by_name.get(name, [])))

    def _is_bound_rule(self, name: ast.Name) -> bool:
        """Whether it is a name that a loop or an assignment gives a function: `for result, pull in tape`."""
        if name.id in self._by_name or name.id in self._local:
            return False
        for node in self.known.tree.above(name):
            if isinstance(node, ast.For) and name.id in names_of(node.target):
                return True
            if isinstance(node, Definition):
                return any(self._gives_rule(inner, name.id) for inner in self.nodes(node))
        return False

    def _gives_rule(self, node: ast.AST, name: str) -> bool:
        """Whether a statement gives a name a closure, or a method found by its name."""
        if not isinstance(node, ast.Assign) or name not in names_of(*node.targets):
            return False
        attributes = (inner.attr for inner in all_nodes(node.value) if isinstance(inner, ast.Attribute))
        by_name = any(is_call(inner, "getattr") for inner in all_nodes(node.value))
        return by_name or not self.parents.closures.isdisjoint(attributes)

    def moves(self, function: Definition) -> bool:
        """Whether gradients are moved in a function, or in one that it calls."""
        if function not in self._moving:
            # While it is looked at it counts as one that moves nothing: a recursion asks for itself again.
            self._moving[function] = False
            self._moving[function] = any(
                self.runs_rule(node) or self.receives(node) for node in self.nodes(function)
            )
        return self._moving[function]

    def receives(self, node: ast.AST) -> bool:
        """Whether a gradient that is handed in is added."""
        return (
            isinstance(node, ast.AugAssign)
            and self.is_gradient(node.target)
            and self.is_handed_in(node.value)
        )

    def runs(self, statement: ast.stmt) -> bool:
        """Whether rules run in a statement; none do where a function is defined."""
        if isinstance(statement, Definition):
            return False
        return any(map(self.runs_rule, all_nodes(statement)))

    def runs_for_parents(self, statement: ast.stmt) -> bool:
        """Whether it is a loop over a node's parents that runs their rules, perhaps in brackets."""
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.ListComp):
            statement = _unfolded(statement.value)
        if not isinstance(statement, ast.For) or not self.over_parents(statement):
            return False
        targets = names_of(statement.target)
        calls = (node for node in all_nodes(*statement.body) if isinstance(node, ast.Call))
        calls = (call for call in calls if self.runs_rule(call))
        return any(names_of(call.func) & targets for call in calls)

    @cached_property
    def loops(self) -> list[Loop]:
        """The loops that run the rules, the outermost of each."""
        loops: list[Loop] = []
        for function in self.functions:
            for node in self.nodes(function):
                if isinstance(node, LOOPS) and not self._is_within(node, loops) and self._is_rule_loop(node):
                    loops.append(node)
        return loops

    @cached_property
    def comprehensions(self) -> list[tuple[ast.Expr, ast.ListComp]]:
        """Loops in brackets that run the rules: `[v._backward() for v in order]`."""
        return [
            (node, node.value)
            for function in self.functions
            for node in self.nodes(function)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.ListComp)
            if self.runs_rule(node.value.elt)
            if len(node.value.generators) == 1 and called(node.value.elt) != function.name
        ]

    def _is_within(self, node: ast.AST, loops: list[Loop]) -> bool:
        return any(inner in loops for inner in self.known.tree.above(node))

    def _is_rule_loop(self, loop: Loop) -> bool:
        # A loop over the parents of one node hands shares to them, or goes down the graph; the loop that runs
        # the rules of all nodes is around it. A call of the own function makes it a recursion.
        if self.over_parents(loop):
            return False
        own = self.known.tree.nearest(loop, Definition)
        name = getattr(own, "name", "")
        return any(self.runs_rule(node) and called(node) != name for node in all_nodes(*loop.body))

    @cached_property
    def recursions(self) -> list[Recursion]:
        """The functions of the pass that call themselves."""
        recursions = []
        for function in self.definitions:
            calls = [node for node in self.nodes(function) if isinstance(node, ast.Call)]
            calls = [call for call in calls if self.is_recursive(call, function)]
            if calls:
                recursions.append(Recursion(function, tuple(calls)))
        return recursions

    @cached_property
    def refused(self) -> list[str]:
        """Why the student's order leaves out a node, `node`: as conditions, beside having been there."""
        reasons: dict[str, None] = {}
        for function in dict.fromkeys(function for _, function in self.appends):
            own = self.root(function)
            guards = [node for node in self.nodes(function) if isinstance(node, ast.If)]
            guards = [guard for guard in guards if own and isinstance(guard.body[-1], ast.Return)]
            for part in (part for guard in guards for part in _alternatives(guard.test)):
                if not is_membership(part) and names_of(part) <= {own, *_ASKING}:
                    reasons[_about_node(part, own)] = None
        return [text for text in reasons if not any(f".{mark}" in text for mark in self.marks)]

    @cached_property
    def marks(self) -> frozenset[str]:
        """Attributes in which the pass notes something about a node: true or false."""
        return frozenset(
            target.attr
            for node, function in self.stores
            for target in targets_of(node)
            if function in self.functions and isinstance(target, ast.Attribute)
            if isinstance(getattr(node.value, "value", None), bool)
        )

    @cached_property
    def stores(self) -> list[tuple[Store, Definition]]:
        """Every assignment inside of a function that is in force, and that function."""
        in_force, stores = set(self.known.functions), []
        for node in self.known.tree.up:
            if isinstance(node, Store):
                outermost = self.known.tree.outermost(node)
                if outermost is not None and outermost in in_force:
                    stores.append((node, outermost))
        return sorted(stores, key=lambda pair: (pair[1].lineno, pair[0].lineno))

    @cached_property
    def appends(self) -> list[tuple[ast.Expr, Definition]]:
        """What puts a node into an order, `topo.append(v)` or `yield self`, and the function it is in."""
        appends: list[tuple[ast.Expr, Definition]] = []
        for function in self.definitions:
            asked = names_of(*(node.comparators[0] for node in self.nodes(function) if is_membership(node)))
            nodes = [node for node in self.nodes(function) if isinstance(node, ast.Expr)]
            nodes = [node for node in nodes if _is_append(node, asked) and not self._is_push(node)]
            appends += [(node, function) for node in nodes if self.is_directly_in(node, function)]
        return appends

    def is_directly_in(self, node: ast.AST, function: Definition) -> bool:
        """Whether no other function is in between."""
        return self.known.tree.nearest(node, Definition) is function

    def _is_push(self, statement: ast.Expr) -> bool:
        """Whether a parent is put on a list with something that belongs to it."""
        is_pair = any(isinstance(node, ast.Tuple) for node in nodes_in(statement))
        return is_pair and self.over_parents(self.known.tree.up[statement][0])

    def is_recursive(self, node: ast.AST, function: Definition) -> bool:
        """Whether it is a call of the function that it is in, for another node."""
        if not isinstance(node, ast.Call) or called(node) != function.name:
            return False
        is_method = isinstance(self.known.tree.up[function][0], ast.ClassDef)
        if not isinstance(node.func, ast.Attribute) or not is_method:
            return isinstance(node.func, ast.Name) and not is_method
        if called(node.func.value) == "super":
            return False
        return not any(map(self._belongs_elsewhere, self._by_name.get(function.name, [])))

    def goes_on(self, statement: ast.stmt, function: Definition) -> bool:
        """Whether a function calls itself in a statement."""
        return any(self.is_recursive(node, function) for node in all_nodes(statement))

    def first_run(self, function: Definition) -> ast.stmt | None:
        """The first statement of a function in which rules run."""
        return next(
            (statement for statement in without_docstring(function.body) if self.runs(statement)), None
        )


def _unfolded(comprehension: ast.ListComp) -> ast.For:
    """The loop that a comprehension with one `for` is."""
    first = comprehension.generators[0]
    return ast.For(first.target, first.iter, [ast.Expr(comprehension.elt)], [])


_ASKING = ("len", "isinstance", "type")


def _alternatives(test: ast.expr) -> list[ast.expr]:
    """The parts of `a or b`."""
    return test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or) else [test]


def _about_node(part: ast.expr, own: str) -> str:
    copied = copy(part)
    for node in all_nodes(copied):
        if isinstance(node, ast.Name) and node.id == own:
            node.id = "node"
    return ast.unparse(copied)


def _is_append(statement: ast.Expr, asked: set[str]) -> bool:
    call = statement.value
    if isinstance(call, ast.Yield):
        return isinstance(call.value, ast.Name)
    if not is_call(call, "append", "insert", "appendleft") or not call.args:
        return False
    item = call.args[-1]
    names = item.elts if isinstance(item, ast.Tuple) else [item]
    return all(isinstance(name, ast.Name) for name in names) and not names_of(call.func) & asked


def _is_item_of(node: ast.AST, is_it: Any) -> bool:
    return isinstance(node, ast.Subscript) and bool(is_it(node.value))


def _is_computed(value: ast.AST, target: ast.Subscript, statement: ast.AST) -> bool:
    """Whether what is put into a dict or list is a gradient, not a node, a count or a flag."""
    if isinstance(statement, ast.AugAssign):
        return True
    if isinstance(value, ast.BinOp):
        return not (number_in(value.right) is not None or number_in(value.left) is not None)
    return isinstance(value, ast.Name) and value.id not in names_of(target)


def _place(thing: Any) -> tuple[str, int] | None:
    """File and first line of a function's code, behind decorators."""
    for name in ("__func__", "__wrapped__"):
        thing = getattr(thing, name, thing)
    code = getattr(thing, "__code__", None)
    return (code.co_filename, code.co_firstlineno) if code is not None else None
