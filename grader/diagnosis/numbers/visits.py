"""Tells from numbers alone in which wrong order the rules ran.

The graphs have nodes that are used near the output and far from it. Different orders lose or repeat different
contributions, so what the inputs got is a trace of the order that needs no source, for classes of any style.
"""

from collections.abc import Iterable, Sequence
from functools import cache

from grader.diagnosis.numbers.nearness import is_near
from grader.diagnosis.numbers.prediction import most_predicted, predicts
from grader.diagnosis.numbers.samples import PlayAll
from grader.expected import expect
from grader.faults import FaultSign, Layer, load, signed
from grader.sandbox.plays import Layout, Observation, Play, PlayStatus
from suites import Graph, Stage, Suite

_GRAPHS = (
    "b = a * w; c = b + a; d = c * w; y = b * d",
    "b = a * w; c = b * a; d = b + w; e = d * w; y = c + e",
    "b = a * w; c = b * w; d = c * a; e = b + d; f = e * c; y = f + a",
    "b = a * w; c = b + b; y = c * b",
)
_NUMBERS = {"a": 1.3, "w": 0.7}
_DIGITS = 9
_LAYOUTS = tuple(Layout(seed, reverse) for seed in range(3) for reverse in (False, True))

LEFT_TO_A_SET = signed(FaultSign.SET_ORDER)
"""The faults of rules that a set gives an order, or that run in no order that is known."""

TOLD_APART = signed(FaultSign.TRACED_ORDER)
"""Orders in which gradients reach the inputs, the frequent first; nothing else gives their numbers."""

REFUTED_BY_RIGHT_ORDER = signed(FaultSign.WRONG_ORDER)
"""Others may leave these graphs right: a pass that ends too early, or runs nodes of other graphs as well."""


def told_by_order(fitted: Sequence[str], further: Sequence[str], play_all: PlayAll) -> tuple[str, ...]:
    """Return which faults are left where rules run in no right order, the likeliest first; none if unknown.

    Args:
        fitted: Faults that predict the numbers of the graphs that failed.
        further: Others whose order may be the one.
        play_all: Plays further graphs.
    """
    fitted = told_apart_in_the_middle(fitted, play_all)
    # Numbers of one pass fit many faults, so the order of the rules is asked for only where it may decide.
    may_be_order = not fitted or bool(faults_of_order(fitted))
    orders = wrong_orders([*fitted, *further], play_all) if may_be_order else []
    if may_be_order and not orders and is_left_to_a_set(play_all):
        return LEFT_TO_A_SET
    likely = likeliest_first([slug for slug in fitted if slug in orders] or orders or fitted, play_all)
    return tuple(dict.fromkeys([*_seeds(fitted, play_all), *likely]))


def _seeds(fitted: Sequence[str], play_all: PlayAll) -> Sequence[str]:
    """Return the faults of the seed, where the output's gradient is 0: a pass without its rule sets 1."""
    seeds = [slug for slug in fitted if load()[slug].layer is Layer.SEED]
    return seeds if seeds and _leaves_output_at_zero(play_all) else []


def wrong_orders(candidates: Iterable[str], play_all: PlayAll) -> list[str]:
    """Return the faults that predict every number of every graph; none where all numbers are right."""
    asked = faults_of_order(candidates)
    seen = _numbers_of(_plays(), play_all) if asked else []
    if all(_is_right(*each) for each in seen):
        return []
    return [slug for slug in asked if predicts(slug, seen)]


def is_in_order(play_all: PlayAll) -> bool:
    """Whether every number of every graph is right: then rules run in a right order, whatever is wrong."""
    seen = _numbers_of(_plays(), play_all)
    return bool(seen) and all(_is_right(*each) for each in seen)


def is_left_to_a_set(play_all: PlayAll) -> bool:
    """Whether a graph gives other numbers in another layout: the order of a set decides what runs when."""
    plays = [_plays()[0]._replace(layout=layout) for layout in _LAYOUTS]
    answers = [each.gradients.received for each in play_all(plays) if each.status is PlayStatus.ANSWERED]
    # As text: a node without a number gives NaN, which is unequal to itself.
    return len({tuple(f"{number:.{_DIGITS}f}" for number in each[: len(_NUMBERS)]) for each in answers}) > 1


def takes_equal_nodes_for_one(play_all: PlayAll) -> bool:
    """Whether the same graphs are wrong where nodes hold equal numbers."""
    return not all(_is_right(*each) for each in _numbers_of(_plays_alike(), play_all))


def told_apart_in_the_middle(fitted: Sequence[str], play_all: PlayAll) -> list[str]:
    """Return the faults, of these, that predict the gradients of the nodes in the middle.

    All of them where none does: not every class keeps these gradients.
    """
    if len(fitted) <= 1:
        return list(fitted)
    seen = _numbers_of(_plays(), play_all)
    exact = [slug for slug in fitted if predicts(slug, seen, middle=True)] if seen else []
    return exact or list(fitted)


def likeliest_first(fitted: Sequence[str], play_all: PlayAll) -> list[str]:
    """First those that predict what every node got in one pass, in two, and in those of two outputs.

    The others stay behind them: a class may clear what the first pass left. Nothing changes where all is
    zero, as not every class keeps the gradients of its nodes.
    """
    if len(fitted) <= 1:
        return list(fitted)
    plays = (_plays()[0], *_two_passes(), *_two_outputs())
    seen = list(zip(plays, play_all(plays), strict=False))
    if len(seen) < len(plays) or not all(any(each.gradients.values) for _, each in seen):
        return list(fitted)
    return sorted(fitted, key=lambda slug: -most_predicted(slug, seen))


def faults_of_order(faults: Iterable[str]) -> list[str]:
    """Return the faults of the order among these, each once."""
    return [slug for slug in dict.fromkeys(faults) if load()[slug].layer is Layer.TRAVERSAL]


@cache
def _plays() -> tuple[Play, ...]:
    """Return a play with one pass of each graph."""
    return _plays_of([f"{text}; y.backward()" for text in _GRAPHS])


@cache
def _plays_alike() -> tuple[Play, ...]:
    """Return plays of the same graphs where all inputs are equal, and of two nodes made of the same two."""
    alike = tuple(play._replace(inputs=(1.0,) * len(play.inputs)) for play in _plays())
    return *alike, *_plays_of(["b = a + w; c = a + w; y = b * c; y.backward()"])


@cache
def _two_passes() -> tuple[Play, ...]:
    """Return plays with two passes, from one node or from two: the second shows what the first one left.

    A late seed leaves a gradient in the output. A pass without the output's rule leaves the seed of its node.
    """
    return _plays_of([f"{_GRAPHS[0]}; {first}.backward(); y.backward()" for first in ("y", "b")])


@cache
def _two_outputs() -> tuple[Play, ...]:
    """Return plays with two outputs: a pass over all nodes ever made goes through the first once more."""
    return _plays_of(["b = a * w; b.backward(); y = a + w; y.backward()"])


def _plays_of(texts: Sequence[str]) -> tuple[Play, ...]:
    """Return plays of the graphs that these texts are."""
    graphs = [Graph(text.replace("; ", "\n"), (_NUMBERS,)) for text in texts]
    suite = Suite(
        title="Order of visits", stage=Stage.OPERATIONS, rank=904, graphs=tuple(graphs), layouts=False,
        slug="visits",
    )  # fmt: skip
    return tuple(Play(suite, graph, tuple(_NUMBERS.values())) for graph in graphs)


def _leaves_output_at_zero(play_all: PlayAll) -> bool:
    """Whether the output of every graph has the gradient 0 after the pass."""
    seen = _numbers_of(_plays(), play_all)
    return bool(seen) and all(_gradient_of_output(*each) == 0 for each in seen)


def _gradient_of_output(play: Play, seen: Observation) -> float | None:
    """Return the last gradient of the nodes; None where not every node's was read."""
    gradients = seen.gradients.values
    return gradients[-1] if len(gradients) == len(play.graph.program.nodes) else None


def _numbers_of(plays: Sequence[Play], play_all: PlayAll) -> list[tuple[Play, Observation]]:
    """Return what each play gave; nothing where one of them gave no numbers."""
    seen = list(zip(plays, play_all(plays), strict=False))
    is_whole = len(seen) == len(plays) and all(each.status is PlayStatus.ANSWERED for _, each in seen)
    return seen if is_whole else []


def _is_right(play: Play, seen: Observation) -> bool:
    """Whether the inputs got their right gradients."""
    expected = expect(play.graph.program, play.inputs).gradients
    pairs = zip(seen.gradients.values[: len(play.inputs)], expected, strict=False)
    return all(is_near(got, right, single=seen.is_single) for got, right in pairs)
