"""Each neuron is called on all inputs, and each of its weights is paired with one of them."""

import ast
from collections.abc import Iterator

from ..repair.edit import Change, after, replaced
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import Definition, inside, is_call, is_name, names_of, names_stored, text
from ._units import units


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
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
