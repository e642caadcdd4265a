"""Writes the statements that make a result and its rule for one operation as they are for another."""

import ast
from collections.abc import Iterator
from typing import Any

from ..model.operation_words import operation_of_text
from ..model.primitives import PRIMITIVES
from ..repair.known import SourceAnalysis
from ..repair.local_gradient import LocalGradient
from ..repair.operation import OperationCode, operations
from ..repair.syntax import expression, inside, nodes_in, renamed, text
from ._numbers import is_close, result_of, right, trial_of, trial_points
from .codes import codes_for, known_codes
from .rule import derivatives, function_spellings, with_upstream


def right_number(operation: OperationCode) -> str:
    """Return the number that the operation has to compute, in the names of its source."""
    names = function_spellings(operation.known)
    data = operation.data
    return PRIMITIVES[operation.sign].result.format(a=data[0], b=data[-1], **names)


def is_plainly_right(operation: OperationCode) -> bool:
    """Whether the source is known to compute the right number."""
    return all(
        is_close(result_of(operation, x), right(operation.sign, x)) for x in trial_points(operation.sign)
    )


def composed_forms(operation: OperationCode) -> Iterator[str]:
    """Yield the operation written in terms of others of the class: `a + -b` for a difference."""
    primitive = PRIMITIVES[operation.sign]
    if primitive.composed and trial_of(operation.known, primitive.needs).kind != "absent":
        names = dict(zip("ab", operation.operands, strict=False))
        yield from (form.format(**names) for form in primitive.composed)


def models(operation: OperationCode) -> Iterator[OperationCode]:
    """Return other operations whose local gradients are all known, those with as many operands first."""
    candidates = [other for other in operations(operation.known) if _is_model(other, operation)]
    candidates.sort(
        key=lambda each: (each.receivers != operation.receivers, PRIMITIVES[each.sign].model_rank or 0)
    )
    return (each for each in candidates if each.receivers >= operation.receivers)


def _is_model(other: OperationCode, operation: OperationCode) -> bool:
    """Whether another operation says the local gradient of each of its operands."""
    if other.sign == operation.sign or other.reflected or other.making is None:
        return False
    if PRIMITIVES[other.sign].model_rank is None:
        return False
    return sorted(str(local.operand) for local in local_gradients_in(other)) == [
        str(i) for i in range(other.receivers)
    ]


def local_gradients_in(operation: OperationCode) -> list[LocalGradient]:
    """Return the local gradients that the operation's function itself says."""
    known = operation.known
    return [
        local
        for local in known.local_gradients.of(operation.sign)
        if _is_inside(local.at, operation.function, known)
    ]


def _is_inside(node: ast.AST, function: ast.FunctionDef, known: SourceAnalysis) -> bool:
    """Whether a node stands in a function."""
    return any(inner is function for inner in known.tree.above(node))


def statements_like(
    model: OperationCode, operation: OperationCode, number: str, result: str | None = None
) -> list[ast.stmt] | None:
    """Return the model's statements that make the result, with this number and other derivatives.

    Under another name, if the result has one already. They add to gradients where the model's replace them.
    """
    assert model.making is not None
    swaps: dict[int, Any] = {id(model.making.data): expression(number, operation.function)}
    names = dict(zip(model.operands, operation.operands, strict=False))
    names_of_result = {str(model.result): result}
    for local in local_gradients_in(model):
        assert local.operand is not None
        if local.operand >= operation.receivers:
            swaps |= {id(local.at): None, **_places_listing(model, model.operands[local.operand])}
        elif (value := derivative_like(local, operation)) is not None:
            new = renamed(expression(value, operation.function), names_of_result)
            swaps |= {id(local.value): new, **_added(local, new, names, operation.known)}
        else:
            return None
    for code in _labels(model):
        swaps[id(code)] = ast.Constant(_label(operation))
    if result is not None and model.result is not None:
        names[model.result] = result
    return [
        copied_with(statement, swaps, names)
        for statement in model.function.body
        if makes_result(statement, model)
    ]


def _added(
    local: LocalGradient, contribution: ast.expr, names: dict[str, str], known: SourceAnalysis
) -> dict[int, ast.AugAssign]:
    """Return the statement that adds a contribution, by the id of one that replaces a gradient by it."""
    match local.at:
        case ast.Assign(targets=[target], value=value) if value is local.value and known.is_gradient(target):
            if not known.starts_as_none:
                added = ast.AugAssign(copied_with(target, {}, names), ast.Add(), contribution)
                return {id(local.at): ast.copy_location(added, local.at)}
    return {}


def recorders(operation: OperationCode) -> list[OperationCode]:
    """Return operations that give all operands to what makes the result; those with as many first.

    Where all have fewer, these.
    """
    candidates = [
        other for other in operations(operation.known) if _records_all(other) and other is not operation
    ]
    candidates.sort(key=lambda each: (each.receivers != operation.receivers, each.sign == "**"))
    return [each for each in candidates if each.receivers >= operation.receivers] or candidates


def _records_all(operation: OperationCode) -> bool:
    """Whether an operation gives all its operands, as nodes, to what makes its result."""
    if operation.making is None or operation.reflected:
        return False
    data = operation.making.data
    number = set() if data is None else {data, *inside(data)}
    given = {
        text(node)
        for node in nodes_in(operation.making.call, without=(ast.Lambda,))
        if isinstance(node, ast.Name) and node not in number
    }
    names = operation.operands[: operation.receivers]
    return data is not None and text(data) not in names and given.issuperset(names)


def making_call(operation: OperationCode, number: ast.expr) -> ast.Call | None:
    """Return a call that makes a result as another operation does, of this number and these operands."""
    calls = (_making_call_like(model, operation, number) for model in recorders(operation))
    return next((call for call in calls if isinstance(call, ast.Call)), None)


def _making_call_like(model: OperationCode, operation: OperationCode, number: ast.expr) -> Any:
    """Return the call by which the model makes its result, with this number and these operands."""
    assert model.making is not None
    swaps: dict[int, Any] = {id(model.making.data): number}
    for index in range(operation.receivers, model.receivers):
        swaps |= {**_places_listing(model, model.operands[index])}
    codes = [each.code for each in codes_for(operation, known_codes(operation.known))]
    for label in _labels(model):
        swaps[id(label)] = ast.Constant([*codes, _label(operation)][0])
    names = dict(zip(model.operands, operation.operands, strict=False))
    return copied_with(model.making.call, swaps, names)


def derivative_like(local: LocalGradient, operation: OperationCode) -> str | None:
    """Return the operand's local gradient, in the form of `local`."""
    there = local._replace(operation=operation.sign, operands=operation.operands, data=operation.data)
    derivative = next(derivatives(there, operation.known), None)
    return None if derivative is None else with_upstream(derivative, there)


def _places_listing(model: OperationCode, operand: str) -> dict[int, None]:
    """Return, by id and with None, the places where an operand is listed."""
    assert model.making is not None
    lists = [node for node in inside(model.making.call) if isinstance(node, ast.Tuple | ast.List | ast.Set)]
    return {id(item): None for listing in lists for item in listing.elts if text(item) == operand}


def _labels(operation: OperationCode) -> Iterator[ast.Constant]:
    """Yield the strings that say which operation it is."""
    assert operation.making is not None
    call = operation.making.maker
    for argument in [*call.args, *(keyword.value for keyword in call.keywords)]:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            yield argument


def _label(operation: OperationCode) -> str:
    """Return the string that says which operation it is; its sign where the source has none."""
    labels = list(_labels(operation)) if operation.making else []
    label = str(labels[0].value) if labels else operation.function.name.strip("_")
    return label if operation_of_text(label) in (None, operation.sign) else operation.sign


def makes_result(statement: ast.stmt, model: OperationCode) -> bool:
    """Whether a statement makes the result or its rule, rather than prepare them."""
    if isinstance(statement, ast.FunctionDef | ast.Return):
        return True
    if any(making.statement is statement for making in model.makings):
        return True
    return any(isinstance(node, ast.Name) and node.id == model.result for node in inside(statement))


def copied_with(node: Any, swaps: dict[int, Any], names: dict[str, str]) -> Any:
    """Return a copy with other parts in some places, and other names for operands."""
    if id(node) in swaps or not isinstance(node, ast.AST | list):
        return swaps.get(id(node), node)
    if isinstance(node, list):
        return _copies_with(node, swaps, names)
    if isinstance(node, ast.Name):
        return ast.copy_location(ast.Name(names.get(node.id, node.id), node.ctx), node)
    fields = {name: copied_with(getattr(node, name, None), swaps, names) for name in node._fields}
    # A statement whose value is left out goes as a whole, and an empty block keeps a `pass`.
    if isinstance(node, ast.Expr) and fields["value"] is None:
        return None
    if fields.get("body") == []:
        fields["body"] = [ast.Pass()]
    return ast.copy_location(type(node)(**fields), node)


def _copies_with(nodes: list[Any], swaps: dict[int, Any], names: dict[str, str]) -> list[Any]:
    """Return the copies of what a list holds, without what is left out."""
    copies = [(node, copied_with(node, swaps, names)) for node in nodes]
    return [new for old, new in copies if new is not None or old is None]
