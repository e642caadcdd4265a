"""The toolkit of syntax: walk through a tree, ask what a piece of it is, and make a new piece.

Nobody changes the submission's own tree once it is parsed, and a survey asks for the same nodes hundreds of
times: so walks through it are remembered. An edit changes the copies that it makes: `nodes_of_new` walks
through such a copy each time it is asked.
"""

import ast
from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import cache
from itertools import chain
from typing import TypeGuard, TypeVar

Node = TypeVar("Node", bound=ast.AST)

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
Definition = ast.FunctionDef
Loop = ast.For | ast.While
Store = ast.Assign | ast.AugAssign | ast.AnnAssign
LOOPS = (ast.For, ast.While)

_ARRAYS = {"zeros_like": 0.0, "zeros": 0.0, "ones_like": 1.0, "ones": 1.0}
_HOLDING_NONE = frozenset(
    {
        "arg", "asname", "attr", "conversion", "ctx", "id", "is_async", "kind", "level", "module", "name",
        "op", "ops", "rest", "simple", "type_comment",
    }
)  # fmt: skip
"""Fields with names, numbers, or what is one object in all places: `Load`, `Add` and the like."""


# --- Walks ------------------------------------------------------------------------------------------------


@cache
def inside(node: ast.AST) -> tuple[ast.AST, ...]:
    """Return every node below one in source order, in nested functions too."""
    nodes: list[ast.AST] = []
    for _, child in parts(node):
        nodes.append(child)
        nodes += inside(child)
    return tuple(nodes)


@cache
def whole(node: ast.AST) -> tuple[ast.AST, ...]:
    """Return a node and every one below it."""
    return (node, *inside(node))


def found(node: ast.AST, *kinds: type[Node]) -> Iterator[Node]:
    """Yield every node of some kinds below one, in source order."""
    return iter(_found(node, kinds))


@cache
def _found(node: ast.AST, kinds: tuple[type[Node], ...]) -> tuple[Node, ...]:
    return tuple(inner for inner in inside(node) if isinstance(inner, kinds))


def nodes_in(node: ast.AST, *, without: tuple[type[ast.AST], ...]) -> list[ast.AST]:
    """Return every node below one in source order, without those below a node of the kinds `without`."""
    nodes: list[ast.AST] = []
    for _, child in parts(node):
        nodes.append(child)
        if not isinstance(child, without):
            nodes += nodes_in(child, without=without)
    return nodes


def all_nodes(*nodes: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes and every node inside of them."""
    return chain.from_iterable(map(whole, nodes))


def nodes_of_new(node: ast.AST) -> list[ast.AST]:
    """Return a node that is no part of the submission's tree, and every one below it, in no order."""
    nodes = [node]
    for each in nodes:  # it grows while it is gone through
        nodes += children(each)
    return nodes


@cache
def parts(node: ast.AST) -> list[tuple[str, ast.AST]]:
    """Return the children in the submission's own tree, each with its field; see `children`."""
    found: list[tuple[str, ast.AST]] = []
    for name in _holding(type(node)):
        value = getattr(node, name, None)
        if type(value) is list:
            found += [(name, each) for each in value if isinstance(each, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append((name, value))
    return found


def children(node: ast.AST) -> list[ast.AST]:
    """Return the children; not `Load`, `Add` and the like, which are one object in all places.

    In the order of `ast.iter_child_nodes`, in a sixth of its time: a survey looks at every node.
    """
    found: list[ast.AST] = []
    for name in _holding(type(node)):
        value = getattr(node, name, None)
        if type(value) is list:
            found += [each for each in value if isinstance(each, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


_HOLDING: dict[type[ast.AST], tuple[str, ...]] = {}


def _holding(kind: type[ast.AST]) -> tuple[str, ...]:
    """Return the fields in which nodes of a kind may hold others."""
    if kind not in _HOLDING:
        is_plain = issubclass(kind, ast.Constant | ast.Global | ast.Nonlocal)
        fields = () if is_plain else kind._fields
        _HOLDING[kind] = tuple(name for name in fields if name not in _HOLDING_NONE)
    return _HOLDING[kind]


# --- Text and names ---------------------------------------------------------------------------------------


@cache
def texts_in(node: ast.AST) -> frozenset[str]:
    """Return the text of every name and attribute that is read in an expression."""
    kinds = (ast.Name, ast.Attribute, ast.Subscript)
    return frozenset(text(inner) for inner in whole(node) if isinstance(inner, kinds))


@cache
def text(node: ast.AST) -> str:
    """Return the source text of an expression; quick where it is a name with attributes."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return f"{text(node.value)}.{node.attr}"
    return ast.unparse(node)


def last_name(node: ast.AST) -> str:
    """Return the last name of `grads`, `tape.grads` or `self.tape.grads`."""
    return text(node).rpartition(".")[2]


def names_in(node: ast.AST) -> Iterator[str]:
    """Return the names that are read in an expression."""
    return (inner.id for inner in whole(node) if isinstance(inner, ast.Name))


# --- What a piece is --------------------------------------------------------------------------------------


def without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    """Return the statements of a function that do something."""
    first = body[0] if body else None
    is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return body[1:] if is_text else body


def parameters_of(function: ast.FunctionDef | ast.Lambda) -> list[str]:
    """Return the names of its parameters that may be given by their position."""
    return [argument.arg for argument in function.args.args]


def defaults_of(function: ast.FunctionDef | ast.Lambda) -> dict[str, ast.expr]:
    """Return the defaults of these parameters."""
    return dict(zip(parameters_of(function)[::-1], function.args.defaults[::-1], strict=False))


def called(call: ast.AST | None) -> str:
    """Return the name of what is called; empty where it has none."""
    function = call.func if isinstance(call, ast.Call) else None
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def is_call(node: ast.AST | None, *names: str) -> TypeGuard[ast.Call]:
    """Whether something of one of these names is called."""
    return called(node) in names


def owner(node: ast.AST | None) -> ast.expr | None:
    """Return the expression whose method is called: `topo` in `topo.append(v)`."""
    is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    return node.func.value if is_method else None  # type: ignore[union-attr]


def targets_of(node: ast.AST) -> list[ast.expr]:
    """Return the targets of an assignment."""
    if isinstance(node, ast.Assign):
        return node.targets
    return [node.target] if isinstance(node, ast.AugAssign | ast.AnnAssign) else []


def assigned(statement: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield targets with their values in an assignment: of `g, a = out.grad, left` two pairs."""
    if isinstance(statement, ast.Assign):
        for target in statement.targets:
            yield from _paired(target, statement.value)
    elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
        yield statement.target, statement.value


def _paired(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield each target of an unpacking with its value."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        for inner, given in zip(target.elts, value.elts, strict=True):
            yield from _paired(inner, given)
    else:
        yield target, value


def names_of(*nodes: ast.AST | None) -> set[str]:
    """Return the plain names in expressions."""
    return {node.id for node in all_nodes(*filter(None, nodes)) if isinstance(node, ast.Name)}


def names_stored(node: ast.AST) -> set[str]:
    """Return the names that are given a value anywhere inside."""
    names = (inner for inner in inside(node) if isinstance(inner, ast.Name))
    return {name.id for name in names if isinstance(name.ctx, ast.Store)}


@cache
def names_bound(function: ast.AST) -> frozenset[str]:
    """Return every name that a function binds: a branch for each way in which Python does it."""
    names: set[str | None] = set()
    for node in inside(function):
        if isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(
            node, ast.FunctionDef | ast.ClassDef | ast.ExceptHandler | ast.MatchAs | ast.MatchStar
        ):
            names.add(node.name)
        elif isinstance(node, ast.alias):
            names.add((node.asname or node.name).partition(".")[0])
    return frozenset(name for name in names if name)


def is_name(node: ast.AST | None, name: str) -> TypeGuard[ast.Name]:
    """Whether an expression is this name."""
    return isinstance(node, ast.Name) and node.id == name


def is_membership(node: ast.AST) -> TypeGuard[ast.Compare]:
    """Whether an expression asks whether something is in a collection."""
    return isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn)


def is_empty_collection(value: ast.AST) -> bool:
    """Whether an expression makes a collection with nothing in it: `set()`, `[]`."""
    if is_call(value, "set", "list", "dict", "deque"):
        return not value.args
    is_display = isinstance(value, ast.List | ast.Set | ast.Dict)
    return is_display and not any(isinstance(node, ast.expr) for node in inside(value))


def is_plain(value: ast.AST) -> bool:
    """Whether an expression is a number, written out or as an array of ones or zeros, or None."""
    return number_in(value) is not None or is_none(value)


def is_none(value: ast.AST | None) -> bool:
    """Whether an expression is None, written out."""
    return isinstance(value, ast.Constant) and value.value is None


def number_in(value: ast.AST | None) -> float | None:
    """Return the number that an expression without names stands for."""
    if isinstance(value, ast.Constant) and isinstance(value.value, int | float):
        return float(value.value)
    if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub):
        inner = number_in(value.operand)
        return None if inner is None else -inner
    if isinstance(value, ast.Call):
        if called(value) in _ARRAYS:
            return _ARRAYS[called(value)]
        return number_in(value.args[0]) if len(value.args) == 1 else None
    return None


# --- New pieces -------------------------------------------------------------------------------------------


def copy(node: ast.expr) -> ast.expr:
    """Return a copy to be put elsewhere."""
    parsed = ast.parse(ast.unparse(node), mode="eval").body
    for inner in nodes_of_new(parsed):
        ast.copy_location(inner, node)
    return parsed


def renamed(node: Node, names: Mapping[str, str | None]) -> Node:
    """Return a copy in which some names are others."""
    copied = deepcopy(node)
    for inner in nodes_of_new(copied):
        if isinstance(inner, ast.Name):
            inner.id = names.get(inner.id) or inner.id
    return copied


def expression(text: str, at: ast.AST) -> ast.expr:
    """Return the expression of a text, as if it stood at that place."""
    return _placed(ast.parse(text, mode="eval").body, at)


def statements(text: str, at: ast.AST) -> list[ast.stmt]:
    """Return the statements of a text, as if they stood at that place."""
    return [_placed(statement, at) for statement in ast.parse(text).body]


def _placed(node: Node, at: ast.AST) -> Node:
    """Give new nodes the place of another one."""
    for inner in nodes_of_new(node):
        if "lineno" in inner._attributes:
            ast.copy_location(inner, at)
    return node


def first_line(statement: ast.stmt) -> int:
    """Return the line at which it begins: of what is decorated, that of the first decorator."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(each.lineno for each in decorators)])
