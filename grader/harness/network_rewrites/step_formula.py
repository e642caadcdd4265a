"""A step subtracts the learning rate times the gradient from the data of each parameter."""

import ast
from collections.abc import Iterator

from ..network.names import RATES, STEPS, plain
from ..repair.edit import replaced
from ..repair.known import SourceAnalysis
from ..repair.offer import RewriteOffer
from ..repair.syntax import Definition, Store, inside, statements, text
from ._units import functions


def offers(known: SourceAnalysis) -> Iterator[RewriteOffer]:
    """Offer the whole formula for each assignment to data or a gradient in a function that takes a step."""
    for function in functions(known):
        if STEPS.search(plain(function.name)):
            for node in inside(function):
                if isinstance(node, Store) and (holder := _holder(node, known)):
                    for rate in _rates(function, known):
                        line = f"{holder}.{known.data} -= {rate} * {holder}.{known.grad}"
                        change = replaced(node, *statements(line, node))
                        yield RewriteOffer("step-formula", node, (change,), detail="whole")


def _holder(node: ast.Assign | ast.AugAssign | ast.AnnAssign, known: SourceAnalysis) -> str:
    """Return the parameter whose data or gradient is assigned, as text; empty if there is none."""
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
    is_of_a_node = isinstance(target, ast.Attribute) and (known.is_data(target) or known.is_gradient(target))
    return text(target.value) if is_of_a_node and isinstance(target, ast.Attribute) else ""


def _rates(function: Definition, known: SourceAnalysis) -> dict[str, None]:
    """Return what may be the learning rate: an argument, or what the object or another method keeps."""
    arguments = [each.arg for each in (*function.args.args, *function.args.kwonlyargs)]
    owner = known.tree.nearest(function, ast.ClassDef)
    kept = [each for each in inside(owner) if isinstance(each, ast.Attribute)] if owner is not None else []
    named = [name for name in arguments if RATES.search(plain(name))]
    return dict.fromkeys([*named, *(text(each) for each in kept if RATES.search(plain(each.attr)))])
