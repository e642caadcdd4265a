"""Takes out of statements what belongs to a traversal: queues, what was visited, calls for other nodes."""

import ast
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..repair.syntax import all_nodes, inside, is_call, is_membership, names_of, owner, renamed, targets_of

NodeTest = Callable[[ast.AST], bool]
Block = ast.For | ast.While | ast.With

_FLOW = ast.Return | ast.Continue | ast.Break | ast.Pass
_HEAP = ("heappush", "heappop", "heapify")
_KEEPING = (
    *("append", "add", "extend", "insert", "appendleft", "push", "update", "put"),
    *("pop", "popleft", "remove"),
)
_NO_COLLECTIONS = frozenset({"len", "self", "heapq", "deque", "id"})


def about_node(body: list[ast.stmt], old: str, new: str) -> list[ast.stmt]:
    """Return a copy of the statements about another node."""
    return [renamed(statement, {old: new}) for statement in body]


def vars_of(node: ast.AST) -> dict[str, Any]:
    """Return the fields of a node, to make one like it."""
    return {name: getattr(node, name) for name in node._fields}


def with_body(statement: Block, body: list[ast.stmt]) -> ast.stmt:
    """Return the same loop, or block, with other statements."""
    return ast.copy_location(type(statement)(**{**vars_of(statement), "body": body}), statement)


def stripped(body: list[ast.stmt], is_gone: NodeTest) -> list[ast.stmt]:
    """Return the statements without what is gone; a block stays if something in it does."""
    return [left for statement in body for left in _left_of(statement, is_gone)]


def _left_of(statement: ast.stmt, is_gone: NodeTest) -> Iterator[ast.stmt]:
    """Yield what is left of a statement."""
    if isinstance(statement, ast.If):
        yield from _left_of_if(statement, is_gone)
    elif isinstance(statement, Block):
        header = [child for child in ast.iter_child_nodes(statement) if not isinstance(child, ast.stmt)]
        inner = stripped(statement.body, is_gone)
        if inner and not any(map(is_gone, all_nodes(*header))):
            yield with_body(statement, inner)
    elif not any(map(is_gone, all_nodes(statement))):
        yield statement


def _left_of_if(statement: ast.If, is_gone: NodeTest) -> Iterator[ast.stmt]:
    """Yield what is left of an `if`: its branches where its test is gone."""
    body, otherwise = stripped(statement.body, is_gone), stripped(statement.orelse, is_gone)
    test = _left_of_test(statement.test, is_gone)
    if test is None:
        yield from (statement for statement in (*body, *otherwise) if not isinstance(statement, _FLOW))
    elif body or otherwise:
        made = ast.If(test, body or [ast.copy_location(ast.Pass(), statement)], otherwise)
        yield ast.copy_location(made, statement)


def _left_of_test(test: ast.expr, is_gone: NodeTest) -> ast.expr | None:
    """Return what a test still asks: of `v in seen or v.parents is None` the second part."""
    if isinstance(test, ast.BoolOp):
        left = [value for value in test.values if not any(map(is_gone, all_nodes(value)))]
        return ast.copy_location(ast.BoolOp(test.op, left), test) if len(left) > 1 else next(iter(left), None)
    return None if any(map(is_gone, all_nodes(test))) else test


def with_continue(body: list[ast.stmt]) -> list[ast.stmt] | None:
    """Return a function's statements as a loop's: a return ends one turn. None where it cannot."""
    statements: list[ast.stmt] = []
    for statement in body:
        if isinstance(statement, ast.Return):
            statements.append(ast.copy_location(ast.Continue(), statement))
        elif isinstance(statement, ast.If):
            inner, otherwise = with_continue(statement.body), with_continue(statement.orelse)
            if inner is None or otherwise is None:
                return None
            statements.append(ast.copy_location(ast.If(statement.test, inner, otherwise), statement))
        elif any(isinstance(node, ast.Return | ast.Yield | ast.YieldFrom) for node in inside(statement)):
            return None
        else:
            statements.append(statement)
    return statements


def bookkeeping_names(nodes: Sequence[ast.AST], adds_gradient: NodeTest) -> frozenset[str]:
    """Return the names of what a traversal keeps about nodes: queues, visited nodes, counts."""
    names: set[str] = set()
    gradients: set[str] = set()
    for node in nodes:
        if is_membership(node):
            names |= _name_in(node.comparators[0])
        elif isinstance(node, ast.While):
            names |= names_of(node.test)
        elif is_call(node, *_HEAP) and node.args:
            names |= _name_in(node.args[0])
        elif is_call(node, *_KEEPING):
            names |= _name_in(owner(node))
        for target in targets_of(node):
            if isinstance(target, ast.Subscript):
                (gradients if adds_gradient(node) else names).update(_name_in(target.value))
    return frozenset(names - gradients - _NO_COLLECTIONS)


def _name_in(node: ast.AST | None) -> set[str]:
    """Return the name, if it is one."""
    return {node.id} if isinstance(node, ast.Name) else set()
