"""Local gradients that no form of source shows: told by the numbers that functions are given and give back.

A table of lambdas, an argument of a helper, a list that a method returns: while one operation runs, each is
given the operands' numbers, whatever it calls them, and gives back what the operands receive.
"""

import ast
import contextlib
import types
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..model.find_class import ValueClass
from ..model.primitives import PRIMITIVES
from ..running.bounded import bounded
from ..running.problem import in_submission
from .local_gradient import COMPARING, LocalGradient
from .syntax import texts_in
from .tree import Tree

if TYPE_CHECKING:
    from .known import SourceAnalysis

_FEW = 4
"""A length from which on nobody takes operands one by one; with fewer operations, one in two is not most."""
_HALF = 2
_UNLIKE = ({"+", "*"}, {"exp", "log"}, {"exp", "relu"}, {"tanh", "relu"})
"""Operations of which none is made of the other: what both run is a helper."""
_DEEP = 3
"""A name, an attribute of what it stands for, and an element of that."""
_SEED = 1.0
_BYTES = 2
"""The bytes of one instruction."""
_SEVERAL = (tuple, list)
_Names = dict[str, Any]
_Things = Sequence[tuple[str, Any]]
"""Things that can be reached in a place, each with its source text."""


class _Returned(NamedTuple):
    """A value that a function of the submission returned, and all that the function knew then."""

    code: types.CodeType
    offset: int
    names: _Names
    value: Any


class _Roles(NamedTuple):
    """The source text of an operation's parts where a function knows them."""

    operands: tuple[str, ...]
    data: tuple[str, ...]
    result: str
    upstream: str | None


class _ReturnedSource(NamedTuple):
    """A returned value as source text: an expression, and the names of operands and result in its place."""

    source: ast.expr
    is_listed: bool
    is_result: bool
    """Whether it is what the operation computes."""
    roles: _Roles


def observed(known: "SourceAnalysis", operations: Collection[str]) -> Iterator[LocalGradient]:
    """Yield the local gradients of these operations, as they ran."""
    if not operations:
        return
    ran = {op: list(_returned_in(known, op)) for op in known.player.operations.present() if op in PRIMITIVES}
    owners = _operations_by_expression(ran)
    results = {given.source for each in ran.values() for given in each if given.is_result}
    for op in operations:
        own = [given for given in ran.get(op, ()) if owners.get(given.source) == op]
        yield from _in_order(
            op, [given for given in own if given.source not in results], known.value_of_local
        )


def _operations_by_expression(ran: Mapping[str, Sequence[_ReturnedSource]]) -> dict[ast.expr, str]:
    """Return the operation that each expression is about.

    Other operations that run it are composed of that one. An expression that most operations run is nobody's.
    """
    users: dict[ast.expr, list[str]] = {}
    for op in sorted(ran, key=lambda op: len(ran[op])):
        for source in dict.fromkeys(given.source for given in ran[op]):
            users.setdefault(source, []).append(op)
    of_one = {source: ops for source, ops in users.items() if not any(two <= {*ops} for two in _UNLIKE)}
    return {source: ops[0] for source, ops in of_one.items() if len(ops) * _HALF <= max(len(ran), _FEW)}


def _in_order(
    op: str, ran: Sequence[_ReturnedSource], computed: Callable[[ast.expr], ast.expr]
) -> Iterator[LocalGradient]:
    """Yield local gradients; of functions that return one number each, the first is the first operand's."""
    once = {given.source: given for given in ran}.values()
    single = [given for given in once if not given.is_listed]
    for operand, given in enumerate(single[: PRIMITIVES[op].arity]):
        yield _local_gradient(op, operand, given.source, given.roles)
    for given in once:
        if given.is_listed and isinstance(given.source, ast.Tuple | ast.List):
            for operand, source in enumerate(map(computed, given.source.elts)):
                yield _local_gradient(op, operand, source, given.roles)


def _local_gradient(op: str, operand: int, source: ast.expr, roles: _Roles) -> LocalGradient:
    """Return the local gradient that an expression is, in the names of its place."""
    return LocalGradient(
        source,
        source,
        op,
        operand,
        roles.operands,
        roles.data,
        roles.upstream,
        is_derivative=roles.upstream is None,
        result=roles.result,
    )


def _returned_in(known: "SourceAnalysis", op: str) -> Iterator[_ReturnedSource]:
    """Yield as source text what functions returned in the operation and in its pass, in that order."""
    player, primitive = known.player, PRIMITIVES[op]
    numbers = primitive.tried_with[0]
    operands = [player.leaf(number, "") for number in numbers]
    if op == "**":  # few classes take a node there
        operands[1] = numbers[1]
    result, forward, seen, held = None, 0, list[_Returned](), dict[types.CodeType, _Names]()

    def returned(frame: types.FrameType, value: Any) -> None:
        held[frame.f_code] = names = dict(frame.f_locals)
        if frame.f_code.co_name not in COMPARING and _are_numbers(value, primitive.arity):
            seen.append(_Returned(frame.f_code, frame.f_lasti, names, value))

    with contextlib.suppress(Exception), bounded(player.value_class.places, returned=returned):
        result = player.operations.do(op, operands, [op])
        forward = len(seen)
        player.backward(result, seeds_itself=False)
    speaker = _NameFinder(known.value_class, operands, result)
    makes_result = next(
        (each for each in seen[:forward] if _are_equal_numbers(each.value, speaker.number)), None
    )
    for each in seen:
        source = _source_of(each, known.tree)
        if source is not None:
            function = known.tree.outermost(source) or known.function_of(source)
            texts = texts_in(function) if function is not None else frozenset[str]()
            is_listed, is_result = isinstance(each.value, _SEVERAL), each is makes_result
            visible = each._replace(names=each.names | _names_around(each.code, held, each.names))
            yield _ReturnedSource(source, is_listed, is_result, speaker.roles(visible, texts))


def _names_around(code: types.CodeType, held: Mapping[types.CodeType, _Names], names: _Names) -> _Names:
    """Return the names of enclosing functions that this one does not hide: its expressions may use them."""
    for outer, outer_names in held.items():
        if code in outer.co_consts:
            more = {name: thing for name, thing in outer_names.items() if name not in names}
            return more | _names_around(outer, held, names | more)
    return {}


def _are_numbers(value: Any, most: int) -> bool:
    """Whether a value could be local gradients."""
    values = value if isinstance(value, _SEVERAL) else (value,)
    return 0 < len(values) <= most and all(map(_is_one_number, values))


def _is_one_number(thing: Any) -> bool:
    """Whether a thing is a number of Python or numpy, such as what `x > 0` gives there."""
    return isinstance(thing, int | float) or (
        type(thing).__module__ == "numpy" and getattr(thing, "ndim", None) == 0
    )


def _are_equal_numbers(thing: Any, number: Any) -> bool:
    """Whether both are numbers, and equal."""
    return _is_one_number(thing) and _is_one_number(number) and bool(thing == number)


class _NameFinder:
    """The names that operands, result and upstream gradient have in a place."""

    def __init__(self, value_class: ValueClass, operands: Sequence[Any], result: Any) -> None:
        self._cls, self._data, self._grad = value_class.cls, value_class.data_name, value_class.grad_name
        self._operands, self._result = operands, result
        self.number = getattr(result, self._data, None)
        """The result's."""

    def roles(self, returned: _Returned, texts: Collection[str]) -> _Roles:
        """Return the roles that the names of a function have, or what they hold; `texts` is what it reads."""
        things = list(_reachable_from(returned.names))
        plain = [(text, thing) for text, thing in things if text.isidentifier()]
        numbers = [(text, thing) for text, thing in plain if _is_one_number(thing)]
        # Of `other` and `b = lift(other)` the second, with which its function computes.
        usual = [(text, thing) for text, thing in plain if f"{text}.{self._data}" in texts]
        things = [*numbers, *usual, *things]
        operands = [self._texts_for(operand, things) for operand in self._operands]
        is_known = all(data for _, data in operands)
        return _Roles(
            operands=tuple(text for text, _ in operands) if is_known else (),
            data=tuple(data for _, data in operands) if is_known else (),
            result=self._texts_for(self._result, things)[1],
            upstream=self._upstream(returned, things, texts),
        )

    def _texts_for(self, operand: Any, things: _Things) -> tuple[str, str]:
        """Return the texts of the place for an operand or the result, and for its number; empty if none."""
        is_node = isinstance(operand, self._cls)
        number = getattr(operand, self._data, None) if is_node else operand
        for text, thing in things:
            if is_node and thing is operand:
                return text, f"{text}.{self._data}"
            if _are_equal_numbers(thing, number):
                return text, text
        return "", ""

    def _upstream(self, returned: _Returned, things: _Things, texts: Collection[str]) -> str | None:
        """Return the text for the upstream gradient: a parameter, or the result's gradient.

        It is None where the function has no such parameter and does not read the result's gradient. A class
        that keeps gradients of inputs alone has none for the result: there the seed is upstream.
        """
        kept, code = getattr(self._result, self._grad, None), returned.code
        number = kept if _is_one_number(kept) and kept else _SEED
        for name in reversed(code.co_varnames[: code.co_argcount]):
            if _are_equal_numbers(returned.names.get(name), number):
                return name
        node = next((text for text, thing in things if thing is self._result), None)
        gradient = f"{node}.{self._grad}"
        return gradient if gradient in texts else None


def _reachable_from(names: _Names) -> Iterator[tuple[str, Any]]:
    """Yield each name with its object; then what these hold, and the elements of lists there."""
    level = [(name, thing) for name, thing in names.items() if name.isidentifier()]
    for _ in range(_DEEP):
        yield from level
        level = [inner for text, thing in level for inner in _parts_of(text, thing)]


def _parts_of(text: str, thing: Any) -> Iterator[tuple[str, Any]]:
    """Yield the elements or attributes of a thing, each with its text."""
    if isinstance(thing, _SEVERAL):
        yield from ((f"{text}[{index}]", each) for index, each in enumerate(thing[:_FEW]))
    elif in_submission(type(thing)):
        yield from ((f"{text}.{name}", each) for name, each in _attributes(thing))


def _attributes(thing: Any) -> Iterator[tuple[str, Any]]:
    """Yield an object's attributes in slots and in its `__dict__`; no code of the submission runs."""
    slots = getattr(type(thing), "__slots__", ())
    for name in (slots,) if isinstance(slots, str) else slots:
        with contextlib.suppress(AttributeError):
            yield name, object.__getattribute__(thing, name)
    with contextlib.suppress(AttributeError):
        yield from object.__getattribute__(thing, "__dict__").items()


def _source_of(returned: _Returned, tree: Tree) -> ast.expr | None:
    """Return the expression that was returned: of a `return`, or what a lambda is for."""
    code = returned.code
    places = list(code.co_positions())
    if code.co_name != "<lambda>":
        line, _, column, _ = places[returned.offset // _BYTES]
        return tree.returned_at(code.co_filename, (line, column))
    inside = [(line, column) for line, _, column, end in places if line and column is not None and end]
    return tree.lambda_with(code.co_filename, min(inside), max(inside)) if inside else None
