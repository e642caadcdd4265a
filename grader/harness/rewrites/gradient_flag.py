"""Offers a result that needs a gradient where any operand does: `a.needs_grad or b.needs_grad`.

The flag is known by what the class does with it: its constructor stores it, and conditions ask for it.
"""

import ast
from collections.abc import Iterator

from ..repair.edit import Change, replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.operation import Making, OperationCode, operations
from ..repair.syntax import expression, found, text, texts_in
from ._recording import is_returned


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer the flag of any operand in each result."""
    for attribute, position, parameter in _flags(known):
        for operation in operations(known):
            flag = " or ".join(f"{operand}.{attribute}" for operand in operation.operands)
            for making in operation.makings:
                if making.is_by_class and is_returned(making, operation):
                    change = _with_flag(flag, position, parameter, making, operation)
                    if change is not None:
                        yield operation.offer("gradient-flag", making.statement, change, group=attribute)


def _flags(known: SourceAnalysis) -> Iterator[tuple[str, int, str]]:
    """Yield what is True or False in a node, and the place and name of the parameter that says so."""
    constructor = known.method("__init__")
    if constructor is None:
        return
    parameters = [each.arg for each in (*constructor.args.args[1:], *constructor.args.kwonlyargs)]
    leaf = known.value_class.leaf(1.0, "x")
    for node in found(constructor, ast.Assign):
        match node:
            case ast.Assign([ast.Attribute(_, attribute)], ast.Name(given)) if given in parameters:
                if isinstance(getattr(leaf, attribute, None), bool) and _is_asked_for(attribute, known):
                    yield attribute, parameters.index(given), given


def _is_asked_for(attribute: str, known: SourceAnalysis) -> bool:
    """Whether a condition depends on it."""
    conditions: Iterator[ast.If | ast.IfExp] = known.nodes(ast.If, ast.IfExp)
    tests = (node.test for node in conditions)
    return any(piece.endswith(f".{attribute}") for test in tests for piece in texts_in(test))


def _with_flag(
    flag: str, position: int, parameter: str, making: Making, operation: OperationCode
) -> Change | None:
    """Return the change that gives a result the flag; None if it has it."""
    call = making.maker
    named = [each.value for each in call.keywords if each.arg == parameter]
    for given in (*named, *call.args[position : position + 1]):
        value = operation.known.value_of_local(given)
        return None if text(value) == flag else replaced(value, flag)
    added = ast.keyword(parameter, expression(flag, call))
    return with_field(call, "keywords", [*call.keywords, added])
