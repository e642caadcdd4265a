"""What every suite must be, whoever adds one; and the numbers that are known beforehand."""

import re
from collections.abc import Iterator, Mapping
from random import Random

import pytest

from bench._certificates import is_certified, path, stale
from grader.expected import Expected, expect
from grader.instances import draw
from suites import OPERATIONS, Convention, Drive, Graph, Program, Stage, Suite, load, page, parse
from tests.offenders import for_each

SUITES = load()
SLUGS = list(SUITES)
GRAPHS = [
    pytest.param(suite, graph, id=f"{slug}-{position}")
    for slug, suite in SUITES.items()
    for position, graph in enumerate(suite.graphs)
]
ABOUT = {*OPERATIONS, "constants", "value exponent", "zero_grad"}

NEURON = {"x1": 2, "x2": 0, "w1": -3, "w2": 1, "b": 6.8813735870195432}
SKIP = "b = a * a; c = b + 1; d = c * 3; y = b * d"
DIAMOND = "ab = a * b; e = ab + c; f = a - c; L = e * f"
CHALLENGE = "L = (a*b + c) * (a + b)"
REUSED = "c = a * b; d = c * a; L = d * c + c"
TABLE = [
    ("linear_chain", "z = x * y", {"x": 3, "y": 5}, {"x": 5, "y": 3}, {"z": 15}),
    ("a_plus_a", "b = a + a", {"a": 3}, {"a": 2}, {}),
    (
        "five_nodes",
        "c = a * b; d = a + b; e = c + d",
        {"a": 2, "b": -3},
        {"a": -2, "b": 3, "c": 1, "d": 1, "e": 1},
        {"c": -6, "d": -1, "e": -7},
    ),
    (
        "diamond",
        DIAMOND,
        {"a": 2, "b": 3, "c": 4},
        {"a": 4, "b": -4, "c": -12, "ab": -2, "e": -2, "f": 10, "L": 1},
        {"ab": 6, "e": 10, "f": -2, "L": -20},
    ),
    ("skip", SKIP, {"a": 1}, {"a": 18, "b": 9, "c": 3, "d": 1}, {"y": 6}),
    ("skip", SKIP, {"a": 2}, {"a": 108, "b": 27, "c": 12, "d": 4}, {"y": 60}),
    (
        "product_of_sum",
        "d = a * b; e = a + b; f = d * e",
        {"a": -2, "b": 3},
        {"a": -3, "b": -8, "d": 1, "e": -6},
        {"f": -6},
    ),
    ("challenge", CHALLENGE, {"a": 2, "b": -3, "c": 10}, {"a": 7, "b": 2, "c": -1}, {"L": -4}),
    (
        "neuron",
        "n = x1*w1 + x2*w2 + b; o = tanh(n)",
        NEURON,
        {"x1": -1.5, "x2": 0.5, "w1": 1, "w2": 0, "b": 0.5},
        {"o": 0.5**0.5},
    ),
    ("reused_sum", "b = a + a; c = b + b", {"a": 1}, {"a": 4}, {"c": 4}),
    ("reused_sum", "b = a + a; c = b * b; d = c + c", {"a": 1.5}, {"a": 24}, {}),
    ("reused_nodes", REUSED, {"a": 2, "b": 3}, {"a": 111, "b": 50}, {}),
    ("same_operand", "b = a * a", {"a": 3}, {"a": 6}, {"b": 9}),
    ("subtraction", "L = (a - b) * 3", {"a": 5, "b": 2}, {"a": 3, "b": -3}, {}),
    ("subtraction", "L = a - a + a", {"a": 3}, {"a": 1}, {"L": 3}),
    ("division", "L = (a / b) * 3", {"a": 3, "b": 4}, {"a": 0.75, "b": -0.5625}, {}),
    ("division", "L = a / a + a", {"a": 3}, {"a": 1}, {"L": 4}),
    ("plain_numbers", "b = 4 / (3 / (2 / a))", {"a": 4}, {"a": -1 / 6}, {"b": 4 / 6}),
    ("equal_data", "L = (a + b) * (a * b)", {"a": 2, "b": 2}, {"a": 12, "b": 12}, {}),
    ("kept_gradients", "n = a * b; y = n * n", {"a": 2, "b": 3}, {"n": 12}, {"y": 36}),
    ("middle_root", "n = a * b; r = n + a; n.backward()", {"a": 2, "b": 3}, {"a": 3, "b": 2}, {}),
]
CLAIM = re.compile(r"(\w+)\.grad = (.*?)(?:,\s|(?<=\d)\.\s|(?<=\d)\.$|\sand\s|;|:\s|\sif\s|\sin\s)")


def right(program: Program, inputs: Mapping[str, float], *conventions: Convention) -> Expected:
    """Expected values at inputs given by name."""
    return expect(program, [inputs[name] for name in program.inputs], conventions)


def claims(text: str) -> Iterator[tuple[str, float]]:
    """Every `name.grad = ... = number` of a page."""
    for match in CLAIM.finditer(text.replace("\n", " ") + " "):
        yield match[1], float(match[2].rsplit("=", 1)[-1])


def stated(suite: Suite, name: str) -> Iterator[float]:
    """The gradients of all nodes of that name, under every convention the suite accepts."""
    for graph in suite.graphs:
        program = graph.program
        if name not in program.index:
            continue
        for point in graph.textbook:
            for conventions in [(), *((convention,) for convention in graph.tolerates)]:
                yield right(program, point, *conventions).gradients[program.index[name]]


@for_each(("slug", "text", "inputs", "gradients", "data"), TABLE)
def test_the_known_numbers_are_expected(
    slug: str, text: str, inputs: dict[str, float], gradients: dict[str, float], data: dict[str, float]
) -> None:
    graph = next(graph for graph in SUITES[slug].graphs if graph.text == text)
    program = graph.program
    values = right(program, inputs)

    assert inputs in graph.textbook
    assert gradients == pytest.approx({n: values.gradients[program.index[n]] for n in gradients})
    assert data == pytest.approx({n: values.data[program.index[n]] for n in data})


def test_the_core_is_the_first_four_of_the_whole_graph() -> None:
    core = ["linear_chain", "a_plus_a", "five_nodes", "diamond"]

    assert core == [slug for slug in SLUGS if SUITES[slug].core]
    assert core == [slug for slug in SLUGS if SUITES[slug].stage is Stage.WHOLE_GRAPH][:4]


@for_each("slug", SLUGS)
def test_a_page_states_a_truth_works_an_example_and_says_what_a_failure_means(slug: str) -> None:
    first, empty, *rest = page(slug).splitlines()
    headings = [line for line in rest if line.startswith("#")]

    assert first.endswith(".")
    assert not empty
    assert rest[0]
    assert not rest[0].startswith("#")
    assert not [line for line in rest if re.match(r"\d+[.)] ", line)], "a line that would begin a list"
    assert headings[:2] == ["## Worked example", "## If it fails"]
    assert headings[2:] in ([], ["## Conventions"])


@for_each("slug", SLUGS)
def test_a_page_tells_the_conventions_its_graphs_accept(slug: str) -> None:
    tolerant = any(graph.tolerates for graph in SUITES[slug].graphs)

    assert not tolerant or "## Conventions" in page(slug)


@for_each("slug", [slug for slug in SLUGS if SUITES[slug].drive is not Drive.OWN_RULE])
def test_every_gradient_a_page_states_is_expected(slug: str) -> None:
    found = list(claims(page(slug)))

    assert found
    for name, gradient in found:
        assert any(gradient == pytest.approx(value, abs=5e-7) for value in stated(SUITES[slug], name)), name


def test_suites_are_told_apart() -> None:
    suites = SUITES.values()

    assert len(SUITES) == len({suite.title for suite in suites})
    assert len(SUITES) == len({(suite.stage, suite.rank) for suite in suites})


@for_each("slug", SLUGS)
def test_needs_are_suites_listed_before(slug: str) -> None:
    before = SLUGS[: SLUGS.index(slug)]

    assert set(before).issuperset(SUITES[slug].needs)


@for_each("slug", SLUGS)
def test_only_what_is_about_something_is_optional(slug: str) -> None:
    suite = SUITES[slug]

    assert ABOUT.issuperset(suite.about)
    assert suite.about or not suite.optional


@for_each("slug", SLUGS)
def test_by_hand_belongs_to_the_local_rules(slug: str) -> None:
    suite = SUITES[slug]

    assert (suite.stage is Stage.LOCAL_RULES) == (suite.drive is Drive.BY_HAND)


@for_each("slug", SLUGS)
def test_graphs_of_a_suite_are_told_apart(slug: str) -> None:
    suite = SUITES[slug]

    assert suite.graphs
    assert len(suite.graphs) == len({graph.caption for graph in suite.graphs})


@for_each(("suite", "graph"), GRAPHS)
def test_a_graph_can_be_shown(suite: Suite, graph: Graph) -> None:
    assert len(graph.caption) <= 110, suite.slug


@for_each(("suite", "graph"), GRAPHS)
def test_a_graph_uses_what_its_suite_is_about(suite: Suite, graph: Graph) -> None:
    about = [op for op in suite.about if op in OPERATIONS]

    assert all(op in graph.program.ops for op in about)


@for_each(("suite", "graph"), GRAPHS)
def test_local_rules_and_whole_graphs_need_sums_and_products_only(suite: Suite, graph: Graph) -> None:
    ops = {operation.op for operation in graph.program.operations}
    allowed = {"+", "*", "-"} if suite.slug == "diamond" else {"+", "*"}

    assert suite.stage is Stage.OPERATIONS or ops <= allowed


@for_each(("suite", "graph"), GRAPHS)
def test_textbook_inputs_have_the_same_names_and_a_value(suite: Suite, graph: Graph) -> None:
    assert graph.textbook, suite.slug
    for point in graph.textbook:
        assert graph.program.inputs == tuple(point)
        assert len(graph.program.nodes) == len(right(graph.program, point).gradients)


@for_each(("suite", "graph"), GRAPHS)
def test_a_fresh_graph_has_generic_instances(suite: Suite, graph: Graph) -> None:
    rng = Random(suite.slug)

    assert not graph.fresh or all(draw(graph, rng) for _ in range(100))


@for_each(("suite", "graph"), GRAPHS)
def test_equal_inputs_are_equal_in_the_textbook(suite: Suite, graph: Graph) -> None:
    assert all(len({point[name] for name in graph.equal}) <= 1 for point in graph.textbook), suite.slug


@for_each(("suite", "graph"), GRAPHS)
def test_a_tolerated_convention_makes_a_difference(suite: Suite, graph: Graph) -> None:
    for convention in graph.tolerates:
        for point in graph.textbook:
            assert right(graph.program, point) != right(graph.program, point, convention), suite.slug


def test_the_sum_and_the_product_carry_equal_data() -> None:
    graph = SUITES["equal_data"].graphs[1]

    for point in graph.textbook:
        data = right(graph.program, point).data
        assert data[2] == data[3]


def test_the_replaced_rule_is_that_of_a_node_whose_first_operand_is_a_node() -> None:
    for graph in SUITES["own_rule"].graphs:
        operation = next(operation for operation in graph.program.operations if operation.name == "p")

        assert operation.operands[0] in graph.program.index
        assert operation.name != graph.program.root


def test_nodes_are_used_again_in_the_suite_about_it_alone() -> None:
    found = {slug for slug, suite in SUITES.items() for graph in suite.graphs if graph.program.reuses_nodes}

    assert found == {"nodes_used_again"}
    assert all(graph.program.reuses_nodes for graph in SUITES["nodes_used_again"].graphs)


@pytest.mark.parametrize(
    ("text", "reuses"),
    [
        ("c = a * a; c.backward(); d = c * a", True),
        ("c = a * a; d = c * a; c.backward(); d.backward()", True),
        ("c = a * a; d = c * a; e = c + a; d.backward(); e.backward()", True),
        ("c = a * a; c.backward(); c.backward()", False),
        ("c = a * a; c.backward(); d = a + a; d.backward()", False),
        ("c = a * a; d = c * a; d.backward()", False),
    ],
)
def test_a_node_is_used_again_after_a_pass_went_through_it(text: str, *, reuses: bool) -> None:
    assert parse(text, ("a",)).reuses_nodes == reuses


def test_a_second_pass_has_three_accepted_outcomes() -> None:
    program = SUITES["second_backward"].graphs[0].program
    inputs = {"a": 2.0, "b": 3.0, "c": 4.0}

    assert right(program, inputs).gradients[:3] == (24.0, 16.0, 12.0)
    assert right(program, inputs, Convention.PASSES_COMPOUND).gradients[:3] == (36.0, 24.0, 12.0)
    assert right(program, inputs, Convention.PASSES_RESET).gradients[:3] == (12.0, 8.0, 6.0)


def test_the_battery_without_stress_stays_small() -> None:
    graphs = [graph for suite in SUITES.values() if suite.stage is not Stage.STRESS for graph in suite.graphs]

    assert len(graphs) <= 95


@for_each("slug", SLUGS)
def test_a_certificate_fits_its_suite(slug: str) -> None:
    assert stale(slug) == []


def test_there_are_no_other_certificates() -> None:
    expected = sorted(path(slug) for slug in SLUGS if is_certified(SUITES[slug]))

    assert expected == sorted(path("any").parent.iterdir())


def test_a_graph_that_does_not_parse_has_no_program() -> None:
    graph = Graph("c = a * a", ({"a": 1.0, "b": 2.0},))

    with pytest.raises(ValueError, match="never used"):
        _ = graph.program


def test_a_suite_parses_each_text_to_an_equal_program() -> None:
    graph = SUITES["diamond"].graphs[0]

    assert graph.program.steps == parse(graph.text, ("a", "b", "c")).steps
