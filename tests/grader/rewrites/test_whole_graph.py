"""A pass reaches the whole graph."""

import pytest

from grader.sandbox.protocol import Sandbox
from tests.corpus_files import member
from tests.rewriting_trials import broken, line, repairs


@pytest.mark.sampled(one_in=8)
@pytest.mark.parametrize(
    ("identity", "detail"),
    [
        ("closures_tuple/root_and_direct_parents_only", "no traversal"),
        ("method_dispatch/root_and_its_parents_only", "no traversal"),
        ("edge_lists/stops_at_the_first_leaf", "ends early"),
    ],
)
def test_it_undoes_the_fault_at_its_line(identity: str, detail: str, sandbox: Sandbox) -> None:
    found = member(identity)

    assert ("whole-graph", detail, found.line) in repairs(found, sandbox)


@pytest.mark.parametrize(
    ("identity", "piece", "detail"),
    [
        ("global_tape/only_the_last_entry_is_read", "entries = TAPE[self.start:self.end]", "slice"),
        ("global_tape/tape_never_played", "def backward(", "no rules"),
    ],
)
def test_a_part_of_a_tape_is_not_enough(identity: str, piece: str, detail: str, sandbox: Sandbox) -> None:
    found = member(identity)

    assert ("whole-graph", detail, line(found, piece)) in repairs(found, sandbox)


@pytest.mark.parametrize(
    ("style", "old", "new", "detail"),
    [
        ("closures_set", "for node in reversed(topo):", "for node in reversed(topo[:-1]):", "all but one"),
        ("closures_set", "topo.append(v)", "topo.append(self)", "root again"),
        ("closures_set", "for node in reversed(topo):", "for node in [self]:", "no traversal"),
        (
            "method_dispatch",
            "            v._apply_rule()",
            "            return v._apply_rule()",
            "ends early",
        ),
    ],
)
def test_what_is_left_out_is_put_in(style: str, old: str, new: str, detail: str, sandbox: Sandbox) -> None:
    found = broken(style, old, new, "challenge")

    assert ("whole-graph", detail, line(found, new.strip())) in repairs(found, sandbox)


def test_a_rule_that_is_only_named_is_called(sandbox: Sandbox) -> None:
    found = broken("closures_set", "node._backward()", "node._backward", "linear_chain")

    assert ("whole-graph", "never called", line(found, "node._backward")) in repairs(found, sandbox)


def test_a_call_that_is_missing_is_put_in(sandbox: Sandbox) -> None:
    found = broken("closures_set", "        build_topo(self)\n", "", "linear_chain")

    assert ("whole-graph", "never called", line(found, "def backward(")) in repairs(found, sandbox)
