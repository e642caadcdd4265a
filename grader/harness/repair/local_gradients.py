"""Where a submission says what an operand receives: in a closure, a tuple of derivatives, a branch."""

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from ..model.primitives import PRIMITIVES
from .local_gradient import COMPARING, LocalGradient
from .observed import observed
from .scope import RuleScope
from .syntax import FUNCTIONS, inside, text, texts_in, whole

if TYPE_CHECKING:
    from .known import SourceAnalysis

__all__ = ["LocalGradient", "LocalGradients", "text", "texts_in"]

_PAIR = 2


_NO_RULES = ("__init__", "__repr__", "__str__", *COMPARING, "forward")
_SAYING = (ast.AugAssign, ast.Assign, ast.Tuple, ast.List, ast.Dict, ast.Call, ast.Lambda, ast.Return)
_ASKING = ("isinstance", "issubclass", "hasattr", "type", "getattr", "setattr")


class LocalGradients:
    """All local gradients of a submission."""

    def __init__(self, known: "SourceAnalysis") -> None:
        self._known = known

    @cached_property
    def all(self) -> list[LocalGradient]:
        """Return all in source order; a missing upstream gradient is taken from similar places."""
        local_gradients = [local for function in self._known.functions for local in self._of(function)]
        local_gradients = [self._completed(local, local_gradients) for local in local_gradients]
        seen = list(observed(self._known, self._unread(local_gradients)))
        found = {local.operation for local in seen}
        return [
            *(local for local in local_gradients if local.is_handed_on or local.operation not in found),
            *seen,
        ]

    def _unread(self, local_gradients: list[LocalGradient]) -> list[str]:
        """Operations of which no statement hands anything to an operand, and that are not made of such."""
        read = {local.operation for local in local_gradients if local.is_handed_on}
        present = [op for op in self._known.player.operations.present() if op in PRIMITIVES]
        return [
            op for op in present if op not in read and not (PRIMITIVES[op].composed and read & {"+", "*"})
        ]

    def of(self, operation: str) -> list[LocalGradient]:
        """The local gradients of one operation."""
        return [local for local in self.all if local.operation == operation]

    def _completed(self, local: LocalGradient, local_gradients: list[LocalGradient]) -> LocalGradient:
        if local.incoming or local.is_local:
            return local
        usual = Counter(each.incoming for each in local_gradients if each.incoming)
        names = self._names_in_scope(local.value)
        for source, _ in usual.most_common():
            if source and source.partition(".")[0] in names:
                return local._replace(incoming=source)
        return local

    def _names_in_scope(self, node: ast.AST) -> set[str]:
        functions = [inner for inner in self._known.tree.above(node) if isinstance(inner, FUNCTIONS)]
        stored = {
            node.id
            for function in functions
            for node in inside(function)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        return stored | {
            arg.arg for function in functions for arg in whole(function) if isinstance(arg, ast.arg)
        }

    def _of(self, function: ast.FunctionDef) -> Iterator[LocalGradient]:
        if function.name in _NO_RULES:
            return
        scopes: dict[ast.AST, _Scoped] = {}
        for node in inside(function):
            if not isinstance(node, _SAYING):
                continue
            operation = self._known.attribution.operation(node)
            region = self._region(node, function)
            key = region if operation else function
            if key not in scopes:
                scopes[key] = _Scoped(RuleScope(self._known, function, region, operation))
            yield from scopes[key].local_gradients(node)

    def _region(self, node: ast.AST, function: ast.FunctionDef) -> ast.AST:
        """The branch for one operation that a node is in; else the function."""
        for inner in self._known.tree.above(node):
            if inner is function:
                break
            if isinstance(inner, ast.If | ast.match_case) and self._known.attribution.names(inner, node):
                return inner
        return function


class _Scoped:
    """The local gradients in one scope, node by node."""

    def __init__(self, scope: RuleScope) -> None:
        self._scope = scope
        self._known = scope.known

    def local_gradients(self, node: ast.AST) -> Iterator[LocalGradient]:
        """Yield the local gradients in a node itself: a statement, an element, a pair."""
        if isinstance(node, ast.AugAssign | ast.Assign):
            yield from self._written(node)
        if self._scope.operation is None:
            yield from self._passed_on(node)
        elif isinstance(node, ast.Tuple | ast.List):
            yield from self._listed(node)
        elif isinstance(node, ast.Dict):
            yield from self._by_key(node)
        elif isinstance(node, ast.Call):
            yield from self._called(node)
        elif isinstance(node, ast.Lambda | ast.Return) and self._scope.arity == 1:
            yield from self._handed_back(node)

    def _written(self, node: ast.AugAssign | ast.Assign) -> Iterator[LocalGradient]:
        target = node.target if isinstance(node, ast.AugAssign) else node.targets[0]
        if isinstance(target, ast.Subscript) and self._scope.operation is None:
            yield from self._entered(node, target)
        if not isinstance(target, ast.Attribute) or target.attr != self._known.grad:
            return
        if isinstance(node, ast.Assign) and _is_seed(node.value):
            return
        value = _added(node.value, target) if isinstance(node, ast.Assign) else node.value
        local = self._local_gradient(value, node, self._scope.index(target.value), target=target.value)
        yield local._replace(is_subtracted=_subtracts(node, value))

    def _entered(self, node: ast.AugAssign | ast.Assign, target: ast.Subscript) -> Iterator[LocalGradient]:
        """`grads[p] += local`, `grads[p] = grads.get(p, 0) + local` in a loop that serves all operations."""
        if self._known.tree.nearest(node, (ast.For, ast.While)) is None:
            return
        value: ast.expr | None = node.value
        if isinstance(node, ast.Assign):
            value = None
            if isinstance(node.value, ast.BinOp) and text(target.value) in texts_in(node.value.left):
                value = node.value.right
        if value is not None:
            yield LocalGradient(value, node, None, None, incoming=self._scope.incoming(value))

    def _by_key(self, node: ast.Dict) -> Iterator[LocalGradient]:
        """`{self: local, other: local}`."""
        for key, value in zip(node.keys, node.values, strict=True):
            if key is not None and (index := self._scope.index(key)) is not None:
                yield self._local_gradient(value, value, index)

    def _listed(self, node: ast.Tuple | ast.List) -> Iterator[LocalGradient]:
        """`(operand, local)`, or the local gradients of all operands in their order."""
        if not isinstance(node.ctx, ast.Load) or not node.elts:
            return
        first = self._scope.index(node.elts[0])
        given = node.elts[-1]
        if len(node.elts) == _PAIR and first is not None and self._scope.index(given) is None:
            yield self._local_gradient(given.body if isinstance(given, ast.Lambda) else given, node, first)
        elif len(node.elts) <= self._scope.arity and self._are_local_gradients(node):
            # A reflected method has a plain number first, which receives nothing.
            left_out = self._scope.arity - len(node.elts) if self._scope.is_reflected else 0
            for index, each in enumerate(map(self._known.computed, node.elts), left_out):
                yield self._local_gradient(each, each, index)

    def _are_local_gradients(self, node: ast.Tuple | ast.List) -> bool:
        """Whether the elements are not the operands themselves, nor pairs, nor calls that hand on."""
        if not self._may_hold_local_gradients(node):
            return False
        if any(self._is_pair(element) or self._is_handed(element) for element in node.elts):
            return False
        are_numbers = self._scope.data == self._scope.operands
        return are_numbers or any(self._scope.index(element) is None for element in node.elts)

    def _is_pair(self, node: ast.AST) -> bool:
        """Whether an element is a pair: `(self, local)`, `Edge(self, slope=local)`."""
        if isinstance(node, ast.Call) and len(given := _arguments(node)) == _PAIR:
            return self._is_handing(node.func, *given)
        return isinstance(node, ast.Tuple | ast.List)

    def _is_handed(self, node: ast.AST) -> bool:
        """Whether an element is itself a call that hands something to an operand."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            return False
        return self._scope.index(node.func.value) is not None

    def _is_in_pair(self, node: ast.AST) -> bool:
        """Whether it is the second of `(operand, function)`."""
        parent, _ = self._known.tree.up[node]
        if not isinstance(parent, ast.Tuple | ast.List) or len(parent.elts) != _PAIR:
            return False
        return self._scope.index(parent.elts[0]) is not None

    def _may_hold_local_gradients(self, node: ast.AST) -> bool:
        parent, name = self._known.tree.up[node]
        if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name) and parent.func.id in _ASKING:
            return False
        if isinstance(parent, ast.Call | ast.keyword):
            return name in ("args", "value")
        if isinstance(parent, ast.Assign):
            is_kept = isinstance(parent.targets[0], ast.Attribute) or self._is_given(parent.targets[0])
            return name == "value" and is_kept
        return isinstance(parent, ast.Lambda | ast.Return) and self._known.function_of(node) is not None

    def _is_given(self, target: ast.expr) -> bool:
        """Whether it is a name that a call is given, and that nothing else reads."""
        function = self._known.function_of(target)
        if not isinstance(target, ast.Name) or function is None:
            return False
        alike = [node for node in inside(function) if isinstance(node, ast.Name) and node.id == target.id]
        parents = [self._known.tree.up[node][0] for node in alike if node is not target]
        return len(parents) == 1 and isinstance(parents[0], ast.Call | ast.keyword)

    def _called(self, node: ast.Call) -> Iterator[LocalGradient]:
        """`self.accumulate(local)`, `accumulate(self, local)`, `Edge(self, slope=local)`."""
        function, arguments = node.func, _arguments(node)
        if isinstance(function, ast.Name) and function.id in _ASKING:
            return
        if len(arguments) == 1 and isinstance(function, ast.Attribute) and self._stands_alone(node):
            if (index := self._scope.index(function.value)) is not None:
                yield self._local_gradient(arguments[0], node, index, target=function.value)
        elif len(arguments) == _PAIR and self._is_handing(function, *arguments):
            yield self._local_gradient(arguments[1], node, self._scope.index(arguments[0]))

    def _is_handing(self, function: ast.expr, receiver: ast.expr, given: ast.expr) -> bool:
        """Whether a call hands an operand its local gradient: it makes no node, and has no second operand."""
        is_maker = isinstance(function, ast.Name) and function.id == self._known.class_name
        is_local_gradient = not isinstance(given, ast.Tuple | ast.List) and self._scope.index(given) is None
        return is_local_gradient and not is_maker and self._scope.index(receiver) is not None

    def _stands_alone(self, node: ast.AST) -> bool:
        """Whether a call is made for what it does: as a statement, or as what a lambda is for."""
        parent, _ = self._known.tree.up[node]
        if isinstance(parent, ast.Tuple | ast.List):
            parent, _ = self._known.tree.up[parent]
        return isinstance(parent, ast.Expr | ast.Lambda)

    def _passed_on(self, node: ast.AST) -> Iterator[LocalGradient]:
        """`parent.backward(local * g)` in a pass that calls itself."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and len(node.args) == 1:
            names = [argument.arg for argument in self._scope.function.args.args]
            if node.func.attr == self._scope.function.name and len(names) == _PAIR:
                yield LocalGradient(node.args[0], node, None, None, incoming=names[-1])

    def _handed_back(self, node: ast.Lambda | ast.Return) -> Iterator[LocalGradient]:
        """`lambda g: local`, `return local` of an operation of one operand."""
        value = node.body if isinstance(node, ast.Lambda) else node.value
        if value is None or isinstance(value, ast.Tuple | ast.List) or self._scope.parameter(value) is None:
            return
        if self._is_handed(value) or self._is_in_pair(node):
            return
        is_inner = self._known.function_of(node) is not self._scope.function
        if isinstance(node, ast.Lambda) or is_inner or self._scope.hands_back:
            yield self._local_gradient(value, value, 0)

    def _local_gradient(
        self, value: ast.expr, at: ast.AST, index: int | None, target: ast.expr | None = None
    ) -> LocalGradient:
        scope = self._scope
        is_statement = isinstance(at, ast.stmt) or target is not None
        incoming = scope.incoming(value) if is_statement else scope.parameter(value)
        is_local = incoming is None and not is_statement
        data = self._data_at(value)
        return LocalGradient(
            value, at, scope.operation, index, scope.operands, data, incoming, is_local, target
        )

    def _data_at(self, value: ast.expr) -> tuple[str, ...]:
        """The operands' data; of a power with a plain exponent in one branch the plain one there."""
        data = self._scope.data
        if self._scope.operation != "**" or len(data) != _PAIR:
            return data
        name, statement = self._scope.operands[1], self._known.tree.statement(value)
        terms = [
            node
            for each in whole(statement)
            if isinstance(each, ast.BinOp)
            for node in (each.left, each.right)
        ]
        is_plain = name in map(text, terms) and data[1] not in texts_in(statement)
        return (data[0], name) if is_plain else data


def _arguments(call: ast.Call) -> list[ast.expr]:
    """The arguments of a call, by position and by name."""
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def _is_seed(value: ast.expr) -> bool:
    """Whether it is a number written out, or an array of ones: no local gradient."""
    if isinstance(value, ast.UnaryOp):
        return _is_seed(value.operand)
    if isinstance(value, ast.Call):
        return text(value.func).rpartition(".")[2].startswith(("ones", "zeros"))
    return isinstance(value, ast.Constant)


def _subtracts(node: ast.AugAssign | ast.Assign, value: ast.expr) -> bool:
    """Whether a statement takes its local gradient away from what is there."""
    if isinstance(node, ast.AugAssign):
        return isinstance(node.op, ast.Sub)
    return (
        value is not node.value and isinstance(node.value, ast.BinOp) and isinstance(node.value.op, ast.Sub)
    )


def _added(value: ast.expr, target: ast.expr) -> ast.expr:
    """Return the added part of `x.grad = x.grad + local`; of any other value all of it."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add | ast.Sub):
        gradient = text(target)
        if text(value.left) == gradient:
            return value.right
        if text(value.right) == gradient:
            return value.left
    return value
