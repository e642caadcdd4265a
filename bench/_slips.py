"""Slips anywhere in a class, as a mutation tester makes them: they know nothing of gradients.

The faults of `bench.mutants` are those that the engine knows, and its suites are built against them. These
are changes of a syntax tree, by its kind of node and nothing else.
"""

import ast
import builtins
from collections import defaultdict
from collections.abc import Callable, Iterator
from copy import copy
from itertools import chain, zip_longest
from random import Random
from typing import NamedTuple, TypeVar

from bench.mutants.text import Text, edited

_OPERATORS: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div, ast.Add),
    ast.Div: (ast.Mult, ast.FloorDiv),
    ast.Pow: (ast.Mult,),
}
_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_DROPPED = (
    ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Delete, ast.Return,
    ast.If, ast.Continue, ast.Break, ast.Raise,
)  # fmt: skip
_SHOWN = ("__repr__", "__str__", "__format__", "_repr_html_")
"""Methods that no graph asks for."""
_BRACKETED = (ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Lambda)

_Node = TypeVar("_Node", bound=ast.AST)
_Found = Iterator[tuple[str, ast.AST]]
"""The kind of each slip at a node, and what stands there then."""


class Slip(NamedTuple):
    """One change of a source text."""

    kind: str
    line: int
    source: str


def slips(source: str, most: int, seed: str) -> list[Slip]:
    """At most so many slips of a class, drawn by a seed, of every kind about as many."""
    text = Text(source)
    by_kind: dict[str, list[Slip]] = defaultdict(list)
    for slip in _all(text):
        by_kind[slip.kind].append(slip)
    rng = Random(seed)
    for kind in sorted(by_kind):
        rng.shuffle(by_kind[kind])
    in_turn = chain.from_iterable(zip_longest(*(by_kind[kind] for kind in sorted(by_kind))))
    different = {slip.source: slip for slip in in_turn if slip is not None and _is_other(text, slip.source)}
    return list(different.values())[:most]


def _is_other(text: Text, source: str) -> bool:
    """Whether it can be compiled and is another program."""
    try:
        compile(source, "slip", "exec")
    except (SyntaxError, ValueError):
        return False
    return ast.dump(ast.parse(source)) != ast.dump(text.tree)


def _all(text: Text) -> Iterator[Slip]:
    for node in _asked(text):
        for kind, new in _slips_at(text, node):
            source = edited(text.source, [text.put(node, _written(text, node, new))])
            yield Slip(kind, text.line(text.start(node)), source)


def _asked(text: Text) -> Iterator[ast.AST]:
    """The nodes in functions, but for what only shows a node, annotations and formatted texts."""
    waiting: list[ast.AST] = [text.tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.FunctionDef) and node.name in _SHOWN):
            continue
        if isinstance(node, ast.expr | ast.stmt) and text.function(node) is not None:
            yield node
        hidden = (getattr(node, "annotation", None), getattr(node, "returns", None))
        waiting += [child for child in ast.iter_child_nodes(node) if child not in hidden]


def _written(text: Text, node: ast.AST, new: ast.AST) -> str:
    written = ast.unparse(new)
    if isinstance(new, ast.Module):
        return text.indented_all(written, text.indentation(node))
    return f"({written})" if isinstance(new, _BRACKETED) else written


def _slips_at(text: Text, node: ast.AST) -> _Found:
    for kind, make in _KINDS.items():
        for new in make(text, node):
            yield kind, new


# --- kinds ----------------------------------------------------------------------------------------------


def _other_operator(_: Text, node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.BinOp | ast.AugAssign):
        for operator in _OPERATORS.get(type(node.op), ()):
            if isinstance(node, ast.AugAssign):
                yield _module(_with(node, op=operator()))
            else:
                yield _with(node, op=operator())


def _operands_swapped(_: Text, node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.BinOp):
        yield _with(node, left=node.right, right=node.left)
    if isinstance(node, ast.Call) and len(node.args) > 1:
        yield _with(node, args=[node.args[1], node.args[0], *node.args[2:]])


def _one_operand(_: Text, node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.BinOp):
        yield from (node.left, node.right)
    if isinstance(node, ast.BoolOp):
        yield from node.values
    if isinstance(node, ast.UnaryOp):
        yield node.operand


def _other_number(_: Text, node: ast.AST) -> Iterator[ast.AST]:
    if not isinstance(node, ast.Constant):
        return
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, int | float):
        yield from (ast.Constant(node.value + by) for by in (1, -1))


def _other_comparison(_: Text, node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Compare):
        for operator in _COMPARISONS.get(type(node.ops[0]), ()):
            yield _with(node, ops=[operator(), *node.ops[1:]])
    if isinstance(node, ast.BoolOp):
        yield _with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())


def _truth_for_none(_: Text, node: ast.AST) -> Iterator[ast.AST]:
    """`x is None` becomes `not x`, and `x is not None` becomes `x`: 0 counts as nothing."""
    match node:
        case ast.Compare(left=left, ops=[ast.Is()], comparators=[ast.Constant(value=None)]):
            yield ast.UnaryOp(ast.Not(), left)
        case ast.Compare(left=left, ops=[ast.IsNot()], comparators=[ast.Constant(value=None)]):
            yield left


def _negated(text: Text, node: ast.AST) -> Iterator[ast.AST]:
    parent = text.parents.get(node)
    if isinstance(parent, ast.If | ast.While | ast.IfExp | ast.Assert) and node is parent.test:
        yield ast.UnaryOp(ast.Not(), node)


def _settled(text: Text, node: ast.AST) -> Iterator[ast.AST]:
    """A condition that always holds, or never."""
    parent = text.parents.get(node)
    if isinstance(parent, ast.If | ast.IfExp) and node is parent.test:
        yield from map(ast.Constant, (True, False))


def _statement_dropped(_: Text, node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, _DROPPED) and not _is_docstring(node):
        yield ast.Module([ast.Pass()], [])


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _set_not_added(_: Text, node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.AugAssign):
        yield _module(ast.Assign([node.target], node.value, lineno=1))


def _added_not_set(_: Text, node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute | ast.Subscript):
        yield _module(ast.AugAssign(node.targets[0], ast.Add(), node.value))


def _nothing_returned(_: Text, node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Return) and node.value is not None:
        yield _module(ast.Return(None))


def _element_dropped(_: Text, node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        for position in range(len(node.elts)):
            rest = [each for number, each in enumerate(node.elts) if number != position]
            if rest or not isinstance(node, ast.Set):
                yield _with(node, elts=rest)


def _argument_dropped(_: Text, node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Call):
        if len(node.args) > 1:
            yield _with(node, args=node.args[:-1])
        for dropped in node.keywords:
            yield _with(node, keywords=[each for each in node.keywords if each is not dropped])


def _call_dropped(_: Text, node: ast.AST) -> Iterator[ast.AST]:
    """`reversed(order)` becomes `order`; `x.copy()` and `order[::-1]` lose what is behind."""
    if isinstance(node, ast.Call) and len(node.args) == 1 and isinstance(node.func, ast.Name):
        yield node.args[0]
    if isinstance(node, ast.Call) and not node.args and isinstance(node.func, ast.Attribute):
        yield node.func.value
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        yield node.value


def _other_attribute(text: Text, node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Attribute) and not node.attr.startswith("__"):
        stored = (each for each in ast.walk(text.tree) if isinstance(each, ast.Attribute))
        names = {each.attr for each in stored if isinstance(each.ctx, ast.Store)} - {node.attr}
        yield from (_with(node, attr=name) for name in sorted(names))


def _other_name(text: Text, node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Name) and (function := text.function(node)):
        names = {each.id for each in ast.walk(function) if isinstance(each, ast.Name)}
        names |= {each.arg for each in ast.walk(function) if isinstance(each, ast.arg)}
        if node.id in names:
            yield from (_with(node, id=name) for name in sorted(names - {node.id, *dir(builtins)}))


def _moved_out(_: Text, node: ast.AST) -> Iterator[ast.AST]:
    """The last statement of a block stands one level further out, behind it."""
    if isinstance(node, ast.For | ast.While | ast.If) and len(node.body) > 1:
        yield _module(_with(node, body=node.body[:-1]), node.body[-1])


def _exchanged(_: Text, node: ast.AST) -> Iterator[ast.AST]:
    """Two statements in the other order."""
    if isinstance(node, ast.For | ast.While | ast.If | ast.FunctionDef):
        for at in range(len(node.body) - 1):
            one, other = node.body[at : at + 2]
            if not _is_docstring(one):
                yield _module(_with(node, body=[*node.body[:at], other, one, *node.body[at + 2 :]]))


def _with(node: _Node, **fields: object) -> _Node:
    """The node with other fields."""
    new = copy(node)
    for name, value in fields.items():
        setattr(new, name, value)
    return new


def _module(*statements: ast.stmt) -> ast.AST:
    """Statements in place of one."""
    return ast.Module([*statements], [])


_KINDS: dict[str, Callable[[Text, ast.AST], Iterator[ast.AST]]] = {
    "another operator": _other_operator,
    "operands swapped": _operands_swapped,
    "one operand": _one_operand,
    "another number": _other_number,
    "another comparison": _other_comparison,
    "0 counts as None": _truth_for_none,
    "condition negated": _negated,
    "condition settled": _settled,
    "statement dropped": _statement_dropped,
    "set, not added": _set_not_added,
    "added, not set": _added_not_set,
    "nothing returned": _nothing_returned,
    "element dropped": _element_dropped,
    "argument dropped": _argument_dropped,
    "call dropped": _call_dropped,
    "another attribute": _other_attribute,
    "another name": _other_name,
    "moved out of a block": _moved_out,
    "statements exchanged": _exchanged,
}
