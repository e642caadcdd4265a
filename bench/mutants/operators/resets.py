"""Gradients and data that are set where they must stay, or stay where they must be set."""

import ast
import re
from collections.abc import Iterator

from bench.mutants.label import Slip
from bench.mutants.operators._share import definitions, lines
from bench.mutants.reading import words
from bench.mutants.reading.traversal import Run
from bench.mutants.shape import Shape

_RESET = "gradients_reset_in_wrong_place"
_NUMBERED = frozenset({"i", "node_id", "entry", "f", "t0"})


def slips(shape: Shape) -> Iterator[Slip]:
    """In the run, in the operations, after the pass."""
    if shape.gradient == "__grad":
        return
    for run in shape.runs:
        if run.node not in _NUMBERED:
            yield from _in_run(shape, run)
            yield from _at_the_end(shape, run)
    yield from _before_the_run(shape)
    yield from _while_building(shape)
    yield from _central(shape)
    yield from _zero_grad(shape)


def _in_run(shape: Shape, run: Run) -> Iterator[Slip]:
    text, node = shape.text, run.node
    spots = lines(text, run.loop)
    if not any(isinstance(each, ast.Continue) for each in ast.walk(run.loop)):
        edit = text.after(run.body[-1], f"{node}.{shape.gradient} = 0.0")
        accepts = frozenset({"leaf_gradients_missing", "intermediate_gradients_missing"})
        yield Slip(_RESET, (edit,), None, None, spots, accepts=accepts, kind="after_use")
        edit = text.after(run.body[-1], f"{node}.{shape.data} -= 0.1 * {node}.{shape.gradient}")
        if "_data" not in text.source:
            yield Slip("data_changed_in_backward", (edit,), None, None, spots, kind="step")
        yield Slip(
            "gradient_is_data",
            (text.after(run.body[-1], f"{node}.{shape.gradient} = {node}.{shape.data}"),),
            None,
            None,
            spots,
            kind="stored",
        )
    children = next((each.children for each in (*shape.walks, *shape.stacks) if each.is_plain), None)
    if children is not None:
        if not any(isinstance(each, ast.Continue) for each in ast.walk(run.loop)):
            held = children.format(v=node)
            edit = text.after(run.body[-1], f"if {held}:", f"    {node}.{shape.gradient} = 0.0")
            yield Slip(
                "intermediate_gradients_missing", (edit,), None, None, spots, accepts=frozenset({_RESET})
            )
        inserted = (f"for each in {children.format(v=node)}:", f"    each.{shape.gradient} = 0.0")
        edit = text.before(run.body[0], *inserted)
        accepts = frozenset({"overwritten_gradient"})
        yield Slip(_RESET, (edit,), None, None, spots, accepts=accepts, kind="before_use")


def _at_the_end(shape: Shape, run: Run) -> Iterator[Slip]:
    """Leaves are cleared when the pass is over, or everything but leaves."""
    text = shape.text
    order = run.order.args[0] if isinstance(run.order, ast.Call) and run.order.args else run.order
    children = next(
        (each.children for each in shape.walks if each.is_plain and "[" not in each.children), None
    )
    if not isinstance(order, ast.Name) or not isinstance(run.loop, ast.For) or children is None:
        return
    node = run.node
    held = children.format(v=node)
    inserted = (f"for {node} in {order.id}:", f"    if not {held}:", f"        {node}.{shape.gradient} = 0.0")
    edit = text.after(run.loop, *inserted)
    spots = (*lines(text, run.loop), *definitions(text, run.loop))
    yield Slip(
        "leaf_gradients_missing", (edit,), None, None, spots, accepts=frozenset({_RESET}), kind="cleared"
    )


def _before_the_run(shape: Shape) -> Iterator[Slip]:
    """Every gradient is cleared after the seed was set."""
    text = shape.text
    for run in shape.runs:
        order = run.order.args[0] if isinstance(run.order, ast.Call) and run.order.args else run.order
        if not isinstance(order, ast.Name) or not isinstance(run.loop, ast.For) or run.node in _NUMBERED:
            continue
        seeded = any(words.is_gradient(seed.target) for seed in shape.seeds if seed.target is not None)
        if seeded and text.function(run.loop) in shape.passes:
            inserted = (f"for {run.node} in {order.id}:", f"    {run.node}.{shape.gradient} = 0.0")
            edit = text.before(run.loop, *inserted)
            spots = tuple(spot for seed in shape.seeds for spot in lines(text, seed.statement))
            accepts = frozenset({"seed_missing"})
            yield Slip(_RESET, (edit,), None, None, spots, accepts=accepts, kind="seed")


def _while_building(shape: Shape) -> Iterator[Slip]:
    """An operation clears its operands."""
    text = shape.text
    for scope in shape.scopes:
        definition = scope.definition
        if not isinstance(definition, ast.FunctionDef) or definition.name not in words.OPERATORS:
            continue
        last = definition.body[-1]
        if not isinstance(last, ast.Return) or shape.around(definition) is not shape.main:
            continue
        if last.lineno == definition.lineno:
            continue
        edit = text.before(last, f"self.{shape.gradient} = 0.0")
        yield Slip(_RESET, (edit,), scope.operation, None, lines(text, definition), kind="building")


def _central(shape: Shape) -> Iterator[Slip]:
    """The central line serves leaves alone, or all but leaves."""
    text = shape.text
    children = next(
        (each.children for each in shape.walks if each.is_plain and "[" not in each.children), None
    )
    for number, share in enumerate(shape.central):
        target = share.target
        if (
            children is None
            or not isinstance(target, ast.Attribute)
            or not isinstance(target.value, ast.Name)
        ):
            continue
        loop = text.parents[share.whole]
        if not isinstance(loop, ast.For) or share.whole is not loop.body[0]:
            continue
        held = children.format(v=target.value.id)
        if target.value.id in {each.node for each in shape.runs}:
            continue
        kind = str(number + 1) if number else ""
        spots = lines(text, text.statement(share.value))
        edit = text.before(loop.body[0], f"if not {held}:", "    continue")
        yield Slip("leaf_gradients_missing", (edit,), None, None, spots, kind=kind)


def _zero_grad(shape: Shape) -> Iterator[Slip]:
    text = shape.text
    for node in shape.main.body:
        if isinstance(node, ast.FunctionDef) and node.name in {"zero_grad", "reiniciar_gradiente"}:
            statement = node.body[-1]
            spots = (*lines(text, statement), *definitions(text, statement))
            accepts = frozenset({"zero_grad_missing"})
            if text.of(statement).endswith(("= 0.0", "= 0")):
                edits = text.remove(statement)
                yield Slip("gradients_not_reset", edits, None, None, spots, accepts=accepts, kind="empty")
                source = text.of(statement)
                others = {
                    "compared": source.replace(" = ", " == "),
                    "none": re.sub(r"0(\.0)?$", "None", source),
                }
                others["data"] = source.replace(shape.gradient, shape.data)
                for kind, other in others.items():
                    edit = text.put(statement, other)
                    yield Slip("gradients_not_reset", (edit,), None, None, spots, accepts=accepts, kind=kind)
