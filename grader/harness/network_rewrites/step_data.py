"""A step changes the number of a parameter, and makes no node."""

import ast
from collections.abc import Iterator

from ..repair.edit import replaced
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import is_call, text
from ._steps import steps

_OPERATORS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-"}


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer each step that stores elsewhere, or stores a node, as an assignment of a number to the data."""
    for step in steps(known):
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
