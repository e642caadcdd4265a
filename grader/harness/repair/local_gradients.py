"""Finds where a submission says what an operand receives: in a closure, a tuple of derivatives, a branch."""

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from ..model.primitives import PRIMITIVES
from .local_gradient import COMPARING, LocalGradient
from .observed import observed
from .scope import RuleScope
from .syntax import FUNCTIONS, inside, names_bound, targets_of, text, texts_in, whole

if TYPE_CHECKING:
    from .known import SourceAnalysis


_PAIR = 2


_NO_RULES = ("__init__", "__repr__", "__str__", *COMPARING, "forward")
_SAYING = (ast.AugAssign, ast.Assign, ast.Tuple, ast.List, ast.Dict, ast.Call, ast.Lambda, ast.Return)
_BRANCHES = (ast.If, ast.Try, ast.ExceptHandler)
_ASKING = ("isinstance", "issubclass", "hasattr", "type", "getattr", "setattr")


class LocalGradients:
    """All local gradients of a submission."""

    def __init__(self, known: "SourceAnalysis") -> None:
        self._known = known

    @cached_property
    def all(self) -> list[LocalGradient]:
        """Return all in source order; a missing upstream gradient is taken from similar places."""
        local_gradients = [
            local for function in self._known.functions for local in self._in_function(function)
        ]
        local_gradients = [self._completed(local, local_gradients) for local in local_gradients]
        seen = list(observed(self._known, self._operations_unread(local_gradients)))
        found = {local.operation for local in seen}
        return [
            *(local for local in local_gradients if local.is_handed_on or local.operation not in found),
            *seen,
        ]

    def _operations_unread(self, local_gradients: list[LocalGradient]) -> list[str]:
        """Return operations whose operands no statement hands anything, and that are made of no others."""
        read = {local.operation for local in local_gradients if local.is_handed_on}
        present = [op for op in self._known.player.operations.present() if op in PRIMITIVES]
        return [
            op for op in present if op not in read and not (PRIMITIVES[op].composed and read & {"+", "*"})
        ]

    def of(self, operation: str) -> list[LocalGradient]:
        """Return the local gradients of one operation."""
        return [local for local in self.all if local.operation == operation]

    def _completed(self, local: LocalGradient, local_gradients: list[LocalGradient]) -> LocalGradient:
        """Return a local gradient with the upstream gradient that is usual and in scope, if it has none."""
        if local.upstream or local.is_derivative:
            return local
        usual = Counter(each.upstream for each in local_gradients if each.upstream)
        names = self._names_in_scope(local.value)
        for source, _ in usual.most_common():
            if source and source.partition(".")[0] in names:
                return local._replace(upstream=source)
        return local

    def _names_in_scope(self, node: ast.AST) -> frozenset[str]:
        """Return the names that the functions around a node bind."""
        functions = [inner for inner in self._known.tree.above(node) if isinstance(inner, FUNCTIONS)]
        return frozenset().union(*map(names_bound, functions))

    def _in_function(self, function: ast.FunctionDef) -> Iterator[LocalGradient]:
        """Yield the local gradients in a function."""
        if function.name in _NO_RULES:
            return
        scopes: dict[ast.AST, _ScopeReader] = {}
        for node in inside(function):
            if not isinstance(node, _SAYING):
                continue
            operation = self._known.attribution.operation(node)
            region = self._branch_of(node, function)
            key = region if operation else function
            if key not in scopes:
                scopes[key] = _ScopeReader(RuleScope(self._known, function, region, operation))
            yield from scopes[key].local_gradients(node)

    def _branch_of(self, node: ast.AST, function: ast.FunctionDef) -> ast.AST:
        """Return the branch for one operation that a node is in; else the function."""
        for inner in self._known.tree.above(node):
            if inner is function:
                break
            if isinstance(inner, ast.If | ast.match_case) and self._known.attribution.names(inner, node):
                return inner
        return function


class _ScopeReader:
    """The local gradients in one scope, node by node."""

    def __init__(self, scope: RuleScope) -> None:
        self._scope = scope
        self._known = scope.known

    def local_gradients(self, node: ast.AST) -> Iterator[LocalGradient]:
        """Yield the local gradients in a node itself: a statement, an element, a pair."""
        if isinstance(node, ast.AugAssign | ast.Assign):
            yield from self._of_assignment(node)
        if self._scope.operation is None:
            yield from self._of_recursion(node)
        elif isinstance(node, ast.Tuple | ast.List):
            yield from self._of_sequence(node)
        elif isinstance(node, ast.Dict):
            yield from self._of_dict(node)
        elif isinstance(node, ast.Call):
            yield from self._of_call(node)
        elif isinstance(node, ast.Lambda | ast.Return) and self._scope.arity == 1:
            yield from self._of_return(node)

    def _of_assignment(self, node: ast.AugAssign | ast.Assign) -> Iterator[LocalGradient]:
        """Yield the local gradient that is added to what is in a place, or stored there."""
        target = targets_of(node)[0]
        if isinstance(target, ast.Subscript):
            in_loop = self._scope.operation is None
            yield from self._of_table(node, target) if in_loop else self._of_entry(node, target.slice)
        elif isinstance(target, ast.Attribute) and target.attr == self._known.grad:
            yield from self._of_gradient(node, target)

    def _of_gradient(
        self, node: ast.AugAssign | ast.Assign, target: ast.Attribute
    ) -> Iterator[LocalGradient]:
        """Yield the local gradient in `x.grad += local`, `x.grad = x.grad + local`, `x.grad = local`."""
        is_stored = isinstance(node, ast.Assign)
        index = self._scope.operand_index(target.value)
        if is_stored and _is_number(node.value) and (index is None or _is_zero(node.value)):
            return
        value = _added_part(node.value, target) if is_stored else node.value
        local = self._local_gradient(value, node, index, target=target.value)
        yield local._replace(is_subtracted=_subtracts(node, value))

    def _of_table(self, node: ast.AugAssign | ast.Assign, target: ast.Subscript) -> Iterator[LocalGradient]:
        """Yield the local gradient in `grads[p] += local`, `grads[p] = grads.get(p, 0) + local` in a loop."""
        if self._known.tree.nearest(node, (ast.For, ast.While)) is None:
            return
        value: ast.expr | None = node.value
        if isinstance(node, ast.Assign):
            value = None
            if isinstance(node.value, ast.BinOp) and text(target.value) in texts_in(node.value.left):
                value = node.value.right
        if value is not None:
            yield LocalGradient(value, node, None, None, upstream=self._scope.upstream(value))

    def _of_entry(self, node: ast.AugAssign | ast.Assign, key: ast.expr) -> Iterator[LocalGradient]:
        """Yield the local gradient in `out.slopes[other] = local`."""
        index, value = self._scope.operand_index(key), node.value
        is_whole = isinstance(node, ast.Assign) and self._scope.upstream(value) not in texts_in(value)
        if is_whole and index is not None:
            yield self._local_gradient(value, value, index)

    def _of_dict(self, node: ast.Dict) -> Iterator[LocalGradient]:
        """Yield the local gradients in `{self: local, other: local}`."""
        for key, value in zip(node.keys, node.values, strict=True):
            if key is not None and (index := self._scope.operand_index(key)) is not None:
                yield self._local_gradient(value, value, index)

    def _of_sequence(self, node: ast.Tuple | ast.List) -> Iterator[LocalGradient]:
        """Yield the local gradient in `(operand, local)`, or of all operands in their order."""
        if not isinstance(node.ctx, ast.Load) or not node.elts:
            return
        if (pair := self._pair(node)) is not None:
            receiver, given = pair
            yield self._local_gradient(given.body if isinstance(given, ast.Lambda) else given, node, receiver)
        elif (index := self._index_of_keeper(node)) is not None:
            local = min(node.elts, key=lambda each: isinstance(each, ast.Name))
            yield self._local_gradient(local, local, index)
        elif len(node.elts) <= self._scope.arity and self._are_local_gradients(node):
            # A reflected method has a plain number first, which receives nothing.
            left_out = self._scope.arity - len(node.elts) if self._scope.is_reflected else 0
            for index, each in enumerate(map(self._known.value_of_local, node.elts), left_out):
                yield self._local_gradient(each, each, index)

    def _pair(self, node: ast.Tuple | ast.List) -> tuple[int, ast.expr] | None:
        """Return the operand's index and what it is given in `(operand, local)` or `(local, operand)`."""
        match [*map(self._scope.operand_index, node.elts)]:
            case [int(index), None]:
                return index, node.elts[1]
            case [None, int(index)] if not self._holds_numbers and not _is_text(node.elts[0]):
                return index, node.elts[0]
        return None

    @property
    def _holds_numbers(self) -> bool:
        """Whether the operands are numbers here: then one of them may be a local derivative."""
        return self._scope.data == self._scope.operands

    def _index_of_keeper(self, node: ast.Tuple | ast.List) -> int | None:
        """Return the index of the operand that keeps it: `operand.uses.append((local, result))`."""
        parent, _ = self._known.tree.up[node]
        if not isinstance(parent, ast.Call) or not isinstance(parent.func, ast.Attribute):
            return None
        kept_in = parent.func.value
        return self._scope.operand_index(kept_in.value) if isinstance(kept_in, ast.Attribute) else None

    def _are_local_gradients(self, node: ast.Tuple | ast.List) -> bool:
        """Whether the elements are not the operands themselves, nor pairs, nor calls that hand on."""
        if not self._may_hold_local_gradients(node):
            return False
        if any(self._is_pair(element) or self._is_call_on_operand(element) for element in node.elts):
            return False
        return self._holds_numbers or any(self._scope.operand_index(element) is None for element in node.elts)

    def _is_pair(self, node: ast.AST) -> bool:
        """Whether an element is a pair: `(self, local)`, `Edge(self, slope=local)`."""
        if isinstance(node, ast.Call) and len(given := _arguments(node)) == _PAIR:
            return self._is_handing(node.func, *given)
        return isinstance(node, ast.Tuple | ast.List)

    def _is_call_on_operand(self, node: ast.AST) -> bool:
        """Whether an element is itself a call that hands something to an operand."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            return False
        return self._scope.operand_index(node.func.value) is not None

    def _is_in_pair(self, node: ast.AST) -> bool:
        """Whether an expression is the second of `(operand, function)`."""
        parent, _ = self._known.tree.up[node]
        if not isinstance(parent, ast.Tuple | ast.List) or len(parent.elts) != _PAIR:
            return False
        return self._scope.operand_index(parent.elts[0]) is not None

    def _may_hold_local_gradients(self, node: ast.AST) -> bool:
        """Whether a tuple or list stands where a rule could return or keep it."""
        parent, name = self._known.tree.up[node]
        if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name) and parent.func.id in _ASKING:
            return False
        if isinstance(parent, ast.Call | ast.keyword):
            return name in ("args", "value")
        if isinstance(parent, ast.Assign):
            is_kept = isinstance(parent.targets[0], ast.Attribute) or self._is_only_an_argument(
                parent.targets[0]
            )
            return name == "value" and is_kept
        return isinstance(parent, ast.Lambda | ast.Return) and self._known.function_of(node) is not None

    def _is_only_an_argument(self, target: ast.expr) -> bool:
        """Whether a target is a name that is read once, as an argument of a call."""
        function = self._known.function_of(target)
        if not isinstance(target, ast.Name) or function is None:
            return False
        uses = [node for node in inside(function) if isinstance(node, ast.Name) and node.id == target.id]
        parents = [self._known.tree.up[node][0] for node in uses if node is not target]
        return len(parents) == 1 and isinstance(parents[0], ast.Call | ast.keyword)

    def _of_call(self, node: ast.Call) -> Iterator[LocalGradient]:
        """Yield the local gradient in `self.add(local)`, `add(self, local)`, `Edge(self, slope=local)`."""
        function, arguments = node.func, _arguments(node)
        if isinstance(function, ast.Name) and function.id in _ASKING:
            return
        if len(arguments) == 1 and isinstance(function, ast.Attribute) and self._stands_alone(node):
            if (index := self._scope.operand_index(function.value)) is not None:
                yield self._local_gradient(arguments[0], node, index, target=function.value)
        elif len(arguments) == _PAIR and self._is_handing(function, *arguments):
            yield self._local_gradient(arguments[1], node, self._scope.operand_index(arguments[0]))

    def _is_handing(self, function: ast.expr, receiver: ast.expr, given: ast.expr) -> bool:
        """Whether a call hands an operand its local gradient: it makes no node, and has no second operand."""
        is_maker = isinstance(function, ast.Name) and function.id == self._known.class_name
        is_local_gradient = (
            not isinstance(given, ast.Tuple | ast.List) and self._scope.operand_index(given) is None
        )
        return is_local_gradient and not is_maker and self._scope.operand_index(receiver) is not None

    def _stands_alone(self, node: ast.AST) -> bool:
        """Whether a call is made for what it does: as a statement, or as what a lambda is for."""
        parent, _ = self._known.tree.up[node]
        if isinstance(parent, ast.Tuple | ast.List):
            parent, _ = self._known.tree.up[parent]
        return isinstance(parent, ast.Expr | ast.Lambda)

    def _of_recursion(self, node: ast.AST) -> Iterator[LocalGradient]:
        """Yield the local gradient in `parent.backward(local * g)` in a pass that calls itself."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and len(node.args) == 1:
            names = [argument.arg for argument in self._scope.function.args.args]
            if node.func.attr == self._scope.function.name and len(names) == _PAIR:
                yield LocalGradient(node.args[0], node, None, None, upstream=names[-1])

    def _of_return(self, node: ast.Lambda | ast.Return) -> Iterator[LocalGradient]:
        """Yield the local gradient in `lambda g: local`, `return local` of an operation of one operand."""
        value = node.body if isinstance(node, ast.Lambda) else node.value
        if value is None or isinstance(value, ast.Tuple | ast.List) or self._scope.parameter(value) is None:
            return
        if self._is_call_on_operand(value) or self._is_in_pair(node):
            return
        is_inner = self._known.function_of(node) is not self._scope.function
        if isinstance(node, ast.Lambda) or is_inner or self._scope.hands_back:
            yield self._local_gradient(value, value, 0)

    def _local_gradient(
        self, value: ast.expr, at: ast.AST, index: int | None, target: ast.expr | None = None
    ) -> LocalGradient:
        """Return the local gradient of the operand with that index."""
        scope = self._scope
        is_statement = isinstance(at, ast.stmt) or target is not None
        upstream = scope.upstream(value) if is_statement else scope.parameter(value)
        is_derivative = upstream is None and not is_statement
        data = self._data_at(value)
        return LocalGradient(
            value, at, scope.operation, index, scope.operands, data, upstream, is_derivative, target
        )

    def _data_at(self, value: ast.expr) -> tuple[str, ...]:
        """Return the data of the operands as the place writes it: the second may be a plain number there."""
        data = self._scope.data
        if len(data) != _PAIR:
            return data
        number = self._scope.operands[1]
        for block in self._blocks_around(value):
            if any(data[1] in texts_in(each) for each in block):
                return data
            if any(number == text(term) for each in block for term in _terms_in(each)):
                return data[0], number
        return data

    def _blocks_around(self, value: ast.expr) -> Iterator[list[ast.stmt]]:
        """Yield the statement that an expression is in, and the blocks of branches around it."""
        tree, above = self._known.tree, self._known.tree.statement(value)
        yield [above]
        while above is not self._scope.function:
            if isinstance(tree.up[above][0], _BRANCHES):
                yield tree.block(above)[0]
            above = tree.statement(tree.up[above][0])


def _arguments(call: ast.Call) -> list[ast.expr]:
    """Return the arguments of a call, by position and by name."""
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def _terms_in(part: ast.AST) -> Iterator[ast.expr]:
    """Yield both sides of each calculation in a part of the source."""
    for node in whole(part):
        if isinstance(node, ast.BinOp):
            yield from (node.left, node.right)


def _is_text(value: ast.expr) -> bool:
    """Whether a value is a text, or nothing: `("neg", self)`, `(None, self)`."""
    return isinstance(value, ast.Constant) and not isinstance(value.value, int | float)


def _is_number(value: ast.expr) -> bool:
    """Whether a value is a number written out, or an array of ones: on no operand, it is a seed."""
    if isinstance(value, ast.UnaryOp):
        return _is_number(value.operand)
    if isinstance(value, ast.Call):
        return text(value.func).rpartition(".")[2].startswith(("ones", "zeros"))
    return isinstance(value, ast.Constant)


def _is_zero(value: ast.expr) -> bool:
    """Whether a value is the number 0 or None, or an array of zeros: a reset."""
    if isinstance(value, ast.Call):
        return text(value.func).rpartition(".")[2].startswith("zeros")
    return isinstance(value, ast.Constant) and not value.value


def _subtracts(node: ast.AugAssign | ast.Assign, value: ast.expr) -> bool:
    """Whether a statement takes its local gradient away from what is there."""
    if isinstance(node, ast.AugAssign):
        return isinstance(node.op, ast.Sub)
    return (
        value is not node.value and isinstance(node.value, ast.BinOp) and isinstance(node.value.op, ast.Sub)
    )


def _added_part(value: ast.expr, target: ast.expr) -> ast.expr:
    """Return the added part of `x.grad = x.grad + local`; of any other value all of it."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add | ast.Sub):
        gradient = text(target)
        if text(value.left) == gradient:
            return value.right
        if text(value.right) == gradient:
            return value.left
    return value
