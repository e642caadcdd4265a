"""Results that do not know what they were made from."""

import ast
from collections.abc import Iterator

from bench.mutants.label import Slip
from bench.mutants.operators._share import lines
from bench.mutants.reading import words
from bench.mutants.reading.scopes import Scope
from bench.mutants.shape import Shape


def slips(shape: Shape) -> Iterator[Slip]:
    """Parents left out of one operation or of all; numbers in place of nodes; parents in a set."""
    for scope in shape.scopes:
        for node in parents(scope):
            yield from _left_out(shape, scope, node)
        yield from _of_numbers(shape, scope)
    yield from _constructor(shape)
    yield from _by_operand(shape)
    yield from _wrapped_anew(shape)


def parents(scope: Scope) -> Iterator[ast.Tuple | ast.List]:
    """Where an operation lists its operands."""
    positions = scope.positions()
    for node in scope.walk():
        if not isinstance(node, ast.Call):
            continue
        for argument in [*node.args, *(keyword.value for keyword in node.keywords)]:
            if isinstance(argument, ast.Tuple | ast.List) and argument.elts:
                names = [each.id for each in argument.elts if isinstance(each, ast.Name)]
                if len(names) == len(argument.elts) and all(name in positions for name in names):
                    if not isinstance(node.func, ast.Name) or node.func.id not in {"zip", "Rule"}:
                        yield argument


def _left_out(shape: Shape, scope: Scope, node: ast.Tuple | ast.List) -> Iterator[Slip]:
    text, spots = shape.text, lines(shape.text, shape.text.statement(node))
    opening, closing = text.of(node)[0], text.of(node)[-1]
    if opening not in "([":
        return
    comma = "," if opening == "(" else ""
    if len(node.elts) == 1 and opening == "(":
        edit = text.put(node, f"({text.of(node.elts[0])})")
        yield Slip("raises", (edit,), scope.operation, None, spots, kind="no_tuple")
    place = (scope.operation, None)
    yield Slip("detached_result", (text.put(node, opening + closing),), *place, spots, kind="all")
    if len(node.elts) > 1:
        for position, element in enumerate(node.elts):
            edit = text.put(node, f"{opening}{text.of(element)}{comma}{closing}")
            yield Slip("detached_result", (edit,), scope.operation, 1 - position, spots)


def _of_numbers(shape: Shape, scope: Scope) -> Iterator[Slip]:
    """A derived operation that computes with data: `Value(self.data - other.data)`."""
    text, definition, own = shape.text, scope.definition, f"self.{shape.data}"
    if not isinstance(definition, ast.FunctionDef) or definition.name not in {"__neg__", "__sub__"}:
        return
    returned = definition.body[-1]
    if shape.around(definition) is not shape.main or not isinstance(returned, ast.Return) or returned.value is None:
        return
    if isinstance(returned.value, ast.Call) or shape.shares.get(scope):
        return
    if "tape" in {each.arg for each in (shape.maker.args.args if shape.maker else [])}:
        return
    made = shape.main.name
    numbers = f"-{own}"
    if definition.name == "__sub__":
        other = definition.args.args[1].arg
        numbers = f"{own} - (other.{shape.data} if isinstance({other}, {made}) else {other})".replace("other.", f"{other}.", 1)
    edit = text.put(returned.value, f"{made}({numbers})")
    spots = lines(text, returned)
    yield Slip("detached_result", (edit,), scope.operation, None, spots, accepts=frozenset({"rule_missing"}), kind="numbers")
    if definition.name == "__neg__":
        edit = text.put(returned.value, numbers)
        accepts = frozenset({"detached_result"})
        yield Slip("returns_a_number", (edit,), scope.operation, None, spots, accepts=accepts)


def _constructor(shape: Shape) -> Iterator[Slip]:
    """`self._prev = set()`, and a set in place of a tuple where the order counts."""
    text = shape.text
    for statement in shape.maker.body if shape.maker else []:
        match statement:
            case ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self")) as target], value=value):
                parameter = _parameter(shape, value)
                if parameter is None:
                    continue
                empty = {"set": "set()", "list": "[]"}.get(text.of(value).split("(")[0], "()")
                spots = lines(text, statement)
                yield Slip("detached_result", (text.put(value, empty),), None, None, spots, kind="constructor")
                if _order_counts(shape, target.attr) and not text.of(value).startswith("set("):
                    yield Slip("parents_in_a_set", (text.put(value, f"set({parameter})"),), None, None, spots)


def _parameter(shape: Shape, value: ast.expr) -> str | None:
    """The parameter for the operands, where it is what is stored."""
    name = value.args[0] if isinstance(value, ast.Call) and value.args else value
    if not isinstance(name, ast.Name):
        return None
    wanted = ("children", "parents", "prev", "inputs", "padres", "from", "sources", "edges", "父节点")  # noqa: RUF001
    return name.id if any(word in name.id for word in wanted) else None


def _by_operand(shape: Shape) -> Iterator[Slip]:
    """Shares in a dictionary, by operand."""
    text = shape.text
    for share in shape.central:
        loop = text.parents[share.whole]
        match loop:
            case ast.For(iter=ast.Call(func=ast.Name(id="zip"), args=[_, _], keywords=[]) as pairs):
                edit = text.put(pairs, f"dict({text.of(pairs)}).items()")
                yield Slip("parents_in_a_set", (edit,), None, None, lines(text, loop), kind="dict")
                return


def _order_counts(shape: Shape, attribute: str) -> bool:
    """Whether operands are taken in order, with their shares beside them or one by one."""
    source = shape.text.source
    return f"{attribute}," in source.replace(f"{attribute}, self", "") or f"= self.{attribute}\n" in source


def _wrapped_anew(shape: Shape) -> Iterator[Slip]:
    """Every operand is copied into a new leaf."""
    text = shape.text
    for function in ast.walk(text.tree):
        match function:
            case ast.FunctionDef(
                name=name, body=[*_, ast.Return(value=ast.IfExp(body=ast.Name() as kept))]
            ) if name not in words.OPERATORS and "isinstance" in text.of(function):
                edit = text.put(kept, f"{shape.main.name}({kept.id}.{shape.data})")
                yield Slip("detached_result", (edit,), None, None, lines(text, function.body[-1]), kind="copied")
