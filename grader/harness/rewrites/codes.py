"""Offers another code for an operation recorded under one for which the pass has no rule, or another's."""

import ast
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeGuard

from ..model.operation_words import operation_named, operation_of_text
from ..repair.edit import RewriteOffer, replaced
from ..repair.known import SourceAnalysis
from ..repair.operation import OperationCode, operations
from ..repair.syntax import found, inside, text


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
    # Without a code for this operation, one that no other operation records is the likeliest.
    meant = codes_for(operation, asked) or [each for each in asked if each.code not in used]
    for each in meant[:3]:
        new = ast.copy_location(ast.Constant(each.code), code)
        yield operation.offer("attach", code, replaced(code, new), detail="code")
    for each in meant[:3]:
        if each.node is not None and each.code not in used:
            yield operation.offer("attach", each.node, replaced(each.node, code), detail="code")


def codes_for(operation: OperationCode, asked: Iterable[KnownCode]) -> list[KnownCode]:
    """Return the codes under which the backward pass would know the operation."""
    return [each for each in asked if operation_of_text(each.code) == operation.sign]


def recorded_codes(operation: OperationCode) -> Iterator[ast.Constant]:
    """Yield the codes that an operation gives to its results: strings beside the number."""
    for making in operation.makings:
        given = [*making.maker.args, *(keyword.value for keyword in making.maker.keywords)]
        yield from filter(_is_code, given)
    for node in operation.own:
        if isinstance(node, ast.Assign) and _is_stored_in_result(node, operation) and _is_code(node.value):
            yield node.value


def _is_stored_in_result(statement: ast.Assign, operation: OperationCode) -> bool:
    """Whether a statement sets an attribute of the result."""
    target = statement.targets[0]
    return isinstance(target, ast.Attribute) and text(target.value) == operation.result


def _is_code(node: ast.AST) -> TypeGuard[ast.Constant]:
    """Whether a node of the source is a text that may name an operation."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value != ""


def known_codes(known: SourceAnalysis) -> Iterator[KnownCode]:
    """Yield the codes that are compared with what a node recorded, or that methods are called after."""
    of_operations = {id(operation.function) for operation in operations(known)}
    for function in known.functions:
        if id(function) not in of_operations and not function.name.startswith("__"):
            yield from _codes_in_function(function)
    for store in known.stores_outside_functions:
        if isinstance(store.value, ast.Dict):
            yield from _codes_among(store.value.keys)
    yield from _codes_in_names(known)


def _codes_in_function(function: ast.FunctionDef) -> Iterator[KnownCode]:
    """Yield the codes that a function compares, or has as keys."""
    for node in found(function, ast.If, ast.match_case, ast.Dict):
        match node:
            case ast.If(asked) | ast.match_case(asked):
                yield from _codes_among(inside(asked))
            case ast.Dict(keys):
                yield from _codes_among(keys)


def _codes_among(nodes: Iterable[ast.AST | None]) -> Iterator[KnownCode]:
    """Yield the texts that name operations."""
    for node in nodes:
        match node:
            case ast.Constant(str() as code) if operation_of_text(code):
                yield KnownCode(code, node)


def _codes_in_names(known: SourceAnalysis) -> Iterator[KnownCode]:
    """Yield what follows, in the name of a method, the text that a recorded code is put behind."""
    beginnings = list(_prefixes(known))
    for function in known.functions:
        for start in beginnings:
            if function.name.startswith(start) and operation_named(function.name[len(start) :]):
                yield KnownCode(function.name[len(start) :], None)


def _prefixes(known: SourceAnalysis) -> Iterator[str]:
    """Yield the strings that a recorded code is put behind: `getattr(self, "_backward_" + self.op)`."""
    for node in known.nodes(ast.Call):
        match node:
            case ast.Call(ast.Name("getattr"), [_, name, *_]):
                texts = (inner.value for inner in found(name, ast.Constant))
                yield from (piece for piece in texts if isinstance(piece, str) and piece.endswith("_"))
