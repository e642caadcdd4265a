"""The upstream gradient multiplies the whole local derivative."""

import pytest

from grader.sandbox.protocol import Sandbox
from tests.corpus_files import member
from tests.grader.repair.loading import survey_of
from tests.rewriting_trials import repairs


@pytest.mark.sampled(one_in=8)
@pytest.mark.parametrize(
    ("identity", "rewrite", "detail"),
    [
        ("closures_slots/exp_sin_regla_de_la_cadena", "chain", ""),
        ("dataclass_nodes/log_without_chain", "chain", ""),
        ("edge_lists/only_the_local_slope", "chain", ""),
        ("functional/exp_ignores_g", "chain", ""),
        ("global_tape/tanh_ignores_upstream", "chain", ""),
        ("local_gradients/upstream_forgotten", "chain", ""),
        ("path_recursion/local_slope_handed_on", "chain", ""),
        ("closures_set/tanh_without_brackets", "brackets", ""),
        ("method_dispatch/tanh_without_brackets", "brackets", ""),
        ("local_gradients/local_plus_upstream", "chain-times", ""),
        ("numpy_arrays/tanh_adds_the_gradients", "chain-times", ""),
    ],
)
def test_it_undoes_the_fault_at_its_line(identity: str, rewrite: str, detail: str, sandbox: Sandbox) -> None:
    found = member(identity)

    assert (rewrite, detail, found.line) in repairs(found, sandbox)


_HANDED_ON_BY_AN_EDGE = """
class Passes:
    def backward(self):
        self.grad = 1.0
        for node in self.order():
            for edge in node.edges:
                edge.serve(node)


class Value(Passes):
    def __init__(self, data, edges=()):
        self.data, self.grad, self.edges = data, 0.0, edges

    def __add__(self, other):
        return Value(self.data + other.data, [Edge(self, 1.0), Edge(other, 1.0)])

    def __neg__(self):
        return Value(-self.data, [Edge(self, -1.0)])

    def order(self):
        return [self] + [node for edge in self.edges for node in edge.to.order()]


class Edge:
    def __init__(self, to, slope):
        self.to, self.slope = to, slope

    def serve(self, result):
        self.to.grad += self.slope
"""

_SUMS_BESIDE_THE_NODES = """
class Value:
    def __init__(self, data, edges=()):
        self.data, self.grad, self.edges = data, 0.0, edges

    def __add__(self, other):
        return Value(self.data + other.data, [(self, 1.0), (other, 1.0)])

    def __neg__(self):
        return Value(-self.data, [(self, -1.0)])

    def order(self):
        return [self] + [node for each, _ in self.edges for node in each.order()]

    def backward(self):
        sums = {self: 1.0}
        for node in self.order():
            total = sums[node]
            node.grad = total
            for each, slope in node.edges:
                sums[each] = sums.get(each, 0.0) + slope
"""


@pytest.mark.parametrize(
    ("text", "now"),
    [
        (_HANDED_ON_BY_AN_EDGE, "self.to.grad += self.slope * result.grad"),
        (_SUMS_BESIDE_THE_NODES, "sums[each] = sums.get(each, 0.0) + slope * total"),
    ],
)
def test_what_may_arrive_is_tried_where_one_place_serves_all_operations(text: str, now: str) -> None:
    survey = survey_of(text)
    offered = [number for number, offer in enumerate(survey.offers) if offer.rewrite == "chain"]
    assert now in [survey.shown([number])[0]["now"] for number in offered]
