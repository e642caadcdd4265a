"""Gradients that are estimated from small differences: in a rule, or in the whole pass."""

import ast
from collections.abc import Iterator

from bench.mutants.label import Mutation
from bench.mutants.operators._share import at_share, data_of, each_share
from bench.mutants.operators.forward import forward
from bench.mutants.shape import Shape

_FAULT = "numerical_differentiation"
_STEP = "1e-4"

_BY_DIFFERENCES = """\
def value(node, changed, step, known):
    if id(node) not in known:
        numbers = [value(each, changed, step, known) for each in {parents}]
        known[id(node)] = {again} if numbers else node.data
        known[id(node)] += step if node is changed else 0.0
    return known[id(node)]

nodes = [self]
for node in nodes:
    nodes += [each for each in {parents} if all(each is not other for other in nodes)]
for node in nodes:
    node.grad += (value(self, node, 1e-4, {{}}) - value(self, node, 0.0, {{}})) / 1e-4"""

_AGAIN = """\
def _again(self, a, b=None):
    return {{'add': lambda: a + b, 'sub': lambda: a - b, 'mul': lambda: a * b, 'div': lambda: a / b,
            'pow': lambda: a ** {k}, 'neg': lambda: -a, 'exp': lambda: math.exp(a),
            'log': lambda: math.log(a), 'tanh': lambda: math.tanh(a), 'relu': lambda: max(0.0, a),
            'sigmoid': lambda: 1 / (1 + math.exp(-a))}}[{op}]()
"""

_WITH_FORWARD = {
    "operation_objects": ("(node.creator.inputs if node.creator else ())", "node.creator.forward(*numbers)"),
    "function_with_ctx": (
        "(node._ctx.parents if node._ctx else ())",
        "node._fn.forward(node._ctx, *numbers)",
    ),
    "method_dispatch": ("node._parents", "node._again(*numbers)"),
    "match_backward": ("node.inputs", "node._again(*numbers)"),
}
"""References that can compute a node's data again: its parents, and the call."""

_CODES = {"method_dispatch": ("self._arg", "self._op"), "match_backward": ("self.k", "self.op")}
"""Of those that lack a function for it: the exponent, and the name of the operation."""


def slips(shape: Shape) -> Iterator[Mutation]:
    """In the rule of one function, or in place of the whole pass."""
    yield from _in_rules(shape)
    if shape.name in _WITH_FORWARD:
        yield from _in_pass(shape)


def _in_rules(shape: Shape) -> Iterator[Mutation]:
    """A rule whose slope is `(f(x + h) - f(x)) / h`."""
    text = shape.text
    for scope, share in each_share(shape):
        data, made = data_of(shape, scope, 0), next(forward(shape, scope), None)
        if scope.operation not in {"tanh", "exp", "log"} or data is None or not isinstance(made, ast.Call):
            continue
        called = text.of(made.func)
        slope = f"({called}({data} + {_STEP}) - {called}({data})) / {_STEP}"
        new = slope if share.arriving is None else f"{slope} * {text.of(share.arriving)}"
        ties = {f"{scope.operation}_rule"}
        yield at_share(shape, share, _FAULT, [text.put(share.value, new)], accepts=ties)


def _in_pass(shape: Shape) -> Iterator[Mutation]:
    """Each node is moved a little, and the output computed anew."""
    text = shape.text
    function = next(sweep for sweep in shape.passes if sweep.name == "backward")
    parents, again = _WITH_FORWARD[shape.name]
    first, last = function.body[0], function.body[-1]
    source = text.indented_all(_BY_DIFFERENCES.format(parents=parents, again=again), text.indentation(first))
    edits = [text.put(first, source)._replace(end=text.end(last))]
    if shape.name in _CODES:
        k, op = _CODES[shape.name]
        edits.append(text.before(function, *_AGAIN.format(k=k, op=op).split("\n")))
    spots = (*text.definitions(first), *map(text.start, function.body))
    yield Mutation(_FAULT, tuple(edits), spots, kind="pass")
