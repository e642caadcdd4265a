"""Each node comes into the order once."""

import pytest

from grader.sandbox.base import Sandbox
from tests.corpus_files import member
from tests.grader.repair.loading import survey_of
from tests.rewriting_trials import broken, line, repairs


@pytest.mark.sampled(one_in=8)
@pytest.mark.parametrize(
    ("identity", "detail"),
    [
        ("closures_set/topo_append_outside_the_if", "append outside"),
        ("method_dispatch/append_outside_the_if", "append outside"),
        ("numpy_arrays/fresh_visited_for_each_child", "fresh visited"),
        ("edge_lists/pushed_once_per_use", "no guard"),
        ("explicit_stack/node_runs_for_every_user", "count"),
    ],
)
def test_it_undoes_the_fault_at_its_line(identity: str, detail: str, sandbox: Sandbox) -> None:
    found = member(identity)

    assert ("visit-once", detail, found.line) in repairs(found, sandbox)


@pytest.mark.parametrize(
    ("identity", "definition", "detail"),
    [
        ("functional/walk_without_seen", "def walk(", "no visited"),
        ("kahn_order/uses_never_counted_up", "def backward(", "count"),
    ],
)
def test_missing_code_is_put_in(identity: str, definition: str, detail: str, sandbox: Sandbox) -> None:
    found = member(identity)

    assert ("visit-once", detail, line(found, definition)) in repairs(found, sandbox)


@pytest.mark.parametrize(
    ("style", "old", "piece"),
    [
        ("closures_set", "                visited.add(v)\n", "if v not in visited"),
        ("dataclass_nodes", "        seen.add(self)\n", "if self in seen"),
    ],
)
def test_what_is_never_marked_is(style: str, old: str, piece: str, sandbox: Sandbox) -> None:
    found = broken(style, old, "", "skip")

    assert ("visit-once", "never marked", line(found, piece)) in repairs(found, sandbox)


def test_what_was_seen_is_handed_on(sandbox: Sandbox) -> None:
    found = broken("dataclass_nodes", "p.history(seen)", "p.history()", "skip")

    assert ("visit-once", "fresh visited", line(found, "p.history()")) in repairs(found, sandbox)


_TAKEN_FROM_A_LIST = """
class Value:
    def __init__(self, data, inputs=()):
        self.data, self.grad, self.inputs = data, 0.0, inputs

    def __add__(self, other):
        return Value(self.data + other.data, (self, other))

    def __neg__(self):
        return Value(-self.data, (self,))

    def backward(self):
{body}
"""
_MARKED = """
        order, met, waiting = [], set(), [(self, False)]
        while waiting:
            node, is_done = waiting.pop()
            if is_done:
                order.append(node)
                continue
            met.add(node)
            waiting.append((node, True))
            for each in node.inputs:
                waiting.append((each, False))
        self.grad = 1.0
        for node in reversed(order):
            for each in node.inputs:
                each.grad += node.grad
"""
_COUNTED = """
        uses, waiting = {self: 0}, [self]
        while waiting:
            for each in waiting.pop().inputs:
                if each not in uses:
                    uses[each] = 0
                    waiting.append(each)
                uses[each] += 1
        self.grad, ready = 1.0, [self]
        while ready:
            node = ready.pop()
            for each in node.inputs:
                each.grad += node.grad
                uses[each] -= 1
                ready.append(each)
"""


@pytest.mark.parametrize(
    ("body", "now"),
    [
        (_MARKED, "if node in met:\n    continue\nmet.add(node)"),
        (_COUNTED, "if uses[each] == 0:\n    ready.append(each)"),
    ],
)
def test_what_is_noted_or_counted_is_asked_for(body: str, now: str) -> None:
    survey = survey_of(_TAKEN_FROM_A_LIST.format(body=body))
    offered = [number for number, offer in enumerate(survey.offers) if offer.rewrite == "visit-once"]
    assert now in [survey.shown([number])[0]["now"] for number in offered]


@pytest.mark.parametrize(
    ("body", "old", "new"),
    [
        (_MARKED, "met.add(node)", "if node in met: continue\n            met.add(node)"),
        (_COUNTED, "ready.append(each)", "if not uses[each]: ready.append(each)"),
    ],
)
def test_nothing_is_put_in_where_it_is(body: str, old: str, new: str) -> None:
    survey = survey_of(_TAKEN_FROM_A_LIST.format(body=body.replace(old, new)))
    assert not [offer for offer in survey.offers if offer.detail in {"no guard", "count"}]
