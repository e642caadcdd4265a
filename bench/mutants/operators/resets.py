"""Gradients that are cleared where they must stay, or stay where they must be cleared."""

import ast
import re
from collections.abc import Iterator

from bench.mutants.label import Mutation
from bench.mutants.reading import words
from bench.mutants.reading.traversal import BackwardLoop
from bench.mutants.shape import Shape

_FAULT = "gradients_reset_in_wrong_place"
_AT_THE_ENDS = frozenset({"leaf_gradients_missing", "intermediate_gradients_missing"})
_CLEARING = frozenset({"zero_grad", "reiniciar_gradiente"})


def slips(shape: Shape) -> Iterator[Mutation]:
    """In the run, before it, in the operations, in `zero_grad()`."""
    for run in shape.runs:
        if run.is_over_nodes and not shape.hides_gradients:
            yield from _in_run(shape, run)
            yield from _before_run(shape, run)
    yield from _while_building(shape)
    yield from _not_cleared(shape)


def _in_run(shape: Shape, run: BackwardLoop) -> Iterator[Mutation]:
    text, spots, grad = shape.text, shape.text.lines(run.loop), shape.gradient
    if run.goes_through:
        edits = (text.after(run.body[-1], f"{run.node}.{grad} = 0.0"),)
        yield Mutation(_FAULT, edits, spots, kind="after_use", accepts=_AT_THE_ENDS)
    if shape.parents is not None:
        loop = (f"for each in {shape.parents(run.node)}:", f"    each.{grad} = 0.0")
        edits = (text.before(run.body[0], *loop),)
        yield Mutation(_FAULT, edits, spots, kind="before_use", accepts={"overwritten_gradient"})


def _before_run(shape: Shape, run: BackwardLoop) -> Iterator[Mutation]:
    """Every gradient is cleared after the seed was set."""
    text, order = shape.text, run.listed
    seeds = [seed for seed in shape.seeds if seed.target is not None and words.is_gradient(seed.target)]
    if seeds and order is not None:
        edits = (
            text.before(run.loop, f"for {run.node} in {order}:", f"    {run.node}.{shape.gradient} = 0.0"),
        )
        spots = tuple(spot for seed in shape.seeds for spot in text.lines(seed.statement))
        yield Mutation(_FAULT, edits, spots, kind="seed", accepts={"seed_missing"})


def _while_building(shape: Shape) -> Iterator[Mutation]:
    """An operation clears its operand."""
    text = shape.text
    for name, operation in words.OPERATORS.items():
        match shape.methods.get(name):
            case ast.FunctionDef(body=[*_, ast.Return() as last]) as method:
                if shape.around(method) is shape.main and last.lineno > method.lineno:
                    edits = (text.before(last, f"self.{shape.gradient} = 0.0"),)
                    yield Mutation(_FAULT, edits, text.lines(method), operation, kind="building")


def _not_cleared(shape: Shape) -> Iterator[Mutation]:
    """`zero_grad()` does something else."""
    text = shape.text
    for method in shape.main.body:
        match method:
            case ast.FunctionDef(name=name, body=[*_, ast.Assign() as statement]) if name in _CLEARING:
                pass
            case _:
                continue
        source, spots = text.of(statement), (*text.lines(statement), *text.definitions(statement))
        others = {
            "compared": source.replace(" = ", " == "),
            "none": re.sub(r"0(\.0)?$", "None", source),
            "data": source.replace(shape.gradient, shape.data),
            "empty": "pass",
        }
        for kind, other in others.items():
            edits = (text.put(statement, other),)
            yield Mutation("gradients_not_reset", edits, spots, kind=kind, accepts={"zero_grad_missing"})
        if shape.parents is not None:
            edits = (text.before(statement, f"if {shape.parents('self')}:", "    return"),)
            yield Mutation("zero_grad_leaves_only", edits, spots)
