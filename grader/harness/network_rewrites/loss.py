"""A loss adds up its terms, each difference squared once, and is divided by the number of its examples."""

import ast
from collections.abc import Iterator

from ..network.names import LOSSES, plain
from ..repair.edit import Change, RewriteOffer, after, before, replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.syntax import Definition, inside, is_call, names_of, number_in, text
from ._units import functions, returns, units

_FORWARD = frozenset({"__call__", "forward"})


def offers_of_means(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer each `return` of a loss, divided by the number of what it goes through."""
    for function in functions(known):
        if not is_loss(function, known):
            continue
        for node in returns(function):
            whole = value = node.value
            if whole is None or value is None:
                continue
            if isinstance(value, ast.BinOp) and number_in(value.right) is not None:
                value = value.left
            for several in _gone_through(function):
                for new in (
                    f"({ast.unparse(value)}) / {several}",
                    f"({ast.unparse(value)}) * (1 / {several})",
                ):
                    yield RewriteOffer("mean", node, (replaced(whole, new),))


def is_loss(function: Definition, known: SourceAnalysis) -> bool:
    """Whether its name says so, or that of the class whose objects are called."""
    parent, _ = known.tree.up[function]
    owner = parent.name if isinstance(parent, ast.ClassDef) and function.name in _FORWARD else ""
    return bool(LOSSES.search(plain(function.name)) or LOSSES.search(plain(owner)))


def _gone_through(function: Definition) -> Iterator[str]:
    """Yield the lengths of the arguments of `zip`, and of what a loop goes through."""
    found: dict[str, None] = {}
    own = {argument.arg for argument in function.args.args}
    for node in inside(function):
        if is_call(node, "zip"):
            found |= dict.fromkeys(map(ast.unparse, node.args))
        elif isinstance(node, ast.For | ast.comprehension) and names_of(node.iter) & own:
            found[ast.unparse(node.iter)] = None
    yield from (f"len({name})" for name in reversed(found) if name.isidentifier())


def offers_of_squares(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer each power, difference, sum and sign of a loss as it would stand in one of squares."""
    for function in functions(known):
        if is_loss(function, known):
            for node in inside(function):
                changes = (*_squared_once(node), *_of_another(node, function))
                yield from (RewriteOffer("squares", node, (change,)) for change in changes)


def _of_another(node: ast.AST, function: Definition) -> Iterator[Change]:
    """Yield the changes by which a difference is one of two things: of a thing and itself it is 0."""
    match node:
        case ast.BinOp(ast.Name(name) as left, ast.Sub(), right) if text(left) == text(right):
            turns = (
                each.target for each in inside(function) if isinstance(each, ast.For | ast.comprehension)
            )
            others = {each for target in turns for each in names_of(target)} - {name}
            yield from (replaced(right, each) for each in sorted(others))
        case ast.BinOp(ast.Subscript(ast.Name(name), at) as left, ast.Sub(), right) if text(left) == text(
            right
        ):
            others = {argument.arg for argument in function.args.args} - {name}
            yield from (replaced(right, f"{each}[{text(at)}]") for each in sorted(others))


def _squared_once(node: ast.AST) -> Iterator[Change]:
    """Yield the changes by which an expression may be squared once."""
    match node:
        case ast.BinOp(left, ast.Pow(), exponent):
            yield replaced(node, left)
            if number_in(exponent) not in (None, 2):
                yield replaced(exponent, "2")
        case ast.BinOp(left, ast.Mult(), right) if text(left) == text(right):
            yield replaced(node, left)
        case ast.BinOp(_, ast.Sub(), _):
            yield replaced(node, f"({text(node)}) ** 2")
        case ast.BinOp(_, ast.Add(), _):
            yield with_field(node, "op", ast.Sub())
        case ast.BinOp(left, ast.Div(), _):
            yield replaced(node, left)
        case ast.UnaryOp(ast.USub(), operand):
            yield replaced(node, operand)


def offers_added_up(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer `+=` for `=` in the loops of neurons and of losses, and to return behind the loop of a loss."""
    for unit in units(known):
        for method in unit.computing:
            for node, changes in _added(method, known):
                yield RewriteOffer("inputs-added", node, changes)
    for function in functions(known):
        if is_loss(function, known):
            for node, changes in (*_added(function, known), *_returned_behind(function, known)):
                yield RewriteOffer("examples-added", node, changes)


def _added(function: Definition, known: SourceAnalysis) -> Iterator[tuple[ast.AST, tuple[Change, ...]]]:
    """Yield each assignment of a loop that forgets the turn before, with the changes that add to it."""
    for node in inside(function):
        loop = known.tree.nearest(node, ast.For)
        if not isinstance(node, ast.Assign) or not isinstance(loop, ast.For):
            continue
        target = node.targets[0]
        if isinstance(target, ast.Name) and target.id not in names_of(node.value):
            added = ast.copy_location(ast.AugAssign(target, ast.Add(), node.value), node)
            yield node, (replaced(node, added),)
            match node.value:
                case ast.BinOp(term, ast.Add(), ast.Attribute() | ast.Name() as start):
                    added = ast.copy_location(ast.AugAssign(target, ast.Add(), term), node)
                    first = before(loop, f"{target.id} = {text(start)}")
                    yield node, (first, replaced(node, added))


def _returned_behind(
    function: Definition, known: SourceAnalysis
) -> Iterator[tuple[ast.AST, tuple[Change, ...]]]:
    """Yield each `return` inside of a loop with the changes that move it behind the loop."""
    for node in inside(function):
        loop = known.tree.nearest(node, ast.For)
        if isinstance(node, ast.Return) and node.value is not None and isinstance(loop, ast.For):
            yield node, (replaced(node), after(loop, f"return {text(node.value)}"))
