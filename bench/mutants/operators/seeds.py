"""The output's gradient at the start of a pass."""

import ast
from collections.abc import Iterator

from bench.mutants.label import Slip
from bench.mutants.operators._share import definitions, lines
from bench.mutants.reading import words
from bench.mutants.reading.traversal import Run, Seed
from bench.mutants.shape import Shape
from bench.mutants.text import Edit

_DATA = words.DATA
_NOTHING = {"seed_missing", "seed_not_one"}


def slips(shape: Shape) -> Iterator[Slip]:
    """Missing, another number, added, set for every node."""
    for number, seed in enumerate(shape.seeds):
        kind = str(number + 1) if number else ""
        yield from _missing(shape, seed, kind)
        yield from _not_one(shape, seed, kind)
    yield from _initial(shape)
    for run in shape.runs:
        yield from _each(shape, run)


def _missing(shape: Shape, seed: Seed, kind: str) -> Iterator[Slip]:
    text = shape.text
    if seed.target is None or not words.is_gradient(seed.target):
        return
    spots = (*definitions(text, seed.statement), *lines(text, seed.statement))
    yield Slip("seed_missing", text.remove(seed.statement), None, None, spots, missing=True, kind=kind)
    if isinstance(seed.statement, ast.Assign):
        position = text.source.index("=", text.end(seed.target))
        edit = Edit(position, position + 1, "+=")
        yield Slip("seed_added", (edit,), None, None, lines(text, seed.statement), kind=kind)
    run = next(
        (each for each in shape.runs if text.function(each.loop) is text.function(seed.statement)), None
    )
    if run is not None and not kind:
        edits = (text.after(run.loop, text.of(seed.statement)), *text.remove(seed.statement))
        yield Slip("seed_missing", edits, None, None, spots, kind="late")


def _not_one(shape: Shape, seed: Seed, kind: str) -> Iterator[Slip]:
    text = shape.text
    spots = lines(text, seed.statement)
    root = text.of(seed.target).split(".")[0] if seed.target is not None else "self"
    others = {"zero": "0.0", "two": "2.0", "minus": "-1.0", "data": f"{root}.{shape.data}"}
    for word, value in others.items():
        if word == "data" and (seed.target is None or not words.is_gradient(seed.target)):
            continue
        accepts = frozenset(_NOTHING if word == "zero" else ())
        name = ".".join(part for part in (word, kind) if part)
        yield Slip(
            "seed_not_one", (text.put(seed.value, value),), None, None, spots, accepts=accepts, kind=name
        )


def _initial(shape: Shape) -> Iterator[Slip]:
    """Every node begins with a gradient of one."""
    text = shape.text
    for node in ast.walk(shape.main):
        match node:
            case ast.Assign(targets=[ast.Attribute() as target], value=ast.Constant(value=0 | 0.0) as value):
                function = text.function(node)
                if (
                    words.is_gradient(target)
                    and isinstance(function, ast.FunctionDef)
                    and function.name == "__init__"
                ):
                    yield Slip("seed_everywhere", (text.put(value, "1.0"),), None, None, lines(text, node))
                    data = next((each.arg for each in function.args.args if each.arg in _DATA), None)
                    if data is not None:
                        edit = text.put(value, data)
                        yield Slip("gradient_is_data", (edit,), None, None, lines(text, node), kind="initial")
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant(value=0.0) as value):
                if name in words.GRADIENTS:
                    yield Slip("seed_everywhere", (text.put(value, "1.0"),), None, None, lines(text, node))
            case ast.Assign(targets=[target], value=ast.Call(func=ast.Attribute(attr="zeros_like") as made)):
                if words.is_gradient(target):
                    edit = text.put(made, f"{text.of(made.value)}.ones_like")
                    yield Slip("seed_everywhere", (edit,), None, None, lines(text, node))


def _each(shape: Shape, run: Run) -> Iterator[Slip]:
    """The loop sets it for each node, just before its rule."""
    text = shape.text
    seed = next((each for each in shape.seeds if text.function(each.statement) is run.function), None)
    if seed is None or seed.target is None or not words.is_gradient(seed.target):
        return
    edit = text.before(run.body[0], f"{run.node}.{shape.gradient} = 1.0")
    spots = (*lines(text, run.loop), *lines(text, seed.statement))
    yield Slip("seed_everywhere", (edit,), None, None, spots, kind="loop")
