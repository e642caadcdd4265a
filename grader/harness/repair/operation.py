"""Finds the functions that do the operations: in what names they compute, and where they make the result."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple
from weakref import WeakKeyDictionary

from ..model.operation_words import is_reflected, operation_named
from ..model.primitives import PRIMITIVES
from .attribution import Attribution
from .edit import Change, RewriteOffer
from .known import SourceAnalysis
from .operands import names_in_use, parameters
from .syntax import inside, nodes_in, parameters_of, text

_RULES = re.compile(r"back|grad|deriv|vjp|rule|pull|step|local|partial|chain", re.IGNORECASE)
_OF_OPERATION_CLASSES = ("forward", "__call__", "__init__")
"""Methods of a class that stands for one operation that may compute its result."""

_KEPT: "WeakKeyDictionary[Attribution, list[OperationCode]]" = WeakKeyDictionary()
_OUTSIDE = (ast.FunctionDef, ast.Lambda, ast.ClassDef)


class NumberPlace(NamedTuple):
    """The place of the number among the arguments of a call that makes a node."""

    position: int
    keyword: str


@dataclass(frozen=True, eq=False)
class Making:
    """One call that makes a result."""

    call: ast.Call
    """The call with everything that is called on its result at once: `Value(...).source_digest(...)`."""
    maker: ast.Call
    """The call that gets the number."""
    statement: ast.stmt
    result: str | None
    """The variable that holds the result."""
    position: int = 0
    """The position of the number among the arguments."""
    keyword: str = "data"
    is_by_class: bool = True
    """Whether it is the class itself that is called, not a helper."""
    stored: ast.expr | None = None
    """The number, where it is stored in the result after the call: `out.data = ...`."""

    @property
    def data(self) -> ast.expr | None:
        """Return the expression that is given as the number."""
        if self.stored is not None:
            return self.stored
        named = [keyword.value for keyword in self.maker.keywords if keyword.arg == self.keyword]
        plain = self.maker.args[self.position : self.position + 1]
        return next(iter([*named, *plain]), None)


@dataclass(frozen=True, eq=False)
class OperationCode:
    """One function that does an operation."""

    known: SourceAnalysis
    function: ast.FunctionDef
    sign: str
    reflected: bool

    @property
    def arity(self) -> int:
        """How many operands the operation has."""
        return PRIMITIVES[self.sign].arity

    @cached_property
    def receivers(self) -> int:
        """How many of the operands are nodes: of a power with a plain exponent one."""
        return 1 if self.sign == "**" and not self.data[-1].endswith(f".{self.known.data}") else self.arity

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """Return every node of its syntax tree."""
        return inside(self.function)

    @cached_property
    def own(self) -> list[ast.AST]:
        """Return every node in it that is not in a function within it."""
        return nodes_in(self.function, without=_OUTSIDE)

    @cached_property
    def nested(self) -> list[ast.FunctionDef]:
        """The functions within it, such as the rule."""
        return [node for node in self.own if isinstance(node, ast.FunctionDef)]

    @cached_property
    def returns(self) -> list[ast.Return]:
        """Return its return statements, without those of functions inside it."""
        return [node for node in self.own if isinstance(node, ast.Return)]

    @cached_property
    def is_of_class(self) -> bool:
        """Whether it is a method of the graded class, or of a part of it."""
        return self.known.is_method(self.function)

    @cached_property
    def parameters(self) -> tuple[str, ...]:
        """Return the parameters that stand for operands, in the order of the operation."""
        return parameters(self.function, self.known, self.arity, reflected=self.reflected)

    @cached_property
    def operands(self) -> tuple[str, ...]:
        """The names of the operands where they are used: `rhs` after `rhs = lift(other)`."""
        return names_in_use(self.parameters, self.own)

    @cached_property
    def data(self) -> tuple[str, ...]:
        """The text of each operand's number."""
        used = {text(node) for node in self.nodes if self.known.is_data(node)}
        sources = [self._number_of(index, name, used) for index, name in enumerate(self.operands)]
        if len(sources) == 1 < self.arity and not self.is_of_class:
            sources += list(self._kept_numbers())[:1]
        return tuple(sources)

    def _kept_numbers(self) -> Iterator[str]:
        """Yield the numbers that an operation's object was given before: the exponent in `x ** self.n`."""
        for node in self.own:
            if (
                isinstance(node, ast.Attribute)
                and isinstance(node.ctx, ast.Load)
                and text(node.value) == "self"
            ):
                yield text(node)

    def _number_of(self, index: int, name: str, used: set[str]) -> str:
        """Return the text of an operand's number."""
        attribute = f"{name}.{self.known.data}"
        if attribute in used:
            return attribute
        plain = (self.sign == "**" and index == 1) or (not self.is_of_class and not used)
        return name if plain else attribute

    @cached_property
    def makings(self) -> list[Making]:
        """Return each call that makes a result from a number."""
        makings = (self._making_by(node) for node in self.own if isinstance(node, ast.Call))
        return [each for each in makings if each is not None]

    def _making_by(self, call: ast.Call) -> Making | None:
        """Return what a call makes, if it makes a result."""
        place = makers(self.known).get(_called(call.func, self.known))
        if place is None:
            return None
        statement = self.known.tree.statement(call)
        outer = self._with_chain(call)
        result = None
        match statement:
            case ast.Assign([ast.Name(name), *_], value) if value is outer:
                result = name
        is_by_class = _called(call.func, self.known) in _constructors(self.known)
        stored = self._number_stored(result) if is_by_class and result else None
        making = Making(outer, call, statement, result, *place, is_by_class, stored)
        data = making.data
        # In a method, a call on an operand makes a node of what may be a plain number, and no result.
        wraps = data is not None and text(data) in {*self.parameters, *self.operands}
        return None if data is None or (wraps and self.is_of_class) else making

    def _number_stored(self, result: str) -> ast.expr | None:
        """Return the number that is put into a result after it was made."""
        target = f"{result}.{self.known.data}"
        stored = (node for node in self.own if isinstance(node, ast.Assign))
        return next((node.value for node in stored if text(node.targets[0]) == target), None)

    def _with_chain(self, call: ast.Call) -> ast.Call:
        """Return the call with all that is called on its result at once."""
        up = self.known.tree.up
        while isinstance(attribute := up[call][0], ast.Attribute):
            outer = up[attribute][0]
            if not isinstance(outer, ast.Call) or outer.func is not attribute:
                break
            call = outer
        return call

    @cached_property
    def making(self) -> Making | None:
        """The last call that makes a result."""
        return self.makings[-1] if self.makings else None

    @cached_property
    def result(self) -> str | None:
        """The variable that holds the result."""
        return next((making.result for making in self.makings if making.result), None)

    def offer(
        self,
        rewrite: str,
        at: ast.AST,
        *changes: Change,
        operand: int | None = None,
        detail: str = "",
        group: str = "",
    ) -> RewriteOffer:
        """Return an offer that changes this function."""
        return RewriteOffer(rewrite, at, changes, self.sign, operand, detail, group=group)

    def stands_for_operand(self, node: ast.AST) -> bool:
        """Whether an expression is the name of an operand."""
        return text(node) in {*self.operands, *self.parameters}

    def is_of_operand(self, node: ast.AST) -> bool:
        """Whether an expression is an attribute of an operand."""
        return isinstance(node, ast.Attribute) and self.stands_for_operand(node.value)

    @property
    def is_composed(self) -> bool:
        """Whether it only combines other operations of the class."""
        return not self.makings and not self.nested and len(self.returns) == 1 and self.is_of_class


def operations(known: SourceAnalysis) -> list[OperationCode]:
    """Return every function that does an operation and takes its operands, in source order."""
    return [operation for operation in named_operations(known) if len(operation.data) == operation.arity]


def where_operand_is_written(known: SourceAnalysis) -> ast.stmt | None:
    """Return the first statement of an operation or a constructor that stores something on an operand."""
    in_operations = (
        node
        for operation in named_operations(known)
        for node in operation.own
        if isinstance(node, ast.Assign) and any(map(operation.is_of_operand, _targets(node)))
    )
    return next(in_operations, None) or next(_storing_itself(known), None)


def _storing_itself(known: SourceAnalysis) -> Iterator[ast.stmt]:
    """Yield the statements of constructors that store the new node on another one."""
    for function in known.functions:
        own = next(iter(parameters_of(function)), "") if function.name == "__init__" else ""
        for node in inside(function) if own else ():
            match node:
                case ast.Assign([ast.Attribute(ast.Name(name))], ast.Name(stored)) if name != own == stored:
                    yield node


def _targets(node: ast.Assign) -> Iterator[ast.expr]:
    """Yield what a statement assigns to, each part of a tuple for itself."""
    for target in node.targets:
        yield from target.elts if isinstance(target, ast.Tuple | ast.List) else (target,)


def named_operations(known: SourceAnalysis) -> list[OperationCode]:
    """Return every function with the name of an operation."""
    if known.attribution not in _KEPT:
        _KEPT[known.attribution] = list(_functions_of_operations(known))
    return _KEPT[known.attribution]


def _functions_of_operations(known: SourceAnalysis) -> Iterator[OperationCode]:
    """Yield every function with the name of an operation, or of the class for one."""
    for function in known.functions:
        name = function.name
        owner = known.tree.up[function][0]
        if isinstance(owner, ast.ClassDef) and operation_named(owner.name) is not None:
            if name not in _OF_OPERATION_CLASSES:
                continue
            name = owner.name
        sign = None if _RULES.search(name) else operation_named(name)
        if sign is not None:
            yield OperationCode(known, function, sign, is_reflected(name))


def _called(function: ast.expr, known: SourceAnalysis) -> str:
    """Return the called function as text; a method of the object itself, or of its class, by its name."""
    if isinstance(function, ast.Attribute) and text(function.value) in ("self", "cls", known.class_name):
        return function.attr
    return text(function)


_MAKERS: "WeakKeyDictionary[Attribution, dict[str, NumberPlace]]" = WeakKeyDictionary()


def makers(known: SourceAnalysis) -> dict[str, NumberPlace]:
    """Return the class and the functions that make a node of a number, with the place of the number."""
    if known.attribution not in _MAKERS:
        _MAKERS[known.attribution] = _all_makers(known)
    return _MAKERS[known.attribution]


def _all_makers(known: SourceAnalysis) -> dict[str, NumberPlace]:
    """Return the class and the functions that make a node of a number, read from the source."""
    place = _number_of_constructor(known)
    makers = dict.fromkeys(sorted(_constructors(known)), place)
    for function in known.functions:
        if (
            operation_named(function.name) is None
            and (helper := _place_in_helper(function, makers)) is not None
        ):
            makers[function.name] = helper
    return makers


def _constructors(known: SourceAnalysis) -> set[str]:
    """Return all that the source may call to make a node of the class."""
    return {known.class_name, "cls", "__class__", "type(self)", "self.__class__", "super().__init__"}


def _number_of_constructor(known: SourceAnalysis) -> NumberPlace:
    """Return the place of the number among the constructor's parameters."""
    method = known.method("__init__")
    names = [argument.arg for argument in method.args.args[1:]] if method else []
    if known.data in names:
        return NumberPlace(names.index(known.data), known.data)
    return NumberPlace(0, names[0] if names else "data")


def _place_in_helper(function: ast.FunctionDef, makers: dict[str, NumberPlace]) -> NumberPlace | None:
    """Return which parameter of a function is the number of the node that it makes; None if it makes none."""
    names = [argument.arg for argument in function.args.args if argument.arg not in ("self", "cls")]
    more = function.args.vararg is not None
    if len(names) + more < 2 or function.name.startswith("__"):  # noqa: PLR2004 - a number, and what it is made of
        return None
    for node in inside(function):
        if isinstance(node, ast.Call) and text(node.func) in makers and node.args:
            number = text(node.args[0])
            if number in names:
                return NumberPlace(names.index(number), number)
    return None
