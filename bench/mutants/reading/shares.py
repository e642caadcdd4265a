"""The share that each operand gets: one expression a share, and how it is handed on."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto

from bench.mutants.reading import words
from bench.mutants.reading.scopes import OperationScope, operand
from bench.mutants.text import Function, Text

_MAKERS = frozenset({"_unary"})
"""Methods that take the data and the slope of a function."""

_RECEIVERS = frozenset({"get", "_accumulate", "backward"})
"""Methods that take a share."""

_ADDERS = frozenset({"get", "_accumulate", "pull"})
"""Methods in which every share is added."""

_COLLECTED = ("grad", "deriv", "adj")
"""What dictionaries of gradients are called."""

_COLLECTING = ("g", "deriv")
"""What the lines that fill them have in them."""

_NUMBER_TESTS = ("number(", "not ", "float)", "Real)")
"""What asks whether an operand is a plain number."""


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


@dataclass(frozen=True, eq=False)
class OperandGradient:
    """What one operand gets."""

    operation: str | None
    """None for the line through which every share goes."""
    operand: int | None
    way: Way
    value: ast.expr
    whole: ast.AST
    """What has to go if the share is to go: a statement, or one of several elements."""
    recipient: ast.expr | None = None
    target: ast.expr | None = None
    """`x.grad`, or the dictionary's item, where it is written."""
    arriving: ast.expr | None = None
    """The gradient of the result, where it is part of the share; None where only the slope is kept."""

    @property
    def is_statement(self) -> bool:
        """Whether it is a statement of its own."""
        return isinstance(self.whole, ast.stmt)


def shares(text: Text, scope: OperationScope) -> list[OperandGradient]:
    """The shares of one operation, in the order of the text."""
    return list(_GradientReader(text, scope).read())


def central(text: Text, scopes: list[OperationScope]) -> Iterator[OperandGradient]:
    """The lines through which every share goes, where there are such."""
    inside = {node for scope in scopes for node in scope.walk()}
    for node in ast.walk(text.tree):
        if node in inside:
            continue
        match node:
            case ast.AugAssign(target=target, op=ast.Add(), value=value) if not isinstance(
                value, ast.Constant
            ):
                if _hands_on(text, node, target):
                    yield OperandGradient(
                        None, None, Way.ADDED, value, node, None, target, _factor(text, value)
                    )
            case ast.Assign(targets=[target], value=ast.BinOp(left=left, op=ast.Add(), right=value)):
                if _hands_on(text, node, target) and _is_before(text, left, target):
                    yield OperandGradient(
                        None, None, Way.SUMMED, value, node, None, target, _factor(text, value)
                    )


def _is_before(text: Text, left: ast.expr, target: ast.expr) -> bool:
    """Whether it is what the target held before: itself, or `grads.get(x, 0.0)`."""
    return text.of(left) == text.of(target) or ".get(" in text.of(left)


def _factor(text: Text, value: ast.expr) -> ast.expr | None:
    """The result's gradient, where the share is put together here."""
    return _arriving(text, value) if isinstance(value, ast.BinOp | ast.Call) else None


def _hands_on(text: Text, node: ast.stmt, target: ast.expr) -> bool:
    """Whether it adds a share in the pass, or where all shares are received."""
    function = next((inner for inner in text.above(node) if isinstance(inner, ast.FunctionDef)), None)
    if function is None or function.name in {"__init__", "step"}:
        return False
    is_collected = isinstance(target, ast.Subscript) and any(word in text.of(node) for word in _COLLECTING)
    if not words.is_gradient(target) and not is_collected:
        return False
    in_loop = any(isinstance(inner, ast.For) and node in ast.walk(inner) for inner in ast.walk(function))
    return in_loop or function.name in _ADDERS or _goes_along_paths(function, node)


def _goes_along_paths(function: ast.FunctionDef, node: ast.stmt) -> bool:
    """Whether it is a step of a recursion along every path, `backward(self, g=1.0)`."""
    calls = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
    recurs = any(isinstance(call, ast.Attribute) and call.attr == function.name for call in calls)
    return recurs and node in function.body and bool(function.args.defaults)


class _GradientReader:
    """Finds the shares of one operation."""

    def __init__(self, text: Text, scope: OperationScope) -> None:
        self.text = text
        self.scope = scope
        self.operation = scope.operation
        self.positions = scope.positions()
        self.seen: set[ast.AST] = set()

    def read(self) -> list[OperandGradient]:
        found = [share for node in self.scope.walk() for share in self.at(node)]
        complete = [share for each in found if (share := self.complete(each))]
        return sorted(complete, key=lambda share: self.text.start(share.value))

    def complete(self, share: OperandGradient) -> OperandGradient | None:
        """With what arrives in it; None if it was found before, or its operand is not known."""
        position = 0 if self.operation in words.UNARY else share.operand
        if share.value in self.seen or position is None:
            return None
        self.seen.add(share.value)
        return replace(share, operand=position, arriving=_arriving(self.text, share.value))

    def at(self, node: ast.AST) -> Iterator[OperandGradient]:
        match node:
            case ast.AugAssign(
                target=ast.Attribute() as target, op=ast.Add() | ast.Sub() as sign, value=value
            ):
                way = Way.ADDED if isinstance(sign, ast.Add) else Way.SUBTRACTED
                yield from self.written(node, target, value, way)
            case ast.Assign(
                targets=[ast.Attribute() as target], value=ast.BinOp(left=left, op=ast.Add(), right=value)
            ):
                if self.text.of(left) == self.text.of(target):
                    yield from self.written(node, target, value, Way.SUMMED)
            case ast.Return(value=ast.expr() as value) if self.hands_back(node):
                yield from self.items(self.resolved(value))
            case ast.Lambda(body=body) if self.is_rule(node):
                yield from self.items(body)
            case ast.Expr(value=ast.Yield(value=ast.Tuple(elts=[to, value]))):
                yield self.share(Way.PAIR, value, node, to)
            case ast.Call():
                yield from self.passed(node)
                yield from self.made(node)

    def share(self, way: Way, value: ast.expr, whole: ast.AST, to: ast.expr) -> OperandGradient:
        return OperandGradient(self.operation, operand(to, self.positions), way, value, whole, to)

    def written(
        self, node: ast.stmt, target: ast.Attribute, value: ast.expr, way: Way
    ) -> Iterator[OperandGradient]:
        of_class = isinstance(self.scope.definition, ast.ClassDef) and self.text.of(target.value) == "self"
        if words.is_gradient(target) and not of_class:
            yield replace(self.share(way, value, node, target.value), target=target)

    def items(self, value: ast.expr) -> Iterator[OperandGradient]:
        elements = value.elts if isinstance(value, ast.Tuple | ast.List) else [value]
        for position, element in enumerate(elements, self.scope.first):
            inner = element.body if isinstance(element, ast.Lambda) else element
            yield OperandGradient(self.operation, position, Way.ITEM, self.resolved(inner), element)

    def resolved(self, value: ast.expr) -> ast.expr:
        """What a name was set to, where it is set once and that has the gradient in it."""
        if not isinstance(value, ast.Name) or value.id in words.ARRIVING:
            return value
        found = []
        for node in self.scope.walk():
            match node:
                case ast.Assign(targets=[ast.Name(id=value.id)], value=given):
                    found += [given] if _arriving(self.text, given) is not None else []
        return found[0] if len(found) == 1 else value

    def hands_back(self, node: ast.Return) -> bool:
        function = self.text.function(node)
        if not isinstance(function, ast.FunctionDef):
            return False
        in_branch = isinstance(self.scope.definition, ast.Return)
        return in_branch or function.name in {"backward", "_partials"} or _takes_gradient(function)

    def is_rule(self, node: ast.Lambda) -> bool:
        if _takes_gradient(node) or any(map(words.is_gradient, ast.walk(node))):
            in_tuple = isinstance(self.text.parents.get(node), ast.Tuple) and node not in self.scope.nodes
            return not in_tuple and not _is_passed(node.body)
        in_table = isinstance(self.scope.definition, ast.Call) or node in self.scope.nodes
        return in_table and isinstance(node.body, ast.Tuple)

    def passed(self, node: ast.Call) -> Iterator[OperandGradient]:
        """`x.backward(share)`, `x.get(share)` and `x.feeds(out, share)`."""
        if _is_passed(node) and isinstance(node.func, ast.Attribute):
            parent = self.text.parents[node]
            whole = parent if isinstance(parent, ast.Expr) else node
            yield self.share(Way.PASSED, node.args[-1], whole, node.func.value)

    def made(self, node: ast.Call) -> Iterator[OperandGradient]:
        """What a node is made with: its operands, and a tuple of slopes beside them or one beside each."""
        arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
        for argument in arguments:
            for element in [argument, *getattr(argument, "elts", ())]:
                yield from self.pair(element)
        match node:
            case ast.Call(func=ast.Attribute(attr=name), args=[_, slope]) if name in _MAKERS:
                yield from self.items(slope)
        parents = next(filter(self.are_operands, arguments), None)
        for argument in arguments:
            if parents is not None and argument is not parents and _length(argument) == _length(parents):
                yield from self.items(argument)

    def pair(self, element: ast.expr) -> Iterator[OperandGradient]:
        """`(x, share)`, `(share, x)` or `Edge(x, share)`."""
        match element:
            case ast.Call(func=ast.Name(id="Edge"), args=[ast.Name() as to, *given], keywords=named) if (
                self.is_operand(to)
            ):
                (value,) = [*given, *(keyword.value for keyword in named)]
            case ast.Tuple(elts=[ast.Name() as to, value]) if self.is_operand(to):
                pass
            case ast.Tuple(elts=[value, ast.Name() as to]) if self.is_operand(to):
                pass
            case _:
                return
        two_operands = self.is_operand(value) and not self.is_number(value)
        wrapped = isinstance(value, ast.Call) and any(map(self.is_operand, value.args))
        if not two_operands and not wrapped:
            value = value.body if isinstance(value, ast.Lambda) else value
            yield self.share(Way.PAIR, value, element, to)

    def is_number(self, node: ast.expr) -> bool:
        """Whether an operand is known to be a plain number here."""
        around = next((inner for inner in self.text.above(node) if isinstance(inner, ast.If)), None)
        test = "" if around is None else self.text.of(around.test)
        return self.text.of(node) in test and any(word in test for word in _NUMBER_TESTS)

    def is_operand(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id in self.positions

    def are_operands(self, node: ast.expr) -> bool:
        elements = node.elts if isinstance(node, ast.Tuple | ast.List) else []
        return bool(elements) and all(map(self.is_operand, elements))


def _length(node: ast.expr) -> int | None:
    return len(node.elts) if isinstance(node, ast.Tuple | ast.List) else None


def _is_passed(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr=name), args=[_]):
            return name in _RECEIVERS
        case ast.Call(func=ast.Attribute(attr="feeds"), args=[_, _]):
            return True
        case ast.Tuple(elts=elements):
            return all(map(_is_passed, elements))
    return False


# --- what arrives -------------------------------------------------------------------------------------


def _arriving(text: Text, value: ast.expr) -> ast.expr | None:
    """The gradient of the result inside a share: stored at a node, collected, or handed over."""
    found = [node for node in ast.walk(value) if isinstance(node, ast.expr)]
    stored = [node for node in found if words.is_gradient(node) or _is_collected(text, node)]
    named = [node for node in found if isinstance(node, ast.Name) and _arrives(text, node)]
    named.sort(key=lambda node: node.id != "g")
    return next(iter([*stored, *named]), None)


def _is_collected(text: Text, node: ast.expr) -> bool:
    """Whether it is `grads[node]`."""
    return isinstance(node, ast.Subscript) and any(word in text.of(node.value) for word in _COLLECTED)


def _arrives(text: Text, node: ast.Name) -> bool:
    """Whether it is a parameter, or set, in a function around it."""
    if node.id not in words.ARRIVING:
        return False
    functions = (inner for inner in text.above(node) if isinstance(inner, Function))
    return any(node.id in _given(function) for function in functions)


def _given(function: Function) -> set[str]:
    parameters = {argument.arg for argument in function.args.args}
    names = (node for node in ast.walk(function) if isinstance(node, ast.Name))
    return parameters | {name.id for name in names if isinstance(name.ctx, ast.Store)}


def _takes_gradient(function: Function) -> bool:
    return any(argument.arg in words.ARRIVING for argument in function.args.args)
