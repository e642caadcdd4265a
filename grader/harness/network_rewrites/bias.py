"""The bias takes part in the weighted sum, and once; where there is none, it is made, added and returned."""

import ast
from collections import Counter
from collections.abc import Iterator
from functools import partial

from ..repair.edit import HERE, Change, after, replaced, with_field, wrapped
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import (
    Definition,
    expression,
    found,
    inside,
    is_call,
    names_of,
    number_in,
    statements,
    text,
)
from ._units import UnitSource, own_name, returns, units

_OWN = "bias"


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to let the sum start at what is kept and not read; to add an input of 1; to make a bias."""
    for unit in units(known):
        for method in unit.computing:
            biases = [*unit.unread_in(method), *_unread_names(method)]
            for bias in biases:
                yield from (RewriteOffer("bias", at, (change,)) for at, change in _added(method, bias))
            yield from _with_one(method)
            if _OWN not in unit.kept:
                yield from _added_bias(unit, method, known)


def _added(method: Definition, bias: str) -> Iterator[tuple[ast.AST, Change]]:
    """Yield the places where a weighted sum starts, each with the bias there."""
    for node in inside(method):
        if is_call(node, "sum", "fsum") and node.args:
            yield node, wrapped(node, partial(_started_at, bias=bias))
        elif isinstance(node, ast.Assign) and _starts_at_0(node):
            yield node, replaced(node.value, bias)
    for node in found(method, ast.Assign):
        if isinstance(node.targets[0], ast.Name) and isinstance(node.value, ast.Call | ast.BinOp):
            yield node, wrapped(node.value, f"({HERE}) + {bias}")  # as of what `np.dot` gives


def _starts_at_0(node: ast.Assign) -> bool:
    """Whether a statement gives a variable the number 0."""
    return isinstance(node.targets[0], ast.Name) and number_in(node.value) == 0


def _started_at(call: ast.Call, *, bias: str) -> ast.Call:
    """A sum that starts at the bias; one that starts elsewhere does so no more."""
    return ast.copy_location(ast.Call(call.func, [call.args[0], expression(bias, call)], []), call)


def _unread_names(method: Definition) -> Iterator[str]:
    """Yield the names that a loop assigns and does not read."""
    for node in inside(method):
        if isinstance(node, ast.For):
            read = names_of(*node.body)
            yield from (name for name in sorted(names_of(node.target)) if name not in read)


def _with_one(method: Definition) -> Iterator[RewriteOffer]:
    """Offer an input of 1 behind the others, for a bias that is the last of the weights."""
    given = {argument.arg for argument in method.args.args[1:]}
    # The input of 1 may be there with another number, or be missing in a copy of the inputs or in their loop.
    for node in inside(method):
        if isinstance(node, ast.List) and len(node.elts) == 1 and number_in(node.elts[0]) == 0:
            yield RewriteOffer("bias", node, (replaced(node.elts[0], "1.0"),))
        for inputs in _inputs_read(node, given):
            yield RewriteOffer("bias", inputs, (wrapped(inputs, f"[*({HERE}), 1.0]"),))


def _inputs_read(node: ast.AST, given: set[str]) -> list[ast.expr]:
    """Return the copy of the inputs that a call makes, or the inputs that a loop takes beside the weights."""
    if is_call(node, "list", "tuple") and len(node.args) == 1 and names_of(node.args[0]) & given:
        return [node]
    if is_call(node, "zip"):
        return [each for each in node.args if isinstance(each, ast.Name) and each.id in given]
    return []


def _added_bias(unit: UnitSource, method: Definition, known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to make a bias behind the weights, to return it with them, and to add it."""
    constructor = unit.constructor
    if constructor is None or not unit.kept:
        return
    made = statements(f"{own_name(constructor)}.{_OWN} = {known.class_name}(0.0)", constructor.body[-1])
    changes = [after(constructor.body[-1], *made)]
    for listing in unit.listing:
        joined = f"[*({HERE}), {own_name(listing)}.{_OWN}]"
        changes += [wrapped(each.value, joined) for each in returns(listing) if each.value]
    for at, change in _added(method, f"{own_name(method)}.{_OWN}"):
        yield RewriteOffer("bias", at, (*changes, change), detail="made")


def offers_once(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to leave out each thing that a method adds more than once."""
    for unit in units(known):
        for method in unit.computing:
            added = list(_additions(method))
            times = Counter(what for what, _, _ in added)
            yield from (
                RewriteOffer("bias-once", at, (change,)) for what, at, change in added if times[what] > 1
            )
            yield from (RewriteOffer("bias-once", at, (change,)) for at, change in _out_of_terms(method))


def _out_of_terms(method: Definition) -> Iterator[tuple[ast.AST, Change]]:
    """Yield each sum whose terms all have the bias, with the change that adds it once."""
    for node in inside(method):
        match node:
            case ast.Call(
                args=[ast.GeneratorExp(ast.BinOp(term, ast.Add(), ast.Attribute() as bias)) as terms]
            ):
                if is_call(node, "sum", "fsum"):
                    once = ast.unparse(ast.GeneratorExp(term, terms.generators))
                    yield node, replaced(node, f"{text(node.func)}({once}, {text(bias)})")


def _additions(method: Definition) -> Iterator[tuple[str, ast.AST, Change]]:
    """Yield what a method adds to something, the place, and the change that adds nothing there."""
    for node in inside(method):
        match node:
            case ast.BinOp(left, ast.Add(), ast.Attribute() as right):
                yield text(right), node, replaced(node, left)
            case ast.BinOp(ast.Attribute() as left, ast.Add(), right):
                yield text(left), node, replaced(node, right)
            case ast.AugAssign(op=ast.Add(), value=ast.Attribute() as right):
                yield text(right), node, replaced(node)
            case ast.Assign(value=ast.Attribute() as start):
                yield text(start), node, replaced(node.value, ast.Constant(0.0))
            case ast.Call(args=[_, ast.Attribute() as start]) if is_call(node, "sum", "fsum"):
                yield text(start), node, with_field(node, "args", node.args[:1])
