"""The last layer of a network has no activation function: a condition, or an argument less."""

import ast
from collections.abc import Iterator
from itertools import product

from ..repair.edit import Change, replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import Definition, expression, inside, is_call, names_of, text
from ._units import UnitSource, returns, units

_LOOPS = (ast.For, ast.ListComp, ast.GeneratorExp)
_LINEAR = ("False", "None", "'linear'")


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer a linear output in each constructor that makes objects of another class of the file."""
    classes = {unit.definition.name for unit in units(known)}
    for unit in units(known):
        if unit.constructor is not None:
            for at, changes in _places(unit.constructor, classes, known):
                yield RewriteOffer("linear-output", at, changes)
        for method in unit.computing:
            for at, change in _flag_decides(unit, method):
                yield RewriteOffer("linear-output", at, (change,))
            for node in inside(method):
                if is_call(node, "relu", "ReLU", "Relu") and isinstance(node.func, ast.Attribute):
                    changes = (with_field(node.func, "attr", "tanh"),)
                    yield RewriteOffer("linear-output", node, changes, detail="everywhere")


def _flag_decides(unit: UnitSource, method: Definition) -> Iterator[tuple[ast.AST, Change]]:
    """Yield the change to obey a flag that is kept and never read: `z if self.linear else z.relu()`."""
    for node in returns(method):
        if isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute):
            applied, plain = ast.unparse(node.value), ast.unparse(node.value.func.value)
            for flag in unit.unread_in(method):
                yield node, replaced(node.value, f"{plain} if {flag} else {applied}")
                yield node, replaced(node.value, f"{applied} if {flag} else {plain}")


def _places(
    constructor: Definition, classes: set[str], known: SourceAnalysis
) -> Iterator[tuple[ast.AST, tuple[Change, ...]]]:
    """Yield the places that decide which layer has no nonlinearity, each with a change."""
    nodes = list(inside(constructor))
    for node in nodes:
        if isinstance(node, ast.Compare) and len(node.comparators) == 1:
            last = node.comparators[0]
            for less in ("- 1", "+ 1"):
                yield node, (replaced(last, f"({ast.unparse(last)}) {less}"),)
    for node in nodes:
        if isinstance(node, ast.Call) and is_call(node, *classes):
            yield from _shorter(node, known)
            yield from _by_place(node, known)


def _shorter(call: ast.Call, known: SourceAnalysis) -> Iterator[tuple[ast.AST, tuple[Change, ...]]]:
    """Yield calls without their last argument, outside of loops: `Layer(4, 1, relu)`."""
    if known.tree.nearest(call, _LOOPS) is None and len(call.args) > 1:
        yield call, (with_field(call, "args", call.args[:-1]),)
    if call.keywords:
        yield call, (with_field(call, "keywords", call.keywords[:-1]),)


def _by_place(call: ast.Call, known: SourceAnalysis) -> Iterator[tuple[ast.AST, tuple[Change, ...]]]:
    """Yield other arguments for the last turn of a loop over numbers: `relu if i < n - 1 else None`."""
    turn = turn_of(call, known)
    if turn is None:
        return
    # What is linear is False, None or a word, and is given by position, by name, or as a flag not given yet.
    name, number = turn
    is_hidden = f"{name} < ({number}) - 1"
    plain = [each for each in call.args[1:] if isinstance(each, ast.Constant | ast.Name)]
    given = [*(keyword.value for keyword in call.keywords), *(each for each in plain if text(each) != name)]
    for value, linear in product(given, _LINEAR):
        yield call, (replaced(value, f"{text(value)} if {is_hidden} else {linear}"),)
    for flag, usual in _flags(known).items():
        new = ast.keyword(flag, expression(f"{name} {'<' if usual else '>='} ({number}) - 1", call))
        yield call, (with_field(call, "keywords", [*call.keywords, new]),)


def _flags(known: SourceAnalysis) -> dict[str, bool]:
    """Return the arguments of the file that are flags, each with its default; two names have a usual one."""
    arguments = [argument.arg for each in known.functions for argument in each.args.args]
    found = {name: usual for name, usual in (("nonlin", True), ("linear", False)) if name in arguments}
    for each in known.functions:
        defaults = zip(reversed(each.args.args), reversed(each.args.defaults), strict=False)
        for argument, default in defaults:
            if isinstance(default, ast.Constant) and isinstance(default.value, bool):
                found.setdefault(argument.arg, default.value)
    return found


def turn_of(call: ast.Call, known: SourceAnalysis) -> tuple[str, str] | None:
    """Return the name that counts the turns of the loop around a call, and the number of turns."""
    loop = known.tree.nearest(call, _LOOPS)
    if isinstance(loop, ast.ListComp | ast.GeneratorExp):
        target, source = loop.generators[0].target, loop.generators[0].iter
    elif isinstance(loop, ast.For):
        target, source = loop.target, loop.iter
    else:
        return None
    if is_call(source, "range") and len(source.args) == 1 and isinstance(target, ast.Name):
        return (target.id, ast.unparse(source.args[0])) if target.id in names_of(call) else None
    if is_call(source, "enumerate") and isinstance(target, ast.Tuple):
        return ast.unparse(target.elts[0]), f"len({ast.unparse(source.args[0])})"
    return None
