"""A result does not record what it was made from, or only a part of it."""

import ast
from collections.abc import Iterator
from typing import Any

from ..repair.attribution import operation_named
from ..repair.edit import Change, replaced, with_field, wrapped
from ..repair.known import Known
from ..repair.offer import Offer
from ..repair.shares import Share, text
from ..repair.tree import copy, expression, inside
from ._operation import Making, Operation, class_names, operations
from ._recording import argument, bare, given, is_empty, is_returned, recorded
from ._shape import composed, made_of, models, recorders
from .add_rule import anew
from .rule import derivatives

def offers(known: Known) -> Iterator[Offer]:
    """Operation by operation; then what the class itself forgets."""
    for operation in operations(known):
        for making in operation.makings:
            yield from _of(making, operation)
        yield from _numbers_only(operation)
    yield from _copied_anew(known)
    yield from _of_first_only(known)
    yield from _dropped(known)


def _of(making: Making, operation: Operation) -> Iterator[Offer]:
    if not is_returned(making, operation):
        yield from _made_aside(making, operation)
        return
    found = set(recorded(making, operation))
    missing = [index for index in range(operation.receivers) if index not in found]
    if operation.function.name == "forward" or (operation.sign == "**" and missing == [1]):
        return
    if not missing:
        yield from _bracketed(making, operation)
    elif found:
        yield from _one_more(making, operation, missing[0])
    else:
        yield from _all(making, operation)


def _one_more(making: Making, operation: Operation, index: int) -> Iterator[Offer]:
    """The other operand is listed, this one is not."""
    name = operation.operands[index]
    for held in given(making, operation):
        if isinstance(held, ast.Tuple | ast.List | ast.Set) and held.elts:
            elements = _with(held, index, operation)
            if elements is not None:
                yield _offer(held, operation, index, "one", with_field(held, "elts", elements))
                return
    for model in recorders(operation):
        for place, value in bare(model):
            if value == model.operands[index]:
                change = argument(making.maker, place, expression(name, making.maker), operation.known)
                yield _offer(making.maker, operation, index, "one", change)
                return


def _bracketed(making: Making, operation: Operation) -> Iterator[Offer]:
    """`(self)` where others say `(self,)`."""
    for position, each in enumerate(making.maker.args):
        if text(each) not in operation.operands or each is making.data:
            continue
        for model in recorders(operation):
            assert model.making is not None
            like = model.making.maker.args[position : position + 1]
            held = like[0] if like else None
            if isinstance(held, ast.Tuple | ast.List) and held.elts and text(held.elts[0]) in model.operands:
                change = replaced(each, type(held)([each], ast.Load()))
                yield _offer(making.maker, operation, None, "no tuple", change)
                return


def _with(held: ast.Tuple | ast.List | ast.Set, index: int, operation: Operation) -> list[ast.expr] | None:
    """The elements with the operand among them; in pairs if the others are."""
    other = operation.operands[1 - index]
    first = held.elts[0]
    name = operation.operands[index]
    if all(text(each) == other for each in held.elts):
        new = expression(name, held)
    elif isinstance(first, ast.Tuple) and len(held.elts) == 1 and text(first.elts[0]) == other:
        derivative = _derivative(index, operation, first.elts[1])
        if derivative is None:
            return None
        new = expression(f"({name}, {derivative})", held)
    else:
        return None
    return [new, held.elts[0]] if index == 0 else [held.elts[0], new]


def _derivative(index: int, operation: Operation, value: ast.expr) -> str | None:
    share = Share(value, value, operation.sign, index, operation.operands, operation.data, None, is_local=True)
    return next(derivatives(share, operation.known), None)


def _all(making: Making, operation: Operation) -> Iterator[Offer]:
    """No operand is recorded: together with a rule, if there is none, or by way of other operations."""
    if operation.nested or any(isinstance(each, ast.Lambda) for each in operation.own):
        for model in recorders(operation):
            for place, value in _containers(model, operation):
                change = argument(making.maker, place, value, operation.known)
                yield _offer(making.maker, operation, None, "none", change)
            return
    yield from _composed(making.statement, operation)
    yield from _delegated(making.statement, operation)
    for model in models(operation):
        if changes := anew(model, operation):
            yield Offer("parents", making.statement, changes, operation.sign, detail="none")
        return
    for model in recorders(operation):
        assert making.data is not None
        if (call := made_of(model, operation, making.data)) is not None:
            yield _offer(making.statement, operation, None, "none", replaced(making.call, call))
            return


def _containers(model: Operation, operation: Operation) -> Iterator[tuple[int | str, ast.expr]]:
    """What holds the operands in a call of the model, with this operation's operands."""
    assert model.making is not None
    call = model.making.maker
    arguments: list[tuple[int | str, ast.expr]] = [*enumerate(call.args)]
    arguments += [(each.arg, each.value) for each in call.keywords if each.arg is not None]
    for place, each in arguments:
        if each is not model.making.data and any(text(part) in model.operands for part in (each, *inside(each))):
            yield place, _renamed(each, model, operation)


def _renamed(node: ast.expr, model: Operation, operation: Operation) -> ast.expr:
    new = _with_names(node, dict(zip(model.operands, operation.operands, strict=False)))
    for each in ast.walk(new):
        if isinstance(each, ast.Tuple | ast.List | ast.Set) and operation.receivers < model.receivers:
            each.elts = each.elts[: operation.receivers]
    return new


def _with_names(node: ast.expr, names: dict[str, str | None]) -> ast.expr:
    """A copy with other names."""
    new = copy(node)
    for each in ast.walk(new):
        if isinstance(each, ast.Name):
            each.id = names.get(each.id) or each.id
    return new


def _composed(statement: ast.stmt, operation: Operation) -> Iterator[Offer]:
    """`return Value(-self.data)` becomes `return self * -1`."""
    if isinstance(statement, ast.Return):
        for form in composed(operation):
            new = ast.Return(expression(form, statement))
            yield _offer(statement, operation, None, "none", replaced(statement, new))


def _delegated(statement: ast.stmt, operation: Operation) -> Iterator[Offer]:
    """`return Value(math.tanh(self.data))` becomes `return Tanh()(self)` where others say `return Exp()(self)`."""
    known = operation.known
    defined = [each.name for each in known.top_level if isinstance(each, ast.ClassDef | ast.FunctionDef)]
    own = next((name for name in defined if operation_named(name) == operation.sign), None)
    for model in operations(known) if own else ():
        value = model.returns[0].value if model.is_composed else None
        names = [each.id for each in inside(value) if isinstance(each, ast.Name)] if value is not None else []
        called = next((name for name in names if name in defined and operation_named(name) == model.sign), None)
        if value is None or called is None or model.reflected or model.arity != operation.arity:
            continue
        renamed = {called: own, **dict(zip(model.operands, operation.operands, strict=False))}
        new = ast.Return(_with_names(value, renamed))
        yield _offer(statement, operation, None, "none", replaced(statement, new))
        return


def _made_aside(making: Making, operation: Operation) -> Iterator[Offer]:
    """`self + Node(-other.data)` becomes `self + (-other)`."""
    if operation.is_of_class and making.data is not None and _reads_data(making.data, operation):
        change = replaced(making.call, _as_nodes(making.data, operation))
        yield _offer(making.statement, operation, None, "number", change)


def _numbers_only(operation: Operation) -> Iterator[Offer]:
    """`self + -other.data` becomes `self + -other`."""
    if operation.makings or not operation.is_of_class or operation.nested:
        return
    for statement in operation.returns:
        value = statement.value
        if isinstance(value, ast.BinOp) and _reads_data(value, operation) and _is_node(value, operation):
            new = replaced(value, _as_nodes(value, operation))
            yield _offer(statement, operation, None, "number", new)


def _reads_data(node: ast.AST, operation: Operation) -> bool:
    return any(_is_operand_data(each, operation) for each in (node, *inside(node)))


def _is_operand_data(node: ast.AST, operation: Operation) -> bool:
    return operation.known.is_data(node) and text(node.value) in operation.operands  # type: ignore[attr-defined]


def _is_node(node: ast.expr, operation: Operation) -> bool:
    """Whether an expression is a node because one of its terms is."""
    if isinstance(node, ast.BinOp):
        return _is_node(node.left, operation) or _is_node(node.right, operation)
    if isinstance(node, ast.UnaryOp):
        return _is_node(node.operand, operation)
    return isinstance(node, ast.Name) and node.id in operation.operands


def _as_nodes(node: Any, operation: Operation) -> Any:
    """A copy that computes with the operands themselves in place of their numbers."""
    if _is_operand_data(node, operation):
        return ast.copy_location(ast.Name(text(node.value), ast.Load()), node)
    if isinstance(node, ast.IfExp) and "isinstance" in ast.unparse(node.test):
        chosen = node.body if _reads_data(node.body, operation) else node.orelse
        return _as_nodes(chosen, operation)
    if isinstance(node, list):
        return [_as_nodes(each, operation) for each in node]
    if not isinstance(node, ast.expr):
        return node
    fields = {name: _as_nodes(getattr(node, name, None), operation) for name in node._fields}
    return ast.copy_location(type(node)(**fields), node)


def _copied_anew(known: Known) -> Iterator[Offer]:
    """A helper that makes a new leaf of what is a node already: `Value(x.data) if isinstance(x, Value) ...`."""
    for function in known.functions:
        for node in inside(function):
            chosen = node.body if isinstance(node, ast.IfExp) and _asks_for_node(node.test, known) else None
            if isinstance(node, ast.If) and _asks_for_node(node.test, known) and isinstance(node.body[0], ast.Return):
                chosen = node.body[0].value
            if isinstance(chosen, ast.Call) and len(chosen.args) == 1 and known.is_data(chosen.args[0]):
                assert isinstance(chosen.args[0], ast.Attribute)
                change = replaced(chosen, chosen.args[0].value)
                yield Offer("parents", known.tree.statement(chosen), (change,), detail="copied")


def _asks_for_node(test: ast.expr, known: Known) -> bool:
    return isinstance(test, ast.Call) and text(test.func) == "isinstance" and text(test.args[1]) in class_names(known)


def _of_first_only(known: Known) -> Iterator[Offer]:
    """Whether a result takes part is asked of its first input alone."""
    for function in known.functions:
        for node in inside(function):
            if not isinstance(node, ast.Attribute) or "require" not in node.attr or not _is_first(node.value):
                continue
            assert isinstance(node.value, ast.Subscript)
            inputs = ast.unparse(node.value.value)
            new = expression(f"any(each.{node.attr} for each in {inputs})", node)
            yield Offer("parents", known.tree.statement(node), (replaced(node, new),), detail="first")


def _is_first(node: ast.expr) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and node.slice.value == 0


def _dropped(known: Known) -> Iterator[Offer]:
    """The constructor is told the operands and keeps none."""
    method = known.method("__init__")
    if method is None:
        return
    nodes = list(inside(method))
    read = {each.id for each in nodes if isinstance(each, ast.Name)}
    unread = [each.arg for each in method.args.args[2:] if each.arg not in read]
    for each in nodes:
        if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Attribute) and is_empty(each.value):
            for name in unread:
                yield Offer("parents", each, (_kept(each.value, name),), detail="dropped")


def _kept(value: ast.expr, name: str) -> Change:
    if isinstance(value, ast.Call):
        return with_field(value, "args", [ast.Name(name, ast.Load())])
    if isinstance(value, ast.List):
        return replaced(value, expression(f"list({name})", value))
    return wrapped(value, lambda _: ast.Name(name, ast.Load()))


def _offer(at: ast.AST, operation: Operation, operand: int | None, detail: str, change: Change) -> Offer:
    return Offer("parents", at, (change,), operation.sign, operand, detail)
