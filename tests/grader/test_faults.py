"""Every fault is told well, can be made, is seen, and can be told from the others."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random

import pytest

import suites
from grader import network_reference
from grader.expected import Expected, expect
from grader.faults import FaultSign, Layer, Replace, Says, load, page, same_as
from grader.instances import instances
from grader.predict import NodeNumbers, TooManyPathsError, place, play_reference, predictions
from grader.reference import METHODS, MutationError, Value, mutated, rule_statement, source, with_edits
from suites import Convention, Graph, Program, Stage, parse
from tests.offenders import for_each

FAULTS = load()
_ROOT = Path(__file__).parents[2]
HEADINGS = ["What happens", "Why", "Fix"]
NOT_OF_CODE = {
    "order_dependent", "numerical_differentiation", "forward_mode", "hard_coded_answers", "shared_gradient",
}  # fmt: skip
"""What no edit of the reference makes."""

POINT = {"a": 1.3718, "b": -0.8143, "c": 0.5927, "p": 0.6531}
UNARY = """
    x = a * p; q = U(x); r = x * q + 1; s = U(r) * 3; t = U(r) * r + s * x
    L = t * q + U(x) * x + x
"""
TEXTS = (
    "d = a + b; e = d + a * c; f = e + d; L = f * d + (f + e)",
    "c = a - b; d = c - a * b; L = (d - c) * c + (b - d)",
    "d = a * b; e = d * (a + c); f = e * d + c; L = f * d + e",
    "d = a * b + 3; e = d / (a + 5); f = e / d + a; L = f / e * d",
    "d = a * a + 1; e = d ** 3 * a; f = d ** -1; g = d ** 1.5; L = (e + f * g) ** 2 + d",
    "d = a * a + 1; e = b * b + 0.5; f = d ** e * d; g = 2 ** e; L = f * e + g * d + f ** e",
    "d = -(a * b); e = -d * a + d; L = -e * d + e",
    *(UNARY.replace("U(", f"{op}(") for op in suites.FUNCTIONS),
    UNARY.replace("U(", "relu(").replace("a * p", "b * p"),
    "d = relu(p) * p + relu(b * p) + relu(b); L = d * a + relu(p * 3)",
    "c = a + a; d = c * c; e = d - d; f = d / d; L = e + f * c + (c + c) * d",
    "c = 2 + a; d = 3 - c; e = d * 2 + 4 * c; f = e / 2 - 1; g = 3 / c; L = (f + g) * (d + c)",
    "L = (a + b) * (a * c) + (a + c) * (a * b)",
    "m = a * b; y = m * c + m; y.backward(); y.backward()",
    "u = a * b; u.backward(); v = a + u; w = v * b; w.backward(); a.grad = 0; x = a + b",
    "u = a * b; u.backward(); a.zero_grad(); b.zero_grad(); v = a * b; v.backward()",
    """m = a * b; y = m * c; y.backward()
    a.zero_grad(); b.zero_grad(); c.zero_grad(); m.zero_grad(); y.zero_grad()
    y.backward()""",
)
"""Between them they show every fault, and tell apart what numbers can tell apart."""

DEEP = "y0 = a + 1; " + "; ".join(f"y{i} = y{i - 1} + 1" for i in range(1, 1500))

Play = tuple[Program, tuple[float, ...]]


def program_of(text: str) -> Play:
    """A program and its inputs, from `POINT`."""
    text = re.sub(r"\n\s+", "\n", text.strip())
    used, made = set(re.findall(r"\b[a-z]\b", text)), set(re.findall(r"\b([a-z]) =", text))
    names = tuple(name for name in POINT if name in used - made)
    return parse(text, names), tuple(POINT[name] for name in names)


PLAYS = [program_of(text) for text in TEXTS]

each_fault = for_each("slug", list(FAULTS))


def same(played: NodeNumbers | Exception, right: tuple[tuple[float, ...], tuple[float, ...]]) -> bool:
    """Whether a play gave the right numbers."""
    if isinstance(played, Exception):
        return False
    pairs = zip(chain(*played), chain(*right), strict=True)
    return all(abs(is_ - ought) <= 1e-9 * max(1.0, abs(ought)) for is_, ought in pairs)


@cache
def tolerated(graph: Graph, inputs: tuple[float, ...]) -> list[Expected]:
    """What is expected, and what the graph's conventions make of it."""
    conventions: list[tuple[Convention, ...]] = [(), *((each,) for each in graph.tolerates)]
    return [expect(graph.program, inputs, each) for each in conventions]


def is_right(made: type, graph: Graph, inputs: tuple[float, ...]) -> bool:
    """Whether a class gives what is expected, or what the graph tolerates."""
    played = play_reference(made, graph.program, inputs)
    return any(same(played, right) for right in tolerated(graph, inputs))


@cache
def graphs(*, stress: bool) -> list[tuple[Graph, tuple[float, ...]]]:
    """Every suite's graphs with the inputs of each instance."""
    return [
        (graph, instance.inputs)
        for suite in suites.load().values()
        if stress or suite.stage is not Stage.STRESS
        for graph in suite.graphs
        for instance in instances(graph, Random(7))
    ]


def concerns(variant: str, program: Program) -> bool:
    """Whether a variant could show: one in an operation does so only where that is used."""
    return place(variant) not in suites.OPERATIONS or place(variant) in program.ops


def is_seen(variant: str, edits: tuple[Replace, ...]) -> bool:
    """Whether the suites, or else one of our own programs, show the fault."""
    if any(
        concerns(variant, graph.program) and not is_right(mutated(edits), graph, inputs)
        for graph, inputs in graphs(stress=False)
    ):
        return True
    return any(signed(mutated(edits), play) != signed(Value, play) for play in [*PLAYS, program_of(DEEP)])


def signature(variant: str, edits: tuple[Replace, ...]) -> tuple[object, ...]:
    """All numbers of all programs, or what is raised."""
    return tuple(
        signed(mutated(edits), play) if concerns(variant, play[0]) else right
        for play, right in zip(PLAYS, right_signature(), strict=True)
    )


@cache
def right_signature() -> tuple[object, ...]:
    """That of the reference."""
    return tuple(signed(Value, play) for play in PLAYS)


def signed(made: type, play: Play) -> object:
    """All numbers of one program, or what is raised."""
    played = play_reference(made, *play)
    if isinstance(played, Exception):
        return f"{type(played).__name__}: {played}"
    return tuple(f"{number:.7g}" for number in chain(*played))


# --- what is told


@each_fault
def test_a_page_has_its_headings_in_order(slug: str) -> None:
    first, *sections = re.split(r"^## (.+)$", page(slug), flags=re.MULTILINE)

    assert sections[::2] == HEADINGS
    assert re.fullmatch(r"\S.*[.]\n\n", first)
    assert not re.search(r"^\d+[.)] ", page(slug), flags=re.MULTILINE), "a line that would begin a list"
    for text in sections[1::2]:
        lines = text.strip("\n").splitlines()
        code = [line for line in lines if line.startswith(("    ", "$$"))]
        assert 1 <= len([line for line in lines if line and line not in code]) <= 6
        assert len(code) <= 9


@each_fault
def test_a_title_is_a_phrase(slug: str) -> None:
    title = FAULTS[slug].title

    assert re.match(r"[A-Za-z0-9`]", title)
    assert not title.endswith(".")


@each_fault
def test_three_hints_and_the_first_two_are_not_the_repair(slug: str) -> None:
    fault = FAULTS[slug]
    examples = (*fault.examples.values(), *fault.network_examples.values())
    repairs = {edit.old.strip() for edits in examples for edit in edits}

    assert len(fault.hints) == 3
    for hint in fault.hints:
        assert re.fullmatch(r"[A-Z0-9].*[.?]", hint)
    for hint in fault.hints[:2]:
        assert not [repair for repair in repairs if len(repair) > 4 and repair in hint]
        assert not re.search(r"`[^`]*([+]=|\.grad = |self\.)[^`]*`", hint)


@each_fault
def test_what_a_fault_refers_to_exists(slug: str) -> None:
    fault = FAULTS[slug]

    assert slug not in same_as(slug)
    for repair in fault.undone_by:
        assert set(repair.operations) <= set(suites.OPERATIONS)


def test_titles_are_all_different() -> None:
    assert len({fault.title for fault in FAULTS.values()}) == len(FAULTS)


@each_fault
def test_a_title_and_its_hints_are_short(slug: str) -> None:
    fault = FAULTS[slug]

    assert len(fault.title) <= 60
    for hint in fault.hints:
        assert len(re.findall(r"[.?](?: |$)", hint)) <= 2


def test_faults_come_layer_by_layer_and_the_frequent_first() -> None:
    ranks = [(fault.layer, -fault.frequency) for fault in FAULTS.values()]

    assert ranks == sorted(ranks)
    assert {fault.layer for fault in FAULTS.values()} == set(Layer)


# --- who owns what


def test_a_slug_stands_in_its_own_file_and_nowhere_else_in_the_product() -> None:
    literal = re.compile("|".join(rf"""["']{slug}["']""" for slug in FAULTS))
    files = [
        path
        for room in ("api", "backgrade", "client", "grader", "submissions", "suites")
        for pattern in ("*.py", "*.html", "*.jinja", "*.txt", "*.js")
        for path in (_ROOT / room).rglob(pattern)
        if "node_modules" not in path.parts and path.parent != _ROOT / "api" / "locale"
    ]
    named = {
        f"{path.relative_to(_ROOT)}: {found[0]}"
        for path in files
        for found in literal.finditer(path.read_text(encoding="utf-8"))
        if (path.parent.name, path.stem) != ("faults", found[0].strip("\"'"))
    }

    assert not named


def test_siblings_look_alike() -> None:
    for slug in FAULTS:
        lines = (_ROOT / "grader" / "faults" / f"{slug}.py").read_text(encoding="utf-8").splitlines()
        assert lines.count("FAULT = Fault(") == 1, slug


def test_every_sign_is_of_a_fault() -> None:
    assert {sign for fault in FAULTS.values() for sign in fault.signs} == set(FaultSign)


def test_a_rewrite_is_undone_in_no_two_ways_that_say_the_same() -> None:
    for slug, fault in FAULTS.items():
        ways = [undoing._replace(says=Says.THIS) for undoing in fault.undone_by]
        assert len(set(ways)) == len(ways), slug


# --- what is made and seen


@each_fault
def test_every_example_can_be_made(slug: str) -> None:
    fault = FAULTS[slug]
    for edits in fault.examples.values():
        assert mutated(edits).__name__ == "Value"
    for edits in fault.network_examples.values():
        assert with_edits(network_reference.source(), edits) != network_reference.source()

    assert bool(fault.examples or fault.network_examples) != (slug in NOT_OF_CODE)


@each_fault
def test_every_example_is_seen(slug: str) -> None:
    assert [variant for variant, edits in FAULTS[slug].examples.items() if not is_seen(variant, edits)] == []


def test_the_reference_has_no_fault() -> None:
    wrong = [graph.text for graph, inputs in graphs(stress=True) if not is_right(Value, graph, inputs)]

    assert wrong == []


def test_the_reference_is_right_where_faults_are_told_apart() -> None:
    for program, inputs in [*PLAYS, program_of(DEEP)]:
        right = expect(program, inputs, {Convention.PASSES_COMPOUND})
        assert same(play_reference(Value, program, inputs), right)


def test_no_two_faults_give_the_same_unless_they_say_so() -> None:
    found: Mapping[tuple[object, ...], set[str]] = defaultdict(set)
    for slug, fault in FAULTS.items():
        for variant, edits in fault.examples.items():
            found[signature(variant, edits)].add(slug)
    alike: dict[str, set[str]] = {slug: set() for slug in FAULTS}
    for slugs in found.values():
        for slug in slugs:
            alike[slug] |= slugs - {slug}

    assert alike == {slug: set(same_as(slug)) for slug in FAULTS}
    assert found[right_signature()] == {"recursion_limit"}


# --- how it is made


def test_an_edit_that_finds_nothing_is_an_error() -> None:
    with pytest.raises(MutationError, match="is not in the text"):
        mutated((Replace("no such text", ""),))
    with pytest.raises(MutationError, match="is not in tanh"):
        mutated((Replace("math.exp", "", inside="tanh"),))
    with pytest.raises(MutationError, match="has no cosh"):
        mutated((Replace("math", "", inside="cosh"),))


def test_an_edit_inside_a_function_leaves_the_others_alone() -> None:
    made = mutated((Replace("out.grad", "out.data", inside="__mul__"),))
    program = parse("c = a * b; L = c + a", ("a", "b"))

    assert play_reference(made, program, (2, 3)) == ((2, 3, 6, 8), (19, 12, 1, 1))


def test_a_mutated_class_keeps_nothing_of_an_earlier_one() -> None:
    edits = FAULTS["shared_state"].examples["backward: visited nodes"]

    assert mutated(edits) is not mutated(edits)
    assert mutated(edits)._order is not mutated(edits)._order  # type: ignore[attr-defined]


def test_without_edits_it_is_the_reference() -> None:
    assert "class Value" in source()
    for play in PLAYS:
        assert play_reference(mutated(()), *play) == play_reference(Value, *play)


def test_each_operation_has_a_share_for_each_operand() -> None:
    for op in METHODS:
        assert rule_statement(op).startswith("self.grad += ")
    for op in suites.BINARY:
        assert rule_statement(op, 1).startswith("other.grad += ")


# --- what is predicted


def predicted(slug: str, text: str, operation: str | None = None, **inputs: float) -> Iterator[float]:
    """The gradients that a fault gives the first input."""
    program = parse(text, tuple(inputs))
    for prediction in predictions(program, tuple(inputs.values()), FAULTS[slug], operation):
        yield prediction.gradients[0]


def test_overwriting_keeps_the_share_of_either_branch() -> None:
    text = "c = a * b; d = a + b; e = c + d"

    assert set(predicted("overwritten_gradient", text, "everywhere", a=2, b=-3)) == {1, -3}


@pytest.mark.parametrize("slug", ["preorder", "stack_order"])
@pytest.mark.parametrize("root", ["b * d", "d * b"])
def test_a_wrong_order_is_right_with_the_operands_exchanged(slug: str, root: str) -> None:
    text = f"b = a * a; c = b + 1; d = c * 3; y = {root}"

    assert set(predicted(slug, text, a=2)) == {60, 108}


def test_where_the_order_plays_no_part_there_is_one_prediction() -> None:
    assert list(predicted("own_data_in_product", "L = a * b + a", "*", a=2, b=5)) == [3, 3, 6]


def test_an_operation_that_is_not_used_predicts_nothing() -> None:
    assert list(predicted("out_grad_left_out", "L = tanh(a) * 3", "exp", a=0.8)) == []
    assert list(predicted("tanh_rule", "L = exp(a) * 3", a=0.8)) == []


def test_there_are_no_more_than_sixteen_results() -> None:
    parts = [f"p{i} = x{i} * y{i} + (x{i} + y{i})" for i in range(6)]
    text = "; ".join([*parts, "L = p0 + p1 + p2 + p3 + p4 + p5"])
    inputs = {f"{name}{i}": 1.5 + i for name in "xy" for i in range(6)}

    assert len(list(predicted("overwritten_gradient", text, "everywhere", **inputs))) == 16


def test_what_raises_predicts_no_numbers() -> None:
    assert list(predicted("missing_return", "L = a * b", a=2, b=3)) == []


def test_a_faulty_class_is_not_played_on_paths_beyond_counting() -> None:
    (ladder,) = suites.load()["ladder_of_diamonds"].graphs
    inputs = (2.0, 3.0)

    assert isinstance(play_reference(mutated(()), ladder.program, inputs), TooManyPathsError)
    assert isinstance(play_reference(Value, ladder.program, inputs), NodeNumbers)
    assert predictions(ladder.program, inputs, FAULTS["visited_missing"]) == []


def test_the_place_of_a_variant_is_what_stands_before_the_colon() -> None:
    assert [place(variant) for variant in ("*", "*: left operand", "everywhere")] == ["*", "*", "everywhere"]
