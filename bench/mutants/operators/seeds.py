"""The output's gradient at the start of a pass, and everybody's."""

import ast
from collections.abc import Iterator

from bench.mutants.label import Mutation
from bench.mutants.reading import words
from bench.mutants.reading.traversal import BackwardLoop, Seed
from bench.mutants.shape import Shape
from bench.mutants.text import TextEdit

_OTHERS = {"zero": "0.0", "two": "2.0", "minus": "-1.0", "data": "{root}.{data}"}


def slips(shape: Shape) -> Iterator[Mutation]:
    """Missing, another number, added, set for every node."""
    for number, seed in enumerate(shape.seeds):
        yield from _not_one(shape, seed, str(number or ""))
        if seed.target is not None and words.is_gradient(seed.target):
            yield from _missing(shape, seed, str(number or ""))
    yield from _at_first(shape)
    for run in shape.runs:
        yield from _each(shape, run)


def _not_one(shape: Shape, seed: Seed, kind: str) -> Iterator[Mutation]:
    text = shape.text
    for word, value in _OTHERS.items():
        if word == "data" and not (isinstance(seed.target, ast.Attribute) and words.is_gradient(seed.target)):
            continue
        root = text.of(seed.target).split(".")[0] if seed.target else ""
        edits = (text.put(seed.value, value.format(root=root, data=shape.data)),)
        ties = {"seed_missing"} if word == "zero" else set()
        yield Mutation("seed_not_one", edits, text.lines(seed.statement), kind=f"{word}{kind}", accepts=ties)


def _missing(shape: Shape, seed: Seed, kind: str) -> Iterator[Mutation]:
    text = shape.text
    spots = (*text.definitions(seed.statement), *text.lines(seed.statement))
    removed = text.remove(seed.statement)
    yield Mutation("seed_missing", removed, spots, kind=kind, missing=True)
    run = next((run for run in shape.runs if run.function is text.function(seed.statement)), None)
    if run is not None and not kind:
        edits = (text.after(run.loop, text.of(seed.statement)), *removed)
        yield Mutation("seed_missing", edits, spots, kind="late")
    if isinstance(seed.statement, ast.Assign):
        position = text.source.index("=", text.end(seed.statement.targets[0]))
        edits = (TextEdit(position, position + 1, "+="),)
        yield Mutation("seed_added", edits, text.lines(seed.statement), kind=kind)


def _at_first(shape: Shape) -> Iterator[Mutation]:
    """Every node begins with a gradient of one, or with its data."""
    text = shape.text
    for node in [*shape.main.body, *(shape.maker.body if shape.maker else [])]:
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant(value=0.0) as value):
                if name in words.GRADIENTS:
                    yield Mutation("seed_everywhere", (text.put(value, "1.0"),), text.lines(node))
            case ast.Assign(targets=[target], value=value) if words.is_gradient(target):
                yield from _initial(shape, value)


def _initial(shape: Shape, value: ast.expr) -> Iterator[Mutation]:
    text, spots = shape.text, shape.text.lines(value)
    match value:
        case ast.Constant(value=0 | 0.0):
            yield Mutation("seed_everywhere", (text.put(value, "1.0"),), spots)
            names = [argument.arg for argument in shape.maker.args.args] if shape.maker else []
            for name in words.DATA.intersection(names):
                yield Mutation("gradient_is_data", (text.put(value, name),), spots, kind="initial")
        case ast.Call(func=ast.Attribute(attr="zeros_like") as made):
            edits = (text.put(made, text.of(made).replace("zeros", "ones")),)
            yield Mutation("seed_everywhere", edits, spots)


def _each(shape: Shape, run: BackwardLoop) -> Iterator[Mutation]:
    """The loop sets it for each node, just before its rule."""
    text = shape.text
    seeds = [seed for seed in shape.seeds if text.function(seed.statement) is run.function]
    seeds = [seed for seed in seeds if seed.target is not None and words.is_gradient(seed.target)]
    if seeds:
        edits = (text.before(run.body[0], f"{run.node}.{shape.gradient} = 1.0"),)
        spots = (*text.lines(run.loop), *text.lines(seeds[0].statement))
        yield Mutation("seed_everywhere", edits, spots, kind="loop")
