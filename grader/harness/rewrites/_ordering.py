"""A right order put in the place of a student's: the same rules, run for one node after the other."""

import ast
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from ..repair.edit import Change, replaced
from ..repair.tree import expression, statements
from ._traversal import Definition, Traversal, called, nodes_in, without_docstring

Is = Callable[[ast.AST], bool]

_ORDER = """
def {name}(root):
    order, done, waiting = [], set(), [(root, False)]
    while waiting:
        node, is_ready = waiting.pop()
        if is_ready:
            order.append(node)
        elif id(node) not in done:
            done.add(id(node))
            waiting.append((node, True))
            waiting.extend((parent, False) for parent in {parents})
    return {order}
"""
"""Parents come before what is made of them; no recursion, so that its limit does not matter."""

_FLOW = ast.Return | ast.Continue | ast.Break | ast.Pass


def ordering(passes: Traversal, name: str, at: ast.AST) -> list[ast.stmt]:
    """The definition of a function that gives a root's graph in topological order, as far as it takes part."""
    refused = passes.refused
    order = f"[node for node in order if not ({' or '.join(refused)})]" if refused else "order"
    return statements(_ORDER.format(name=name, parents=passes.parents.of("node"), order=order), at)


def fresh_name(wanted: str, function: ast.AST) -> str:
    """A name that the function does not use."""
    used = {each.id for each in nodes_in(function) if isinstance(each, ast.Name)}
    used |= {each.arg for each in nodes_in(function) if isinstance(each, ast.arg)}
    while wanted in used:
        wanted += "_"
    return wanted


def in_order(
    passes: Traversal, function: Definition, root: str, node: str, body: list[ast.stmt]
) -> list[ast.stmt]:
    """The definition of an order, and a loop in which each node has its turn, results first."""
    name, at = fresh_name("in_order", function), body[0]
    target, iterable = expression(node, at), expression(f"reversed({name}({root}))", at)
    loop = ast.For(target=_stored(target), iter=iterable, body=body, orelse=[])
    return [*ordering(passes, name, at), ast.copy_location(loop, at)]


NODE = "node"


def ordered(loop: ast.For, function: Definition, root: str, item: str, passes: Traversal) -> Change:
    """The same loop over nodes in a right order; a list that is used further is made anew."""
    name = fresh_name("in_order", function)

    def make(now: ast.For) -> list[ast.stmt]:
        before, held = ordering(passes, name, now), core(now.iter)
        source = f"{name}({root})"
        if item != NODE:
            source = f"[{item} for {NODE} in {source} if all(each is not None for each in {item})]"
        elif isinstance(held, ast.Name):
            before, source = [*before, *statements(f"{held.id} = {source}", now)], held.id
        fields = {**vars_of(now), "iter": expression(f"reversed({source})", now)}
        return [*before, ast.copy_location(ast.For(**fields), now)]

    return Change(loop, make)


def core(iterable: ast.expr) -> ast.expr:
    """What is turned around, or made a list of."""
    while True:
        if called(iterable) in ("reversed", "list", "tuple", "iter") and len(iterable.args) == 1:  # type: ignore[attr-defined]
            iterable = iterable.args[0]  # type: ignore[attr-defined]
        elif isinstance(iterable, ast.Subscript) and isinstance(iterable.slice, ast.Slice):
            iterable = iterable.value
        else:
            return iterable


def for_each(statement: ast.stmt, function: Definition, root: str, passes: Traversal) -> Change:
    """A statement about the root for one node after the other, without what it does for grandparents."""
    name = fresh_name("node", function)

    def make(now: ast.stmt) -> list[ast.stmt]:
        if isinstance(now, ast.For):
            kept = [each for each in now.body if not passes.over_parents(each)]
            now = _with_body(now, kept or now.body)
        return in_order(passes, function, root, name, renamed([now], root, name))

    return Change(statement, make)


def _stored(target: ast.expr) -> ast.expr:
    for each in (target, *nodes_in(target)):
        if isinstance(each, ast.Name):
            each.ctx = ast.Store()
    return target


def renamed(body: list[ast.stmt], old: str, new: str) -> list[ast.stmt]:
    """A copy of the statements about another node."""
    copied = deepcopy(body)
    for statement in copied:
        for each in (statement, *nodes_in(statement)):
            if isinstance(each, ast.Name) and each.id == old:
                each.id = new
    return copied


def stripped(body: list[ast.stmt], is_gone: Is) -> list[ast.stmt]:
    """The statements without those that have to do with something; what is nested stays if it has not."""
    return [left for statement in body for left in _stripped(statement, is_gone)]


def _stripped(statement: ast.stmt, is_gone: Is) -> Iterator[ast.stmt]:
    if isinstance(statement, ast.If):
        yield from _if(statement, is_gone)
    elif isinstance(statement, ast.For | ast.While | ast.With):
        header = [child for child in ast.iter_child_nodes(statement) if not isinstance(child, ast.stmt)]
        inner = stripped(statement.body, is_gone)
        if inner and not any(_has(each, is_gone) for each in header):
            yield _with_body(statement, inner)
    elif not _has(statement, is_gone):
        yield statement


def _if(statement: ast.If, is_gone: Is) -> Iterator[ast.stmt]:
    body, otherwise = stripped(statement.body, is_gone), stripped(statement.orelse, is_gone)
    if _has(statement.test, is_gone):
        yield from (each for each in (*body, *otherwise) if not isinstance(each, _FLOW))
    elif body or otherwise:
        made = ast.If(statement.test, body or [ast.copy_location(ast.Pass(), statement)], otherwise)
        yield ast.copy_location(made, statement)


def _with_body(statement: ast.For | ast.While | ast.With, body: list[ast.stmt]) -> ast.stmt:
    return ast.copy_location(type(statement)(**{**vars_of(statement), "body": body}), statement)


def vars_of(node: ast.AST) -> dict[str, Any]:
    """The fields of a node, to make one like it."""
    return {name: getattr(node, name) for name in node._fields}


def _has(node: ast.AST, is_it: Is) -> bool:
    return any(is_it(each) for each in (node, *nodes_in(node)))


def with_continue(body: list[ast.stmt]) -> list[ast.stmt] | None:
    """The statements of a function as those of a loop: a return ends one turn. None where it cannot."""
    made: list[ast.stmt] = []
    for statement in body:
        if isinstance(statement, ast.Return):
            made.append(ast.copy_location(ast.Continue(), statement))
        elif isinstance(statement, ast.If):
            inner, otherwise = with_continue(statement.body), with_continue(statement.orelse)
            if inner is None or otherwise is None:
                return None
            made.append(ast.copy_location(ast.If(statement.test, inner, otherwise), statement))
        elif any(isinstance(each, ast.Return | ast.Yield | ast.YieldFrom) for each in nodes_in(statement)):
            return None
        else:
            made.append(statement)
    return made


def new_body(function: Definition, make: Callable[[list[ast.stmt]], list[ast.stmt]]) -> tuple[Change, ...]:
    """Changes that put other statements in the place of a function's, made of what stands there by then."""
    first, *others = without_docstring(function.body)
    change = Change(first, lambda _: make(without_docstring(function.body)))
    return (change, *(replaced(each) for each in others))


def bookkeeping(nodes: list[ast.AST], is_share: Is) -> frozenset[str]:
    """The names of what a traversal keeps about nodes: queues, visited nodes, counts; no gradients."""
    found: set[str] = set()
    gradients: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            found |= _name(node.comparators[0])
        elif isinstance(node, ast.Call):
            found |= _kept_by(node)
        elif isinstance(node, ast.Assign | ast.AugAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Subscript):
                (gradients if is_share(node) else found).update(_name(target.value))
        elif isinstance(node, ast.While):
            found |= {each.id for each in nodes_in(node.test) if isinstance(each, ast.Name)} | _name(
                node.test
            )
    return frozenset(found - gradients - {"len", "self", "heapq", "deque", "id"})


_KEEPING = (
    "append",
    "add",
    "extend",
    "pop",
    "popleft",
    "appendleft",
    "insert",
    "remove",
    "push",
    "update",
    "put",
)
_HEAP = ("heappush", "heappop", "heapify")


def _kept_by(call: ast.Call) -> set[str]:
    if called(call) in _HEAP and call.args:
        return _name(call.args[0])
    if isinstance(call.func, ast.Attribute) and call.func.attr in _KEEPING:
        return _name(call.func.value)
    return set()


def _name(node: ast.AST) -> set[str]:
    return {node.id} if isinstance(node, ast.Name) else set()
