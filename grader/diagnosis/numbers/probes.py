"""Makes graphs that ask one operation alone: between inputs and a node that hands it different gradients."""

from collections.abc import Iterable, Sequence
from functools import cache

from grader.sandbox.plays import Play
from suites import PRIMITIVES, Graph, Stage, Suite

_POINT, _OTHERS = (1.3, 0.7), ((0.6, 1.9), (1.7, 1.2))
_BELOW_ZERO = (-1.1, 0.8)
_FAR = 25.0
_WEIGHT = 2.3
_CARRIERS = ("", "y = c * w", "y = c / w", "y = c ** 3", "y = c - w", "y = -c", "y = c + c", "y = tanh(c)")
"""Operations that use the result, if any: they give it gradients that differ, as far as a class has them."""
_FEW = _CARRIERS[1:3]
_POINTS = ((1.3, 0.7, 2.3), (0.6, 1.9, 1.1))
"""Inputs of graphs with three of them."""
_EXPONENTS, _BASES = (3, 2, -1), (2, 3)


def plays_of(suite: Suite) -> list[Play]:
    """Return one play of each graph."""
    return [Play(suite, graph, tuple(graph.textbook[0].values())) for graph in suite.graphs]


@cache
def between_nodes(op: str) -> tuple[Suite, ...]:
    """Return graphs between nodes; of a power with plain exponents too, for many classes have no others."""
    primitive = PRIMITIVES[op]
    names = ["a", "b"][: primitive.arity]
    of_nodes = [primitive.written(names, "{op}({operand})")]
    plain = [[f"a ** {n}" for n in _EXPONENTS], [f"{n} ** a" for n in _BASES]] if op == "**" else []
    return tuple(_suite_between_nodes(op, steps) for steps in (of_nodes, *plain))


def _suite_between_nodes(op: str, steps: Sequence[str]) -> Suite:
    """Return graphs at one point before each carrier, where proportions show, and at others for formulas."""
    below = (_BELOW_ZERO,) if _takes_less_than_zero(op, steps[0]) else ()
    graphs = [_graph_of(steps[0], carrier, _POINT) for carrier in _CARRIERS]
    graphs += [_graph_of(step, _FEW[0], (size, size)) for step in steps[:1] for size in _far_inputs(op)]
    graphs += [
        _graph_of(step, carrier, point) for step in steps for point in (*_OTHERS, *below) for carrier in _FEW
    ]
    return _suite_of(graphs)


def _takes_less_than_zero(op: str, step: str) -> bool:
    """Whether the operation has a value below zero."""
    is_power_of_nodes = op == "**" and step.endswith("b")
    return op != "log" and not is_power_of_nodes


def _far_inputs(op: str) -> tuple[float, ...]:
    """Return inputs at which guards and clips of a function show."""
    if PRIMITIVES[op].arity > 1:
        return ()
    return (_FAR, -_FAR) if _takes_less_than_zero(op, "") else (_FAR,)


def _suite_of(graphs: Iterable[Graph]) -> Suite:
    """Return a suite of these graphs."""
    return Suite(
        title="Local behaviour", stage=Stage.OPERATIONS, rank=903, graphs=tuple(graphs), layouts=False,
        slug="local",
    )  # fmt: skip


def _graph_of(step: str, carrier: str, point: tuple[float, float]) -> Graph:
    """Return the graph of one step and of a carrier that uses its result, if any."""
    text = f"c = {step}\n{carrier}\ny.backward()" if carrier else f"c = {step}\nc.backward()"
    numbers = {"a": point[0], "b": point[1], "w": _WEIGHT}
    is_binary, is_weighted = step.endswith("b"), "w" in carrier
    names = ["a", *("b" * is_binary), *("w" * is_weighted)]
    return Graph(text, ({name: numbers[name] for name in names},))


@cache
def with_gradients_before(op: str) -> tuple[Suite, ...]:
    """Return graphs whose operands have a gradient before the operation's rule runs."""
    carrier, primitive = "/" if op == "*" else "*", PRIMITIVES[op]
    step = primitive.written(["a", "b"][: primitive.arity], "{op}({operand})")
    steps = [step, *([f"a ** {_EXPONENTS[0]}"] if op == "**" else [])]
    return tuple(_suite_of([_graph_with_gradients_before(each, carrier)]) for each in steps)


def _graph_with_gradients_before(step: str, carrier: str) -> Graph:
    """Return a graph whose carrier uses one operand more often than the other.

    Used equally often, products and quotients would hand both the same parts.
    """
    is_binary = step.endswith("b")
    further = (
        f"d = c {carrier} b\ne = d {carrier} b\ny = e {carrier} a" if is_binary else f"y = c {carrier} a"
    )
    numbers = dict(zip("ab" if is_binary else "a", _POINT, strict=False))
    return Graph(f"c = {step}\n{further}\ny.backward()", (numbers,))


@cache
def with_a_number(op: str) -> tuple[Suite, ...]:
    """Return graphs with a plain number on either side; powers have these from the beginning."""
    if op == "**":
        return ()
    sides = ([f"a {op} {n}" for n in _BASES], [f"{n} {op} a" for n in _BASES])
    return tuple(
        _suite_of(_graph_of(step, carrier, _POINT) for step in steps for carrier in _CARRIERS[:3])
        for steps in sides
    )


@cache
def of_one_node(op: str) -> tuple[Suite, ...]:
    """Return graphs with the same node as both operands."""
    points = (_POINT, *_OTHERS)
    graphs = [_graph_of(f"a {op} a", carrier, point) for point in points for carrier in _FEW]
    return () if op == "**" else (_suite_of(graphs),)


@cache
def of_results(op: str) -> tuple[Suite, ...]:
    """Return graphs whose operands are results: they hand on what they get if the pass comes to them."""
    sign, primitive = "+" if op == "*" else "*", PRIMITIVES[op]
    is_binary = primitive.arity > 1 and op != "**"
    step = primitive.written(["p", "q"], "{op}({operand})") if is_binary else _step_on_result(op)
    operands = [f"{result} = {leaf} {sign} w" for result, leaf in (("p", "a"), ("q", "b"))[: 1 + is_binary]]
    text = "\n".join([*operands, f"c = {step}", f"y = c {sign} w", "y.backward()"])
    inputs = "abw" if is_binary else "aw"
    return (_suite_of(Graph(text, (dict(zip(inputs, point, strict=False)),)) for point in _POINTS),)


def _step_on_result(op: str) -> str:
    """Return a step with one result as its operand."""
    return f"p ** {_EXPONENTS[0]}" if op == "**" else PRIMITIVES[op].written(["p"], "{op}({operand})")
