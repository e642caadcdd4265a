"""Rules that are missing, not attached, attached elsewhere, or bound to the last result."""

import ast
import re
from collections.abc import Iterator

from bench.mutants.label import Slip
from bench.mutants.operators._share import definitions, lines
from bench.mutants.reading import words
from bench.mutants.reading.scopes import Scope
from bench.mutants.shape import Shape
from bench.mutants.text import Edit

_TIED = frozenset({"rule_missing", "rule_not_attached"})
_RULES = frozenset({"vjp", "pullback", "rule", "pull", "shares", "backward_fn", "grad_fn"})


def slips(shape: Shape) -> Iterator[Slip]:
    """One operation at a time, and in all where it is one line in each."""
    for scope in shape.scopes:
        for statement in _attaching(shape, scope):
            yield from _attached_wrongly(shape, scope, statement)
            yield from _without_rule(shape, scope, statement)
            yield from _late(shape, scope, statement)
        yield from _argument(shape, scope)
        yield from _branch(shape, scope)
        yield from _signature(shape, scope)


def _attaching(shape: Shape, scope: Scope) -> Iterator[ast.Assign]:
    """`out._backward = _backward`."""
    for node in scope.walk():
        match node:
            case ast.Assign(
                targets=[ast.Attribute(value=ast.Name(), attr=name)], value=ast.Name() | ast.Lambda()
            ) if not words.is_gradient(node.targets[0]) and name not in words.DATA and not name.startswith("_arg"):
                if isinstance(node.value, ast.Lambda) or _is_function(scope, node.value):
                    yield node


def _is_function(scope: Scope, name: ast.expr) -> bool:
    assert isinstance(name, ast.Name)
    return any(isinstance(each, ast.FunctionDef) and each.name == name.id for each in scope.walk())


def _attached_wrongly(shape: Shape, scope: Scope, statement: ast.Assign) -> Iterator[Slip]:
    text = shape.text
    target = statement.targets[0]
    assert isinstance(target, ast.Attribute)
    assert isinstance(target.value, ast.Name)
    place, spots = (scope.operation, None), definitions(text, statement)
    here = lines(text, statement)
    if isinstance(statement.value, ast.Lambda):
        yield Slip("rule_missing", text.remove(statement), *place, (*spots, *here), missing=True, accepts=_TIED)
    else:
        yield Slip("rule_not_attached", text.remove(statement), *place, (*spots, *here), missing=True, kind="deleted")
    other = "backward" if target.attr != "backward" else "_backward"
    if "__slots__" not in text.source and "slots=" not in text.source:
        edit = text.put(target, f"{target.value.id}.{other}")
        yield Slip("rule_not_attached", (edit,), *place, here, kind="misnamed", accepts=frozenset({"wrong_name"}))
    if isinstance(statement.value, ast.Name) and not _takes_argument(scope, statement.value.id):
        edit = Edit(text.end(statement), text.end(statement), "()")
        yield Slip("rule_not_attached", (edit,), *place, here, kind="called", accepts=frozenset({"raises"}))
        yield from _inside(shape, scope, statement)
    operands = [name for name, position in scope.positions().items() if position in {0, 1}]
    for name in dict.fromkeys(name for name in operands if re.search(rf"\b{name}\.{shape.gradient}\b", text.of(scope.definition))):
        edit = text.put(target.value, name)
        operand = scope.positions()[name]
        yield Slip("rule_on_wrong_node", (edit,), scope.operation, None, here, kind=f"operand{operand}")


def _takes_argument(scope: Scope, name: str) -> bool:
    found = [each for each in scope.walk() if isinstance(each, ast.FunctionDef) and each.name == name]
    return any(each.args.args for each in found)


def _inside(shape: Shape, scope: Scope, statement: ast.Assign) -> Iterator[Slip]:
    """The statement that attaches the rule is indented into the rule."""
    text = shape.text
    block = text.block(statement)
    position = block.index(statement)
    if position and isinstance(block[position - 1], ast.FunctionDef):
        start = text.start(statement)
        tab = "\t" if "\t" in text.indentation(statement) else "    "
        edit = Edit(start, start, tab)
        yield Slip("rule_not_attached", (edit,), scope.operation, None, lines(text, statement), kind="indented")


def _without_rule(shape: Shape, scope: Scope, statement: ast.Assign) -> Iterator[Slip]:
    text = shape.text
    functions = [
        each
        for each in text.block(statement)
        if isinstance(each, ast.FunctionDef) and isinstance(statement.value, ast.Name) and each.name == statement.value.id
    ]
    if not functions:
        return
    edits = (*_blank(shape, functions[0]), *text.remove(statement))
    spots = definitions(text, statement)
    yield Slip("rule_missing", edits, scope.operation, None, spots, missing=True)


def _blank(shape: Shape, function: ast.FunctionDef) -> tuple[Edit, ...]:
    """The lines of a function emptied."""
    text = shape.text
    source = text.of(function)
    return (text.put(function, "\n" * source.count("\n")),)


def _late(shape: Shape, scope: Scope, statement: ast.Assign) -> Iterator[Slip]:
    """The result is a global: the rule reads whichever came last."""
    text = shape.text
    target = statement.targets[0]
    assert isinstance(target, ast.Attribute)
    definition = scope.definition
    if not isinstance(definition, ast.FunctionDef) or not isinstance(target.value, ast.Name):
        return
    if not re.search(rf"\b{target.value.id}\.{shape.gradient}\b", text.of(definition)):
        return
    first = next((each for each in definition.body if not _is_docstring(each)), definition.body[0])
    edit = text.before(first, f"global {target.value.id}")
    spots = (*definitions(text, statement), *_reads(shape, scope, target.value.id))
    accepts = frozenset({"shared_state"})
    yield Slip("late_binding", (edit,), scope.operation, None, spots, accepts=accepts)


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _reads(shape: Shape, scope: Scope, name: str) -> Iterator[int]:
    for node in scope.walk():
        if isinstance(node, ast.stmt) and re.search(rf"\b{name}\b", shape.text.of(node).split("\n")[0]):
            yield shape.text.start(node)


def _argument(shape: Shape, scope: Scope) -> Iterator[Slip]:
    """The rule or the slopes are not handed to the constructor."""
    text = shape.text
    for node in scope.walk():
        if not isinstance(node, ast.Call) or isinstance(text.parents.get(node), ast.Raise):
            continue
        for argument in [*node.args, *node.keywords]:
            value = argument.value if isinstance(argument, ast.keyword) else argument
            if _is_rule(shape, scope, node, value) and (node.keywords or argument is node.args[-1]):
                edit = _without(shape, node, argument)
                spots = (*lines(text, text.statement(node)), *definitions(text, node))
                fault = "rule_not_attached" if isinstance(value, ast.Name) else "rule_missing"
                accepts = _TIED if fault == "rule_missing" else frozenset()
                yield Slip(fault, (edit,), scope.operation, None, spots, accepts=accepts, kind="argument")
                break


def _is_rule(shape: Shape, scope: Scope, call: ast.Call, value: ast.expr) -> bool:
    if isinstance(call.func, ast.Attribute) and call.func.attr in {"_result", "_op", "_emit", "record"}:
        return False
    if isinstance(call.func, ast.Name) and call.func.id in {"write_down", "record", "Rule"}:
        return False
    rules = [share.whole for share in shape.shares.get(scope, [])]
    if isinstance(value, ast.Tuple):
        return any(each in value.elts for each in rules)
    if isinstance(value, ast.Lambda):
        return len(call.args) + len(call.keywords) > 1
    return isinstance(value, ast.Name) and value.id in _RULES and _is_function(scope, value)


def _without(shape: Shape, call: ast.Call, argument: ast.expr | ast.keyword) -> Edit:
    text = shape.text
    value = argument.value if isinstance(argument, ast.keyword) else argument
    start = text.start(argument)
    comma = text.source.rindex(",", text.start(call), text.bracketed(value)[0] if argument is value else start)
    end = text.bracketed(value)[1]
    return Edit(comma, end, "\n" * text.source.count("\n", comma, end))


def _branch(shape: Shape, scope: Scope) -> Iterator[Slip]:
    """A central rule that does nothing for one operation."""
    text = shape.text
    shares = shape.shares.get(scope, [])
    if isinstance(scope.definition, ast.FunctionDef | ast.ClassDef | ast.Lambda | ast.Call) or not shares:
        return
    statements = [each for each in scope.nodes if isinstance(each, ast.stmt)]
    if not all(share.is_statement for share in shares):
        return
    spots = (*lines(text, statements[0]), *definitions(text, statements[0]))
    test = text.line_start(text.line_start(text.start(statements[0])) - 1)
    edits = (text.put(statements[0], "pass"), *(text.put(each, _empty(text.of(each))) for each in statements[1:]))
    yield Slip("rule_missing", edits, scope.operation, None, (*spots[-1:], *spots, test), missing=True)


def _empty(source: str) -> str:
    return "\n" * source.count("\n")


def _signature(shape: Shape, scope: Scope) -> Iterator[Slip]:
    """A rule with a parameter that nobody hands it."""
    text = shape.text
    for node in scope.walk():
        if isinstance(node, ast.FunctionDef) and not node.args.args and node is not scope.definition:
            start = text.source.index("(", text.start(node))
            edit = Edit(start, start + 1, "(grad")
            accepts = frozenset({"raises"})
            yield Slip("wrong_signature", (edit,), scope.operation, None, lines(text, node), accepts=accepts, kind="rule")
