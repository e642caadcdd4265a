"""Tells what goes by which name in one function or branch: operands, result, upstream gradient."""

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, TypeGuard

from ..model.primitives import BINARY
from .operands import names_in_use, parameters
from .syntax import FUNCTIONS, assigned, children, inside, names_of, text, texts_in, whole

if TYPE_CHECKING:
    from .known import SourceAnalysis

_NOT_GIVEN = ("self", "ctx", "cls")
_PLACES = (("[0]", "[1]"), ("left", "right"), ("lhs", "rhs"))
"""How two operands are told apart by name."""


class RuleScope:
    """The names for operands, result and upstream gradient in one function or branch."""

    def __init__(
        self, known: "SourceAnalysis", function: ast.FunctionDef, region: ast.AST, operation: str | None
    ) -> None:
        self.known = known
        self.function = function
        self.region = region
        self.operation = operation
        self.arity = 2 if operation in BINARY and not self._has_one_operand else 1

    @property
    def _has_one_operand(self) -> bool:
        """Whether it is a helper for one operand, as `reciprocal(self)` is for division."""
        arguments = self.function.args.args
        is_method = self.known.is_method(self.function)
        return self.operation == "/" and is_method and len(arguments) == 1 and self.region is self.function

    @cached_property
    def is_reflected(self) -> bool:
        """Whether the first operand is a plain number, which receives nothing."""
        about = self.known.attribution.about(self.function)
        return about is not None and about.reflected

    @cached_property
    def operands(self) -> tuple[str, ...]:
        """The operands in their order, as source text; empty where they are not known."""
        if self.operation is None:
            return ()
        by_name = self._by_unpacking() or self._by_recursion() or self._by_forward
        names = by_name or self._by_parameters() or self._by_use() or self._with_kept_exponent()
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
        """Whether the function reads its data or gradient."""
        attributes = (self.known.data, self.known.grad)
        return any(f"{operand}.{name}" in self._texts for name in attributes)

    @cached_property
    def _texts(self) -> frozenset[str]:
        """The text of every name and attribute in the function."""
        return texts_in(self.function)

    def _by_unpacking(self) -> tuple[str, ...]:
        """Return the operands in `a, b = self.parents`, `a, b = self, lift(other)`, `(x,) = ctx.saved`."""
        found: tuple[str, ...] = ()
        for node in self._assignments():
            target = node.targets[0]
            if isinstance(target, ast.Tuple | ast.List) and len(target.elts) == self.arity:
                if _is_computed(node.value):  # `da, db = g * b.data, g * a.data` are no operands
                    continue
                names = tuple(text(element) for element in target.elts)
                kept = self.hands_back and isinstance(node.value, ast.Attribute)
                if kept or any(self._is_used(name) for name in names):
                    found = names
        return found

    def _by_recursion(self) -> tuple[str, ...]:
        """Return the operands in `self.a.backward(...)`, in a branch or a `backward` of one operation."""
        if not self.hands_back and self.region is self.function:
            return ()
        calls = [node.func for node in inside(self.region) if isinstance(node, ast.Call)]
        called = [
            call for call in calls if isinstance(call, ast.Attribute) and call.attr == self.function.name
        ]
        return tuple(dict.fromkeys(text(each.value) for each in called))

    @cached_property
    def _by_forward(self) -> tuple[str, ...]:
        """The parameters of a method that gets the same numbers as the `forward` of its class."""
        owner = self.known.tree.up[self.function][0]
        if not self.hands_back or not isinstance(owner, ast.ClassDef):
            return ()
        own = _parameters_beside_self(self.function)
        forward = (
            each for each in owner.body if isinstance(each, ast.FunctionDef) and each.name == "forward"
        )
        return own if any(_parameters_beside_self(each) == own for each in forward) else ()

    def _assignments(self) -> Iterator[ast.Assign]:
        """Yield the assignments of the branch, or those above it in its function."""
        branch = set(inside(self.region))
        for node in inside(self.function):
            if isinstance(node, ast.Assign) and (
                node in branch or self.known.attribution.about(node) is None
            ):
                yield node

    def _is_used(self, name: str) -> bool:
        """Whether the branch reads it."""
        return self._is_node(name) or any(
            isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)
            for node in inside(self.region)
        )

    def _by_parameters(self) -> tuple[str, ...]:
        """Return the parameters, under the names that the function uses."""
        if self.region is not self.function or self.hands_back:
            return ()
        names = parameters(self.function, self.known, self.arity, reflected=self.is_reflected)
        if len(names) < self.arity or self._is_of_own_node:
            return ()
        if not (self._is_node(names[0]) or self.known.is_method(self.function)):
            return ()
        used = names_in_use(names, self._assignments())
        return tuple(
            now if self._is_used_as_node(name, now) else name for name, now in zip(names, used, strict=True)
        )

    def _is_used_as_node(self, name: str, now: str) -> bool:
        """Whether the rule uses another name: `rhs`, but not `y` after `y = number(other)`."""
        return not self._is_node(name) and self._is_node(now) and now not in self._created_names

    @property
    def _is_of_own_node(self) -> bool:
        """Whether its one parameter is the result, not an operand, as in `_backward_mul(self)`."""
        names = [argument.arg for argument in [*self.function.args.posonlyargs, *self.function.args.args]]
        stored = self._nodes_written()
        return len(names) == 1 and bool(stored) and names[0] not in stored

    def _nodes_written(self) -> set[str]:
        """Return the nodes whose gradient is set in the branch."""
        return {
            text(node.value) for node in inside(self.region) if _is_stored_gradient(node, self.known.grad)
        }

    def _by_use(self) -> tuple[str, ...]:
        """Return the names that receive gradients or whose data is read, in the order of the source."""
        candidates: dict[str, None] = {}
        for node in inside(self.region):
            if not isinstance(node, ast.Attribute):
                continue
            is_store = _is_stored_gradient(node, self.known.grad)
            if is_store or (node.attr == self.known.data and isinstance(node.ctx, ast.Load)):
                candidates[text(node.value)] = None
        names = [name for name in candidates if name not in self._results]
        if len(names) == 1 < self.arity:
            names = _both_operands(names[0])
        named = sorted(names, key=lambda name: ("right" in name or "[1]" in name, "left" not in name))
        return tuple(named) if len(names) >= self.arity else tuple(self._plain_numbers())

    def _with_kept_exponent(self) -> tuple[str, ...]:
        """Return the one node that receives of a power, and the one other thing that its powers are made of.

        The exponent is kept at the result: `self.exponent`, or a name for it.
        """
        bases = self._nodes_written() - self._results
        if self.operation != "**" or len(bases) != 1:
            return ()
        base = bases.pop()
        powers = [node for node in inside(self.region) if _is_power(node) and base in texts_in(node)]
        exponents = {name for power in powers for name in _largest_names(power)} - {
            f"{base}.{self.known.data}"
        }
        return (base, exponents.pop()) if len(exponents) == 1 else ()

    def _plain_numbers(self) -> Iterator[str]:
        """Yield the attributes that a method reads of its own object, where it sees numbers only."""
        if not self.hands_back or self.arity != 1:
            return
        for node in inside(self.function):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                yield text(node)

    @cached_property
    def hands_back(self) -> bool:
        """Whether the function is the backward method of an operation's class."""
        owner = self.known.tree.up[self.function][0]
        return isinstance(owner, ast.ClassDef) and not self.known.is_method(self.function)

    @cached_property
    def _results(self) -> set[str]:
        """Names of the node whose rule it is: those whose gradient is read and never set."""
        grad = self.known.grad
        gradients = [
            node for node in inside(self.function) if isinstance(node, ast.Attribute) and node.attr == grad
        ]
        stored = {text(gradient.value) for gradient in gradients if isinstance(gradient.ctx, ast.Store)}
        read = {text(gradient.value) for gradient in gradients if isinstance(gradient.ctx, ast.Load)}
        return (read - stored) | self._created_names

    @cached_property
    def _created_names(self) -> set[str]:
        """Names that are returned, such as `out`."""
        returned = {
            node.value.id
            for node in inside(self.function)
            if isinstance(node, ast.Return) and isinstance(node.value, ast.Name)
        }
        arguments = {node.arg for node in whole(self.function) if isinstance(node, ast.arg)}
        return returned - arguments - {"NotImplemented"}

    def upstream(self, node: ast.AST) -> str | None:
        """Return the name of the upstream gradient at a place."""
        if name := self.parameter(node) or self._kept_gradient():
            return name
        if self.operation is None:
            return self._read_in_loop(node)
        if name := self._read_most():
            return name
        return next((f"{name}.{self.known.grad}" for name in sorted(self._created_names)), None)

    def parameter(self, node: ast.AST) -> str | None:
        """The gradient that the inner function, or the backward method, is given; or that of its node."""
        function = self.known.function_of(node)
        name = self._last_parameter(function)
        if function is None or name is None:
            return None
        gradient = f"{name}.{self.known.grad}"
        return gradient if gradient in self.known.texts and _is_a_node(name, function) else name

    def _last_parameter(self, function: ast.AST | None) -> str | None:
        """Return the last parameter without a default, where it may be the upstream gradient."""
        is_own = function is self.function
        if function is None or (is_own and (not self.hands_back or self._by_forward)):
            return None
        assert isinstance(function, FUNCTIONS)
        arguments = function.args
        defaults = 0 if function is self.function else len(arguments.defaults)
        required = arguments.args[: len(arguments.args) - defaults]
        names = [each.arg for each in required if each.arg not in _NOT_GIVEN]
        return names[-1] if names else None

    def _kept_gradient(self) -> str | None:
        """Return the name that a gradient is given first: `g` after `g = out.grad`."""
        for node in inside(self.function):
            for target, value in assigned(node):
                is_kept = self.known.is_gradient(value) and not self._is_of_operand(value)
                # A rule that is a generator is sent the upstream gradient: `g = yield`.
                if (is_kept or isinstance(value, ast.Yield)) and isinstance(target, ast.Name):
                    return target.id
        return None

    def _read_most(self) -> str | None:
        """Return the gradient that is read most often, of those that no operand has: a loop's node first."""
        usual = Counter(
            text(node)
            for node in inside(self.region)
            if isinstance(node, ast.Attribute)
            and node.attr == self.known.grad
            and isinstance(node.ctx, ast.Load)
            and not self._is_of_operand(node)
        )
        walked = map(_variable_of_nodes, self.known.tree.above(self.region))
        own = {f"{name}.{self.known.grad}" for name in walked if name}
        return max(usual, key=lambda gradient: (usual[gradient], gradient in own), default=None)

    def _read_in_loop(self, node: ast.AST) -> str | None:
        """Return the gradient of the loop's own node, in a loop that serves all operations.

        Where a loop goes over a node's edges, that node is the variable of the loop around it.
        """
        for loop in self.known.tree.above(node):
            if name := _variable_of_nodes(loop):
                gradient = f"{name}.{self.known.grad}"
                stored = {text(node) for node in inside(loop) if _is_stored_gradient(node, self.known.grad)}
                if gradient not in stored and not self._is_edge(name, loop, stored):
                    return gradient
        return self._of_own_node(node)

    def _is_edge(self, name: str, loop: ast.AST, stored: set[str]) -> bool:
        """Whether what receives is reached through the variable, which is reached through another loop's."""
        if not isinstance(loop, ast.For) or not any(each.startswith(f"{name}.") for each in stored):
            return False
        walked = {_variable_of_nodes(each) for each in self.known.tree.above(loop)}
        return bool(names_of(loop.iter) & walked)

    def _of_own_node(self, node: ast.AST) -> str | None:
        """Return the gradient of the method's own node, where the method sends it on in a loop."""
        if not self.known.is_method(self.function) or self.known.tree.nearest(node, ast.For) is None:
            return None
        own = self.function.args.args[0].arg if self.function.args.args else None
        return f"{own}.{self.known.grad}" if own and own not in self._nodes_written() else None

    def _is_of_operand(self, gradient: ast.AST) -> bool:
        """Whether a gradient is an operand's."""
        return isinstance(gradient, ast.Attribute) and text(gradient.value) in self.operands

    def operand_index(self, node: ast.AST) -> int | None:
        """Return the number of the operand that an expression is, if any."""
        name = text(node)
        return self.operands.index(name) if name in self.operands else None


def _is_a_node(name: str, function: ast.AST) -> bool:
    """Whether a function reads only attributes of what it is given under a name."""
    read = [node.value for node in inside(function) if isinstance(node, ast.Attribute)]
    return not any(
        isinstance(node, ast.Name) and node.id == name and node not in read for node in inside(function)
    )


def _parameters_beside_self(function: ast.FunctionDef) -> tuple[str, ...]:
    """Return the names of what a method is given beside its object."""
    return tuple(each.arg for each in function.args.args if each.arg not in _NOT_GIVEN)


def _is_power(node: ast.AST) -> TypeGuard[ast.BinOp]:
    """Whether an expression is a power."""
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow)


def _largest_names(node: ast.AST) -> Iterator[str]:
    """Yield the names and attributes in an expression, without those that an attribute is of."""
    if isinstance(node, ast.Name | ast.Attribute):
        yield text(node)
        return
    for inner in children(node):
        yield from _largest_names(inner)


def _variable_of_nodes(loop: ast.AST) -> str | None:
    """Return the variable that holds one node after another: of a `for`, or set first in a `while`."""
    if isinstance(loop, ast.For):
        return loop.target.id if isinstance(loop.target, ast.Name) else None
    if not isinstance(loop, ast.While) or not isinstance(first := loop.body[0], ast.Assign):
        return None
    return first.targets[0].id if isinstance(first.targets[0], ast.Name) else None


def _both_operands(name: str) -> list[str]:
    """Return both operands, of which a rule speaks of one: `self.operands[0]`, `self.left`."""
    for first, second in _PLACES:
        if first in name or second in name:
            return [name.replace(second, first), name.replace(first, second)]
    return [name]


def _is_stored_gradient(node: ast.AST, grad: str) -> TypeGuard[ast.Attribute]:
    """Whether a node of the source is `x.grad` where that is set."""
    return isinstance(node, ast.Attribute) and node.attr == grad and isinstance(node.ctx, ast.Store)


def _is_computed(value: ast.expr) -> bool:
    """Whether its elements are computed from numbers."""
    return isinstance(value, ast.Tuple) and any(isinstance(each, ast.BinOp) for each in value.elts)
