"""Tells how a class makes a node of what may be a plain number."""

import ast
from collections import Counter
from collections.abc import Iterator

from ..repair.known import SourceAnalysis
from ..repair.operands import wrapped_name
from ..repair.operation import OperationCode, operations
from ..repair.syntax import text


def as_node(name: str, known: SourceAnalysis) -> str:
    """Return the operand of that name as a node, by the class's own helper if it has one."""
    helper = usual_helper(known)
    return f"{helper}({name})" if helper else f"{known.class_name}({name})"


def usual_helper(known: SourceAnalysis) -> str | None:
    """Return the call by which most operations make a node of any operand: `lift`, `self._wrap`."""
    called = Counter(
        text(call.func)
        for operation in operations(known)
        for call in _wrapping_calls(operation)
        if text(call.func)
        not in ("float", "abs", "type", "type(self)", "self.__class__", known.class_name, "cls")
    )
    return called.most_common(1)[0][0] if called else None


def _wrapping_calls(operation: OperationCode) -> Iterator[ast.Call]:
    """Yield the calls in an operation that make a node of an operand."""
    for node in operation.own:
        if isinstance(node, ast.Assign):
            values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            yield from (value for value in values if _wraps_operand(value, operation))  # type: ignore[misc]
        elif operation.reflected and not operation.makings and _wraps_operand(node, operation):
            assert isinstance(node, ast.Call)
            yield node


def _wraps_operand(node: ast.AST, operation: OperationCode) -> bool:
    """Whether a call makes a node of an operand."""
    return isinstance(node, ast.Call) and wrapped_name(node) in operation.parameters
