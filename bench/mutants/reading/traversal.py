"""The backward pass: the walk that puts nodes in order, the run over them, the seed."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from bench.mutants.reading import words
from bench.mutants.text import Text

_PASS = re.compile(r"back|retro|^gradients$", re.IGNORECASE)
_ORDER = re.compile(r"order|orden|topo|found", re.IGNORECASE)
_ORDERING = re.compile(r"back|order|topo")
_APPENDED = re.compile(r"\b(\w*order|topo)\.append\((\w+)\)")
_ASKED = re.compile(r"(id\(\w+\)|\w+) (?:not )?in (seen|done|visited)\b")
_ITERATED = re.compile(r"iter\(\w+\.(\w+)\)")
_PARENTS = re.compile(r"\{v\}\.\w+|\[.*\]")
_NO_NODES = frozenset({"i", "node_id", "entry", "f", "t0"})
"""What a run goes over that is not a node."""


@dataclass(frozen=True, eq=False)
class Walk:
    """A recursion that visits each node once, after its parents."""

    function: ast.FunctionDef
    node: str
    """What the visited node is called."""
    guard: ast.If
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
    def leaves(self) -> bool:
        """Whether the guard leaves the function where a node was seen; else its body is the visit."""
        return isinstance(self.guard.body[-1], ast.Return)

    @property
    def seen(self) -> ast.expr:
        """What holds those seen."""
        return self.test.comparators[0]

    @property
    def key(self) -> ast.expr:
        """What is held of a node."""
        return self.test.left

    @property
    def is_plain(self) -> bool:
        """Whether every node has parents to ask for, and only seen ones are passed over."""
        return _PARENTS.fullmatch(self.children) is not None and self.guard.test is self.test

    @property
    def is_attribute(self) -> bool:
        """Whether the parents themselves are kept in one attribute."""
        return self.is_plain and "[" not in self.children

    def parents(self, node: str) -> str:
        """The parents of a node, as an expression."""
        return self.children.format(v=node)


@dataclass(frozen=True, eq=False)
class Stack:
    """A loop with a stack of its own in place of the recursion."""

    loop: ast.While
    order: str
    seen: str
    key: str
    children: str

    def parents(self, node: str) -> str:
        """The parents of a node, as an expression."""
        return self.children.format(v=node)


@dataclass(frozen=True, eq=False)
class BackwardLoop:
    """The loop that hands gradients on, node after node."""

    function: ast.FunctionDef
    loop: ast.For | ast.While
    node: str
    order: ast.expr
    """What is gone through."""
    body: tuple[ast.stmt, ...]
    """Without a first statement that takes the node from the order."""

    @property
    def is_over_nodes(self) -> bool:
        """Whether it goes over nodes, not over numbers or operations."""
        return self.node not in _NO_NODES

    @property
    def goes_through(self) -> bool:
        """Whether what is written behind its body is always reached."""
        return not any(isinstance(node, ast.Continue) for node in ast.walk(self.loop))

    @property
    def listed(self) -> str | None:
        """The name of the list it goes over, forwards or backwards, if there is one that stays."""
        if not isinstance(self.loop, ast.For):
            return None
        match self.order:
            case ast.Name(id=name) | ast.Call(args=[ast.Name(id=name), *_]):
                return name
        return None


@dataclass(frozen=True, eq=False)
class Seed:
    """Where the output's gradient is set to one."""

    value: ast.expr
    statement: ast.stmt
    target: ast.expr | None
    """`self.grad`, where it is a statement of its own."""


# --- walks --------------------------------------------------------------------------------------------


def walks(text: Text, functions: list[ast.FunctionDef]) -> list[Walk]:
    """Every recursion that puts nodes in order."""
    return [walk for function in functions if (walk := _walk(text, function))]


def _walk(text: Text, function: ast.FunctionDef) -> Walk | None:
    inside = list(ast.walk(function))
    loop = next((each for each in inside if isinstance(each, ast.For) and _recurs(function, each)), None)
    guard = next((each for each in inside if isinstance(each, ast.If) and _membership(each.test)), None)
    if loop is None or guard is None or not function.args.args or guard in ast.walk(loop):
        return None
    node, test = function.args.args[0].arg, _membership(guard.test)
    statements = [each for each in inside if isinstance(each, ast.Expr)]
    put = next((statement for statement in statements if _puts(text, statement, node)), None)
    add = next((statement for statement in statements if ".add(" in text.of(statement)), None)
    if put is None or test is None:
        return None
    children = _children(text, loop, node)
    return Walk(function, node, guard, test, add, loop, children, put, _begun(text, function))


def _recurs(function: ast.FunctionDef, loop: ast.For) -> bool:
    for node in ast.walk(loop):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name == function.name:
                return True
    return False


def _membership(test: ast.expr) -> ast.Compare | None:
    found = [node for node in ast.walk(test) if isinstance(node, ast.Compare)]
    return next((each for each in found if isinstance(each.ops[0], ast.In | ast.NotIn)), None)


def _puts(text: Text, statement: ast.Expr, node: str) -> bool:
    return text.of(statement) == f"yield {node}" or text.of(statement).endswith(f".append({node})")


def _children(text: Text, loop: ast.For, node: str) -> str:
    parents = re.sub(rf"\b{node}\b", "{v}", text.of(loop.iter))
    match loop.target:
        case ast.Tuple(elts=elements):
            names = [text.of(element) for element in elements]
            child = next((name for name in names if name != "_"), names[0])
            return f"[{child} for {', '.join(names)} in {parents}]"
        case ast.Name(id=edge):
            led_to = re.search(rf"\({edge}\.(\w+)\)|\b{edge}\.(source)\b", text.of(loop))
            return f"[e.{led_to[1] or led_to[2]} for e in {parents}]" if led_to else parents
    return parents


def _begun(text: Text, function: ast.FunctionDef) -> ast.stmt | None:
    beside = (statement for statement in text.block(function) if isinstance(statement, ast.Expr))
    return next((each for each in beside if text.of(each).startswith(f"{function.name}(")), None)


def stacks(text: Text, functions: list[ast.FunctionDef]) -> list[Stack]:
    """Every loop that puts nodes in order by a stack of its own."""
    ordering = [function for function in functions if _ORDERING.search(function.name)]
    loops = [node for function in ordering for node in ast.walk(function) if isinstance(node, ast.While)]
    return [stack for loop in loops if (stack := _stack(text, loop))]


def _stack(text: Text, loop: ast.While) -> Stack | None:
    order, asked = _APPENDED.search(text.of(loop)), _ASKED.search(text.of(loop))
    attribute = _iterated(text, loop)
    if order is None or asked is None or attribute is None:
        return None
    key = "id({v})" if asked[1].startswith("id(") else "{v}"
    return Stack(loop, order[1], asked[2], key, f"{{v}}.{attribute}")


def _iterated(text: Text, loop: ast.While) -> str | None:
    """The attribute that holds the parents."""
    for node in ast.walk(loop):
        match node:
            case ast.For(iter=ast.Attribute(attr=name)) | ast.comprehension(iter=ast.Attribute(attr=name)):
                return name
    found = _ITERATED.search(text.of(loop))
    return found[1] if found else None


# --- runs ---------------------------------------------------------------------------------------------


def passes(functions: list[ast.FunctionDef]) -> list[ast.FunctionDef]:
    """The functions that are the backward pass."""
    return [function for function in functions if _PASS.search(function.name) and len(function.body) > 1]


def runs(text: Text, functions: list[ast.FunctionDef]) -> list[BackwardLoop]:
    """The loop over the nodes of each pass."""
    return [run for function in functions if (run := _run(text, function))]


def _run(text: Text, function: ast.FunctionDef) -> BackwardLoop | None:
    for loop in reversed(function.body):
        match loop:
            case ast.For(target=ast.Name(id=node), body=body) if _hands_on(text, body):
                return BackwardLoop(function, loop, node, loop.iter, tuple(body))
            case ast.While(
                test=ast.Name() as order, body=[ast.Assign(targets=[ast.Name(id=node)]) as taken, *body]
            ):
                if _hands_on(text, body) and ".pop()" in text.of(taken):
                    return BackwardLoop(function, loop, node, order, tuple(body))
    return None


def _hands_on(text: Text, body: list[ast.stmt]) -> bool:
    """Whether shares are handed on in it, not only gradients cleared."""
    source = "\n".join(map(text.of, body))
    return ("(" in source or "+=" in source) and ".append(" not in source


def reversals(text: Text, functions: list[ast.FunctionDef]) -> list[ast.AST]:
    """Where an order is turned round: `reversed(order)`, `order[::-1]`, `order.reverse()`, `order.pop()`."""
    found = (node for function in functions for node in ast.walk(function) if _turns(node))
    return sorted(set(found), key=text.start)


def _turns(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="reversed")):
            return True
        case ast.Subscript(slice=ast.Slice(lower=None, upper=None, step=ast.UnaryOp(op=ast.USub()))):
            return True
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="reverse"))):
            return True
        case ast.Call(func=ast.Attribute(attr="pop", value=ast.Name(id=name)), args=[]):
            return _ORDER.search(name) is not None
    return False


# --- seeds --------------------------------------------------------------------------------------------


def seeds(text: Text, functions: list[ast.FunctionDef]) -> list[Seed]:
    """The seed of each pass."""
    return [seed for function in functions for node in ast.walk(function) for seed in _seed(text, node)]


def _seed(text: Text, node: ast.AST) -> Iterator[Seed]:
    match node:
        case ast.Assign(targets=[_], value=ast.Dict(keys=[_], values=[value])) if _is_one(text, value):
            yield Seed(value, node, None)
        case ast.Assign(targets=[target], value=value) | ast.AugAssign(target=target, value=value):
            if _is_of_root(target) and _is_one(text, value):
                yield Seed(value, node, target)
        case ast.FunctionDef(
            args=ast.arguments(args=[*_, last], defaults=[*_, ast.Constant(value=1.0) as value])
        ):
            if last.arg in words.ARRIVING:
                yield Seed(value, node, None)
        case ast.FunctionDef(
            args=ast.arguments(kwonlyargs=[ast.arg(arg="seed")], kw_defaults=[ast.Constant() as value])
        ):
            yield Seed(value, node, None)


def _is_of_root(target: ast.expr) -> bool:
    match target:
        case ast.Attribute(value=ast.Name(id="self" | "root")):
            return words.is_gradient(target)
        case ast.Subscript(slice=ast.Name(id="self" | "root") | ast.Attribute(value=ast.Name(id="self"))):
            return True
    return False


def _is_one(text: Text, value: ast.expr) -> bool:
    match value:
        case ast.Constant(value=bool()):
            return False  # a mark, such as `needed[self.i] = True`
        case ast.Constant(value=1 | 1.0) | ast.Name(id="seed" | "gradient"):
            return True
        case ast.IfExp():
            return "is None" in text.of(value)
    return text.of(value).startswith(("np.ones", "np.float64(1"))
