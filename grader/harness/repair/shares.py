"""Where a submission says what an operand receives: in a closure, a tuple of derivatives, a branch.

A *share* is one expression in the source: the gradient that one operation hands to one operand, or the
local derivative alone where something else multiplies it with what arrives.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING

from .attribution import BINARY, names_in
from .tree import FUNCTIONS, inside, whole

if TYPE_CHECKING:
    from .known import Known


_PAIR = 2


@dataclass(frozen=True)
class Share:
    """One share. Texts are source text, in the names that are in scope there."""

    value: ast.expr
    at: ast.AST
    """The statement, or the element of a tuple."""
    operation: str | None
    operand: int | None
    operands: tuple[str, ...] = ()
    """The operands as nodes, or as numbers where the place sees numbers only."""
    data: tuple[str, ...] = ()
    """The operands' data."""
    incoming: str | None = None
    """What arrives; None where the local derivative alone is asked for, or where that is not known."""
    is_local: bool = False
    """The local derivative alone is asked for."""
    target: ast.expr | None = None
    """The node that receives, where the place names it."""
    is_subtracted: bool = False
    """The place takes it away: `-=`."""

    @property
    def is_of_two(self) -> bool:
        """Whether both operands are known by name."""
        return len(self.data) == _PAIR

    def mentions(self, source: str | None) -> bool:
        """Whether its expression contains that one."""
        return source is not None and source in texts_in(self.value)


@cache
def texts_in(node: ast.AST) -> frozenset[str]:
    """The text of every name and attribute that is read in an expression."""
    kinds = (ast.Name, ast.Attribute, ast.Subscript)
    return frozenset(text(each) for each in whole(node) if isinstance(each, kinds))


@cache
def text(node: ast.AST) -> str:
    """The source text of an expression; quick where it is a name with attributes."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return f"{text(node.value)}.{node.attr}"
    return ast.unparse(node)


_NO_RULES = ("__init__", "__repr__", "__str__", "__hash__", "__eq__", "forward")
_SAYING = (ast.AugAssign, ast.Assign, ast.Tuple, ast.List, ast.Dict, ast.Call, ast.Lambda, ast.Return)
_ASKING = ("isinstance", "issubclass", "hasattr", "type", "getattr", "setattr")


class Shares:
    """All shares of a submission."""

    def __init__(self, known: "Known") -> None:
        self._known = known

    @cached_property
    def all(self) -> list[Share]:
        """In the order of the source; what arrives is filled in from similar places where one is silent."""
        found = [share for function in self._known.functions for share in self._of(function)]
        return [self._completed(share, found) for share in found]

    def of(self, operation: str) -> list[Share]:
        """The shares of one operation."""
        return [share for share in self.all if share.operation == operation]

    def _completed(self, share: Share, found: list[Share]) -> Share:
        if share.incoming or share.is_local:
            return share
        usual = Counter(each.incoming for each in found if each.incoming)
        names = self._names_in_scope(share.value)
        for source, _ in usual.most_common():
            if source and source.partition(".")[0] in names:
                return replace(share, incoming=source)
        return share

    def _names_in_scope(self, node: ast.AST) -> set[str]:
        functions = [each for each in self._known.tree.above(node) if isinstance(each, FUNCTIONS)]
        stored = {
            each.id
            for function in functions
            for each in inside(function)
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
        }
        return stored | {
            arg.arg for function in functions for arg in whole(function) if isinstance(arg, ast.arg)
        }

    def _of(self, function: ast.FunctionDef) -> Iterator[Share]:
        if function.name in _NO_RULES:
            return
        scopes: dict[ast.AST, Scope] = {}
        for node in inside(function):
            if not isinstance(node, _SAYING):
                continue
            operation = self._known.attribution.operation(node)
            region = self._region(node, function)
            key = region if operation else function
            scope = scopes.get(key)
            if scope is None:
                scope = scopes[key] = Scope(self._known, function, region, operation)
            yield from scope.shares(node)

    def _region(self, node: ast.AST, function: ast.FunctionDef) -> ast.AST:
        """The branch for one operation that a node is in; else the function."""
        for each in self._known.tree.above(node):
            if each is function:
                break
            if isinstance(each, ast.If | ast.match_case) and self._known.attribution.names(each, node):
                return each
        return function


class Scope:
    """The names for operands, result and arriving gradient in one function or branch."""

    def __init__(
        self, known: "Known", function: ast.FunctionDef, region: ast.AST, operation: str | None
    ) -> None:
        self.known = known
        self.function = function
        self.region = region
        self.operation = operation
        self.arity = 2 if operation in BINARY and not self._is_of_one else 1

    @property
    def _is_of_one(self) -> bool:
        """Whether it is a helper for one operand, as `reciprocal(self)` is for division."""
        arguments = self.function.args.args
        is_method = self.known.is_method(self.function)
        return self.operation == "/" and is_method and len(arguments) == 1 and self.region is self.function

    @cached_property
    def operands(self) -> tuple[str, ...]:
        """The operands in their order, as source text; empty where they are not known."""
        if self.operation is None:
            return ()
        names = self._by_unpacking() or self._by_recursion() or self._by_parameters() or self._by_use()
        return names[: self.arity] if len(names) >= self.arity else ()

    @cached_property
    def data(self) -> tuple[str, ...]:
        """The text of each operand's data."""
        recursive = self._by_recursion() == self.operands
        nodes = [recursive or self._is_node(name) for name in self.operands]
        return tuple(
            f"{name}.{self.known.data}" if node else name
            for name, node in zip(self.operands, nodes, strict=True)
        )

    def _is_node(self, operand: str) -> bool:
        attributes = (self.known.data, self.known.grad)
        return any(f"{operand}.{name}" in self._texts for name in attributes)

    @cached_property
    def _texts(self) -> frozenset[str]:
        return texts_in(self.function)

    def _by_unpacking(self) -> tuple[str, ...]:
        """`a, b = self.parents`, `a, b = self, lift(other)`, `(x,) = ctx.saved`."""
        found: tuple[str, ...] = ()
        for node in self._assignments():
            target = node.targets[0]
            if isinstance(target, ast.Tuple | ast.List) and len(target.elts) == self.arity:
                names = tuple(text(each) for each in target.elts)
                kept = self._hands_back and isinstance(node.value, ast.Attribute)
                if kept or any(self._is_used(name) for name in names):
                    found = names
        return found

    def _by_recursion(self) -> tuple[str, ...]:
        """`self.a.backward(...)` in the `backward` of an operation's class."""
        if not self._hands_back:
            return ()
        calls = [each.func for each in inside(self.function) if isinstance(each, ast.Call)]
        called = [
            each for each in calls if isinstance(each, ast.Attribute) and each.attr == self.function.name
        ]
        return tuple(dict.fromkeys(text(each.value) for each in called))

    def _assignments(self) -> Iterator[ast.Assign]:
        """Those of the branch, or those above it in its function."""
        branch = set(inside(self.region))
        for node in inside(self.function):
            if isinstance(node, ast.Assign) and (
                node in branch or self.known.attribution.about(node) is None
            ):
                yield node

    def _is_used(self, name: str) -> bool:
        return self._is_node(name) or any(
            isinstance(each, ast.Name) and each.id == name and isinstance(each.ctx, ast.Load)
            for each in inside(self.region)
        )

    def _by_parameters(self) -> tuple[str, ...]:
        if self.region is not self.function or self._hands_back:
            return ()
        arguments = self.function.args
        names = tuple(each.arg for each in [*arguments.posonlyargs, *arguments.args])
        about = self.known.attribution.about(self.function)
        if len(names) < self.arity or (names and names[0] in ("ctx", "cls")):
            return ()
        if not (self._is_node(names[0]) or self.known.is_method(self.function)):
            return ()
        if about is not None and about.reflected:
            names = names[::-1]
        return tuple(map(self._alias, self._without_self(names)))

    def _alias(self, name: str) -> str:
        """The name under which an operand is used: `rhs` after `rhs = lift(other)`."""
        if self._is_node(name):
            return name
        for node in self._assignments():
            target = node.targets[0]
            if not isinstance(target, ast.Name) or target.id in self._made:
                continue
            if name in names_in(node.value) and self._is_node(target.id):
                return target.id
        return name

    def _without_self(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """A method that dispatches, as `_backward_mul(self)`, has its own node in `self`, not an operand."""
        if len(names) == 1 and self._stores() and not self._is_stored(names[0]):
            return ()
        return names

    def _stores(self) -> set[str]:
        return {
            text(each.value)
            for each in inside(self.region)
            if isinstance(each, ast.Attribute)
            and each.attr == self.known.grad
            and isinstance(each.ctx, ast.Store)
        }

    def _is_stored(self, name: str) -> bool:
        return name in self._stores()

    def _by_use(self) -> tuple[str, ...]:
        """What receives gradients or has its data read, in the order of the source."""
        found: dict[str, None] = {}
        for each in inside(self.region):
            if not isinstance(each, ast.Attribute):
                continue
            is_store = each.attr == self.known.grad and isinstance(each.ctx, ast.Store)
            if is_store or (each.attr == self.known.data and isinstance(each.ctx, ast.Load)):
                found[text(each.value)] = None
        names = [name for name in found if name not in self._results]
        named = sorted(names, key=lambda name: ("right" in name or "[1]" in name, "left" not in name))
        return tuple(named) if len(names) >= self.arity else tuple(self._plain_numbers())

    def _plain_numbers(self) -> Iterator[str]:
        """In a method that sees numbers only: what it reads of its own object."""
        if not self._hands_back or self.arity != 1:
            return
        for each in inside(self.function):
            if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Load):
                yield text(each)

    @cached_property
    def _hands_back(self) -> bool:
        """Whether the function is the backward method of an operation's class."""
        owner = self.known.tree.up[self.function][0]
        return isinstance(owner, ast.ClassDef) and not self.known.is_method(self.function)

    @cached_property
    def _results(self) -> set[str]:
        """Names of the node whose rule it is: those whose gradient is read and never set."""
        grad = self.known.grad
        gradients = [
            each for each in inside(self.function) if isinstance(each, ast.Attribute) and each.attr == grad
        ]
        stored = {text(each.value) for each in gradients if isinstance(each.ctx, ast.Store)}
        read = {text(each.value) for each in gradients if isinstance(each.ctx, ast.Load)}
        return (read - stored) | self._made

    @cached_property
    def _made(self) -> set[str]:
        """Names that are returned, such as `out`."""
        returned = {
            each.value.id
            for each in inside(self.function)
            if isinstance(each, ast.Return) and isinstance(each.value, ast.Name)
        }
        arguments = {each.arg for each in whole(self.function) if isinstance(each, ast.arg)}
        return returned - arguments

    def incoming(self, node: ast.AST) -> str | None:
        """What arrives at a place."""
        if parameter := self._parameter(node):
            return parameter
        for each in inside(self.function):
            for name, value in _given(each):
                if self.known.is_gradient(value) and not self._is_operand(value):
                    return name
        if self.operation is None:
            return self._read_in_loop(node)
        usual = Counter(
            text(each)
            for each in inside(self.region)
            if self.known.is_gradient(each) and isinstance(each.ctx, ast.Load) and not self._is_operand(each)  # type: ignore[attr-defined]
        )
        if usual:
            return usual.most_common(1)[0][0]
        return next((f"{name}.{self.known.grad}" for name in sorted(self._made)), None)

    def _read_in_loop(self, node: ast.AST) -> str | None:
        """In a loop that serves all operations: the gradient of the loop's own node."""
        for loop in self.known.tree.above(node):
            if name := _walker(loop):
                gradient = f"{name}.{self.known.grad}"
                stored = {text(each) for each in inside(loop) if _is_stored_gradient(each, self.known.grad)}
                if gradient not in stored:
                    return gradient
        return None

    def _is_operand(self, gradient: ast.AST) -> bool:
        return isinstance(gradient, ast.Attribute) and text(gradient.value) in self.operands

    def _parameter(self, node: ast.AST) -> str | None:
        function = self.known.function_of(node)
        if function is None or (function is self.function and not self._hands_back):
            return None
        assert isinstance(function, FUNCTIONS)
        arguments = function.args
        defaults = 0 if function is self.function else len(arguments.defaults)
        required = arguments.args[: len(arguments.args) - defaults]
        names = [each.arg for each in required if each.arg not in ("self", "ctx", "cls")]
        return names[-1] if names else None

    def shares(self, node: ast.AST) -> Iterator[Share]:
        """What the node itself says: a statement, an element, a pair."""
        if isinstance(node, ast.AugAssign | ast.Assign):
            yield from self._written(node)
        if self.operation is None:
            yield from self._passed_on(node)
            return
        if isinstance(node, ast.Tuple | ast.List):
            yield from self._elements(node)
        elif isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if key is not None and (index := self._index(key)) is not None:
                    yield self._share(value, value, index)
        elif isinstance(node, ast.Call):
            yield from self._called(node)
        elif isinstance(node, ast.Lambda | ast.Return) and self.arity == 1:
            yield from self._handed_back(node)

    def _written(self, node: ast.AugAssign | ast.Assign) -> Iterator[Share]:
        target = node.target if isinstance(node, ast.AugAssign) else node.targets[0]
        if isinstance(target, ast.Subscript) and self.operation is None:
            yield from self._entered(node, target)
        if not isinstance(target, ast.Attribute) or target.attr != self.known.grad:
            return
        if isinstance(node, ast.Assign) and _is_seed(node.value):
            return
        value = _added(node.value, target) if isinstance(node, ast.Assign) else node.value
        share = self._share(value, node, self._index(target.value), target=target.value)
        yield replace(share, is_subtracted=_subtracts(node, value))

    def _entered(self, node: ast.AugAssign | ast.Assign, target: ast.Subscript) -> Iterator[Share]:
        """`grads[p] += share`, `grads[p] = grads.get(p, 0) + share` in a loop that serves all operations."""
        if self.known.tree.nearest(node, (ast.For, ast.While)) is None:
            return
        value: ast.expr | None = node.value
        if isinstance(node, ast.Assign):
            value = None
            if isinstance(node.value, ast.BinOp) and text(target.value) in texts_in(node.value.left):
                value = node.value.right
        if value is not None:
            yield Share(value, node, None, None, incoming=self.incoming(value))

    def _elements(self, node: ast.Tuple | ast.List) -> Iterator[Share]:
        if not isinstance(node.ctx, ast.Load) or not node.elts:
            return
        first = self._index(node.elts[0])
        if len(node.elts) == _PAIR and first is not None:
            given = node.elts[1]
            if self._index(given) is None:
                yield self._share(given.body if isinstance(given, ast.Lambda) else given, node, first)
            return
        if len(node.elts) > self.arity or not self._may_hold_shares(node):
            return
        others = any(isinstance(each, ast.Tuple | ast.List) or self._is_handed(each) for each in node.elts)
        are_nodes = self.data != self.operands
        if others or (are_nodes and all(self._index(each) is not None for each in node.elts)):
            return
        for index, each in enumerate(node.elts):
            yield self._share(each, each, index)

    def _is_handed(self, node: ast.AST) -> bool:
        """Whether an element is itself a call that hands something to an operand."""
        is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        return is_call and self._index(node.func.value) is not None  # type: ignore[attr-defined]

    def _is_in_pair(self, node: ast.AST) -> bool:
        """Whether it is the second of `(operand, function)`."""
        parent, _ = self.known.tree.up[node]
        is_pair = isinstance(parent, ast.Tuple | ast.List) and len(parent.elts) == _PAIR
        return is_pair and self._index(parent.elts[0]) is not None  # type: ignore[attr-defined]

    def _may_hold_shares(self, node: ast.AST) -> bool:
        parent, name = self.known.tree.up[node]
        if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name) and parent.func.id in _ASKING:
            return False
        if isinstance(parent, ast.Call | ast.keyword):
            return name in ("args", "value")
        if isinstance(parent, ast.Assign):
            return name == "value" and isinstance(parent.targets[0], ast.Attribute)
        return isinstance(parent, ast.Lambda | ast.Return) and self.known.function_of(node) is not None

    def _called(self, node: ast.Call) -> Iterator[Share]:
        """`self.accumulate(share)`, `accumulate(self, share)`."""
        function, arguments = node.func, node.args
        if isinstance(function, ast.Name) and function.id in _ASKING:
            return
        if len(arguments) == 1 and isinstance(function, ast.Attribute) and self._stands_alone(node):
            if (index := self._index(function.value)) is not None:
                yield self._share(arguments[0], node, index, target=function.value)
        elif len(arguments) == _PAIR and (index := self._index(arguments[0])) is not None:
            is_maker = isinstance(function, ast.Name) and function.id == self.known.class_name
            if (
                self._index(arguments[1]) is None
                and not is_maker
                and not isinstance(arguments[1], ast.Tuple | ast.List)
            ):
                yield self._share(arguments[1], node, index)

    def _stands_alone(self, node: ast.AST) -> bool:
        """Whether a call is made for what it does: as a statement, or as what a lambda is for."""
        parent, _ = self.known.tree.up[node]
        if isinstance(parent, ast.Tuple | ast.List):
            parent, _ = self.known.tree.up[parent]
        return isinstance(parent, ast.Expr | ast.Lambda)

    def _passed_on(self, node: ast.AST) -> Iterator[Share]:
        """`parent.backward(local * g)` in a pass that calls itself."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and len(node.args) == 1:
            names = [each.arg for each in self.function.args.args]
            if node.func.attr == self.function.name and len(names) == _PAIR:
                yield Share(node.args[0], node, None, None, incoming=names[-1])

    def _handed_back(self, node: ast.Lambda | ast.Return) -> Iterator[Share]:
        value = node.body if isinstance(node, ast.Lambda) else node.value
        if value is None or isinstance(value, ast.Tuple | ast.List) or self._parameter(value) is None:
            return
        if self._is_handed(value) or self._is_in_pair(node):
            return
        if (
            isinstance(node, ast.Lambda)
            or self.known.function_of(node) is not self.function
            or self._hands_back
        ):
            yield self._share(value, value, 0)

    def _index(self, node: ast.AST) -> int | None:
        name = text(node)
        return self.operands.index(name) if name in self.operands else None

    def _share(
        self, value: ast.expr, at: ast.AST, index: int | None, target: ast.expr | None = None
    ) -> Share:
        is_statement = isinstance(at, ast.stmt) or target is not None
        incoming = self.incoming(value) if is_statement else self._parameter(value)
        is_local = incoming is None and not is_statement
        return Share(value, at, self.operation, index, self.operands, self.data, incoming, is_local, target)


def _given(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """The names that a statement gives values: `g = out.grad`, `g, a = node.grad, node.left`."""
    if not isinstance(node, ast.Assign):
        return
    target, value = node.targets[0], node.value
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        pairs = zip(target.elts, value.elts, strict=False)
        yield from ((each.id, given) for each, given in pairs if isinstance(each, ast.Name))


def _walker(loop: ast.AST) -> str | None:
    """The variable that holds one node after another: of a `for`, or taken out first in a `while`."""
    if isinstance(loop, ast.For):
        return loop.target.id if isinstance(loop.target, ast.Name) else None
    if not isinstance(loop, ast.While) or not isinstance(first := loop.body[0], ast.Assign):
        return None
    return first.targets[0].id if isinstance(first.targets[0], ast.Name) else None


def _is_seed(value: ast.expr) -> bool:
    """Whether it is a number written out, or an array of ones: no share."""
    if isinstance(value, ast.UnaryOp):
        return _is_seed(value.operand)
    if isinstance(value, ast.Call):
        return text(value.func).rpartition(".")[2].startswith(("ones", "zeros"))
    return isinstance(value, ast.Constant)


def _subtracts(node: ast.AugAssign | ast.Assign, value: ast.expr) -> bool:
    """Whether a statement takes its share away from what is there."""
    if isinstance(node, ast.AugAssign):
        return isinstance(node.op, ast.Sub)
    return (
        value is not node.value and isinstance(node.value, ast.BinOp) and isinstance(node.value.op, ast.Sub)
    )


def _is_stored_gradient(node: ast.AST, grad: str) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == grad and isinstance(node.ctx, ast.Store)


def _added(value: ast.expr, target: ast.expr) -> ast.expr:
    """Of `x.grad = x.grad + share` the share; else the whole."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add | ast.Sub):
        gradient = text(target)
        if text(value.left) == gradient:
            return value.right
        if text(value.right) == gradient:
            return value.left
    return value
