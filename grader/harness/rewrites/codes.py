"""An operation is recorded under a code for which the backward pass has no rule, or another's."""

import ast
from collections.abc import Iterator
from typing import NamedTuple

from ..model.operation_words import operation_named, operation_of_text
from ..repair.edit import replaced
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.operation import Making, OperationCode, operations
from ..repair.syntax import inside, text


class Asked(NamedTuple):
    """A code for which there is a rule, and where the source says so."""

    code: str
    node: ast.expr | None
    """None where it is a part of the name of a method."""


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Operation by operation, where a central place asks for codes."""
    asked = list(asked_for(known))
    codes = {each.code for each in asked}
    used = {str(code.value) for operation in operations(known) for code in recorded(operation)}
    for operation in operations(known) if codes else ():
        for code in recorded(operation):
            yield from _of(code, operation, asked, used)


def _of(
    code: ast.Constant, operation: OperationCode, asked: list[Asked], used: set[str]
) -> Iterator[RewriteOffer]:
    spoken = operation_of_text(str(code.value))
    if any(each.code == code.value for each in asked) and spoken in (None, operation.sign):
        return
    meant = [each for each in asked if operation_of_text(each.code) == operation.sign]
    # Without a code for this operation, one that no other operation records is the likeliest.
    meant = meant or [each for each in asked if each.code not in used]
    for each in meant[:3]:
        new = ast.copy_location(ast.Constant(each.code), code)
        yield RewriteOffer("attach", code, (replaced(code, new),), operation.sign, detail="code")
    for each in meant[:3]:
        if each.node is not None and each.code not in used:
            yield RewriteOffer(
                "attach", each.node, (replaced(each.node, code),), operation.sign, detail="code"
            )


def codes_for(operation: OperationCode) -> Iterator[str]:
    """The codes under which the backward pass would know the operation."""
    for name in asked_for(operation.known):
        if operation_of_text(name.code) == operation.sign:
            yield name.code


def recorded(operation: OperationCode) -> Iterator[ast.Constant]:
    """The codes that an operation gives to its results: strings beside the number."""
    for making in operation.makings:
        yield from _in_call(making)
    for node in operation.own:
        value = node.value if isinstance(node, ast.Assign) and _is_stored_in_result(node, operation) else None
        if isinstance(value, ast.Constant) and _is_code(value):
            yield value


def _is_stored_in_result(statement: ast.Assign, operation: OperationCode) -> bool:
    target = statement.targets[0]
    return isinstance(target, ast.Attribute) and text(target.value) == operation.result


def _in_call(making: Making) -> Iterator[ast.Constant]:
    for given in [*making.maker.args, *(keyword.value for keyword in making.maker.keywords)]:
        if isinstance(given, ast.Constant) and _is_code(given):
            yield given


def _is_code(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value != ""


def asked_for(known: SourceAnalysis) -> Iterator[Asked]:
    """The codes that are compared with what a node recorded, or that methods are called after."""
    of_operations = {id(operation.function) for operation in operations(known)}
    for function in known.functions:
        if id(function) not in of_operations and not function.name.startswith("__"):
            yield from _asked_in(function)
    for statement in known.top_level:
        for owned in statement.body if isinstance(statement, ast.ClassDef) else [statement]:
            if isinstance(owned, ast.Assign | ast.AnnAssign) and isinstance(owned.value, ast.Dict):
                yield from _asked_by(owned.value)
    # Codes are compared in `if`, are keys of tables, or are parts of the names of methods.
    beginnings = _beginnings(known)
    for function in known.functions:
        for start in beginnings:
            if function.name.startswith(start) and operation_named(function.name[len(start) :]):
                yield Asked(function.name[len(start) :], None)


def _asked_in(function: ast.FunctionDef) -> Iterator[Asked]:
    for node in inside(function):
        if isinstance(node, ast.If | ast.match_case):
            test = node.test if isinstance(node, ast.If) else node.pattern
            for inner in inside(test):
                if (
                    isinstance(inner, ast.Constant)
                    and isinstance(inner.value, str)
                    and operation_of_text(inner.value)
                ):
                    yield Asked(inner.value, inner)
        elif isinstance(node, ast.Dict):
            yield from _asked_by(node)


def _asked_by(table: ast.Dict) -> Iterator[Asked]:
    """The keys of a table of rules."""
    for key in table.keys:
        if isinstance(key, ast.Constant) and isinstance(key.value, str) and operation_of_text(key.value):
            yield Asked(key.value, key)


def _beginnings(known: SourceAnalysis) -> list[str]:
    """The strings that a recorded code is put behind: `getattr(self, "_backward_" + self.op)`."""
    beginnings = []
    for function in known.functions:
        for node in inside(function):
            if isinstance(node, ast.Call) and text(node.func) == "getattr" and len(node.args) > 1:
                texts = (inner.value for inner in inside(node.args[1]) if isinstance(inner, ast.Constant))
                beginnings += [piece for piece in texts if isinstance(piece, str) and piece.endswith("_")]
    return beginnings
