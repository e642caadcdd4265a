"""Every write of a gradient is seen, with its line and the node whose rule was at work."""

from random import Random

import pytest

from grader.harness.repair.trace import Tracer
from grader.harness.running.problem import Places
from grader.plan import plan
from grader.sandbox.protocol import Sandbox
from grader.sandbox.replies import TracedWrite
from suites import load
from tests.corpus_files import Member, member
from tests.grader.repair.loading import survey_of
from tests.rewriting_trials import broken, line
from tests.sandbox_runs import running

A, B, C, D, E = range(5)
"""The nodes of `c = a * b; d = a + b; e = c + d`, by their slots."""


def traced(found: Member, sandbox: Sandbox, slug: str = "five_nodes") -> tuple[TracedWrite, ...]:
    """The gradients written in the pass; of five nodes at a = 2 and b = -3."""
    suite = load()[slug]
    play = plan(suite, suite.graphs[0], Random(1)).plays[0].play
    with running(sandbox, found.submission) as run:
        (writes,) = run.trace([play])
    return tuple(each for each in writes if each.gradient and each.old is not None)


def history(writes: tuple[TracedWrite, ...], node: int) -> list[float | None]:
    """What the gradient of a node was, one write after the other."""
    own = [each for each in writes if each.node == node]
    return [own[0].old, *(each.new for each in own)]


def test_gradients_that_add_up(sandbox: Sandbox) -> None:
    writes = traced(member("explicit_stack/base"), sandbox)

    assert history(writes, A) == [0.0, 1.0, -2.0]
    assert history(writes, B) == [0.0, 1.0, 3.0]
    assert history(writes, C) == history(writes, D) == history(writes, E) == [0.0, 1.0]


def test_a_gradient_that_is_replaced_loses_what_was_there(sandbox: Sandbox) -> None:
    found = member("closures_set/overwrite_everywhere")
    writes = traced(found, sandbox)
    (first, last) = [each for each in writes if each.node == A]

    assert (first.old, first.new) == (0.0, 1.0)
    assert (last.old, last.new) == (1.0, -3.0), "where right is -2"
    assert history(writes, B) == [0.0, 1.0, 2.0], "where right is 3"
    assert (first.line, last.line) == (found.line, line(found, "self.grad = other.data * out.grad"))
    assert (first.during, last.during) == (D, C)
    assert {first.function, last.function} == {"_backward"}


def test_in_a_loop_for_all_the_node_at_work_is_that_of_the_loop(sandbox: Sandbox) -> None:
    found = member("dataclass_nodes/central_loop_overwrites")
    writes = traced(found, sandbox)
    at_work = [each for each in writes if each.during is not None]

    assert [(each.new, each.during) for each in at_work if each.node == A] == [(1.0, D), (-3.0, C)]
    assert {each.line for each in at_work} == {found.line}


def test_the_node_that_the_pass_began_with_is_at_work_only_where_no_other_is(sandbox: Sandbox) -> None:
    """Of `b = a * a; c = b + 1; d = c * 3; y = b * d`: `y`, which is `self` in the loop, has `b` too."""
    b, c, y = 1, 2, 4
    writes = traced(member("dataclass_nodes/base"), sandbox, "skip")

    assert [each.during for each in writes if each.node == b and each.during is not None] == [y, c]


def test_in_a_pass_that_calls_itself_each_node_is_at_work_in_turn(sandbox: Sandbox) -> None:
    writes = traced(member("local_gradients/recursive_without_order"), sandbox)
    at_work = [(each.node, each.new, each.during) for each in writes if each.during is not None]

    assert at_work == [(C, 1.0, E), (D, 1.0, E), (A, -3.0, C), (B, 2.0, C), (A, -2.0, D), (B, 3.0, D)]


def test_a_closure_that_does_not_hold_its_result_is_that_of_the_node_its_caller_has(sandbox: Sandbox) -> None:
    writes = traced(member("closures_slots/base"), sandbox)
    at_work = [(each.node, each.new, each.during) for each in writes if each.during is not None]

    assert history(writes, A) == [0.0, 1.0, -2.0]
    assert at_work == [(C, 1.0, E), (D, 1.0, E), (A, 1.0, D), (B, 1.0, D), (A, -2.0, C), (B, 3.0, C)]


def test_a_write_names_the_step_of_the_graph_that_does_it(sandbox: Sandbox) -> None:
    writes = traced(member("closures_set/base"), sandbox, "training_loop")

    assert [each.step for each in writes] == sorted(each.step or 0 for each in writes)
    assert len({each.step for each in writes}) > 1


def test_a_pass_that_writes_to_very_many_other_nodes_is_seen_to_its_end(sandbox: Sandbox) -> None:
    seed = "        self.grad = 1.0\n"
    others = "        for other in [Value(0.0) for _ in range(500)]:\n            other.grad = 1.0\n"
    found = broken("closures_set", seed, others + seed, "five_nodes")

    assert history(traced(found, sandbox), A) == [0.0, 1.0, -2.0]


def test_what_is_summed_up_elsewhere_is_seen_when_it_arrives(sandbox: Sandbox) -> None:
    assert history(traced(member("functional/base"), sandbox), A) == [0.0, -2.0]


def test_a_reset_on_the_way_is_a_write_like_any_other(sandbox: Sandbox) -> None:
    found = broken(
        "closures_set",
        "            self.grad += other.data * out.grad\n",
        "            self.grad = 0.0\n            self.grad += other.data * out.grad\n",
        "five_nodes",
    )

    assert history(traced(found, sandbox), A) == [0.0, 1.0, 0.0, -3.0]


OWN = """
class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
    def __add__(self, other):
        out = Value(self.data + other.data)
        out.backward = lambda: None
        return out
"""
WATCHING = """
    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)
"""


@pytest.mark.parametrize(("source", "has_own"), [(OWN, False), (OWN + WATCHING, True)])
def test_the_class_is_left_as_it_was(source: str, has_own: bool) -> None:  # noqa: FBT001
    survey = survey_of(source)
    made = survey._value_class.cls
    before = made.__dict__.get("__setattr__")
    assert (before is not None) == has_own
    tracer = Tracer(survey._known.player, Places())

    with tracer._watching():
        assert made.__dict__["__setattr__"] is not before
        made(1.0).grad = 2.0

    assert made.__dict__.get("__setattr__") is before
    assert [(each.name, each.new) for each in tracer._noted] == [
        ("data", 1.0),
        ("grad", 0.0),
        ("grad", 2.0),
    ]
