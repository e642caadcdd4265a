"""The share of an operand is what the chain rule says: the local derivative times what arrives."""

import ast
from collections.abc import Iterator

from ..model.primitives import PRIMITIVES, SOURCE_FUNCTIONS
from ..repair.edit import replaced
from ..repair.known import SourceAnalysis
from ..repair.local_gradients import LocalGradient
from ..repair.offer import RewriteOffer
from ..repair.syntax import whole


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Every share whose operation and operand are known."""
    for share in known.shares.all:
        for text in derivatives(share, known):
            right = with_incoming(text, share)
            if right is not None and right != ast.unparse(share.value):
                yield share.offer("rule", replaced(share.value, right), detail=_slip(share))
        if share.operation == "relu":
            yield from _gate(share, known)


def _gate(share: LocalGradient, known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Where relu's rule is a statement under an `if`: its condition."""
    branch = known.tree.nearest(share.at, ast.If)
    if isinstance(branch, ast.If) and share.data and not known.attribution.names(branch, share.at):
        change = replaced(branch.test, f"{share.data[0]} > 0")
        yield RewriteOffer("rule", branch.test, (change,), "relu", 0)


def derivatives(share: LocalGradient, known: SourceAnalysis) -> Iterator[str]:
    """The local derivative in the names of the place; twice where a name may be the operand or the result."""
    if share.operation is None or share.operand is None:
        return
    primitive = PRIMITIVES[share.operation]
    if primitive.is_linear:
        yield primitive.derivatives[share.operand]
        return
    if share.result and primitive.by_result:
        yield primitive.by_result.format(a=share.result)
    if len(share.data) <= share.operand:
        return
    names = {"a": share.data[0], "b": share.data[-1], **functions(known)}
    if share.operation == "/" and not share.is_of_two:
        yield "-1.0 / {a} ** 2".format(**names)
        return
    derivative = primitive.derivatives[share.operand].format(**names)
    yield derivative
    if (share.operation, share.operand) == ("**", 1):  # a base below zero has no logarithm
        yield f"({derivative} if {names['a']} > 0 else 0.0)"
    if share.data == share.operands and primitive.by_result:
        yield primitive.by_result.format(**names)


def with_incoming(derivative: str, share: LocalGradient) -> str | None:
    """The share as source text; None where it is not known what arrives."""
    if share.is_local:
        return ast.unparse(ast.parse(derivative))
    if share.incoming is None:
        return None
    if share.is_subtracted:
        derivative = _negated(derivative)
    if derivative in ("1.0", "-1.0"):
        return derivative[:-3] + share.incoming
    return ast.unparse(ast.parse(f"({derivative}) * {share.incoming}"))


def _negated(derivative: str) -> str:
    first = ast.parse(derivative, mode="eval").body
    while isinstance(first, ast.BinOp) and isinstance(first.op, ast.Mult | ast.Div):
        first = first.left
    if isinstance(first, ast.UnaryOp):
        return derivative.removeprefix("-")
    return "-1.0" if derivative == "1.0" else f"-({derivative})"


def functions(known: SourceAnalysis) -> dict[str, str]:
    """How the source can call each function."""
    return {name: spelled(name, known) for name in SOURCE_FUNCTIONS}


def spelled(name: str, known: SourceAnalysis) -> str:
    """How the source can call a function: as it has imported it, else from the standard library."""
    names = vars(known.value_class.module)
    for module in ("math", "np", "numpy"):
        if hasattr(names.get(module), name):
            return f"{module}.{name}"
    return name if type(names.get(name)) is type(len) else f"__import__('math').{name}"


def _slip(share: LocalGradient) -> str:
    """Return the kind of mistake that stands in place of the derivative; empty if it is of no known kind."""
    if isinstance(share.value, ast.Constant) and not share.value.value:
        return "nothing"
    # The mistakes are told apart by whose data stands there: each of them is the rule of another operation.
    own, other = _data_in(share)
    if share.operation == "*" and own and not other:
        return "own-data"
    if share.operation == "*" and not own and not other:
        return "sum-rule"
    if share.operation == "+" and own and not other and not _is_within_a_call(share):
        return "own-data-in-sum"
    if share.operation == "+" and (own or other):
        return "product-rule"
    return ""


def _is_within_a_call(share: LocalGradient) -> bool:
    return any(isinstance(node, ast.Call) for node in whole(share.value))


def _data_in(share: LocalGradient) -> tuple[bool, bool]:
    """Whether it reads the data of its own operand, and of the other."""
    if share.operand is None or not share.is_of_two:
        return False, False
    return _reads(share, share.operand), _reads(share, 1 - share.operand)


def _reads(share: LocalGradient, operand: int) -> bool:
    """Whether it reads an operand's data, or computes with the node itself."""
    return share.mentions(share.data[operand]) or share.mentions(share.operands[operand])
