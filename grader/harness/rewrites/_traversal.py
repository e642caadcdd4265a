"""Finds the backward pass in the source: the loops and recursions that run the rules, and what they keep."""

import ast
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple, cast

from ..repair.known import SourceAnalysis
from ..repair.syntax import (
    LOOPS,
    Definition,
    Loop,
    Store,
    all_nodes,
    called,
    found,
    inside,
    is_call,
    is_membership,
    names_of,
    renamed,
    targets_of,
    without_docstring,
)
from ._gradient_moves import GradientMoves

_KEPT = "traversal"
_ASKING = ("len", "isinstance", "type")


def traversal(known: SourceAnalysis) -> "Traversal":
    """Return the traversal of the pass; it is computed once for all families."""
    kept = vars(known)
    if _KEPT not in kept:
        kept[_KEPT] = Traversal(known)
    return cast(Traversal, kept[_KEPT])


class Recursion(NamedTuple):
    """A function that calls itself for other nodes."""

    function: Definition
    calls: tuple[ast.Call, ...]


class Traversal(GradientMoves):
    """The traversal of one submission."""

    @cached_property
    def loops(self) -> list[Loop]:
        """The loops that run the rules, the outermost of each."""
        loops: list[Loop] = []
        for node in self.nodes:
            is_outermost = set(loops).isdisjoint(self.known.tree.above(node))
            if isinstance(node, LOOPS) and is_outermost and self._is_rule_loop(node):
                loops.append(node)
        return loops

    @cached_property
    def start_without_loop(self) -> tuple[Definition, str] | None:
        """The function of a pass in which no loop runs rules, and the name of its root."""
        root = self.root(self.entry) if self.entry else ""
        return (self.entry, root) if self.entry and root and not self.loops else None

    @cached_property
    def comprehensions(self) -> list[tuple[ast.Expr, ast.ListComp]]:
        """Loops in brackets that run the rules: `[v._backward() for v in order]`."""
        return [
            (node, node.value)
            for function in self.functions
            for node in inside(function)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.ListComp)
            if self.runs_rule(node.value.elt)
            if len(node.value.generators) == 1 and called(node.value.elt) != function.name
        ]

    @cached_property
    def sorts_nodes(self) -> bool:
        """Whether the rules run in an order by a key: it is the same wherever a node was put before."""
        calls = (node for function in self.definitions for node in found(function, ast.Call))
        return any(is_call(node, "sort", "sorted") and node.keywords for node in calls)

    def _is_rule_loop(self, loop: Loop) -> bool:
        """Whether a loop runs the rules of all nodes."""
        # A loop over the parents of one node hands gradients to them, or goes down the graph; the loop that
        # runs the rules of all nodes is around it. A call of the own function makes it a recursion.
        if self.is_over_parents(loop):
            return False
        own = self.known.tree.nearest(loop, Definition)
        name = getattr(own, "name", "")
        return any(self.runs_rule(node) and called(node) != name for node in all_nodes(*loop.body))

    @cached_property
    def recursions(self) -> list[Recursion]:
        """The functions of the pass that call themselves."""
        recursions = []
        for function in self.definitions:
            calls = [node for node in inside(function) if isinstance(node, ast.Call)]
            calls = [call for call in calls if self.is_recursive(call, function)]
            if calls:
                recursions.append(Recursion(function, tuple(calls)))
        return recursions

    def reasons_to_leave_out(self, node: str) -> list[str]:
        """Return why the student's order leaves out a node: as conditions, beside having been there."""
        functions = dict.fromkeys(function for _, function in self.appends)
        reasons = dict.fromkeys(reason for each in functions for reason in self._reasons_in(each, node))
        return [text for text in reasons if not any(f".{mark}" in text for mark in self.marks)]

    def _reasons_in(self, function: Definition, node: str) -> Iterator[str]:
        """Yield the conditions at which a function returns before it puts its node into the order."""
        own = self.root(function)
        for guard in found(function, ast.If):
            for part in _alternatives(guard.test) if isinstance(guard.body[-1], ast.Return) else ():
                # What asks for visited nodes is kept elsewhere; only tests about the node itself are reasons.
                if own and not is_membership(part) and names_of(part) <= {own, *_ASKING}:
                    yield ast.unparse(renamed(part, {own: node}))

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
        """Statements that put a node into an order, `topo.append(v)` or `yield self`, with their function."""
        appends: list[tuple[ast.Expr, Definition]] = []
        for function in self.definitions:
            asked = names_of(*(node.comparators[0] for node in inside(function) if is_membership(node)))
            nodes = [node for node in inside(function) if isinstance(node, ast.Expr)]
            nodes = [node for node in nodes if _is_append(node, asked) and not self._is_pair_pushed(node)]
            appends += [(node, function) for node in nodes if self.is_directly_in(node, function)]
        return appends

    def is_directly_in(self, node: ast.AST, function: Definition) -> bool:
        """Whether no other function is in between."""
        return self.known.tree.nearest(node, Definition) is function

    def _is_pair_pushed(self, statement: ast.Expr) -> bool:
        """Whether a parent is put on a list with something that belongs to it."""
        is_pair = any(isinstance(node, ast.Tuple) for node in inside(statement))
        return is_pair and self.is_over_parents(self.known.tree.up[statement][0])

    def is_recursive(self, node: ast.AST, function: Definition) -> bool:
        """Whether a call is of the function that it is in, for another node."""
        if not isinstance(node, ast.Call):
            return False
        if isinstance(node.func, ast.Attribute) and self.is_patched_in(function):
            return called(node) == self.known.value_class.backward_name
        if called(node) != function.name:
            return False
        is_method = isinstance(self.known.tree.up[function][0], ast.ClassDef)
        if not isinstance(node.func, ast.Attribute) or not is_method:
            return isinstance(node.func, ast.Name) and not is_method
        if called(node.func.value) == "super":
            return False
        return not any(map(self._belongs_elsewhere, self._functions_by_name.get(function.name, [])))

    def recurses_in(self, statement: ast.stmt, function: Definition) -> bool:
        """Whether a function calls itself in a statement."""
        return any(self.is_recursive(node, function) for node in all_nodes(statement))

    def first_running_rules(self, function: Definition) -> ast.stmt | None:
        """Return the first statement of a function in which rules run."""
        return next(
            (statement for statement in without_docstring(function.body) if self.runs_rules(statement)), None
        )


def _alternatives(test: ast.expr) -> list[ast.expr]:
    """Return the parts of `a or b`."""
    return test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or) else [test]


def _is_append(statement: ast.Expr, asked: set[str]) -> bool:
    """Whether a statement yields a name, or puts names into a list that nobody asks for visited nodes."""
    call = statement.value
    if isinstance(call, ast.Yield):
        return isinstance(call.value, ast.Name)
    if not is_call(call, "append", "insert", "appendleft") or not call.args:
        return False
    item = call.args[-1]
    names = item.elts if isinstance(item, ast.Tuple) else [item]
    return all(isinstance(name, ast.Name) for name in names) and not names_of(call.func) & asked
