"""Each node comes into the order once."""

import pytest

from grader.sandbox.protocol import Sandbox
from tests.corpus_files import member
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


_LISTED = """    def history(self, seen=None):
        \"\"\"Yields the graph below self, every node after its parents.\"\"\"
        seen = set() if seen is None else seen
        if self in seen:
            return
        seen.add(self)
        for p in self.parents:
            yield from p.history(seen)
        yield self

    def backward(self):
        order = list(self.history())
"""
_FILLED = """    def history(self, order, seen):
        if self not in seen:
            seen.add(self)
            for p in self.parents:
                {adds}
            order.append(self)
        return order

    def backward(self):
        order = self.history([], set())
"""


@pytest.mark.parametrize(
    "adds",
    [
        "order += p.history(order, seen)",
        "below = p.history(order, seen)\n                order.extend(below)",
    ],
)
def test_an_order_is_not_added_to_itself(adds: str, sandbox: Sandbox) -> None:
    """It is no file of the corpus: a ladder in plain Python would fill the memory."""
    found = broken("dataclass_nodes", _LISTED, _FILLED.format(adds=adds), "skip")

    assert ("visit-once", "filled twice", line(found, adds.rpartition("\n")[2])) in repairs(found, sandbox)
