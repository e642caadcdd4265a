"""Offers a right order to rules that run in none: the student's own step, for one node after the other.

What is replaced is a recursion, a queue or a stack, or an order that was made for a loop.
"""

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..repair.edit import Change, RewriteOffer, replaced
from ..repair.known import SourceAnalysis
from ..repair.syntax import (
    Definition,
    Loop,
    all_nodes,
    called,
    expression,
    found,
    inside,
    is_call,
    is_name,
    is_plain,
    names_of,
    number_in,
    parameters_of,
    targets_of,
    without_docstring,
)
from ._forms import SORTED, form_of_loop, order_made
from ._ordering import (
    FORMS,
    NODE,
    for_each_node,
    fresh_name,
    in_right_order,
    innermost_iterable,
    loop_in_order,
    new_body,
)
from ._stripping import about_node, bookkeeping_names, stripped, with_continue
from ._traversal import Recursion, Traversal, traversal

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


_TAKING = ("pop", "popleft", "heappop", "get")
_PUSHING = ("append", "appendleft", "extend", "heappush", "add", "put", "insert")


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer a right order for recursions, then for loops."""
    passes = traversal(known)
    for recursion in passes.recursions:
        yield from _visits_by_each_path(recursion, passes)
    for form in FORMS:
        for recursion in passes.recursions:
            yield from _recursion_in_order(recursion, passes, form)
        if passes.parents.ways:
            yield from _loops_in_order(passes, form)


def _loops_in_order(passes: Traversal, form: str) -> Iterator[RewriteOffer]:
    """Offer a right order for the loops that run rules, then for rules that call each other."""
    for loop in passes.loops:
        yield from _loop_in_right_order(loop, passes, form)
    yield from _rules_alone(passes, form)


def _visits_by_each_path(recursion: Recursion, passes: Traversal) -> Iterator[RewriteOffer]:
    """Offer to remove a guard against second visits, where a recursion hands on each path's contribution."""
    nodes = inside(recursion.function)
    is_handed_on = any(call.args or call.keywords for call in recursion.calls)
    if not is_handed_on or not any(map(passes.adds_parameter, nodes)):
        return
    marks = marks_in(nodes, passes.root(recursion.function))
    for node in nodes:
        match node:
            case ast.If(test, [ast.Return()]) if attributes_in(test) & marks:
                yield RewriteOffer("topological", node, (replaced(node),), detail="recursive")


def _recursion_in_order(recursion: Recursion, passes: Traversal, form: str) -> Iterator[RewriteOffer]:
    """Offer an order for a recursion in which each node runs its rule and asks its parents to."""
    function, body = recursion.function, body_of(recursion, passes)
    if not passes.parents.ways or not body.own:
        return
    if any(map(passes.runs_rules, body.step_for_node(without_docstring(function.body)))):
        changes = new_body(function, lambda now: body.as_loop(now, passes, form))
        yield RewriteOffer("topological", recursion.calls[0], changes, detail="recursive")


def _rules_alone(passes: Traversal, form: str) -> Iterator[RewriteOffer]:
    """Offer that rules call no rules of their operands, and the pass calls each of them."""
    if passes.start_without_loop is None:
        return
    entry, root = passes.start_without_loop
    # The calls are anywhere in the source, since the rules are: only the form of each shows that it is one.
    calls = [node for node in passes.known.tree.up if isinstance(node, ast.Expr)]
    calls = [call for call in calls if is_call(call.value, entry.name, *passes.parents.closures)]
    calls = [call for call in calls if _is_in_rule(call, passes)]
    own = [
        statement
        for statement in without_docstring(entry.body)
        if passes.runs_rules(statement) and root in names_of(statement)
    ]
    if own and calls:
        changes = (*(replaced(call) for call in calls), for_each_node(own[0], entry, root, passes, form))
        first = min(calls, key=lambda each: each.lineno)
        yield RewriteOffer("topological", first, changes, detail="recursive")


def _is_in_rule(statement: ast.stmt, passes: Traversal) -> bool:
    """Whether a statement is in a function inside of an operation."""
    outermost = passes.known.tree.outermost(statement)
    is_inner = passes.known.tree.nearest(statement, Definition) is not outermost
    return is_inner and outermost not in passes.functions


def _loop_in_right_order(loop: Loop, passes: Traversal, form: str) -> Iterator[RewriteOffer]:
    """Offer an order for one loop."""
    function = passes.known.tree.nearest(loop, Definition)
    root = passes.root(function) if isinstance(function, Definition) else ""
    if not isinstance(function, Definition) or not root:
        return
    kept = bookkeeping_names(inside(function), passes.adds_gradient)
    taken = _taking_of_node(loop, kept)
    if taken is not None:
        yield _without_worklist(_Worklist(loop, function, root, kept, *taken), passes, form)
    elif isinstance(loop, ast.For) and (item := _item_of_order(loop, passes)):
        is_attribute = isinstance(innermost_iterable(loop.iter), ast.Attribute)
        at, detail = (not is_attribute and order_made(passes)) or (loop, "unknown")
        changes = in_right_order(loop, function, root, item, passes, form)
        yield RewriteOffer("topological", at, changes, detail=detail, whole=detail == SORTED)


def _item_of_order(loop: ast.For, passes: Traversal) -> str:
    """Return what an order holds: the node, or some of `(node.creator, node)`. Empty if unknown."""
    if isinstance(innermost_iterable(loop.iter), ast.List | ast.Tuple):
        return ""
    if isinstance(loop.target, ast.Name):
        return NODE
    for statement, function in passes.appends:
        pair = statement.value.args[-1] if isinstance(statement.value, ast.Call) else None
        if isinstance(pair, ast.Tuple) and isinstance(loop.target, ast.Tuple):
            parts = [_part_of_item(element, function, passes) for element in pair.elts]
            return f"({', '.join(parts)},)" if all(parts) and len(parts) == len(loop.target.elts) else ""
    return ""


def _part_of_item(name: ast.expr, function: Definition, passes: Traversal) -> str:
    """Return what one name of a pair in the order is: the node, or an attribute of it."""
    own = passes.root(function)
    if is_name(name, own):
        return NODE
    for node in inside(function):
        if isinstance(node, ast.Assign) and names_of(node.targets[0]) == names_of(name):
            value = node.value
            if isinstance(value, ast.Attribute) and is_name(value.value, own):
                return f"{NODE}.{value.attr}"
    return ""


class _Worklist(NamedTuple):
    """A loop that takes nodes from a list which it fills itself, or finds filled."""

    loop: Loop
    function: Definition
    root: str
    kept: frozenset[str]
    at: ast.stmt
    """The statement that takes a node."""
    own: str


def _taking_of_node(loop: Loop, kept: frozenset[str]) -> tuple[ast.stmt, str] | None:
    """Return the statement that takes the next node from a list, and the node's name."""
    if isinstance(loop, ast.For):
        pushes = [node.func for node in inside(loop) if is_call(node, *_PUSHING)]
        # A `for` over a list that grows in its body takes from it like a queue.
        grows = bool(names_of(*pushes) & names_of(loop.iter))
        return (loop, loop.target.id) if grows and isinstance(loop.target, ast.Name) else None
    for statement in loop.body:
        match statement:
            case ast.For(target, iterated) if names_of(iterated) & names_of(loop.test):
                return (statement, target.id) if isinstance(target, ast.Name) else None
            case ast.Assign([target, *_], value) if _takes_from(kept, value):
                if name := _name_of_node(target, loop):
                    return statement, name
    return None


def _name_of_node(target: ast.expr, loop: Loop) -> str | None:
    """Return the name of the node among those that are taken: of `(-depth, count, node)`, what is asked."""
    asked = names_of(*(node.value for node in inside(loop) if isinstance(node, ast.Attribute)))
    parts = target.elts if isinstance(target, ast.Tuple) else [target]
    names = [part.id for part in parts if isinstance(part, ast.Name)]
    return next((name for name in names if name in asked or len(parts) == 1), None)


def _takes_from(kept: frozenset[str], value: ast.expr) -> bool:
    """Whether an expression takes something from one of these lists."""
    takes = (isinstance(node, ast.Subscript) or is_call(node, *_TAKING) for node in all_nodes(value))
    return bool(names_of(value) & kept) and any(takes)


def _without_worklist(worklist: _Worklist, passes: Traversal, form: str) -> RewriteOffer:
    """Offer an order in place of a list that is worked off while it grows."""

    # The list decides about the order while it is worked off, so it goes, with all that fills it and asks
    # about it; what is left of the body is done once for each node of an order of ours.
    def make(now: Loop) -> list[ast.stmt]:
        level = next((each for each in now.body if each is worklist.at and isinstance(each, ast.For)), now)
        body = stripped([each for each in level.body if each is not worklist.at], is_gone)
        return loop_in_order(passes, worklist.function, worklist.root, worklist.own, body, form)

    def is_gone(node: ast.AST) -> bool:
        return isinstance(node, ast.Name) and node.id in worklist.kept

    grows = any(is_call(node, *_PUSHING) for node in inside(worklist.loop))
    at, detail = (
        (worklist.at, _form_of_worklist(worklist))
        if grows
        else (order_made(passes) or (worklist.loop, "unknown"))
    )
    changes = (*map(replaced, _own_runs(worklist, passes)), Change(worklist.loop, make))
    return RewriteOffer("topological", at, changes, detail=detail, whole=detail == SORTED)


def _own_runs(worklist: _Worklist, passes: Traversal) -> Iterator[ast.stmt]:
    """Return what runs the root's rule before the loop: in an order of ours, the root is one of the nodes."""
    block, position = passes.known.tree.block(worklist.loop)
    runs = (each for each in block[:position] if isinstance(each, ast.Expr) and passes.runs_rules(each))
    return (run for run in runs if worklist.root in names_of(run))


def _form_of_worklist(worklist: _Worklist) -> str:
    """Return the order in which the list is worked off; unknown where users are counted."""
    # `count[v] -= 1` waits for all users of a node: such a loop may take its nodes from either end.
    counts = [node for node in inside(worklist.loop) if isinstance(node, ast.AugAssign)]
    if any(isinstance(node.op, ast.Sub) and number_in(node.value) == 1 for node in counts):
        return "unknown"
    return form_of_loop(worklist.at) or ("breadth-first" if isinstance(worklist.at, ast.For) else "unknown")
