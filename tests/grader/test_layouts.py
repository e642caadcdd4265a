"""Layouts: a seed decides in which order a set of nodes is walked, the same in every process."""

from contextlib import closing
from random import Random
from typing import Any

import pytest
from hypothesis import given, strategies as st

from grader.assignment import SuiteSelection
from grader.grade import grade
from grader.harness.model.layout import Layouts, _in_blocks
from grader.sandbox.embedded import Embedded
from grader.sandbox.plays import Layout, Play, Source
from suites import Graph, Stage, Suite, at, load
from tests.corpus_files import member, wrong
from tests.playing import played

SEEDS = st.integers(0, (1 << 60) - 1)
LARGEST_SET = 8


def fresh_class(layouts: Layouts) -> Any:
    """A class whose hash is its identity, under these layouts."""
    made = type("Value", (), {})
    layouts.adopt([made])
    return made


def walk(seed: int, count: int, chosen: list[int], *, reverse: bool) -> list[int]:
    """The order in which a set of some of `count` fresh nodes is walked."""
    layouts = Layouts()
    made = fresh_class(layouts)
    layouts.start(seed, reverse=reverse)
    nodes = [made() for _ in range(count)]
    for node in nodes:
        hash(node)
    position = {id(node): number for number, node in enumerate(nodes)}
    return [position[id(node)] for node in {nodes[number] for number in chosen}]


@given(SEEDS, st.booleans(), st.lists(st.integers(0, 29), unique=True))
def test_the_same_seed_gives_the_same_order(seed: int, reverse: bool, chosen: list[int]) -> None:  # noqa: FBT001
    assert walk(seed, 30, chosen, reverse=reverse) == walk(seed, 30, chosen, reverse=reverse)


@given(SEEDS, st.lists(st.integers(0, LARGEST_SET - 1), unique=True, min_size=2))
def test_a_layout_and_its_reverse_walk_a_small_set_in_opposite_directions(
    seed: int, chosen: list[int]
) -> None:
    forward = walk(seed, LARGEST_SET, chosen, reverse=False)
    assert walk(seed, LARGEST_SET, chosen, reverse=True) == forward[::-1]


@given(SEEDS, st.permutations(range(LARGEST_SET)))
def test_the_order_of_insertion_does_not_matter(seed: int, chosen: list[int]) -> None:
    assert walk(seed, LARGEST_SET, chosen, reverse=False) == walk(
        seed, LARGEST_SET, sorted(chosen), reverse=False
    )


def test_seeds_give_many_orders() -> None:
    orders = {tuple(walk(Random(n).getrandbits(60), 4, [0, 1, 2, 3], reverse=False)) for n in range(300)}
    assert len(orders) == 24
    firsts = [
        order[0] for order in (walk(Random(n).getrandbits(60), 2, [0, 1], reverse=False) for n in range(300))
    ]
    assert 100 < sum(firsts) < 200


def test_most_pairs_of_a_large_graph_are_walked_both_ways() -> None:
    rng = Random(1)
    both = 0
    for _ in range(500):
        seed, pair = rng.getrandbits(60), rng.sample(range(60), 2)
        both += walk(seed, 60, pair, reverse=False) != walk(seed, 60, pair, reverse=True)
    assert both > 400


@given(SEEDS, st.booleans())
def test_hashes_are_what_a_hash_must_be(seed: int, reverse: bool) -> None:  # noqa: FBT001
    layouts = Layouts()
    made = fresh_class(layouts)
    layouts.start(seed, reverse=reverse)
    nodes = [made() for _ in range(40)]
    hashes = [hash(node) for node in nodes]
    assert hashes == [hash(node) for node in nodes] == [hash(layouts.identity(node)) for node in nodes]
    assert len(set(hashes)) == len(nodes)
    assert min(hashes) >= 0
    assert all(hash(number) == number for number in hashes)


def test_no_two_of_many_nodes_have_one_identity() -> None:
    layouts = Layouts()
    made = fresh_class(layouts)
    nodes = [made() for _ in range(30_000)]

    assert len({layouts.identity(node) for node in nodes}) == len(nodes)
    assert all(hash(node) == hash(layouts.identity(node)) for node in nodes)


@given(SEEDS, SEEDS)
def test_no_identity_is_given_in_two_plays(first: int, second: int) -> None:
    layouts = Layouts()
    made = fresh_class(layouts)
    given: list[int] = []
    for seed in (first, second):
        layouts.start(seed, reverse=False)
        nodes = [made() for _ in range(40)]
        given += map(layouts.identity, nodes)
    assert len(set(given)) == len(given)


def test_a_layout_is_in_force_before_any_play() -> None:
    def hashed() -> list[int]:
        made = fresh_class(Layouts())
        nodes = [made() for _ in range(8)]
        return [hash(node) for node in nodes]

    assert hashed() == hashed()


@pytest.mark.parametrize("own", [lambda _: 7, lambda node: hash(node.data)], ids=["constant", "data"])
def test_a_class_that_orders_itself_is_left_alone(own: Any) -> None:
    made = type("Value", (), {"__hash__": own, "data": 2.5})
    layouts = Layouts()
    layouts.adopt([made], made())
    assert made.__hash__ is own


def test_a_class_of_python_is_left_alone_though_an_example_is_of_it() -> None:
    made = type("Value", (), {"__hash__": lambda _: 7})
    Layouts().adopt([made], len)
    assert hash(made()) == 7


def test_a_hash_that_raises_is_left_alone() -> None:
    def broken(_: object) -> int:
        raise SystemExit

    made = type("Value", (), {"__hash__": broken})
    layouts = Layouts()
    layouts.adopt([made], made())
    assert vars(made)["__hash__"] is broken


# --- In the sandbox ---------------------------------------------------------------------------------------

WALKS = """
class Value:
    def __init__(self, data, below=()):
        self.data, self.grad, self.below = data, 0.0, below
    def __add__(self, other):
        return Value(self.data + other.data, (self, other))
    {hash}
    def inputs(self):
        return [n for b in self.below for n in b.inputs()] if self.below else [self]
    def backward(self):
        nodes = self.inputs()
        {walk}
        for number, node in enumerate(order, 1):
            node.grad = float(number)
"""

BY_HASH = "order = list(set(nodes))"
BY_ID = "by_id = {id(n): n for n in nodes}; order = [by_id[i] for i in set(map(id, nodes))]"

DIALECTS = {
    "default": ("", BY_HASH),
    "id": ("def __hash__(self): return id(self)", BY_HASH),
    "shifted id": ("def __hash__(self): return id(self) >> 4", BY_HASH),
    "super": ("def __hash__(self): return super().__hash__()", BY_HASH),
    "object": ("__hash__ = object.__hash__", BY_HASH),
    "with __eq__": (
        "def __eq__(self, o): return self is o\n    def __hash__(self): return id(self)",
        BY_HASH,
    ),
    "ids visited": ("", BY_ID),
    "slots": ("__slots__ = ('data', 'grad', 'below')", BY_HASH),
    "subclass": ("", BY_HASH + "\nclass Parameter(Value): pass"),
}

NAMES = "abcdef"
GRAPH = Graph(
    "s = a + b; t = s + c; u = t + d; v = u + e; L = v + f",
    at(**{name: float(n) for n, name in enumerate(NAMES, 1)}),
)
SUITE = Suite(title="t", stage=Stage.STRESS, rank=1, graphs=(GRAPH,))
INPUTS = (1.0, 2.0, 3.0, 4.0, 5.0, 6.0)


def orders(text: str, layouts: list[Layout | None], sandbox: Embedded) -> list[list[int]]:
    """The order in which the inputs were walked, in each layout."""
    plays = [Play(SUITE, GRAPH, INPUTS, layout) for layout in layouts]
    with sandbox.open(Source("walks.py", text.encode()), needs_backward=True) as run:
        observations = played(run, plays).observations
    gradients = [observations[number].gradients.values[: len(INPUTS)] for number in range(len(plays))]
    return [[each.index(position) for position in INPUTS] for each in gradients]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_way_to_tell_nodes_apart_follows_the_layout(dialect: str, sandbox: Embedded) -> None:
    hashing, walking = DIALECTS[dialect]
    text = WALKS.replace("{hash}", hashing)
    if "\n" in walking:
        walking, _, below = walking.partition("\n")
        text += below
    text = text.replace("{walk}", walking)
    seeds = [3, 1 << 40, 77]
    layouts: list[Layout | None] = [Layout(s, reverse=r) for s in seeds for r in (False, True)]
    found = orders(text, layouts, sandbox)
    assert len({tuple(order) for order in found}) > 2
    if dialect != "shifted id":
        for forward, backward in zip(found[::2], found[1::2], strict=True):
            assert backward == forward[::-1]
    with closing(Embedded()) as another:
        assert orders(text, layouts, another) == found


def test_a_fault_of_the_order_gives_the_same_report_in_every_process(sandbox: Embedded) -> None:
    faults = [each for each in wrong() if "topo" in each.name or "order" in each.name][:4]
    assert faults
    asked = ("diamond", "ladders", "reused_nodes", "ladder_of_diamonds", "shared_by_hand", "own_rule")
    assignment = SuiteSelection("small", tuple(load()[slug] for slug in asked))
    reports = [grade(fault.submission, assignment, sandbox, seed=5) for fault in faults]
    for _ in range(3):
        with closing(Embedded()) as another:
            assert [grade(fault.submission, assignment, another, seed=5) for fault in faults] == reports
    assert any(not report.passed for report in reports)


def test_a_right_class_is_right_in_every_layout(sandbox: Embedded) -> None:
    diamond = load()["diamond"]
    inputs = tuple(map(float, diamond.graphs[0].textbook[0].values()))
    plays = [
        Play(diamond, diamond.graphs[0], inputs, Layout(seed, reverse=reverse))
        for seed in range(50)
        for reverse in (False, True)
    ]
    with sandbox.open(member("closures_set/base").submission, needs_backward=True) as run:
        observations = played(run, plays).observations
    assert len({observation.gradients for observation in observations.values()}) == 1


REMEMBERS = """
KNOWN = set()

class Value:
    def __init__(self, data, below=()):
        self.data, self.grad, self.below = data, 0.0, below
    def __add__(self, other):
        return Value(self.data + other.data, (self, Value(0.0), other))
    def backward(self):
        if id(self) in KNOWN:
            raise RuntimeError("an earlier node had this id")
        KNOWN.add(id(self))
        for node in self.below:
            node.backward()
"""


@pytest.mark.parametrize("layout", [None, Layout(3, reverse=False)])
def test_no_node_has_the_id_of_one_of_an_earlier_play(layout: Layout | None, sandbox: Embedded) -> None:
    plays = [Play(SUITE, GRAPH, INPUTS, layout) for _ in range(8)]
    with sandbox.open(Source("remembers.py", REMEMBERS.encode()), needs_backward=True) as run:
        observations = played(run, plays).observations
    assert [observations[number].problem for number in range(len(plays))] == [None] * len(plays)


def test_ids_that_outlive_a_pass_cost_the_same_points_at_every_run(sandbox: Embedded) -> None:
    kept = member("functional/seen_is_a_default_argument").submission
    assignment = SuiteSelection("small", tuple(load()[slug] for slug in ("plain_numbers", "relu", "skip")))
    report = grade(kept, assignment, sandbox, seed=5)
    for _ in range(2):
        with closing(Embedded()) as another:
            assert grade(kept, assignment, another, seed=5).score == report.score


KEEPS = """
class Value:
    known = set()
    def __init__(self, data, below=()):
        self.data, self.grad = data, 0.0
        self.known.update(below)
    def __add__(self, other):
        return Value(self.data + other.data, (self, other))
    def backward(self):
        for number, node in enumerate(self.known):
            node.grad += float(number)
"""


NAMES_IN_SETS = """
class Value:
    made = 0
    def __init__(self, data, below=()):
        self.data, self.grad, self.below = data, 0.0, below
        Value.made += 1
        self.name = f"node {Value.made}"
    def __add__(self, other):
        return Value(self.data + other.data, (self, other))
    def nodes(self):
        return {self.name: self, **{name: node for each in self.below for name, node in each.nodes().items()}}
    def backward(self):
        nodes = self.nodes()
        for number, name in enumerate(set(nodes)):
            nodes[name].grad = float(number)
"""


@pytest.mark.parametrize("text", [KEEPS, NAMES_IN_SETS], ids=["nodes that stay", "texts"])
def test_a_set_has_one_order_in_every_process(text: str) -> None:
    def played_once() -> list[tuple[float, ...]]:
        plays = [Play(SUITE, GRAPH, INPUTS) for _ in range(4)]
        with (
            closing(Embedded()) as another,
            another.open(Source("value.py", text.encode()), needs_backward=True) as run,
        ):
            observations = played(run, plays).observations
        return [observations[number].gradients.values for number in range(len(plays))]

    first = played_once()
    assert [played_once() for _ in range(3)] == [first] * 3


def test_where_hashes_are_short_numbers_have_the_same_low_bits() -> None:
    short, long = _in_blocks(40, 30), _in_blocks(40, 59)

    assert all(number < 1 << 30 for number in short)
    assert [number % (1 << 30) for number in long] == short
