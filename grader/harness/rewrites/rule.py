"""Offers the local gradient that the chain rule says: the local derivative times the upstream gradient."""

import ast
from collections.abc import Iterator

from ..model.primitives import PRIMITIVES, SOURCE_FUNCTIONS, PrimitiveMethod
from ..repair.edit import RewriteOffer, replaced
from ..repair.known import SourceAnalysis
from ..repair.local_gradient import LocalGradient
from ..repair.syntax import text, whole

_HANDED_ON = "handed on"


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer the right local gradient for each one whose operation and operand are known."""
    for local in known.local_gradients.all:
        for derivative in derivatives(local, known) if not _is_left_out_by_relu(local, known) else ():
            right = _with_mixed_in_total(with_upstream(derivative, local), local, known)
            if right is not None and right != ast.unparse(local.value):
                yield _offer(local, right, known)
        if local.operation == "relu":
            yield from _condition_of_relu(local, known)


def _with_mixed_in_total(right: str | None, local: LocalGradient, known: SourceAnalysis) -> str | None:
    """Return the local gradient, added to the total where the source mixes that in."""
    if right is None or not _mixes_in_total(local, known):
        return right
    return f"{_total(local, known)} + {right}"


def _mixes_in_total(local: LocalGradient, known: SourceAnalysis) -> bool:
    """Whether an assignment computes with the gradient that it replaces: `x.grad = (x.grad + slope) * g`."""
    return isinstance(local.at, ast.Assign) and local.mentions(_total(local, known))


def _total(local: LocalGradient, known: SourceAnalysis) -> str | None:
    """Return the gradient of the node that receives, as the place names it."""
    return None if local.target is None else f"{ast.unparse(local.target)}.{known.grad}"


def _offer(local: LocalGradient, right: str, known: SourceAnalysis) -> RewriteOffer:
    """Return the offer of the right local gradient; totals are handed on by one slip in all rules."""
    if local.hands_on_total(known.grad):
        offer = local.offer("rule", replaced(local.value, right), detail=_HANDED_ON)
        return offer._replace(group=f"rule: {_HANDED_ON}")
    return local.offer("rule", replaced(local.value, right), detail=_kind_of_slip(local, known))


def _condition_of_relu(local: LocalGradient, known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer the right condition where relu's rule is a statement under an `if`."""
    branch = known.tree.nearest(local.at, ast.If)
    if isinstance(branch, ast.If) and local.data and not known.attribution.names(branch, local.at):
        change = replaced(branch.test, f"{local.data[0]} > 0")
        yield RewriteOffer("rule", branch.test, (change,), "relu", 0)


def _is_left_out_by_relu(local: LocalGradient, known: SourceAnalysis) -> bool:
    """Whether a gradient is the 0 that one branch of relu rightly adds: only its condition may be wrong."""
    branch = known.tree.nearest(local.at, ast.If)
    if local.operation != "relu" or not isinstance(branch, ast.If) or not _is_zero(local.value):
        return False
    beside = [
        each for each in known.local_gradients.of("relu") if known.tree.nearest(each.at, ast.If) is branch
    ]
    return not all(_is_zero(each.value) for each in beside)


def _is_zero(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and not value.value


def derivatives(local: LocalGradient, known: SourceAnalysis) -> Iterator[str]:
    """Yield the right local derivative in the names of its place: the result's, the operands', or both."""
    if local.operation is None or local.operand is None:
        return
    primitive = PRIMITIVES[local.operation]
    if primitive.is_linear:
        yield primitive.derivatives[local.operand]
        return
    if local.result and primitive.by_result:
        yield primitive.by_result.format(a=local.result)
    if len(local.data) > local.operand:
        yield from _derivatives_by_data(local, primitive, known)


def _derivatives_by_data(
    local: LocalGradient, primitive: PrimitiveMethod, known: SourceAnalysis
) -> Iterator[str]:
    """Yield the local derivative in the names of the operands' data, the likeliest form first."""
    assert local.operand is not None
    names = {"a": local.data[0], "b": local.data[-1], **function_spellings(known)}
    if local.operation == "/" and not local.is_of_two:
        yield "-1.0 / {a} ** 2".format(**names)
        return
    derivative = primitive.derivatives[local.operand].format(**names)
    yield derivative
    if (local.operation, local.operand) == ("**", 1):  # a base below zero has no logarithm
        yield f"({derivative} if {names['a']} > 0 else 0.0)"
    if local.data == local.operands and primitive.by_result:
        yield primitive.by_result.format(**names)


def with_upstream(derivative: str, local: LocalGradient) -> str | None:
    """Return the local gradient as source; None where the upstream gradient is not known."""
    if local.is_derivative:
        return ast.unparse(ast.parse(derivative))
    if local.upstream is None:
        return None
    if local.is_subtracted:
        derivative = _negated(derivative)
    if derivative in ("1.0", "-1.0"):
        return derivative[:-3] + local.upstream
    return ast.unparse(ast.parse(f"({derivative}) * {local.upstream}"))


def _negated(derivative: str) -> str:
    """Return a derivative with the other sign."""
    first = ast.parse(derivative, mode="eval").body
    while isinstance(first, ast.BinOp) and isinstance(first.op, ast.Mult | ast.Div):
        first = first.left
    if isinstance(first, ast.UnaryOp):
        return derivative.removeprefix("-")
    return "-1.0" if derivative == "1.0" else f"-({derivative})"


def function_spellings(known: SourceAnalysis) -> dict[str, str]:
    """Return how the source can call each function."""
    return {name: spelled(name, known) for name in SOURCE_FUNCTIONS}


def spelled(name: str, known: SourceAnalysis) -> str:
    """Return how the source can call a function: as it has imported it, else from the standard library."""
    names = vars(known.value_class.module)
    for module in ("math", "np", "numpy"):
        if hasattr(names.get(module), name):
            return f"{module}.{name}"
    return name if type(names.get(name)) is type(len) else f"__import__('math').{name}"


def _kind_of_slip(local: LocalGradient, known: SourceAnalysis) -> str:
    """Return the kind of mistake that stands in place of the derivative; empty if it is of no known kind."""
    if _is_zero(local.value):
        return "nothing"
    if _reads_a_gradient(local, known):
        return "gradient-of-operand"
    return _other_rule(local, known)


def _other_rule(local: LocalGradient, known: SourceAnalysis) -> str:
    """Return which other operation's rule stands in place of the derivative; empty if it is none's."""
    # The mistakes are told apart by whose data stands there: each of them is the rule of another operation.
    match (local.operation, *_reads_own_and_other(local)):
        case "*", True, False:
            return "own-data"
        case "*", False, False if _reads_data(local, known):
            return "result-data"
        case "*", False, False:
            return "gradient-of-operand" if _has_upstream_twice(local) else "sum-rule"
        case "+", True, False if not _has_call(local):
            return "own-data-in-sum"
        case ("+", True, _) | ("+", _, True):
            return "product-rule"
    return ""


def _reads_a_gradient(local: LocalGradient, known: SourceAnalysis) -> bool:
    """Whether a local gradient reads an operand's gradient where the derivative asks for data."""
    if local.operation is None or PRIMITIVES[local.operation].is_linear:
        return False
    if _mixes_in_total(local, known):
        return False
    return any(local.mentions(f"{operand}.{known.grad}") for operand in local.operands)


def _reads_data(local: LocalGradient, known: SourceAnalysis) -> bool:
    """Whether a local gradient reads the data of some node."""
    return any(isinstance(node, ast.Attribute) and node.attr == known.data for node in whole(local.value))


def _has_upstream_twice(local: LocalGradient) -> bool:
    """Whether the upstream gradient stands where the derivative asks for data, too."""
    return sum(text(node) == local.upstream for node in whole(local.value)) > 1


def _has_call(local: LocalGradient) -> bool:
    """Whether a local gradient calls something."""
    return any(isinstance(node, ast.Call) for node in whole(local.value))


def _reads_own_and_other(local: LocalGradient) -> tuple[bool, bool]:
    """Whether a local gradient reads the data of its own operand, and of the other."""
    if local.operand is None or not local.is_of_two:
        return False, False
    return _reads_operand(local, local.operand), _reads_operand(local, 1 - local.operand)


def _reads_operand(local: LocalGradient, operand: int) -> bool:
    """Whether a local gradient reads an operand's data, or computes with the node itself."""
    return local.mentions(local.data[operand]) or local.mentions(local.operands[operand])
