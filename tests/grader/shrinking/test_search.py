"""Shrinking, against classes with faults of known smallest graphs, and against made-up reasons to fail."""

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import pairwise
from random import Random
from string import ascii_lowercase

import pytest
from hypothesis import given, strategies as st

from grader.diagnosis.examples.telling import MOST_CANDIDATES, candidates, effort
from grader.expected import expect
from grader.shrinking.cut import Case, CutCase
from grader.shrinking.search import ROUNDS, WIDTH, Fails, shrunk, single
from grader.shrinking.short_inputs import short_inputs
from grader.shrinking.text import text
from suites import PRIMITIVES, Backward, Clear, Graph, Operation, Program, ZeroGrad, load, parse
from tests.random_graphs import random_graph

SEEDS = st.integers(min_value=0)
SIZES = st.integers(min_value=1, max_value=14)


# --- Classes with faults ----------------------------------------------------------------------------------


class Value:
    """A right node; what is derived from it is not."""

    overwritten: Collection[str] = ()
    """Operations that put their share in place of what was there."""

    def __init__(self, data: float, op: str = "", operands: Sequence["Value"] = ()) -> None:
        self.data = data
        self.grad = 0.0
        self.op = op
        self.operands = operands

    def partials(self) -> Sequence[float]:
        return PRIMITIVES[self.op].partials(self.data, *(operand.data for operand in self.operands))

    def rule(self) -> None:
        if not self.op:
            return
        for operand, partial in zip(self.operands, self.partials(), strict=True):
            share = partial * self.grad
            operand.grad = share if self.op in self.overwritten else operand.grad + share

    def walk(self) -> Iterable["Value"]:
        order: list[Value] = []
        seen: set[int] = set()

        def visit(node: Value) -> None:
            if id(node) in seen:
                return
            seen.add(id(node))
            for operand in node.operands:
                visit(operand)
            order.append(node)

        visit(self)
        return reversed(order)

    def backward(self) -> None:
        self.grad = 1.0
        for node in self.walk():
            node.rule()


class OverwritesEverywhere(Value):
    overwritten = PRIMITIVES


class OverwritesInProducts(Value):
    overwritten = ("*",)


class OverwritesInTanh(Value):
    overwritten = ("tanh",)


class RecursesWithoutOrder(Value):
    def walk(self) -> Iterable[Value]:
        yield self
        for operand in self.operands:
            yield from operand.walk()


class VisitsBeforeItIsComplete(Value):
    def walk(self) -> Iterable[Value]:
        return dict.fromkeys(RecursesWithoutOrder.walk(self))  # type: ignore[arg-type]


class StopsAtItsOperands(Value):
    def walk(self) -> Iterable[Value]:
        return (self,)


class SwapsNothing(Value):
    def partials(self) -> Sequence[float]:
        right = super().partials()
        return right[::-1] if self.op == "*" else right


class HasAFlatTanh(Value):
    def partials(self) -> Sequence[float]:
        return (1.0 - self.data,) if self.op == "tanh" else super().partials()


class AddsItsSeed(Value):
    def backward(self) -> None:
        super().backward()
        self.grad += 1.0


class LeaksBelowZero(Value):
    def partials(self) -> Sequence[float]:
        return (1.0,) if self.op == "relu" else super().partials()


def gradients(kind: type[Value], program: Program, inputs: Sequence[float]) -> list[float]:
    nodes = {name: kind(value) for name, value in zip(program.inputs, inputs, strict=True)}
    for step in program.steps:
        match step:
            case Operation(name, op, operands):
                used = [nodes[o] if isinstance(o, str) else kind(float(o)) for o in operands]
                nodes[name] = kind(PRIMITIVES[op].forward(*(value.data for value in used)), op, used)
            case Backward(node):
                nodes[node].backward()
            case Clear(node) | ZeroGrad(node):
                nodes[node].grad = 0.0
    return [nodes[name].grad for name in program.nodes]


class Game:
    """Answers batches and keeps them."""

    def __init__(self, fails: Callable[[Program, tuple[float, ...]], bool]) -> None:
        self.fails = fails
        self.batches: list[list[str]] = []

    def __call__(self, cases: Sequence[Case]) -> list[bool]:
        assert 1 <= len(cases) <= max(WIDTH, MOST_CANDIDATES)
        self.batches.append([text(program) for program, _ in cases])
        return [self.fails(program, inputs) for program, inputs in cases]


def played(kind: type[Value]) -> Game:
    def fails(program: Program, inputs: tuple[float, ...]) -> bool:
        inner = len(program.inputs)
        right = expect(program, inputs).gradients[:inner]
        return gradients(kind, program, inputs)[:inner] != pytest.approx(right, rel=1e-6, abs=1e-9)

    return Game(fails)


def with_(*needed: str) -> Game:
    """Fails on every graph that has these operations, each as often as it is named."""

    def fails(program: Program, _: tuple[float, ...]) -> bool:
        ops = [operation.op for operation in program.operations]
        return all(ops.count(op) >= needed.count(op) for op in needed)

    return Game(fails)


FIVE_NODES = "c = a * b; d = a + b; e = c + d"
DIAMOND = "ab = a * b; e = ab + c; f = a - c; L = e * f"
SKIP = "b = a * a; c = b + 1; d = c * 3; y = b * d"
WITH_A_DETOUR = "s = a + 2; t = s * a; u = t - 1; v = tanh(u); w = s * v; L = w + 3"
TANH = "c = a * b; t = tanh(c); d = t * c; e = d + a; f = exp(b) + e"


def simplest(program: Program, inputs: Sequence[float], fails: Fails) -> Case:
    """The smallest graph at the short inputs that are followed most easily."""
    case = shrunk(program, inputs, fails)
    at_short_inputs = [each for each in candidates(case, may_differ=False) if each[0] is case[0]]
    return most_telling(case, at_short_inputs, fails)


def most_telling(case: Case, cases: Sequence[Case], fails: Fails) -> Case:
    failed = [each for each, fail in zip(cases, fails(cases), strict=True) if fail] if cases else []
    return min(failed, key=lambda each: effort(*each), default=case)


def smallest(kind: type[Value], source: str, **inputs: float) -> tuple[str, tuple[float, ...]]:
    program, values = simplest(parse(source, tuple(inputs)), tuple(inputs.values()), played(kind))
    return text(program), values


# --- The smallest graph of a fault ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "source", [FIVE_NODES, "L = (a * b + 1) * (a + b)", "d = a * b; e = a + b; f = d * e"]
)
def test_overwriting_everywhere_shows_in_a_plus_a(source: str) -> None:
    assert smallest(OverwritesEverywhere, source, a=1.37, b=-2.91) == ("b = a + a", (3.0,))


@pytest.mark.parametrize("source", [FIVE_NODES, "c = a * b; d = c - 2; e = d / a; L = c * e"])
def test_overwriting_in_products_shows_in_a_times_a(source: str) -> None:
    assert smallest(OverwritesInProducts, source, a=1.37, b=-2.91) == ("b = a * a", (3.0,))


def test_overwriting_in_the_diamond() -> None:
    assert smallest(OverwritesEverywhere, DIAMOND, a=0.7, b=2.2, c=-1.3) == ("b = a + a", (3.0,))
    assert smallest(OverwritesInProducts, DIAMOND, a=0.7, b=2.2, c=-1.3) == ("b = a * a", (3.0,))


def test_overwriting_in_tanh_needs_a_second_use() -> None:
    found, _ = smallest(OverwritesInTanh, TANH, a=0.7, b=-0.9)
    assert found in {"b = tanh(a); c = b + a", "b = tanh(a); c = b * a"}


@pytest.mark.parametrize("source", [SKIP, WITH_A_DETOUR])
def test_a_visit_too_early_shows_where_a_result_and_what_is_made_of_it_meet(source: str) -> None:
    program, inputs = shrunk(parse(source, ("a",)), (0.63,), played(VisitsBeforeItIsComplete))
    first, second, third = program.operations

    assert len(inputs) == 1
    assert first.name in second.operands
    assert {first.name, second.name} == set(third.operands)


@pytest.mark.parametrize("source", [SKIP, WITH_A_DETOUR])
def test_a_visit_for_each_use_shows_in_a_result_that_is_used_twice(source: str) -> None:
    program, inputs = shrunk(parse(source, ("a",)), (0.63,), played(RecursesWithoutOrder))
    first, second = program.operations

    assert len(inputs) == 1
    assert second.operands == (first.name, first.name)


def test_a_wrong_order_in_four_reused_products() -> None:
    *_, graph = load()["reused_nodes"].graphs
    inputs = tuple(map(float, graph.textbook[0].values()))
    program, _ = shrunk(graph.program, inputs, played(VisitsBeforeItIsComplete))

    assert (len(program.operations), len(program.inputs)) == (3, 1)


def test_a_walk_that_stops_needs_two_operations() -> None:
    assert smallest(StopsAtItsOperands, DIAMOND, a=0.7, b=2.2, c=-1.3)[0].count("=") == 2


def test_a_wrong_factor_in_a_product_needs_two_inputs() -> None:
    assert smallest(SwapsNothing, FIVE_NODES, a=1.37, b=-2.91) == ("c = a * b", (3.0, 2.0))


def test_a_wrong_function_stands_alone() -> None:
    assert smallest(HasAFlatTanh, TANH, a=0.7, b=-0.9) == ("b = tanh(a)", (0.5,))


def test_a_fault_below_zero_stays_below_zero() -> None:
    source = "c = a + b; d = relu(b); e = relu(a); f = d * e; g = f + c"
    assert smallest(LeaksBelowZero, source, a=-1.4, b=0.8) == ("b = relu(a)", (-3.0,))


def test_a_second_pass_stays_where_it_takes_two() -> None:
    def fails(program: Program, _: tuple[float, ...]) -> bool:
        return sum(isinstance(step, Backward) for step in program.steps) > 1

    source = "m = a * b; y = m * c; y.backward(); y.backward()"
    program, _ = shrunk(parse(source, ("a", "b", "c")), (2, 3, 4), Game(fails))

    assert text(program) == "b = a * a; b.backward(); b.backward()"


def test_what_is_built_after_the_pass_stays_where_it_takes_that() -> None:
    def fails(program: Program, _: tuple[float, ...]) -> bool:
        return isinstance(program.steps[-1], Operation)

    source = "u = a * b; u.backward(); v = b + a; w = b * a"
    program, _ = shrunk(parse(source, ("a", "b")), (2, 3), Game(fails))

    assert text(program) == "b = a * a; b.backward(); c = a + a"


def test_clearing_stays_where_it_takes_that() -> None:
    def fails(program: Program, _: tuple[float, ...]) -> bool:
        return any(isinstance(step, Clear) for step in program.steps)

    source = "u = a * b; u.backward(); a.grad = 0; b.zero_grad(); v = a + b; v.backward()"
    program, _ = shrunk(parse(source, ("a", "b")), (2, 3), Game(fails))

    assert text(program) == "a.grad = 0; b = a + a; b.backward()"


# --- What any result is -----------------------------------------------------------------------------------


def test_cuts_that_work_alone_are_made_together() -> None:
    source = "b = tanh(a); c = b * 2; d = exp(c); e = d + a; f = e / b; g = -f; h = g - c; k = h * a"
    game = with_("tanh", "/", "*", "*")
    program, _ = shrunk(parse(source, ("a",)), (0.4,), game)

    assert sorted(operation.op for operation in program.operations) == ["*", "*", "/", "tanh"]


@given(SEEDS, SIZES)
def test_what_is_found_fails_is_no_larger_and_parses_back(seed: int, operations: int) -> None:
    rng = Random(seed)
    graph = random_graph(rng, operations)
    program, inputs = graph.program, tuple(graph.textbook[0].values())
    ops = [operation.op for operation in program.operations]
    game = with_(*rng.sample(ops, rng.randint(1, min(4, len(ops)))))
    found, values = shrunk(program, inputs, game)

    assert game.fails(found, values)
    assert (len(found.operations), len(found.inputs)) <= (len(program.operations), len(program.inputs))
    assert len(game.batches) <= ROUNDS
    read = parse(text(found), found.inputs)
    assert (read.inputs, read.steps) == (found.inputs, found.steps)


@given(SEEDS, SIZES)
def test_a_right_class_passes_every_candidate(seed: int, operations: int) -> None:
    graph = random_graph(Random(seed), operations)
    inputs = tuple(graph.textbook[0].values())
    found, _ = simplest(graph.program, inputs, played(Value))

    assert len(found.operations) == len(graph.program.operations)


@given(SEEDS, SIZES)
def test_the_same_again_is_found_in_the_same_way(seed: int, operations: int) -> None:
    graph = random_graph(Random(seed), operations)
    inputs = tuple(graph.textbook[0].values())
    first, second = played(OverwritesEverywhere), played(OverwritesEverywhere)
    results = [simplest(graph.program, inputs, game) for game in (first, second)]

    assert first.batches == second.batches
    assert len({(text(program), values) for program, values in results}) == 1


@given(SEEDS, SIZES)
def test_where_nothing_smaller_fails_the_whole_is_tidied(seed: int, operations: int) -> None:
    graph = random_graph(Random(seed), operations)
    inputs = tuple(graph.textbook[0].values())
    found, values = shrunk(graph.program, inputs, Game(lambda *_: False))

    assert [operation.op for operation in found.operations] == [o.op for o in graph.program.operations]
    right = sorted(expect(graph.program, inputs).gradients)
    assert sorted(expect(found, values).gradients) == pytest.approx(right)
    after_z = [f"n{number}" for number in range(27, len(found.nodes) + 1)]
    assert found.nodes == (*ascii_lowercase[: len(found.nodes)], *after_z)


def test_what_cannot_be_smaller_is_not_played() -> None:
    game = Game(lambda *_: True)
    program, inputs = shrunk(parse("x = y + y", ("y",)), (3,), game)

    assert (text(program), inputs, game.batches) == ("b = a + a", (3.0,), [])


def test_of_a_large_graph_parts_are_tried() -> None:
    (graph,) = load()["wide_fan_out"].graphs
    game = Game(lambda program, _: len(program.operations) >= 100)
    program, _ = shrunk(graph.program, tuple(graph.textbook[0].values()), game)

    assert 100 <= len(program.operations) <= 200


def test_many_nodes_have_names_beyond_the_alphabet() -> None:
    source = "; ".join(f"x{k + 1} = x{k} + 1" for k in range(40))
    program, _ = shrunk(parse(source, ("x0",)), (1.5,), Game(lambda *_: False))

    assert program.nodes[25:28] == ("z", "n27", "n28")
    assert parse(text(program), program.inputs).steps == program.steps


def test_no_candidate_stands_at_a_kink_or_a_pole() -> None:
    seen: list[Case] = []

    def fails(program: Program, inputs: tuple[float, ...]) -> bool:
        seen.append((program, inputs))
        return False

    source = "d = a - b; e = relu(d); f = c / d; g = log(c) ** 0.5; h = e * f + g"
    shrunk(parse(source, ("a", "b", "c")), (1.3, 0.4, 2.7), Game(fails))

    assert seen
    for program, inputs in seen:
        data = dict(zip(program.nodes, expect(program, inputs).data, strict=True))
        for operation in program.operations:
            if operation.op in {"relu", "/", "**"}:
                watched = operation.operands[1 if operation.op == "/" else 0]
                assert abs(data[str(watched)]) > 0.04


# --- Inputs -----------------------------------------------------------------------------------------------


def test_short_inputs_are_taken_where_they_fail() -> None:
    game = Game(lambda _, inputs: all(value > 0 for value in inputs))
    program = parse("c = a * b", ("a", "b"))

    assert simplest(program, (1.37, 2.91), game)[1] == (3.0,)


def test_inputs_keep_their_signs_where_it_takes_them() -> None:
    game = Game(lambda program, inputs: len(program.inputs) > 1 and min(inputs) < 0)
    program = parse("c = a * b", ("a", "b"))

    assert simplest(program, (1.37, -2.91), game)[1] == (3.0, -2.0)


def test_inputs_stay_as_they_are_where_no_short_ones_fail() -> None:
    game = Game(lambda _, inputs: 1.3 < inputs[0] < 1.4)

    assert simplest(parse("c = a * a", ("a",)), (1.37,), game)[1] == (1.37,)


def test_inputs_are_large_only_where_no_small_ones_fail() -> None:
    """As those of an `exp` that is right up to 3."""
    exp = parse("b = exp(a)", ("a",))

    assert simplest(exp, (22.95353,), Game(lambda _, inputs: inputs[0] > 1.5))[1] == (2.0,)
    assert simplest(exp, (22.95353,), Game(lambda _, inputs: inputs[0] > 3))[1] == (4.0,)
    assert [*short_inputs(exp, (13.95353,))][-1] == (14.0,)


def test_equal_inputs_stay_equal_and_others_apart() -> None:
    game = Game(lambda program, _: len(program.inputs) > 2)
    _, inputs = simplest(parse("d = a * b + c", ("a", "b", "c")), (1.37, 1.37, 0.4), game)

    assert inputs == (3.0, 3.0, 2.0)


# --- The text ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "inputs"),
    [
        ("c = a * b; d = -c; e = tanh(d); f = 2 ** e; g = (-2) ** f; h = g / -0.5", ("a", "b")),
        ("u = a * 1e-07; v = u - 1; u.backward()", ("a",)),
        ("u = a * 2; u.backward(); a.grad = 0; u.zero_grad(); v = a + 1; v.backward()", ("a",)),
    ],
)
def test_a_text_is_read_back_as_the_same_program(source: str, inputs: tuple[str, ...]) -> None:
    assert text(parse(source, inputs)) == source


def test_the_pass_of_the_last_node_goes_without_saying() -> None:
    assert text(parse("b = a + a; b.backward()", ("a",))) == "b = a + a"


@pytest.mark.parametrize("graph", load()["nodes_used_again"].graphs, ids=lambda graph: graph.caption)
def test_gradients_stay_cleared_between_passes_over_the_same_nodes(graph: Graph) -> None:
    source = CutCase(graph.program, (2.0, 3.0))
    found = [candidate for cut in single(source) if (candidate := source.cut(cut)) is not None]
    several = [
        [type(step) for step in candidate.case[0].steps if not isinstance(step, Operation)]
        for candidate in found
    ]

    assert [steps for steps in several if steps.count(Backward) > 1]
    assert not [steps for steps in several if (Backward, Backward) in pairwise(steps)]
