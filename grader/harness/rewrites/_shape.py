"""The statements that make a result and its rule, written for one operation as they are for another."""

import ast
from collections.abc import Iterator
from typing import Any

from ..model.operation_words import operation_named, operation_of_text
from ..model.primitives import PRIMITIVES
from ..repair.known import SourceAnalysis
from ..repair.local_gradients import LocalGradient
from ..repair.operation import OperationCode, operations
from ..repair.syntax import expression, inside, nodes_in, text
from ._numbers import is_close, points, result_of, right
from ._trial import tried
from .codes import codes_for
from .rule import derivatives, functions, with_incoming


def right_number(operation: OperationCode) -> str:
    """Return the number that the operation has to compute, in the names of its source."""
    names = functions(operation.known)
    data = operation.data
    return PRIMITIVES[operation.sign].result.format(a=data[0], b=data[-1], **names)


def is_plainly_right(operation: OperationCode, *, plain: bool = False) -> bool:
    """Whether the source is known to compute the right number; also for a plain number on the right."""
    return all(
        is_close(result_of(operation, x, plain=plain), right(operation.sign, x))
        for x in points(operation.sign)
    )


def composed(operation: OperationCode) -> Iterator[str]:
    """The operation in terms of others of the class."""
    primitive = PRIMITIVES[operation.sign]
    if primitive.composed and tried(operation.known, primitive.needs).kind != "absent":
        names = dict(zip("ab", operation.operands, strict=False))
        yield from (form.format(**names) for form in primitive.composed)


def models(operation: OperationCode) -> Iterator[OperationCode]:
    """Other operations whose local gradients are all known, those with as many operands first."""
    candidates = [other for other in operations(operation.known) if _is_model(other, operation)]
    candidates.sort(
        key=lambda each: (each.receivers != operation.receivers, PRIMITIVES[each.sign].model_rank or 0)
    )
    return (each for each in candidates if each.receivers >= operation.receivers)


def _is_model(each: OperationCode, operation: OperationCode) -> bool:
    if each.sign == operation.sign or each.reflected or each.making is None:
        return False
    if PRIMITIVES[each.sign].model_rank is None:
        return False
    return sorted(str(local.operand) for local in local_gradients_in(each)) == [
        str(i) for i in range(each.receivers)
    ]


def local_gradients_in(operation: OperationCode) -> list[LocalGradient]:
    """The local gradients that the operation's function itself says."""
    known = operation.known
    return [
        local
        for local in known.local_gradients.of(operation.sign)
        if _is_inside(local.at, operation.function, known)
    ]


def _is_inside(node: ast.AST, function: ast.FunctionDef, known: SourceAnalysis) -> bool:
    return any(inner is function for inner in known.tree.above(node))


def call_like(
    model: OperationCode, operation: OperationCode, number: str, result: str | None = None
) -> list[ast.stmt] | None:
    """The statements of the model that make the result, with this number and the operation's derivatives.

    Under another name, if the result has one already.
    """
    assert model.making is not None
    swaps: dict[int, Any] = {id(model.making.data): expression(number, operation.function)}
    for local in local_gradients_in(model):
        assert local.operand is not None
        if local.operand >= operation.receivers:
            swaps |= {id(local.at): None, **_without(model, model.operands[local.operand])}
        elif (value := derivative_like(local, operation)) is not None:
            swaps[id(local.value)] = renamed(expression(value, operation.function), model.result, result)
        else:
            return None
    for code in _labels(model):
        swaps[id(code)] = ast.Constant(_label(operation))
    names = dict(zip(model.operands, operation.operands, strict=False))
    if result is not None and model.result is not None:
        names[model.result] = result
    return [copied(statement, swaps, names) for statement in model.function.body if belongs(statement, model)]


def recorders(operation: OperationCode) -> list[OperationCode]:
    """Other operations that give all their operands to what makes the result; those with as many first."""
    candidates = [
        other for other in operations(operation.known) if _records_all(other) and other is not operation
    ]
    candidates.sort(key=lambda each: (each.receivers != operation.receivers, each.sign == "**"))
    return [each for each in candidates if each.receivers >= operation.receivers]


def _records_all(operation: OperationCode) -> bool:
    if operation.making is None or operation.reflected:
        return False
    data = operation.making.data
    given = {
        text(node)
        for node in nodes_in(operation.making.call, without=(ast.Lambda,))
        if isinstance(node, ast.Name)
    }
    names = operation.operands[: operation.receivers]
    return data is not None and text(data) not in names and given.issuperset(names)


def call_of(model: OperationCode, operation: OperationCode, number: ast.expr) -> ast.Call | None:
    """The call by which the model makes its result, with this number and this operation's operands."""
    if model.making is None:
        return None
    swaps: dict[int, Any] = {id(model.making.data): number}
    for index in range(operation.receivers, model.receivers):
        swaps |= {**_without(model, model.operands[index])}
    code = next(codes_for(operation), None)
    for label in _labels(model):
        swaps[id(label)] = ast.Constant(code or _label(operation))
    names = dict(zip(model.operands, operation.operands, strict=False))
    for node in inside(model.making.call):
        if isinstance(node, ast.Name) and operation_named(node.id) == model.sign:
            own = _own_code(node.id, operation)
            if own is None:
                return None
            names[node.id] = own
    call = copied(model.making.call, swaps, names)
    return call if isinstance(call, ast.Call) else None


def _own_code(name: str, operation: OperationCode) -> str | None:
    """The name that the operation has in place of a class or function named after another one."""
    module = vars(operation.known.value_class.module)
    alike = [each for each in module if type(module[each]) is type(module.get(name))]
    return next((each for each in alike if operation_named(each) == operation.sign), None)


def renamed(node: ast.expr, old: str | None, new: str | None) -> ast.expr:
    """Return the expression with another name in it."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name) and new is not None and inner.id == old:
            inner.id = new
    return node


def derivative_like(local: LocalGradient, operation: OperationCode) -> str | None:
    """Return the operand's local gradient, in the form of `local`."""
    there = local._replace(operation=operation.sign, operands=operation.operands, data=operation.data)
    derivative = next(derivatives(there, operation.known), None)
    return None if derivative is None else with_incoming(derivative, there)


def _without(model: OperationCode, operand: str) -> dict[int, None]:
    """Where an operand is listed."""
    assert model.making is not None
    lists = [node for node in inside(model.making.call) if isinstance(node, ast.Tuple | ast.List | ast.Set)]
    return {id(item): None for listing in lists for item in listing.elts if text(item) == operand}


def _labels(operation: OperationCode) -> Iterator[ast.Constant]:
    """Strings that say which operation it is."""
    assert operation.making is not None
    call = operation.making.maker
    for argument in [*call.args, *(keyword.value for keyword in call.keywords)]:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            yield argument


def _label(operation: OperationCode) -> str:
    labels = list(_labels(operation)) if operation.making else []
    label = str(labels[0].value) if labels else operation.function.name.strip("_")
    return label if operation_of_text(label) in (None, operation.sign) else operation.sign


def belongs(statement: ast.stmt, model: OperationCode) -> bool:
    """Whether a statement makes the result or its rule, rather than prepare them."""
    if isinstance(statement, ast.FunctionDef | ast.Return):
        return True
    if any(making.statement is statement for making in model.makings):
        return True
    return any(isinstance(node, ast.Name) and node.id == model.result for node in inside(statement))


def copied(node: Any, swaps: dict[int, Any], names: dict[str, str]) -> Any:
    """A copy with other parts in some places and other names for operands."""
    if id(node) in swaps:
        return swaps[id(node)]
    if isinstance(node, list):
        copies = [copied(inner, swaps, names) for inner in node]
        return [new for old, new in zip(node, copies, strict=True) if new is not None or old is None]
    if not isinstance(node, ast.AST) or isinstance(
        node, ast.expr_context | ast.operator | ast.unaryop | ast.cmpop
    ):
        return node
    if isinstance(node, ast.Name) and node.id in names:
        return ast.copy_location(ast.Name(names[node.id], node.ctx), node)
    fields = {name: copied(getattr(node, name, None), swaps, names) for name in node._fields}
    # A statement whose value is left out goes as a whole, and an empty block keeps a `pass`.
    if isinstance(node, ast.Expr) and fields["value"] is None:
        return None
    if "body" in fields and fields["body"] == []:
        fields["body"] = [ast.Pass()]
    return ast.copy_location(type(node)(**fields), node)
