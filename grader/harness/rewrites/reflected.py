"""Offers right operators with the number on their left: not the wrong way round, recursive, or another's."""

import ast
import copy
from collections.abc import Iterator

from ..model.operation_words import is_reflected
from ..model.primitives import EXPECTED_REFLECTED, PRIMITIVES
from ..repair.edit import Change, RewriteOffer, after, replaced
from ..repair.known import SourceAnalysis
from ..repair.operation import OperationCode, named_operations
from ..repair.syntax import inside, is_call, is_name, statements, text
from ._numbers import TrialOutcome, is_close, right, trial_of
from ._recording import as_node
from ._shape import local_gradients_in
from .forward import is_sound, makes_right, small_edits
from .rename import misnamed

_OPERATION_OF = {method: op for op, method in EXPECTED_REFLECTED.items()}


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer repairs of reflected operators: wrong ones, those under another's name, missing ones."""
    for operation in named_operations(known):
        if operation.reflected and operation.is_of_class:
            outcome = trial_of(known, operation.sign, "left")
            if outcome.kind == "right":
                yield from _by_nodes(operation)
            elif outcome.kind != "absent":
                yield from _repairs_of(operation, outcome)
    yield from _aliases(known)
    yield from _indented(known)
    yield from _missing_methods(known)


def _by_nodes(operation: OperationCode) -> Iterator[RewriteOffer]:
    """Offer the same operation of two nodes, where the method makes a result and gives it no rule."""
    made = operation.returns[0].value if len(operation.returns) == 1 else None
    is_silent = not operation.nested and not local_gradients_in(operation)
    if len(operation.parameters) != operation.arity or not is_silent:
        return
    if not is_call(made, operation.known.class_name):
        return
    own = operation.parameters[-1]
    is_recorded = any(is_name(node, own) and not _is_read_from(node, operation) for node in inside(made))
    change = replaced(made, _right_body(operation))
    rewrite, detail = ("add-rule", "reflected") if is_recorded else ("parents", "none")
    yield operation.offer(rewrite, operation.returns[0], change, detail=detail)


def _is_read_from(node: ast.AST, operation: OperationCode) -> bool:
    """Whether only an attribute of a node is read there: its number."""
    return isinstance(operation.known.tree.up[node][0], ast.Attribute)


def _repairs_of(operation: OperationCode, outcome: TrialOutcome) -> Iterator[RewriteOffer]:
    """Offer a right signature, one small change, or another body."""
    if len(operation.parameters) != operation.arity or operation.parameters[0] == operation.known.self_name:
        yield operation.offer("reflect", operation.function, _with_signature(operation), detail="signature")
        return
    if len(operation.returns) != 1 or is_sound(operation):
        return
    statement = operation.returns[0]
    if statement.value is None:
        return
    detail = _kind_of_slip(operation.sign, outcome)
    for node, change in small_edits(operation):
        if makes_right(operation, change):
            yield operation.offer("reflect", operation.known.tree.statement(node), change, detail=detail)
            break
    new = _right_body(operation)
    if new != ast.unparse(statement.value):
        yield operation.offer("reflect", statement, replaced(statement.value, new), detail=detail)


def _right_body(operation: OperationCode) -> str:
    """Return what the method has to return, in its own names."""
    number, own = operation.parameters
    body = _body_of(operation.sign, as_node("\0", operation.known), own)
    return body.replace("other", number).replace("\0", number)


def _body_of(sign: str, wrapped: str, own: str = "self") -> str:
    """Return the body of the method: where the order matters, the number has to become a node first."""
    return f"{own} {sign} other" if PRIMITIVES[sign].commutes else f"{wrapped} {sign} {own}"


def _with_signature(operation: OperationCode) -> Change:
    """Return the change to the parameters `self` and `other`, in this order."""
    name = operation.function.name
    body = _body_of(operation.sign, as_node("other", operation.known))
    return replaced(operation.function, f"def {name}(self, other): return {body}")


def _kind_of_slip(sign: str, outcome: TrialOutcome) -> str:
    """Return how it is wrong, by what it gives."""
    if outcome.kind == "RecursionError":
        return "recurses"
    if outcome.kind != "wrong":
        return ""
    if is_close(outcome.given, right(sign, outcome.numbers[::-1])):
        return "reversed"
    others = (other for other in _OPERATION_OF.values() if other != sign)
    ways = [right(other, way) for other in others for way in (outcome.numbers, outcome.numbers[::-1])]
    return "pasted" if any(is_close(outcome.given, way) for way in ways) else "other"


def _aliases(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer a method for `__rsub__ = __sub__`."""
    definition = known.class_definition
    for node in definition.body if definition is not None else ():
        target = text(node.targets[0]) if isinstance(node, ast.Assign) else ""
        sign = _OPERATION_OF.get(target)
        if sign is None or trial_of(known, sign, "left").kind in ("right", "absent"):
            continue
        method = _definition(target, sign, known, node)
        detail = _kind_of_slip(sign, trial_of(known, sign, "left"))
        yield RewriteOffer("reflect", node, (replaced(node, *method),), sign, detail=detail)


def _indented(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer to take a method out of another."""
    for function, node in _inside_methods(known):
        outer = copy.copy(function)
        outer.body = [statement for statement in function.body if statement is not node] or [ast.Pass()]
        change = replaced(function, outer, node)
        rewrite = "define-reflected" if is_reflected(node.name) else "define"
        yield RewriteOffer(rewrite, node, (change,), _OPERATION_OF.get(node.name), detail="indented")


def _inside_methods(known: SourceAnalysis) -> Iterator[tuple[ast.FunctionDef, ast.FunctionDef]]:
    """Yield methods of operators that stand in another method, each behind that one."""
    for function in known.functions if known.class_definition is not None else ():
        for node in function.body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("__") and known.is_method(function):
                yield function, node


def _with_operators(known: SourceAnalysis) -> ast.ClassDef | None:
    """Return the class, or the part of it, that defines operators."""
    for function in known.functions:
        owner = known.tree.up[function][0]
        if function.name in ("__add__", "__mul__") and known.is_method(function):
            assert isinstance(owner, ast.ClassDef)
            return owner
    return known.class_definition


def _missing_methods(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer the reflected methods that a class does not have."""
    methods = _with_operators(known)
    elsewhere = {node.name for _, node in _inside_methods(known)} | {name for _, name in misnamed(known)}
    for name, sign in _OPERATION_OF.items() if methods is not None else ():
        if (
            name in elsewhere
            or hasattr(known.value_class.cls, name)
            or not hasattr(known.value_class.cls, name.replace("__r", "__"))
            or trial_of(known, sign).kind == "absent"  # it is there, and left for later
        ):
            continue
        assert methods is not None
        method = _definition(name, sign, known, methods)
        yield RewriteOffer(
            "define-reflected", methods, (after(methods.body[-1], *method),), sign, detail="missing"
        )


def _definition(name: str, sign: str, known: SourceAnalysis, at: ast.AST) -> list[ast.stmt]:
    """Return the statement that defines a reflected method."""
    body = _body_of(sign, as_node("other", known))
    return statements(f"def {name}(self, other): return {body}", at)
