"""Offers to repair the number of a result: one sign, one operator, two that changed places; or all of it."""

import ast
from collections.abc import Callable, Iterator

from ..model.primitives import MATH_FUNCTIONS, METHODS, PRIMITIVES
from ..repair.edit import Change, Conflict, RewriteOffer, applied, replaced, with_field
from ..repair.known import SourceAnalysis
from ..repair.operands import operation_called
from ..repair.operation import OperationCode, operations
from ..repair.syntax import Store, called, inside, last_name, nodes_in, owner, targets_of, text
from ._numbers import ROUNDING, trial_of
from ._shape import is_plainly_right, right_number

_SYNTAX = {op: primitive.syntax for op, primitive in PRIMITIVES.items() if primitive.syntax}
_MIRRORED = {ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE}
_PARTNERS = {"max": "min", "min": "max", "maximum": "minimum", "minimum": "maximum"}
_REFUSALS = ("AssertionError", "NotImplementedError", "TypeError", "ValueError")
"""Exceptions that classes raise for an exponent they do not take."""

_STOPPED = ("TypeError", "AttributeError", "RecursionError")
"""Exceptions where a node stands for its number; a method that is given its own node again never ends."""
_WHOLE_TYPES = ("int", "float32", "float16", "int32", "int64")


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer repairs of operations that give a wrong number; then of a constructor that changes it."""
    for operation in operations(known):
        if operation.reflected:
            continue
        kind = trial_of(known, operation.sign).kind
        if kind in _STOPPED:
            yield from _numbers_of_nodes(operation)
        # A power that refuses some exponents is no wrong result.
        if kind not in ("right", "absent") and not (operation.sign == "**" and kind in _REFUSALS):
            yield from _repairs_of(operation)
    for name in ("__init__", "__post_init__"):
        if (method := known.method(name)) is not None:
            yield from _untruncated(method, known)


def _repairs_of(operation: OperationCode) -> Iterator[RewriteOffer]:
    """Offer the first small change with which the number is right, else the right expression."""
    yield from _methods_of_numbers(operation)
    if is_plainly_right(operation):
        return
    for node, change in (*_other_variables(operation), *small_edits(operation)):
        if makes_right(operation, change):
            yield operation.offer("forward", node, change)
            return
    source = _number_source(operation)
    if source is not None and not operation.is_composed:
        change = replaced(source, right_number(operation))
        yield operation.offer("forward", source, change)


def _other_variables(operation: OperationCode) -> Iterator[tuple[ast.AST, Change]]:
    """Yield changes to another variable of the function, which may hold the right number."""
    making = operation.making
    if len(operation.makings) != 1 or making is None or making.data is None:
        return
    kept = [node for node in operation.own if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    names = {node.id for node in kept} - {*operation.operands, *operation.parameters, making.result}
    for name in sorted(names - {text(making.data)}):
        yield making.data, replaced(making.data, name)


def _methods_of_numbers(operation: OperationCode) -> Iterator[RewriteOffer]:
    """Offer `a + b.data` for `self.data.__add__(other)`, which asks a number to add a node."""
    known = operation.known
    for node in operation.own:
        if not isinstance(node, ast.Call) or called(node) != METHODS.get(operation.sign) or not node.args:
            continue
        name, first = text(node.args[-1]), node.args[0] if len(node.args) > 1 else owner(node)
        if name in {*operation.parameters, *operation.operands} and first is not None:
            number = f"({name}.{known.data} if isinstance({name}, {known.class_name}) else {name})"
            change = replaced(node, f"{text(first)} {operation.sign} {number}")
            at = known.tree.statement(node)
            yield operation.offer("forward", at, change, detail="node")


def makes_right(operation: OperationCode, change: Change) -> bool:
    """Whether the source with this change computes what the operation should, and not by way of itself."""
    try:
        with applied(operation.known.tree, (change,)):
            return is_sound(operation)
    except Conflict:
        return False


def is_sound(operation: OperationCode) -> bool:
    """Whether the source is known to compute what the operation should, and not by way of itself."""
    return is_plainly_right(operation) and not _calls_itself(operation)


def _calls_itself(operation: OperationCode) -> bool:
    """Whether a method that combines other operations of nodes combines the one it is."""
    if not operation.is_composed or operation.returns[0].value is None:
        return False
    value = operation.returns[0].value
    for node in ast.walk(value):  # not `inside`, which knows the source without the change
        if isinstance(node, ast.BinOp) and isinstance(node.op, _SYNTAX.get(operation.sign, ())):
            return not operation.reflected or text(node.left) in operation.parameters
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and operation.sign == "neg":
            return True
    return False


def small_edits(operation: OperationCode) -> Iterator[tuple[ast.AST, Change]]:
    """Yield every change of one node in what the operation computes."""
    for statement in operation.own:
        if isinstance(statement, ast.Assign | ast.Return) and statement.value is not None:
            for node in _arithmetic(statement.value):
                yield from ((node, change) for change in _small_changes(node, operation))


def _arithmetic(value: ast.expr) -> Iterator[ast.expr]:
    """Yield the expressions in a value, without names of functions."""
    nodes = [value, *nodes_in(value, without=(ast.Lambda,))]
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    called = {part for call in calls for part in (call.func, *inside(call.func))}
    for node in nodes:
        is_name = isinstance(node, ast.Name | ast.Attribute | ast.Lambda)
        if isinstance(node, ast.expr) and not (is_name and (node in called or isinstance(node, ast.Lambda))):
            yield node


def _small_changes(node: ast.expr, operation: OperationCode) -> Iterator[Change]:
    """Yield the changes of one expression: the small mistakes that people make in one of its kind."""
    match node:
        case ast.BinOp(left, now, right):
            if isinstance(now, ast.Sub | ast.Div | ast.Pow):
                yield replaced(node, ast.copy_location(ast.BinOp(right, now, left), node))
            yield from (
                with_field(node, "op", kind()) for kind in _SYNTAX.values() if not isinstance(now, kind)
            )
        case ast.UnaryOp(ast.USub(), operand):
            yield replaced(node, operand)
        case ast.IfExp(test, chosen, other):
            yield replaced(node, ast.copy_location(ast.IfExp(test, other, chosen), node))
        case ast.Compare(ops=[now, *_]) if type(now) in _MIRRORED:
            yield with_field(node, "ops", [_MIRRORED[type(now)]()])
        case ast.Call():
            yield from _other_calls(node, operation)
        case ast.Name() | ast.Attribute():
            yield from _other_names(node, operation)
        case ast.Constant(int() | float() as number) if number:
            yield with_field(node, "value", -number)


def _other_calls(node: ast.Call, operation: OperationCode) -> Iterator[Change]:
    """Yield a call without rounding, of another function, with its arguments the other way round."""
    function, name = node.func, called(node)
    if name in ROUNDING and len(node.args) == 1:
        yield replaced(node, node.args[0])
    # A function is mistaken for its partner, such as sin for cos, or stands where the operation's own should.
    meant = _PARTNERS.get(name, operation.sign if operation.sign in MATH_FUNCTIONS else name)
    if name and node.args and meant != name:
        yield with_field(function, "attr" if isinstance(function, ast.Attribute) else "id", meant)
    if len(node.args) == len(operation.parameters) == 2 and operation_called(function):  # noqa: PLR2004 - swapped
        yield with_field(node, "args", node.args[::-1])


def _other_names(node: ast.Name | ast.Attribute, operation: OperationCode) -> Iterator[Change]:
    """Yield the other operands, and the other sign."""
    for names in (operation.data, operation.operands):
        if text(node) in names:
            yield replaced(node, ast.copy_location(ast.UnaryOp(ast.USub(), node), node))
            for other in names:
                if other != text(node):
                    yield replaced(node, other)


def numbers_of_results(known: SourceAnalysis) -> Iterator[tuple[OperationCode, ast.expr]]:
    """Yield each operation with the one expression from which the number of its result comes."""
    for operation in operations(known):
        if (source := _number_source(operation)) is not None:
            yield operation, source


def _number_source(operation: OperationCode) -> ast.expr | None:
    """Return the one expression from which the number of the result comes."""
    if len(operation.makings) == 1:
        source = operation.makings[0].data
    elif not operation.makings and len(operation.returns) == 1:
        source = operation.returns[0].value
    else:
        return None
    kept = [node for node in operation.own if isinstance(node, ast.Assign)]
    stores = [each for each in kept if source and text(each.targets[0]) == text(source)]
    # Of several branches, each may be the one that ran: then it comes from what they store.
    return stores[-1].value if stores and stores[-1] in operation.function.body else source


def _numbers_of_nodes(operation: OperationCode) -> Iterator[RewriteOffer]:
    """Offer `self.data` in `math.tanh(self)` and for `self.val`."""
    known = operation.known
    leaf = known.player.leaf(1.5, "x")
    for making in operation.makings:
        changes = []
        for node in nodes_in(making.call, without=(ast.Lambda,)):
            parent, field = known.tree.up.get(node, (node, ""))
            if isinstance(node, ast.Attribute) and text(node.value) in operation.operands:
                if not hasattr(leaf, node.attr):
                    changes.append(with_field(node, "attr", known.data))
            elif text_of_name(node) in operation.operands and _computes_with(parent, field, making.maker):
                changes.append(replaced(node, f"{text_of_name(node)}.{known.data}"))
        if changes:
            yield operation.offer("forward", making.statement, *changes, detail="node")


def text_of_name(node: ast.AST) -> str:
    """Return the name, if it is one."""
    return node.id if isinstance(node, ast.Name) else ""


def _computes_with(parent: ast.AST, field: str, maker: ast.Call) -> bool:
    """Whether a part is an operand of an operator, or an argument of a mathematical function."""
    if isinstance(parent, ast.Call):
        return (
            parent is not maker and field == "args" and text(parent.func).partition(".")[0] in ("math", "np")
        )
    return isinstance(parent, ast.BinOp | ast.UnaryOp)


def _untruncated(method: ast.FunctionDef, known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer floats for a gradient that has the type of its data, then for data that are rounded or whole."""
    stores = [node for node in inside(method) if isinstance(node, Store) and node.value is not None]
    names = {text(store.value) for store in stores if known.is_data(targets_of(store)[0])}
    for store in stores:
        if known.is_gradient(targets_of(store)[0]):
            yield from _with_floats(store, _zeros_of_floats)
    for store in stores:
        if known.is_data(targets_of(store)[0]) or text(targets_of(store)[0]) in names:
            yield from _with_floats(store, _as_floats)


def _with_floats(store: Store, change_of: Callable[[ast.Call], Change | None]) -> Iterator[RewriteOffer]:
    """Offer what changes a call in the value of a statement."""
    for node in (store.value, *inside(store.value)) if store.value else ():
        if isinstance(node, ast.Call) and (change := change_of(node)) is not None:
            yield RewriteOffer("forward", store, (change,), detail="truncation")


def _zeros_of_floats(call: ast.Call) -> Change | None:
    """Return floats for `np.zeros_like(self.data)`, which makes whole numbers of whole data."""
    is_like = last_name(call.func) in ("zeros_like", "full_like", "ones_like")
    return _of_floats(call) if is_like and _type_of(call) in ("", *_WHOLE_TYPES) else None


def _as_floats(call: ast.Call) -> Change | None:
    """Return the change of a call that rounds into one that keeps floats."""
    name = last_name(call.func)
    if name in ROUNDING and call.args:
        new = ast.Call(ast.Name("float", ast.Load()), call.args[:1], [])
        return replaced(call, new)
    is_array = name in ("array", "asarray") and _type_of(call) in ("", *_WHOLE_TYPES)
    return _of_floats(call) if is_array else None


def _type_of(call: ast.Call) -> str:
    """Return the type that a call names for the numbers of an array, if any."""
    types = [keyword.value for keyword in call.keywords if keyword.arg == "dtype"]
    return last_name(types[0]).strip("'") if types else ""


def _of_floats(call: ast.Call) -> Change:
    """Return the call with floats as the type of its numbers."""
    others = [keyword for keyword in call.keywords if keyword.arg != "dtype"]
    return with_field(call, "keywords", [*others, ast.keyword("dtype", ast.Name("float", ast.Load()))])
