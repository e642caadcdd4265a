"""The backward pass: the walk that puts nodes in order, the run over them, the seed."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from bench.mutants.reading import words
from bench.mutants.text import Text

_PASS = re.compile(r"back|retro|^gradients$", re.IGNORECASE)
_ORDER = re.compile(r"order|orden|topo|found", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class Walk:
    """A recursion that visits each node once, after its parents."""

    function: ast.FunctionDef
    node: str
    """What the visited node is called."""
    guard: ast.If
    leaves: bool
    """Whether the guard leaves the function where a node was seen; else its body is the visit."""
    test: ast.Compare
    """`node in seen` or `node not in seen`."""
    add: ast.stmt | None
    loop: ast.For
    children: str
    """The parents of `{v}`, as an expression."""
    put: ast.stmt
    """`order.append(node)` or `yield node`."""
    call: ast.stmt | None
    """Where it is begun, beside a definition inside another function."""

    @property
    def is_plain(self) -> bool:
        """Whether every node has parents to ask for, and only seen ones are passed over."""
        return re.fullmatch(r"\{v\}\.\w+|\[.*\]", self.children) is not None and self.guard.test is self.test

    @property
    def seen(self) -> ast.expr:
        """What holds those seen."""
        return self.test.comparators[0]

    @property
    def key(self) -> ast.expr:
        """What is held of a node."""
        return self.test.left


@dataclass(frozen=True, eq=False)
class Run:
    """The loop that hands gradients on, node after node."""

    function: ast.FunctionDef
    loop: ast.For | ast.While
    node: str
    order: ast.expr
    """What is gone through."""
    body: tuple[ast.stmt, ...]
    """Without a first statement that takes the node from the order."""


@dataclass(frozen=True, eq=False)
class Stack:
    """A loop with a stack of its own in place of the recursion."""

    loop: ast.While
    root: str
    order: str
    seen: str
    key: str
    children: str

    is_plain = True


def walks(text: Text, inside: set[ast.AST]) -> list[Walk]:
    """Every recursion that puts nodes in order."""
    functions = [
        node for node in ast.walk(text.tree) if isinstance(node, ast.FunctionDef) and node not in inside
    ]
    return [walk for function in functions if (walk := _walk(text, function))]


def _walk(text: Text, function: ast.FunctionDef) -> Walk | None:
    arguments = [each.arg for each in function.args.args]
    loop = next(
        (each for each in ast.walk(function) if isinstance(each, ast.For) and _recurs(function, each)), None
    )
    guard = next(
        (each for each in ast.walk(function) if isinstance(each, ast.If) and _membership(each.test)), None
    )
    if not arguments or loop is None or guard is None or not isinstance(loop.target, ast.Name | ast.Tuple):
        return None
    node = arguments[0]
    statements = [each for each in ast.walk(function) if isinstance(each, ast.Expr)]
    put = next((each for each in statements if _puts(text, each, node)), None)
    if put is None or guard in ast.walk(loop):
        return None
    test = _membership(guard.test)
    assert test is not None
    return Walk(
        function, node, guard, leaves=isinstance(guard.body[-1], ast.Return), test=test,
        add=next((each for each in statements if ".add(" in text.of(each)), None),
        loop=loop, children=_children(text, loop, node), put=put, call=_begun(text, function),
    )  # fmt: skip


def _recurs(function: ast.FunctionDef, loop: ast.For) -> bool:
    for each in ast.walk(loop):
        match each:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name == function.name:
                return True
    return False


def _membership(test: ast.expr) -> ast.Compare | None:
    found = [each for each in ast.walk(test) if isinstance(each, ast.Compare)]
    return next((each for each in found if isinstance(each.ops[0], ast.In | ast.NotIn)), None)


def _puts(text: Text, statement: ast.Expr, node: str) -> bool:
    source = text.of(statement)
    return source == f"yield {node}" or (source.endswith(f".append({node})") and "[" not in source)


def _children(text: Text, loop: ast.For | ast.comprehension, node: str) -> str:
    children = re.sub(rf"\b{node}\b", "{v}", text.of(loop.iter))
    target = loop.target
    if isinstance(target, ast.Name):
        uses = [
            text.of(each)
            for each in ast.walk(loop)
            if isinstance(each, ast.Attribute) and text.of(each.value) == target.id
        ]
        return f"[e.source for e in {children}]" if f"{target.id}.source" in uses else children
    assert isinstance(target, ast.Tuple)
    names = [text.of(each) for each in target.elts]
    child = next((name for name in names if name != "_"), names[0])
    return f"[{child} for {', '.join(names)} in {children}]"


def _begun(text: Text, function: ast.FunctionDef) -> ast.stmt | None:
    siblings = text.block(function)
    below = siblings[siblings.index(function) + 1 :] if function in siblings else []
    return next(
        (
            each
            for each in below
            if isinstance(each, ast.Expr) and text.of(each).startswith(f"{function.name}(")
        ),
        None,
    )


def passes(text: Text, inside: set[ast.AST]) -> list[ast.FunctionDef]:
    """The functions that are the backward pass: with a loop or a seed in them."""
    found = [node for node in ast.walk(text.tree) if isinstance(node, ast.FunctionDef) and node not in inside]
    return [each for each in found if _PASS.search(each.name) and len(each.body) > 1]


def runs(text: Text, functions: list[ast.FunctionDef]) -> list[Run]:
    """The loop over the nodes of each pass."""
    return [run for function in functions if (run := _run(text, function))]


def _run(text: Text, function: ast.FunctionDef) -> Run | None:
    for loop in reversed(function.body):
        match loop:
            case ast.For(target=ast.Name(id=node), body=body) if _hands_on(text, loop):
                return Run(function, loop, node, loop.iter, tuple(body))
            case ast.While(test=ast.Name() as order, body=[ast.Assign(targets=[ast.Name(id=node)]), *body]):
                if _hands_on(text, loop) and ".pop()" in text.of(loop.body[0]):
                    return Run(function, loop, node, order, tuple(body))
    return None


def _hands_on(text: Text, loop: ast.stmt) -> bool:
    """Whether shares are handed on in it, not only set to zero."""
    source = "\n".join(text.of(each) for each in getattr(loop, "body", []))
    return ("(" in source or "+=" in source) and ".append(" not in source


def stacks(text: Text, inside: set[ast.AST]) -> list[Stack]:
    """Every loop that puts nodes in order by a stack of its own."""
    loops = [each for each in ast.walk(text.tree) if isinstance(each, ast.While) and each not in inside]
    return [stack for loop in loops if (stack := _stack(text, loop))]


def _stack(text: Text, loop: ast.While) -> Stack | None:
    function = text.function(loop)
    if not isinstance(function, ast.FunctionDef) or not re.search(r"back|order|topo", function.name):
        return None
    source = text.of(loop)
    order = re.search(r"\b(\w*order|topo)\.append\((\w+)\)", source)
    seen = re.search(r"(id\(\w+\)|\w+) (?:not )?in (seen|done|visited)\b", source)
    iterated = [each for each in ast.walk(loop) if isinstance(each, ast.For | ast.comprehension)]
    parents = next((each for each in iterated if isinstance(each.iter, ast.Attribute)), None)
    if order is None or seen is None:
        return None
    if parents is not None:
        children = "{v}." + parents.iter.attr  # type: ignore[attr-defined]
    elif found := re.search(r"iter\(\w+\.(\w+)\)", source):
        children = "{v}." + found[1]
    else:
        return None
    key = "id({v})" if seen[1].startswith("id(") else "{v}"
    return Stack(loop, "self", order[1], seen[2], key, children)


def reversals(text: Text, functions: list[ast.FunctionDef]) -> list[ast.AST]:
    """Where an order is turned round: `reversed(order)`, `order[::-1]`, `order.reverse()`, `order.pop()`."""
    return [node for function in functions for node in ast.walk(function) if _turns(text, node)]


def _turns(text: Text, node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="reversed")):
            return True
        case ast.Subscript(slice=ast.Slice(lower=None, upper=None, step=ast.UnaryOp(op=ast.USub()))):
            return True
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="reverse"))):
            return True
        case ast.Call(func=ast.Attribute(attr="pop", value=ast.Name(id=name)), args=[]):
            return bool(_ORDER.search(name))
    return False


# --- the seed -----------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Seed:
    """Where the output's gradient is set to one."""

    value: ast.expr
    statement: ast.stmt
    target: ast.expr | None
    """`self.grad`, where it is a statement of its own."""


def seeds(text: Text, functions: list[ast.FunctionDef]) -> list[Seed]:
    """The seed of each pass."""
    return [seed for function in functions for node in ast.walk(function) for seed in _seed(text, node)]


def _seed(text: Text, node: ast.AST) -> Iterator[Seed]:
    match node:
        case ast.Assign(targets=[target], value=ast.Dict(keys=[_], values=[value])) if _is_one(text, value):
            yield Seed(value, node, None)
        case ast.Assign(targets=[ast.Attribute() as target], value=value) if _is_root(target):
            if _is_one(text, value):
                yield Seed(value, node, target)
        case ast.AugAssign(target=ast.Attribute() as target, value=value) if _is_root(target):
            if _is_one(text, value):
                yield Seed(value, node, target)
        case ast.Assign(targets=[ast.Subscript() as target], value=ast.Constant(value=1.0)):
            yield Seed(node.value, node, target)
        case ast.FunctionDef(
            args=ast.arguments(args=[*_, last], defaults=[*_, ast.Constant(value=1.0) as value])
        ):
            if last.arg in words.ARRIVING:
                yield Seed(value, node, None)
        case ast.FunctionDef(
            args=ast.arguments(kwonlyargs=[ast.arg(arg="seed")], kw_defaults=[ast.Constant() as value])
        ):
            yield Seed(value, node, None)


def _is_root(target: ast.Attribute) -> bool:
    root = target.value
    return words.is_gradient(target) and isinstance(root, ast.Name) and root.id in {"self", "root"}


def _is_one(text: Text, value: ast.expr) -> bool:
    match value:
        case ast.Constant(value=1 | 1.0):
            return True
        case ast.IfExp():
            return "is None" in text.of(value)
        case ast.Name(id="seed" | "gradient"):
            return True
    return text.of(value).startswith(("np.ones", "np.float64(1"))
