"""What nodes hold when the pass is over: no gradient at the ends or in the middle, or other numbers."""

import ast
from collections.abc import Iterator

from bench.mutants.label import Mutation
from bench.mutants.reading.traversal import BackwardLoop
from bench.mutants.shape import Shape

_RESET = frozenset({"gradients_reset_in_wrong_place"})
_LEAVES = "leaf_gradients_missing"


def slips(shape: Shape) -> Iterator[Mutation]:
    """In the run, after it, in the line through which all shares go."""
    if shape.hides_gradients:
        return
    for run in shape.runs:
        if run.is_over_nodes and run.goes_through:
            yield from _in_run(shape, run)
        if run.is_over_nodes:
            yield from _after_run(shape, run)
    yield from _central(shape)


def _in_run(shape: Shape, run: BackwardLoop) -> Iterator[Mutation]:
    text, node, grad, data = shape.text, run.node, shape.gradient, shape.data
    last, spots = run.body[-1], text.lines(run.loop)
    yield Mutation(
        "gradient_is_data", (text.after(last, f"{node}.{grad} = {node}.{data}"),), spots, kind="stored"
    )
    if "_data" not in text.source:
        edits = (text.after(last, f"{node}.{data} -= 0.1 * {node}.{grad}"),)
        yield Mutation("data_changed_in_backward", edits, spots, kind="step")
    if shape.parents is not None and last.lineno > run.loop.lineno:  # an `if` needs a line of its own
        edits = (text.after(last, f"if {shape.parents(node)}:", f"    {node}.{grad} = 0.0"),)
        yield Mutation("intermediate_gradients_missing", edits, spots, accepts=_RESET)


def _after_run(shape: Shape, run: BackwardLoop) -> Iterator[Mutation]:
    """Leaves are cleared when the pass is over."""
    text, node, order = shape.text, run.node, run.listed
    if order is not None and shape.parents is not None:
        held = shape.parents(node)
        loop = (f"for {node} in {order}:", f"    if not {held}:", f"        {node}.{shape.gradient} = 0.0")
        spots = (*text.lines(run.loop), *text.definitions(run.loop))
        yield Mutation(_LEAVES, (text.after(run.loop, *loop),), spots, kind="cleared", accepts=_RESET)


def _central(shape: Shape) -> Iterator[Mutation]:
    """Leaves are passed over when shares are handed out."""
    text, nodes = shape.text, {run.node for run in shape.runs}
    for share in shape.central:
        match share.target, text.parents[share.whole]:
            case ast.Attribute(value=ast.Name(id=name)), ast.For(body=[first, *_]) if name not in nodes:
                if first is share.whole and shape.parents is not None:
                    edits = (text.before(first, f"if not {shape.parents(name)}:", "    continue"),)
                    yield Mutation(_LEAVES, edits, text.lines(first))
