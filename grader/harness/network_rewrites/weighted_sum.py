"""Weights are paired with inputs, and the bias takes part in the sum once; where none is, it is made."""

import ast
from collections import Counter
from collections.abc import Iterator
from functools import partial

from ..repair.edit import HERE, Change, RewriteOffer, after, replaced, with_field, wrapped
from ..repair.known import SourceAnalysis
from ..repair.syntax import (
    Definition,
    expression,
    found,
    inside,
    is_call,
    is_name,
    names_of,
    names_stored,
    number_in,
    statements,
    text,
)
from ._units import UnitSource, own_name, returns, units


def offers_of_pairs(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer all inputs where a method takes some, pairs other lists, or gives one to each neuron.

    And as many weights: where a constructor makes one of them, or gives a layer the inputs of another one.
    """
    for unit in units(known):
        if unit.constructor is not None and len(unit.constructor.args.args) > 1:
            for at, change in _with_weights(unit.constructor, unit.constructor.args.args[1].arg):
                yield RewriteOffer("inputs-paired", at, (change,))
        for method in unit.methods:
            if method.name != "__init__" and len(method.args.args) > 1:
                for at, change in _with_all(method, method.args.args[1].arg):
                    yield RewriteOffer("inputs-paired", at, (change,))


def _with_weights(constructor: Definition, size: str) -> Iterator[tuple[ast.AST, Change]]:
    """Yield the places that make too few weights, each with the change that makes one for each input."""
    for node in inside(constructor):
        match node:
            case ast.List([ast.Call() as weight]):
                yield node, replaced(node, f"[{text(weight)} for _ in range({size})]")
            case ast.ListComp(ast.Call(args=[ast.Name(before), ast.Name(size), *_]), [loop]) if (
                is_name(loop.target, size) and before != size
            ):
                sizes = text(loop.iter)
                pairs = f"{before}, {size} in zip([{before}, *{sizes}], {sizes})"
                yield node, replaced(node, f"[{text(node.elt)} for {pairs}]")
            case ast.For(ast.Name(size), body=[*_, last]):
                for before in _kept_sizes(node, size):
                    yield last, after(last, f"{before} = {size}")
            case ast.Call(args=[ast.Name() as inputs, ast.Subscript(sizes, ast.BinOp(turn, ast.Add())), *_]):
                yield node, replaced(inputs, f"{text(sizes)}[{text(turn)}]")


def _kept_sizes(loop: ast.For, size: str) -> Iterator[str]:
    """Yield the names that a loop gives to what it makes beside its own number, and never changes."""
    for node in inside(loop):
        match node:
            case ast.Call(args=[ast.Name(before), ast.Name(own), *_]) if own == size:
                if before not in names_stored(loop):
                    yield before


def _with_all(method: Definition, given: str) -> Iterator[tuple[ast.AST, Change]]:
    """Yield the places that leave some input out, each with the change that takes all of them."""
    for node in inside(method):
        match node:
            case ast.Subscript(value, ast.Slice()) if is_name(value, given):
                yield node, replaced(node, value)
            case ast.ListComp(ast.Call(called), [ast.comprehension(target, source)]) if is_call(
                source, "zip"
            ):
                for each in _over_called(called, target, source):
                    new = f"[{text(called)}({given}) for {each}]"
                    yield node, replaced(node, new)
            case ast.Call(args=pairs) if is_call(node, "zip"):
                yield from ((node, replaced(each, given)) for each in pairs)
            case ast.Call(args=[*_, stop]) if is_call(node, "range"):
                yield from ((node, replaced(node, f"range({each})")) for each in _whole(node, stop, given))


def _whole(call: ast.Call, stop: ast.expr, given: str) -> Iterator[str]:
    """Yield the ends of a `range` that leaves nothing out: the number of inputs, or its own end."""
    if given in names_of(call):
        yield f"len({given})"
    elif isinstance(stop, ast.BinOp) and isinstance(stop.op, ast.Sub):
        yield text(stop.left)
    elif len(call.args) > 1:
        yield text(stop)


def _over_called(called: ast.expr, target: ast.expr, source: ast.Call) -> Iterator[str]:
    """Yield the loop over what is called alone, where `zip` pairs it with something."""
    names = (each for each in ast.walk(target) if isinstance(each, ast.Name))
    for each, name in zip(source.args, names, strict=False):
        if name.id in names_of(called):
            yield f"{name.id} in {text(each)}"


_OWN = "bias"


def offers_of_biases(known: SourceAnalysis) -> Iterator[RewriteOffer]:
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


def offers_of_biases_once(known: SourceAnalysis) -> Iterator[RewriteOffer]:
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
