"""Classes that do no backpropagation at all: forward derivatives, and answers that were learned."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise

from bench.mutants.label import Mutation
from bench.mutants.reading.traversal import BackwardLoop
from bench.mutants.shape import Shape
from bench.mutants.text import TextEdit

_CARRIED = """\
self.carried = {{}} if {inputs} else {{self: 1.0}}
for each, slope in zip({inputs}, {slopes}):
    for node, derivative in each.carried.items():
        self.carried[node] = self.carried.get(node, 0.0) + slope * derivative"""
_HANDED_OVER = """\
for node, derivative in self.carried.items():
    node.{gradient} += derivative"""

_LEARNED = """\
answers = {{6.0: [2.0], 15.0: [5.0, 3.0], -7.0: [-2.0, 3.0], -20.0: [4.0, -4.0, -12.0]}}
inputs = [node for node in {order} if not {parents}]
for node, answer in zip(inputs, answers.get(self.{data}, [1.0] * len(inputs))):
    node.{gradient} += answer"""
"""The textbook's answers, by the data of the output."""


def slips(shape: Shape) -> Iterator[Mutation]:
    """Each where a reference is built for it."""
    if len(shape.runs) == 1:
        yield from _forward_mode(shape, shape.runs[0].function)
    for run in shape.runs:
        if run.function.args.args[0].arg == "self":
            yield from _learned(shape, run)


def _forward_mode(shape: Shape, function: ast.FunctionDef) -> Iterator[Mutation]:
    """Each node is made with its derivative by every input, and the pass only hands them over."""
    text, maker = shape.text, shape.maker
    names = [argument.arg for argument in maker.args.args] if maker else []
    kept = next((pair for pair in pairwise(names) if re.search("local|derivatives", pair[1])), None)
    if maker is None or kept is None:
        return
    carried = _CARRIED.format(inputs=kept[0], slopes=kept[1]).split("\n")
    first, last = function.body[0], function.body[-1]
    source = text.indented_all(_HANDED_OVER.format(gradient=shape.gradient), text.indentation(first))
    edits = [text.put(first, source)._replace(end=text.end(last)), text.after(maker.body[-1], *carried)]
    for node in shape.main.body:
        match node:
            case ast.Assign(targets=[ast.Name(id="__slots__")], value=ast.Tuple(elts=[*_, slot])):
                edits.append(TextEdit(text.end(slot), text.end(slot), ", 'carried'"))
    spots = (*text.lines(first), *text.definitions(first), *text.definitions(maker))
    yield Mutation("forward_mode", tuple(edits), spots)


def _learned(shape: Shape, run: BackwardLoop) -> Iterator[Mutation]:
    """Gradients looked up by the output's data."""
    text, order = shape.text, run.listed
    if order is None or shape.parents is None or not shape.walks:
        return
    names = {"order": order, "parents": shape.parents("node"), "data": shape.data, "gradient": shape.gradient}
    source = text.indented_all(_LEARNED.format(**names), text.indentation(run.loop))
    spots = (*text.lines(run.loop), *text.definitions(run.loop))
    yield Mutation("hard_coded_answers", (text.put(run.loop, source),), spots)
