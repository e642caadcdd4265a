"""Tells apart what starts the pass and what is done for one node, in a recursion that runs rules."""

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..repair.syntax import (
    Definition,
    all_nodes,
    called,
    expression,
    found,
    inside,
    is_name,
    is_plain,
    names_of,
    parameters_of,
    targets_of,
)
from ._ordering import NODE, fresh_name, loop_in_order
from ._stripping import about_node, bookkeeping_names, stripped, with_continue
from ._traversal import Recursion, Traversal

_FIRST = "_first_"
"""Stands for the node that the pass starts from while all others are about_node."""


class Body(NamedTuple):
    """The statements of a recursive function."""

    function: Definition
    own: str
    """The name of the node that it is about."""
    grad: str
    kept: frozenset[str]
    """Names of what the traversal keeps about nodes."""
    marks: frozenset[str]
    """Attributes in which it keeps something."""

    def is_gone(self, node: ast.AST) -> bool:
        """Whether a part belongs to the old traversal."""
        if isinstance(node, ast.Call):
            return called(node) == self.function.name
        if isinstance(node, ast.Name):
            return node.id in self.kept
        return isinstance(node, ast.Attribute) and node.attr in self.marks and is_name(node.value, self.own)

    def is_seed(self, statement: ast.stmt) -> bool:
        """Whether a statement sets the node's own gradient to a number, or to one that is given."""
        if isinstance(statement, ast.If):
            return all(map(self.is_seed, (*statement.body, *statement.orelse)))
        parameters = {*parameters_of(self.function)} - {self.own}
        value: ast.expr | None = getattr(statement, "value", None)
        for target in targets_of(statement):
            if isinstance(target, ast.Attribute) and value is not None:
                is_own = target.attr == self.grad and is_name(target.value, self.own)
                return is_own and (is_plain(value) or bool(names_of(value) & parameters))
            return isinstance(target, ast.Name) and target.id in parameters
        return False

    def step_for_node(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Return the statements that are run for one node."""
        step = [statement for statement in body if not self.is_seed(statement)]
        while step and isinstance(step[-1], ast.Return):
            step.pop()
        return with_continue(stripped(step, self.is_gone)) or []

    def as_loop(self, body: list[ast.stmt], passes: Traversal, form: str) -> list[ast.stmt]:
        """Return the seeds, then the step for one node after the other."""
        node = fresh_name(NODE, self.function)
        step = about_node([*self._each_for_itself(self.step_for_node(body), passes)], self.own, node)
        seeds = [statement for statement in body if self.is_seed(statement)]
        loop = loop_in_order(passes, self.function, self.own, node, step, form)
        return [*seeds, *about_node(loop, _FIRST, self.own)]

    def _each_for_itself(self, step: list[ast.stmt], passes: Traversal) -> Iterator[ast.stmt]:
        """Yield the step so that each node runs its own rule where it ran its parents' rules."""
        for statement in step:
            parents = (
                statement.target
                if isinstance(statement, ast.For) and passes.runs_for_parents(statement)
                else None
            )
            if isinstance(statement, ast.For) and isinstance(parents, ast.Name):
                test = expression(f"{self.own} is not {_FIRST}", statement)
                yield ast.copy_location(
                    ast.If(test, about_node(statement.body, parents.id, self.own), []), statement
                )
            else:
                yield statement


def body_of(recursion: Recursion, passes: Traversal) -> Body:
    """Return the body of a recursive function."""
    function, own = recursion.function, passes.root(recursion.function)
    nodes = inside(function)
    kept = bookkeeping_names(nodes, passes.adds_gradient) - {own}
    kept |= {inner.name for inner in found(function, Definition) if names_of(inner) & kept}
    return Body(function, own, passes.known.grad, kept, marks_in(nodes, own))


def marks_in(nodes: Sequence[ast.AST], own: str) -> frozenset[str]:
    """Return the attributes of a node that are set to true or false."""
    return frozenset(
        target.attr
        for node in nodes
        if isinstance(node, ast.Assign) and isinstance(getattr(node.value, "value", None), bool)
        for target in node.targets
        if isinstance(target, ast.Attribute) and is_name(target.value, own)
    )


def attributes_in(node: ast.AST) -> set[str]:
    """Return the names of the attributes in an expression."""
    return {inner.attr for inner in all_nodes(node) if isinstance(inner, ast.Attribute)}
