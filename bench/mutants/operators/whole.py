"""Classes that do no backpropagation at all: differences, forward derivatives, learned answers."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise

from bench.mutants.label import Slip
from bench.mutants.operators._share import at_share, data_of, definitions, each_share, lines
from bench.mutants.operators.forward import forward
from bench.mutants.reading.traversal import Run
from bench.mutants.shape import Shape
from bench.mutants.text import Edit

_ANSWERS = (
    "{6.0: [2.0], 15.0: [5.0, 3.0], -7.0: [-2.0, 3.0], -20.0: [4.0, -4.0, -12.0], 50.0: [25.0, 20.0, 5.0]}"
)
"""The textbook's, by the data of the output."""

_STEP = "1e-4"

_BY_CODE = (
    "def value(node, changed, step, known):",
    "    if id(node) not in known:",
    "        numbers = [value(each, changed, step, known) for each in {parents}]",
    "        known[id(node)] = {again} if numbers else node.data",
    "        known[id(node)] += step if node is changed else 0.0",
    "    return known[id(node)]",
    "",
    "nodes = [self]",
    "for node in nodes:",
    "    nodes += [each for each in {parents} if all(each is not other for other in nodes)]",
    "for node in nodes:",
    "    node.grad += (value(self, node, 1e-4, {{}}) - value(self, node, 0.0, {{}})) / 1e-4",
)
_CARRIED = (
    "self.carried = {{}} if {inputs} else {{self: 1.0}}",
    "for each, slope in zip({inputs}, {slopes}):",
    "    for node, derivative in each.carried.items():",
    "        self.carried[node] = self.carried.get(node, 0.0) + slope * derivative",
)
_HANDED_OVER = (
    "for node, derivative in self.carried.items():",
    "    node.{gradient} += derivative",
)
_AGAIN = {
    "operation_objects": ("(node.creator.inputs if node.creator else ())", "node.creator.forward(*numbers)"),
    "function_with_ctx": (
        "(node._ctx.parents if node._ctx else ())",
        "node._fn.forward(node._ctx, *numbers)",
    ),
    "method_dispatch": ("node._parents", "node._again(*numbers)"),
    "match_backward": ("node.inputs", "node._again(*numbers)"),
}
"""The parents of a node, and its data computed again, in references that can do that."""

_OPERATIONS = (
    "def _again(self, a, b=None):",
    '    """what the operation gives for other numbers"""',
    "    return {{'add': lambda: a + b, 'sub': lambda: a - b, 'mul': lambda: a * b, 'div': lambda: a / b,",
    "            'pow': lambda: a ** {k}, 'neg': lambda: -a, 'exp': lambda: math.exp(a), 'log': lambda: math.log(a),",
    "            'tanh': lambda: math.tanh(a), 'relu': lambda: max(0.0, a),",
    "            'sigmoid': lambda: 1 / (1 + math.exp(-a))}}[{op}]()",
    "",
)
_CODES = {"method_dispatch": ("self._arg", "self._op"), "match_backward": ("self.k", "self.op")}


def slips(shape: Shape) -> Iterator[Slip]:
    """Each where a reference is built for it."""
    yield from _differences_in_rules(shape)
    yield from _differences(shape)
    yield from _forward_mode(shape)
    for run in shape.runs:
        yield from _learned(shape, run)


def _differences_in_rules(shape: Shape) -> Iterator[Slip]:
    """A rule whose slope is a difference: `(f(x + h) - f(x)) / h`."""
    text = shape.text
    for scope, share in each_share(shape):
        data = data_of(shape, scope, 0)
        made = next(forward(shape, scope), None)
        if scope.operation not in {"tanh", "exp", "log"} or data is None or not isinstance(made, ast.Call):
            continue
        called = text.of(made.func)
        slope = f"({called}({data} + {_STEP}) - {called}({data})) / {_STEP}"
        new = slope if share.arriving is None else f"{slope} * {text.of(share.arriving)}"
        edit = text.put(share.value, new)
        accepts = {f"{scope.operation}_rule"}
        yield at_share(shape, share, "numerical_differentiation", [edit], accepts=accepts)


def _differences(shape: Shape) -> Iterator[Slip]:
    """A pass that moves each node a little and computes the output anew."""
    text = shape.text
    if shape.name not in _AGAIN:
        return
    function = next(each for each in shape.passes if each.name == "backward")
    parents, again = _AGAIN[shape.name]
    first, last = function.body[0], function.body[-1]
    indentation = text.indentation(first)
    new = [line.format(parents=parents, again=again) for line in _BY_CODE]
    source = text.newline.join((new[0], *(text.indented(line, indentation) for line in new[1:])))
    edits = [text.put(first, source)._replace(end=text.end(last))]
    if shape.name in _CODES:
        k, op = _CODES[shape.name]
        edits.append(text.before(function, *(line.format(k=k, op=op) for line in _OPERATIONS)))
    spots = (*definitions(text, first), *(text.start(each) for each in function.body))
    yield Slip("numerical_differentiation", tuple(edits), None, None, spots, kind="pass")


def _forward_mode(shape: Shape) -> Iterator[Slip]:
    """Each node is made with its derivative by every input, and the pass only hands them over."""
    text, maker = shape.text, shape.maker
    if maker is None or len(shape.runs) != 1:
        return
    names = [each.arg for each in maker.args.args]
    found = next(((a, b) for a, b in pairwise(names) if re.search("local|derivatives", b)), None)
    if found is None:
        return
    made = [line.format(inputs=found[0], slopes=found[1]) for line in _CARRIED]
    function = shape.runs[0].function
    first, last = function.body[0], function.body[-1]
    indentation = text.indentation(first)
    handed = [line.format(gradient=shape.gradient) for line in _HANDED_OVER]
    source = text.newline.join((handed[0], *(text.indented(line, indentation) for line in handed[1:])))
    edits = [text.put(first, source)._replace(end=text.end(last)), text.after(maker.body[-1], *made)]
    for node in shape.main.body:
        match node:
            case ast.Assign(targets=[ast.Name(id="__slots__")], value=ast.Tuple(elts=[*_, slot])):
                edits.append(Edit(text.end(slot), text.end(slot), ", 'carried'"))
    spots = (*lines(text, first), *definitions(text, first), *definitions(text, maker))
    yield Slip("forward_mode", tuple(edits), None, None, spots)


def _learned(shape: Shape, run: Run) -> Iterator[Slip]:
    """Gradients looked up by the output's data."""
    text = shape.text
    walk = next((each for each in shape.walks if each.is_plain), None)
    order = run.order.args[0] if isinstance(run.order, ast.Call) and run.order.args else None
    if (
        walk is None
        or not isinstance(order, ast.Name)
        or "[" in walk.children
        or "root" in text.of(run.function)
    ):
        return
    indentation = text.indentation(run.loop)
    parents = walk.children.format(v="node")
    new = (
        f"answers = {_ANSWERS}",
        f"inputs = [node for node in {order.id} if not {parents}]",
        f"for node, answer in zip(inputs, answers.get(self.{shape.data}, [1.0] * len(inputs))):",
        f"    node.{shape.gradient} += answer",
    )
    source = text.newline.join((new[0], *(text.indented(line, indentation) for line in new[1:])))
    spots = (*lines(text, run.loop), *definitions(text, run.loop))
    yield Slip("hard_coded_answers", (text.put(run.loop, source),), None, None, spots)
