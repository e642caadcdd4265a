"""Rules run in a topological order, whatever was there before."""

import pytest

from grader.sandbox.protocol import Sandbox
from tests.corpus_files import member
from tests.rewriting_trials import broken, line, repairs


@pytest.mark.sampled(one_in=8)
@pytest.mark.parametrize(
    ("identity", "detail"),
    [
        ("closures_slots/padres_llaman_a_backprop", "recursive"),
        ("local_gradients/recursive_without_order", "recursive"),
        ("method_dispatch/rule_then_parents", "recursive"),
        ("numpy_arrays/children_run_themselves", "recursive"),
        ("path_recursion/classic_child_backward", "recursive"),
        ("path_recursion/first_path_only", "recursive"),
        ("local_gradients/breadth_first", "breadth-first"),
        ("explicit_stack/queue_without_counting", "breadth-first"),
        ("explicit_stack/stack_with_visited", "stack"),
        ("closures_tuple/stack_without_post_order", "stack"),
        ("closures_set/preorder", "pre-order"),
    ],
)
def test_it_undoes_the_fault_at_its_line(identity: str, detail: str, sandbox: Sandbox) -> None:
    found = member(identity)

    assert ("topological", detail, found.line) in repairs(found, sandbox)


@pytest.mark.parametrize(
    ("identity", "piece", "detail"),
    [
        ("kahn_order/released_at_first_sight", "n = ready.popleft()", "breadth-first"),
        ("kahn_order/queue_without_memory", "n = ready.popleft()", "breadth-first"),
        ("kahn_order/uses_never_counted_up", "n = ready.popleft()", "unknown"),
        ("kahn_order/consumers_counted_when_built", "n = ready.popleft()", "unknown"),
        ("numpy_arrays/stack_instead_of_recursion", "t = stack.pop()", "stack"),
        ("edge_lists/minus_forgotten_in_the_heap", "heapq.heappop(heap)", "sorted"),
    ],
)
def test_a_list_is_not_worked_off_as_it_comes(
    identity: str, piece: str, detail: str, sandbox: Sandbox
) -> None:
    found = member(identity)

    assert ("topological", detail, line(found, piece)) in repairs(found, sandbox)


_RIGHT = """\
        topo = []
        visited = set()

        def build_topo(v):
            if v not in visited:
                visited.add(v)
                for child in v._prev:
                    build_topo(child)
                topo.append(v)

        build_topo(self)
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()
"""


_RECURSION = """\
        self.grad = 1.0
        self._backward()
        for c in self._prev:
            c.backward()
"""
_VISITED = """\
        self.grad = 1.0
        seen = set()
        def run(v):
            if v in seen:
                return
            seen.add(v)
            v._backward()
            for c in v._prev:
                run(c)
        run(self)
"""
_LEVELS = """\
        self.grad = 1.0
        level = [self]
        while level:
            below = []
            for v in level:
                v._backward()
                below.extend(v._prev)
            level = below
"""


@pytest.mark.parametrize(
    ("body", "piece", "detail"),
    [
        (_RECURSION, "c.backward()", "recursive"),
        (_VISITED, "                run(c)", "recursive"),
        (_LEVELS, "for v in level:", "breadth-first"),
    ],
)
def test_it_works_for_other_forms(body: str, piece: str, detail: str, sandbox: Sandbox) -> None:
    found = broken("closures_set", _RIGHT, body, "skip")

    assert ("topological", detail, line(found, piece)) in repairs(found, sandbox)
