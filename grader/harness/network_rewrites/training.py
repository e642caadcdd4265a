"""A step moves each parameter against its own gradient; `zero_grad()` clears the gradient of each."""

import ast
from collections.abc import Iterator

from ..network.names import RATES, STEPS, ZEROES, plain
from ..repair.edit import HERE, Change, RewriteOffer, replaced, with_field, wrapped
from ..repair.known import SourceAnalysis
from ..repair.syntax import Definition, Store, inside, is_call, number_in, text, without_docstring
from ._units import UnitSource, functions, own_name, units

_OPERATORS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-"}


def _steps(known: SourceAnalysis) -> Iterator[ast.Assign | ast.AugAssign]:
    """Yield every assignment of a value made with a gradient."""
    for function in functions(known):
        for node in inside(function):
            if isinstance(node, Store) and not isinstance(node, ast.AnnAssign) and _reads(node, known):
                yield node


def _reads(node: ast.Assign | ast.AugAssign, known: SourceAnalysis) -> bool:
    """Whether a statement reads a gradient."""
    return any(map(known.is_gradient, inside(node.value))) or known.is_gradient(node.value)


def offers_to_complete(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to let a loop over an attribute take each other one too, as one parameter or several."""
    for unit in units(known):
        for method in unit.methods:
            if not STEPS.search(plain(method.name)):
                continue
            own = f"{own_name(method)}."
            for node in inside(method):
                if not isinstance(node, ast.For) or not text(node.iter).startswith(own):
                    continue
                for name in unit.unread_in(method):
                    for entry in (name, f"*{name}"):
                        change = wrapped(node.iter, f"[*({HERE}), {entry}]")
                        yield RewriteOffer("step-complete", node, (change,))


def offers_of_numbers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer each step that stores elsewhere, or stores a node, as an assignment of a number to the data."""
    for step in _steps(known):
        for lines in _numbers(step, known):
            yield RewriteOffer("step-data", step, (replaced(step, lines),))


def _numbers(step: ast.Assign | ast.AugAssign, known: SourceAnalysis) -> Iterator[str]:
    """Yield the statements by which a step may give a parameter another number."""
    target = step.target if isinstance(step, ast.AugAssign) else step.targets[0]
    if isinstance(step.value, ast.ListComp):
        yield from _of_a_list(step.value, known)
        return
    is_data = known.is_data(target)
    holder = text(target.value) if is_data and isinstance(target, ast.Attribute) else text(target)
    if isinstance(step, ast.AugAssign):
        if not is_data and type(step.op) in _OPERATORS:
            yield f"{holder}.{known.data} {_OPERATORS[type(step.op)]}= {text(step.value)}"
        return
    value = _as_number(step.value, holder, known)
    if not is_data or value != text(step.value):
        yield f"{holder}.{known.data} = {value}"


def _of_a_list(made: ast.ListComp, known: SourceAnalysis) -> Iterator[str]:
    """Yield a loop over the old nodes for a list of new ones."""
    loop = made.generators[0]
    holder = text(loop.target)
    value = _as_number(made.elt, holder, known)
    yield f"for {holder} in {text(loop.iter)}:\n    {holder}.{known.data} = {value}"


def _as_number(value: ast.expr, holder: str, known: SourceAnalysis) -> str:
    """Return the text of a value as a number: what a new node is made of, and the data of the parameter."""
    if is_call(value, known.class_name) and value.args:
        value = value.args[0]
    if isinstance(value, ast.BinOp) and text(value.left) == holder:
        value = ast.BinOp(ast.Attribute(value.left, known.data, ast.Load()), value.op, value.right)
    return ast.unparse(value)


def offers_of_own_gradients(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer the gradient of what a step changes; each index and each list of a step as it is, not moved."""
    for step in _steps(known):
        target = step.target if isinstance(step, ast.AugAssign) else step.targets[0]
        for node in inside(step.value):
            if known.is_gradient(node) and isinstance(target, ast.Attribute):
                own = f"{text(target.value)}.{known.grad}"
                yield RewriteOffer("step-own", node, (replaced(node, own),))
    for function in functions(known):
        if STEPS.search(plain(function.name)):
            for node in inside(function):
                yield from _unmoved(node)


def _unmoved(node: ast.AST) -> Iterator[RewriteOffer]:
    """Offer `grads[i]` for `grads[i - 1]`, and lists as they are where `zip` pairs them."""
    match node:
        case ast.Subscript(slice=ast.BinOp(index, ast.Add() | ast.Sub(), ast.Constant()) as moved):
            yield RewriteOffer("step-own", node, (replaced(moved, index),))
        case ast.Call(args=pairs) if is_call(node, "zip"):
            for each in pairs:
                inner = each.args[0] if is_call(each, "reversed", "sorted") and each.args else None
                whole = each.value if isinstance(each, ast.Subscript) else inner
                if whole is not None:
                    yield RewriteOffer("step-own", node, (replaced(each, whole),))


def offers_of_signs(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer the other sign of each step, and each minus taken out of it."""
    for step in _steps(known):
        if isinstance(step, ast.AugAssign) and isinstance(step.op, ast.Add):
            yield RewriteOffer("step-sign", step, (with_field(step, "op", ast.Sub()),))
        for node in inside(step):
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
                yield RewriteOffer("step-sign", step, (with_field(node, "op", ast.Sub()),))
            elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
                yield RewriteOffer("step-sign", step, (replaced(node, node.operand),))


def offers_of_formulas(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer the whole formula for each assignment to data or a gradient in a function that takes a step."""
    for function in functions(known):
        if STEPS.search(plain(function.name)):
            for node in inside(function):
                if isinstance(node, Store) and (holder := _holder(node, known)):
                    for rate in _rates(function, known):
                        line = f"{holder}.{known.data} -= {rate} * {holder}.{known.grad}"
                        yield RewriteOffer("step-formula", node, (replaced(node, line),), detail="whole")


def _holder(node: ast.Assign | ast.AugAssign | ast.AnnAssign, known: SourceAnalysis) -> str:
    """Return the parameter whose data or gradient is assigned, as text; empty if there is none."""
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
    is_of_a_node = isinstance(target, ast.Attribute) and (known.is_data(target) or known.is_gradient(target))
    return text(target.value) if is_of_a_node and isinstance(target, ast.Attribute) else ""


def _rates(function: Definition, known: SourceAnalysis) -> dict[str, None]:
    """Return what may be the learning rate: an argument, or what the object or another method keeps."""
    arguments = [each.arg for each in (*function.args.args, *function.args.kwonlyargs)]
    owner = known.tree.nearest(function, ast.ClassDef)
    kept = [each for each in inside(owner) if isinstance(each, ast.Attribute)] if owner is not None else []
    named = [name for name in arguments if RATES.search(plain(name))]
    return dict.fromkeys([*named, *(text(each) for each in kept if RATES.search(plain(each.attr)))])


_NAME = "network-zero-grad"


def offers_cleared(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer what each statement may have meant; then the whole loop."""
    for function in functions(known):
        if ZEROES.search(plain(function.name)):
            yield from (RewriteOffer(_NAME, at, changes) for at, changes in _meant(function, known))
    found = list(units(known))
    names = dict.fromkeys(method.name for unit in found for method in unit.listing)
    for unit in found:
        yield from _whole(unit, tuple(names), known)


def _meant(function: Definition, known: SourceAnalysis) -> Iterator[tuple[ast.AST, tuple[Change, ...]]]:
    """Yield what may keep gradients from being cleared, each with the changes that clear them."""
    for node in inside(function):
        if isinstance(node, ast.For) and isinstance(node.target, ast.Name):
            yield from _cleared(node, known)
        elif isinstance(node, ast.Break):
            yield node, (replaced(node),)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield from _of_all(node, node.func, own_name(function))


def _of_all(call: ast.Call, method: ast.Attribute, own: str) -> Iterator[tuple[ast.AST, tuple[Change, ...]]]:
    """Yield the change to ask the object itself, not one of its parts, nor its class."""
    is_of_class = bool(call.args) and text(call.args[0]) == own
    if is_of_class or isinstance(method.value, ast.Subscript):
        yield call, (replaced(call, f"{own}.{method.attr}()"),)


def _cleared(loop: ast.For, known: SourceAnalysis) -> Iterator[tuple[ast.AST, tuple[Change, ...]]]:
    """Yield the change to clear the parameter's gradient for each statement of a loop that does not."""
    assert isinstance(loop.target, ast.Name)
    right = f"{loop.target.id}.{known.grad}"
    for node in loop.body:
        if isinstance(node, ast.Assign) and text(node.targets[0]) == right and number_in(node.value) == 0:
            continue
        if isinstance(node, ast.Assign | ast.AugAssign | ast.Expr | ast.Pass):
            yield node, (replaced(node, f"{right} = 0.0"),)


def _whole(unit: UnitSource, names: tuple[str, ...], known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer a method that clears the gradient of every parameter."""
    for method in unit.methods:
        if not ZEROES.search(plain(method.name)):
            continue
        body = without_docstring(method.body)
        for name in names:
            parameters = f"{own_name(method)}.{name}"
            is_property = any(each.name == name and each.decorator_list for each in known.functions)
            call = parameters if is_property else f"{parameters}()"
            lines = f"for p in {call}:\n    p.{known.grad} = 0.0"
            first, *others = body
            changes = (replaced(first, lines), *map(replaced, others))
            yield RewriteOffer(_NAME, method, changes, detail="whole")
