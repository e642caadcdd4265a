"""The share that each operand gets: one expression a share, and how it is handed on."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from bench.mutants.reading import words
from bench.mutants.reading.scopes import Scope, operand
from bench.mutants.text import Function, Text


class Way(Enum):
    """How a share is handed on."""

    ADDED = auto()
    """`x.grad += share`"""
    SUBTRACTED = auto()
    """`x.grad -= share`"""
    SUMMED = auto()
    """`x.grad = x.grad + share`"""
    ITEM = auto()
    """One of those that a rule returns, in the order of the operands."""
    PAIR = auto()
    """Beside its operand: `(x, share)`."""
    PASSED = auto()
    """`x.receive(share)`"""


_STATEMENTS = frozenset({Way.ADDED, Way.SUBTRACTED, Way.SUMMED})
_RECEIVERS = frozenset({"get", "_accumulate", "pull"})
_MAKERS = frozenset({"_unary", "derived"})


@dataclass(frozen=True, eq=False)
class Share:
    """What one operand gets."""

    operation: str | None
    """None for the line through which every share goes."""
    operand: int | None
    way: Way
    value: ast.expr
    arriving: ast.expr | None
    """The gradient of the result, where it is part of the share; None where only the slope is kept."""
    whole: ast.AST
    """What has to go if the share is to go: a statement, or one of several elements."""
    target: ast.expr | None = None
    """`x.grad`, or the dictionary's item, where it is written."""
    recipient: ast.expr | None = None

    @property
    def is_statement(self) -> bool:
        """Whether it is a statement of its own."""
        return isinstance(self.whole, ast.stmt)


def shares(text: Text, scope: Scope) -> list[Share]:
    """The shares of one operation, the first operand's first."""
    return list(_Reader(text, scope).read())


def central(text: Text, scopes: list[Scope]) -> list[Share]:
    """The lines through which every share goes, where there are such."""
    inside = {node for scope in scopes for node in scope.walk()}
    return [
        share
        for node in ast.walk(text.tree)
        if isinstance(node, ast.AugAssign | ast.Assign) and node not in inside
        for share in _central(text, node)
    ]


def _central(text: Text, node: ast.AugAssign | ast.Assign) -> Iterator[Share]:
    if not _is_handing_on(text, node):
        return
    match node:
        case ast.AugAssign(target=target, op=ast.Add(), value=value) if not isinstance(value, ast.Constant):
            yield Share(None, None, Way.ADDED, value, _factor(text, value), node, target)
        case ast.Assign(targets=[target], value=ast.BinOp(left=left, op=ast.Add(), right=value)):
            if text.of(left) == text.of(target) or ".get(" in text.of(left):
                yield Share(None, None, Way.SUMMED, value, _factor(text, value), node, target)


def _factor(text: Text, value: ast.expr) -> ast.expr | None:
    """The result's gradient, where the share is put together here."""
    return arriving(text, value) if isinstance(value, ast.BinOp | ast.Call) else None


def _is_handing_on(text: Text, node: ast.AugAssign | ast.Assign) -> bool:
    target = node.target if isinstance(node, ast.AugAssign) else node.targets[0]
    if not (words.is_gradient(target) or isinstance(target, ast.Subscript)):
        return False
    around = list(text.above(node))
    function = next((each for each in around if isinstance(each, ast.FunctionDef)), None)
    if function is None or function.name in {"__init__", "step"}:
        return False
    source = text.of(node)
    if isinstance(target, ast.Subscript) and not any(word in source for word in ("g", "deriv", "flow")):
        return False
    loops = [each for each in around if isinstance(each, ast.For) and each in ast.walk(function)]
    return bool(loops) or function.name in _RECEIVERS or _is_recursive(function, node)


def _is_recursive(function: ast.FunctionDef, node: ast.stmt) -> bool:
    """Whether it is a step of a recursion along every path, `backward(self, g=1.0)`."""
    calls = (each.func for each in ast.walk(function) if isinstance(each, ast.Call))
    named = any(isinstance(each, ast.Attribute) and each.attr == function.name for each in calls)
    return named and node in function.body and bool(function.args.defaults)


class _Reader:
    """Finds the shares of one operation."""

    def __init__(self, text: Text, scope: Scope) -> None:
        self.text = text
        self.scope = scope
        self.positions = scope.positions()
        self.seen: set[ast.AST] = set()

    def read(self) -> Iterator[Share]:
        found = [share for node in self.scope.walk() for share in self.at(node)]
        yield from sorted(found, key=lambda share: self.text.start(share.value))

    def at(self, node: ast.AST) -> Iterator[Share]:
        match node:
            case ast.AugAssign(target=target, op=ast.Add() | ast.Sub() as op) if words.is_gradient(target):
                way = Way.ADDED if isinstance(op, ast.Add) else Way.SUBTRACTED
                yield from self.written(node, target, node.value, way)
            case ast.Assign(targets=[target], value=ast.BinOp(left=left, op=ast.Add(), right=value)) if (
                words.is_gradient(target) and self.text.of(left) == self.text.of(target)
            ):
                yield from self.written(node, target, value, Way.SUMMED)
            case ast.Return(value=ast.expr() as value) if self.hands_back(node):
                yield from self.items(self.resolved(value))
            case ast.Lambda(body=body) if self.is_rule(node):
                yield from self.items(body)
            case ast.Call():
                yield from self.call(node)
            case ast.Expr(value=ast.Yield(value=ast.Tuple(elts=[to, value]))):
                yield from self.one(Way.PAIR, value, node, operand(to, self.positions), recipient=to)

    def written(self, node: ast.stmt, target: ast.expr, value: ast.expr, way: Way) -> Iterator[Share]:
        assert isinstance(target, ast.Attribute)
        if isinstance(self.scope.definition, ast.ClassDef) and self.text.of(target.value) == "self":
            return
        position = operand(target.value, self.positions)
        yield from self.one(way, value, node, position, target=target, recipient=target.value)

    def one(
        self,
        way: Way,
        value: ast.expr,
        whole: ast.AST,
        position: int | None,
        target: ast.expr | None = None,
        recipient: ast.expr | None = None,
    ) -> Iterator[Share]:
        if value in self.seen or (position is None and self.scope.operation not in words.UNARY):
            return
        self.seen.add(value)
        position = 0 if self.scope.operation in words.UNARY else position
        arrives = arriving(self.text, value)
        yield Share(self.scope.operation, position, way, value, arrives, whole, target, recipient)

    def items(self, value: ast.expr) -> Iterator[Share]:
        elements = value.elts if isinstance(value, ast.Tuple | ast.List) else [value]
        for position, element in enumerate(elements):
            yield from self.one(Way.ITEM, self.resolved(element), element, self.scope.first + position)

    def resolved(self, value: ast.expr) -> ast.expr:
        """What a name was set to, where it is set once and that has the gradient in it."""
        if not isinstance(value, ast.Name) or value.id in words.ARRIVING:
            return value
        found = [
            node.value
            for node in self.scope.walk()
            if isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and node.targets[0].id == value.id
            and arriving(self.text, node.value) is not None
        ]
        return found[0] if len(found) == 1 else value

    def hands_back(self, node: ast.Return) -> bool:
        function = self.text.function(node)
        if not isinstance(function, ast.FunctionDef):
            return False
        if function.name in {"backward", "_partials"} or _takes_gradient(function):
            return True
        return isinstance(self.scope.definition, ast.Return)

    def is_rule(self, node: ast.Lambda) -> bool:
        if _takes_gradient(node) or any(words.is_gradient(each) for each in ast.walk(node)):
            return not isinstance(self.text.parents.get(node), ast.Tuple) and not _hands_to(node.body)
        table = isinstance(self.scope.definition, ast.Call)
        return table and isinstance(node.body, ast.Tuple)

    def call(self, node: ast.Call) -> Iterator[Share]:
        yield from self.passed(node)
        arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
        for argument in arguments:
            yield from self.pairs(argument)
        parents = next((each for each in arguments if self.are_parents(each)), None)
        if parents is None:
            yield from self.made(node)
            return
        assert isinstance(parents, ast.Tuple | ast.List)
        for argument in arguments:
            if argument is not parents and isinstance(argument, ast.Tuple | ast.List):
                if len(argument.elts) == len(parents.elts):
                    yield from self.items(argument)

    def made(self, node: ast.Call) -> Iterator[Share]:
        """`self._unary(data, slope)`."""
        match node:
            case ast.Call(func=ast.Attribute(attr=name), args=[_, slope]) if name in _MAKERS:
                yield from self.one(Way.ITEM, slope, slope, 0)

    def passed(self, node: ast.Call) -> Iterator[Share]:
        """`x.backward(share)`, `x.get(share)` and `x.feeds(out, share)`."""
        if not _hands_to(node):
            return
        assert isinstance(node.func, ast.Attribute)
        position = operand(node.func.value, self.positions)
        parent = self.text.parents[node]
        whole = parent if isinstance(parent, ast.Expr) else node
        yield from self.one(Way.PASSED, node.args[-1], whole, position, recipient=node.func.value)

    def pairs(self, argument: ast.expr) -> Iterator[Share]:
        """`(x, share)` or `(share, x)`, alone or among others."""
        for element in [argument, *getattr(argument, "elts", ())]:
            match element:
                case ast.Tuple(elts=[ast.Name() as to, value]) if self.is_operand(to):
                    yield from self.pair(element, to, value)
                case ast.Tuple(elts=[value, ast.Name() as to]) if self.is_operand(to):
                    yield from self.pair(element, to, value)

    def pair(self, element: ast.Tuple, to: ast.Name, value: ast.expr) -> Iterator[Share]:
        if isinstance(value, ast.Name) and self.is_operand(value) and not self.is_number(value):
            return
        if isinstance(value, ast.Call) and any(self.is_operand(each) for each in value.args):
            return  # two parents, one of them wrapped
        value = value.body if isinstance(value, ast.Lambda) else value
        yield from self.one(Way.PAIR, value, element, operand(to, self.positions), recipient=to)

    def is_number(self, node: ast.Name) -> bool:
        """Whether a name that may be an operand is known to be a plain number here."""
        for above in self.text.above(node):
            if isinstance(above, ast.If) and (
                "number(" in (test := self.text.of(above.test))
                or "not " in test
                or "float)" in test
                or "Real)" in test
            ):
                return node.id in test
        return False

    def is_operand(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id in self.positions

    def are_parents(self, node: ast.expr) -> bool:
        return (
            isinstance(node, ast.Tuple | ast.List)
            and bool(node.elts)
            and all(self.is_operand(element) for element in node.elts)
        )


def arriving(text: Text, value: ast.expr) -> ast.expr | None:
    """The gradient of the result inside a share."""
    found = [node for node in ast.walk(value) if isinstance(node, ast.expr)]
    stored = [node for node in found if words.is_gradient(node) or _is_collected(text, node)]
    named = [node for node in found if isinstance(node, ast.Name) and node.id in words.ARRIVING]
    named.sort(key=lambda node: node.id != "g")
    return next(iter([*stored, *(node for node in named if _arrives(text, node))]), None)


def _is_collected(text: Text, node: ast.expr) -> bool:
    """Whether it is `grads[node]`."""
    return isinstance(node, ast.Subscript) and any(
        word in text.of(node.value) for word in ("grad", "deriv", "adj")
    )


def _arrives(text: Text, node: ast.Name) -> bool:
    """Whether it is a parameter, or set from a gradient, in a function around it."""
    for function in text.above(node):
        if isinstance(function, Function):
            if node.id in {each.arg for each in function.args.args}:
                return True
            if any(
                isinstance(each, ast.Name) and each.id == node.id and isinstance(each.ctx, ast.Store)
                for each in ast.walk(function)
            ):
                return True
    return False


def _takes_gradient(function: Function) -> bool:
    return any(each.arg in words.ARRIVING for each in function.args.args)


def _hands_to(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr="backward" | "get" | "_accumulate"), args=[_]):
            return True
        case ast.Call(func=ast.Attribute(attr="feeds"), args=[_, _]):
            return True
        case ast.Tuple(elts=elements):
            return all(_hands_to(element) for element in elements)
    return False
