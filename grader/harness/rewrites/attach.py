"""Offers to attach a rule to its result: it is not attached, under another name, or to another node."""

import ast
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from ..model.dialect_names import CLOSURE_NAMES
from ..repair.edit import RewriteOffer, after, replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.operation import OperationCode, operations
from ..repair.syntax import copy, names_bound, text


class Attachment(NamedTuple):
    """A statement that gives a function to an attribute."""

    statement: ast.Assign
    target: ast.Attribute
    function: ast.expr
    """The name of the rule, or a lambda; or a call of it."""
    inside: ast.AST | None
    """The function within the operation that the statement is in."""


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer repairs operation by operation."""
    of_class = operations(known)
    attached = {id(each): list(_attachments(each)) for each in of_class}
    name = _usual_name(of_class, attached, known)
    for operation in of_class:
        for attachment in attached[id(operation)]:
            yield from _repairs(attachment, operation, name)
        yield from _without_call(operation, attached[id(operation)])
        yield from _attached_at_last(operation, attached[id(operation)], name)
        yield from _before_return(operation, attached[id(operation)])


def _attachments(operation: OperationCode) -> Iterator[Attachment]:
    """Yield the statements of an operation that give a rule to an attribute."""
    for node in operation.nodes:
        match node:
            case ast.Assign([ast.Attribute() as target], value) if _may_be_rule(value, operation):
                around = operation.known.tree.nearest(node, ast.FunctionDef)
                yield Attachment(node, target, value, None if around is operation.function else around)


def _may_be_rule(value: ast.expr, operation: OperationCode) -> bool:
    """Whether a value is a lambda, a function of the operation or the module, or a call of one."""
    rules = {function.name for function in (*operation.nested, *_module_functions(operation.known))}
    match value:
        case ast.Lambda():
            return True
        case ast.Call(ast.Name(name)):
            return name in rules
        # A name that nothing defines is likely a rule whose name is misspelt.
        case ast.Name(name):
            return name in rules or _is_unknown(name, operation)
    return False


def _module_functions(known: SourceAnalysis) -> Iterator[ast.FunctionDef]:
    """Return the functions beside the class, which may be rules."""
    return (each for each in known.top_level if isinstance(each, ast.FunctionDef))


def _is_unknown(name: str, operation: OperationCode) -> bool:
    """Whether a name means nothing, in a function with a rule."""
    known = names_bound(operation.function) | vars(operation.known.value_class.module).keys()
    return bool(operation.nested) and name not in known


def _usual_name(
    of_class: list[OperationCode], attached: dict[int, list[Attachment]], known: SourceAnalysis
) -> str | None:
    """Return the attribute that most operations keep rules in, or a usual one, of those that are read."""
    names = Counter(
        attachment.target.attr for operation in of_class for attachment in attached[id(operation)]
    )
    read = {node.attr for node in known.nodes(ast.Attribute) if isinstance(node.ctx, ast.Load)}
    usual = [name for name, _ in names.most_common() if name in read]
    usual += [name for name in CLOSURE_NAMES if name in read]
    return usual[0] if usual else known.value_class.closure_name


def _repairs(attachment: Attachment, operation: OperationCode, name: str | None) -> Iterator[RewriteOffer]:
    """Offer repairs of an attaching statement."""
    target = attachment.target
    if name is not None and target.attr != name and operation.makings:
        change = with_field(target, "attr", name)
        group = f"attached as {target.attr}"
        detail = "name" if operation.known.method(target.attr) is None else "hides"
        yield operation.offer("attach", attachment.statement, change, detail=detail, group=group)
    if attachment.inside is not None:
        yield from _taken_out(attachment, operation, name)
    elif operation.result is not None and operation.stands_for_operand(target.value):
        result = ast.Name(operation.result, ast.Load())
        yield operation.offer("attach-to-result", attachment.statement, replaced(target.value, result))


def _taken_out(attachment: Attachment, operation: OperationCode, name: str | None) -> Iterator[RewriteOffer]:
    """Offer to attach outside of the rule what is attached inside, and so never."""
    rule = next((inner for inner in operation.nested if inner is attachment.inside), None)
    if rule is not None and operation.result is not None and isinstance(attachment.function, ast.Name):
        line = f"{operation.result}.{name or attachment.target.attr} = {rule.name}"
        changes = replaced(attachment.statement), after(rule, line)
        yield operation.offer("attach", attachment.statement, *changes, detail="inside")


def _without_call(operation: OperationCode, attached: list[Attachment]) -> Iterator[RewriteOffer]:
    """Offer to attach the rule for `= _backward()`, which runs it at once and attaches what it returns."""
    rules = {function.name for function in operation.nested}
    for node in operation.own:
        if not isinstance(node, ast.Call) or node.args or text(node.func) not in rules:
            continue
        parent = operation.known.tree.up[node][0]
        if isinstance(parent, ast.Call | ast.keyword) or any(
            parent is attachment.statement for attachment in attached
        ):
            change = replaced(node, copy(node.func))
            statement = operation.known.tree.statement(node)
            yield operation.offer("attach", statement, change, detail="called")


def _attached_at_last(
    operation: OperationCode, attached: list[Attachment], name: str | None
) -> Iterator[RewriteOffer]:
    """Offer to attach a rule of the operation that nothing mentions."""
    used = {node.id for node in operation.nodes if isinstance(node, ast.Name)}
    if operation.result is None or name is None or attached:
        return
    for rule in operation.nested:
        if rule.name in used:
            continue
        change = after(rule, f"{operation.result}.{name} = {rule.name}")
        yield operation.offer("attach", operation.function, change, detail="missing")


def _before_return(operation: OperationCode, attached: list[Attachment]) -> Iterator[RewriteOffer]:
    """Offer to attach above the `return` what is attached in a line that is never reached."""
    for attachment in attached:
        block, position = operation.known.tree.block(attachment.statement)
        for statement in block[:position]:
            if isinstance(statement, ast.Return):
                is_second = isinstance(block[-1], ast.Return)
                place = statement if is_second else attachment.statement
                moved = () if is_second else (after(block[-1], statement),)
                yield operation.offer("attach", place, replaced(statement), *moved, detail="after-return")
