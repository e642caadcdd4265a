"""Offers another code for an operation recorded under one for which the pass has no rule, or another's."""

import ast
from collections.abc import Iterator
from typing import NamedTuple

from ..model.operation_words import operation_named, operation_of_text
from ..repair.edit import replaced
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.operation import Making, OperationCode, operations
from ..repair.syntax import inside, text


class KnownCode(NamedTuple):
    """A code for which there is a rule, and where the source says so."""

    code: str
    node: ast.expr | None
    """None where it is a part of the name of a method."""


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer codes operation by operation, where a central place asks for codes."""
    asked = list(known_codes(known))
    codes = {each.code for each in asked}
    used = {str(code.value) for operation in operations(known) for code in recorded_codes(operation)}
    for operation in operations(known) if codes else ():
        for code in recorded_codes(operation):
            yield from _other_codes(code, operation, asked, used)


def _other_codes(
    code: ast.Constant, operation: OperationCode, asked: list[KnownCode], used: set[str]
) -> Iterator[RewriteOffer]:
    """Offer codes with which the pass would know the operation, here or in the pass."""
    spoken = operation_of_text(str(code.value))
    if any(each.code == code.value for each in asked) and spoken in (None, operation.sign):
        return
    meant = [each for each in asked if operation_of_text(each.code) == operation.sign]
    # Without a code for this operation, one that no other operation records is the likeliest.
    meant = meant or [each for each in asked if each.code not in used]
    for each in meant[:3]:
        new = ast.copy_location(ast.Constant(each.code), code)
        yield operation.offer("attach", code, replaced(code, new), detail="code")
    for each in meant[:3]:
        if each.node is not None and each.code not in used:
            yield operation.offer("attach", each.node, replaced(each.node, code), detail="code")


def codes_for(operation: OperationCode) -> Iterator[str]:
    """Yield the codes under which the backward pass would know the operation."""
    for name in known_codes(operation.known):
        if operation_of_text(name.code) == operation.sign:
            yield name.code


def recorded_codes(operation: OperationCode) -> Iterator[ast.Constant]:
    """Yield the codes that an operation gives to its results: strings beside the number."""
    for making in operation.makings:
        yield from _codes_in_call(making)
    for node in operation.own:
        value = node.value if isinstance(node, ast.Assign) and _is_stored_in_result(node, operation) else None
        if isinstance(value, ast.Constant) and _is_code(value):
            yield value


def _is_stored_in_result(statement: ast.Assign, operation: OperationCode) -> bool:
    """Whether a statement sets an attribute of the result."""
    target = statement.targets[0]
    return isinstance(target, ast.Attribute) and text(target.value) == operation.result


def _codes_in_call(making: Making) -> Iterator[ast.Constant]:
    """Yield the codes among the arguments of a call."""
    for given in [*making.maker.args, *(keyword.value for keyword in making.maker.keywords)]:
        if isinstance(given, ast.Constant) and _is_code(given):
            yield given


def _is_code(node: ast.AST) -> bool:
    """Whether it is a text that may name an operation."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value != ""


def known_codes(known: SourceAnalysis) -> Iterator[KnownCode]:
    """Yield the codes that are compared with what a node recorded, or that methods are called after."""
    of_operations = {id(operation.function) for operation in operations(known)}
    for function in known.functions:
        if id(function) not in of_operations and not function.name.startswith("__"):
            yield from _codes_in_function(function)
    for statement in known.top_level:
        for owned in statement.body if isinstance(statement, ast.ClassDef) else [statement]:
            if isinstance(owned, ast.Assign | ast.AnnAssign) and isinstance(owned.value, ast.Dict):
                yield from _keys_of_table(owned.value)
    # Codes are compared in `if`, are keys of tables, or are parts of the names of methods.
    beginnings = _prefixes(known)
    for function in known.functions:
        for start in beginnings:
            if function.name.startswith(start) and operation_named(function.name[len(start) :]):
                yield KnownCode(function.name[len(start) :], None)


def _codes_in_function(function: ast.FunctionDef) -> Iterator[KnownCode]:
    """Yield the codes that a function compares, or has as keys."""
    for node in inside(function):
        if isinstance(node, ast.If | ast.match_case):
            test = node.test if isinstance(node, ast.If) else node.pattern
            for inner in inside(test):
                if (
                    isinstance(inner, ast.Constant)
                    and isinstance(inner.value, str)
                    and operation_of_text(inner.value)
                ):
                    yield KnownCode(inner.value, inner)
        elif isinstance(node, ast.Dict):
            yield from _keys_of_table(node)


def _keys_of_table(table: ast.Dict) -> Iterator[KnownCode]:
    """Yield the keys of a table of rules."""
    for key in table.keys:
        if isinstance(key, ast.Constant) and isinstance(key.value, str) and operation_of_text(key.value):
            yield KnownCode(key.value, key)


def _prefixes(known: SourceAnalysis) -> list[str]:
    """Return the strings that a recorded code is put behind: `getattr(self, "_backward_" + self.op)`."""
    beginnings = []
    for function in known.functions:
        for node in inside(function):
            if isinstance(node, ast.Call) and text(node.func) == "getattr" and len(node.args) > 1:
                texts = (inner.value for inner in inside(node.args[1]) if isinstance(inner, ast.Constant))
                beginnings += [piece for piece in texts if isinstance(piece, str) and piece.endswith("_")]
    return beginnings
