"""Tells which operands the call that makes a result is given, and how it could be given more."""

import ast
from collections import Counter
from collections.abc import Iterator

from ..repair.edit import Change, replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.operands import wrapped_name
from ..repair.operation import Making, OperationCode, operations
from ..repair.syntax import inside, nodes_in, text


def is_returned(making: Making, operation: OperationCode) -> bool:
    """Whether a call makes the result, not something on the way."""
    values = [
        text(returned.value).partition(".")[0] for returned in operation.returns if returned.value is not None
    ]
    statement = making.statement
    return making.result in values or (
        isinstance(statement, ast.Return | ast.Expr) and statement.value is making.call
    )


def recorded_operands(making: Making, operation: OperationCode) -> set[int]:
    """Return the operands that are given to what makes the result, as nodes."""
    up, maker = operation.known.tree.up, making.maker.func
    given = [
        node
        for written in given_to_result(making, operation)
        for node in (written, *_value_of_local(written, operation))
        if isinstance(node, ast.Name) and not isinstance(up[node][0], ast.Attribute)
    ]
    holders: list[ast.expr] = [*given, *_told_of_result(making, operation)]
    holders += [maker.value] if isinstance(maker, ast.Attribute) else []
    names = set(map(text, holders))
    return {index for index, name in enumerate(operation.operands) if name in names}


def _told_of_result(making: Making, operation: OperationCode) -> Iterator[ast.expr]:
    """Yield what records the result itself: `other.add_child(out)`."""
    for node in operation.own:
        match node:
            case ast.Call(ast.Attribute(holder), given) if making.result in [*map(text, given)]:
                if node is not making.maker:
                    yield holder


def _value_of_local(written: ast.AST, operation: OperationCode) -> Iterator[ast.AST]:
    """Yield what a local name stands for, as in `nodes = (self,)` before `Value(..., nodes)`."""
    if not isinstance(written, ast.Name) or written.id in operation.operands:
        return
    for node in operation.own:
        if isinstance(node, ast.Assign) and text(node.targets[0]) == written.id:
            yield from (node.value, *nodes_in(node.value, without=(ast.Lambda,)))


def given_to_result(making: Making, operation: OperationCode) -> Iterator[ast.AST]:
    """Yield the arguments beside the number; in a constructor, the values that the object keeps.

    And what is put into the result afterwards: `out.edges = ...`, `out.edges.append(...)`.
    """
    numbers = {making.maker.func, *inside(making.maker.func)}
    if making.data is not None:
        numbers |= {making.data, *inside(making.data)}
    roots: list[ast.AST] = [making.call]
    if operation.function.name == "__init__":
        roots += [node.value for node in operation.own if isinstance(node, ast.Assign)]
    for root in roots:
        yield from (
            node
            for node in (root, *nodes_in(root, without=(ast.Lambda, ast.JoinedStr)))
            if node not in numbers
        )
    yield from _given_afterwards(making, operation)


def _given_afterwards(making: Making, operation: OperationCode) -> Iterator[ast.AST]:
    """Yield what the result is given after it was made, as a value of its own or in a list that it holds."""
    # Who gives a result an empty list has operands in lists: a value of its own may be a plain exponent.
    has_list = any(map(holds_nothing, making.call.args))
    tree = operation.known.tree
    for value in stored_in_result(making, operation):
        own = () if has_list else (value,)
        yield from (*own, *nodes_in(value, without=(ast.Lambda,)))
    for node in operation.own:
        if not isinstance(node, ast.Call) or not _is_called_on_held(node, making):
            continue
        for each in () if tree.exclude(node, making.statement) else node.args:
            yield from (each, *nodes_in(each, without=(ast.Lambda,)))


def stored_in_result(making: Making, operation: OperationCode) -> Iterator[ast.expr]:
    """Yield what attributes of the result are given after it was made: `out.inputs = [self, power]`."""
    for node in operation.own:
        if not isinstance(node, ast.Assign) or not text(node.targets[0]).startswith(f"{making.result}."):
            continue
        if not operation.known.tree.exclude(node, making.statement):
            yield node.value


def _is_called_on_held(call: ast.Call, making: Making) -> bool:
    """Whether a call is of something that the result holds."""
    holder = call.func.value if isinstance(call.func, ast.Attribute) else None
    return isinstance(holder, ast.Attribute) and text(holder.value) == making.result


def with_argument(call: ast.Call, place: int | str, value: ast.expr, known: SourceAnalysis) -> Change:
    """Return the change of a call that has this argument in that place."""
    if isinstance(place, int) and place <= len(call.args):
        here = call.args[place : place + 1]
        if here and holds_nothing(here[0]):
            return replaced(here[0], value)
        return with_field(call, "args", [*call.args[:place], value, *call.args[place:]])
    name = place if isinstance(place, str) else _parameter_at(place, known)
    others = [keyword for keyword in call.keywords if keyword.arg != name]
    return with_field(call, "keywords", [*others, ast.keyword(name, value)])


def holds_nothing(node: ast.expr) -> bool:
    """Whether an expression holds nothing: `()`, `None`, `[]`."""
    if isinstance(node, ast.Constant):
        return node.value is None
    if isinstance(node, ast.Call):
        return not node.args and text(node.func) in ("set", "tuple", "list")
    return isinstance(node, ast.Tuple | ast.List) and not node.elts


def _parameter_at(position: int, known: SourceAnalysis) -> str:
    """Return the name of a parameter of the constructor."""
    method = known.method("__init__")
    assert method is not None
    return method.args.args[position + 1].arg


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
