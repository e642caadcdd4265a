"""Rules run from the output to the inputs."""

import pytest

from grader.sandbox.base import Sandbox
from tests.corpus_files import member
from tests.rewriting_trials import broken, line, repairs


@pytest.mark.parametrize(
    "identity",
    [
        "global_tape/tape_played_forwards",
        "numpy_arrays/order_not_reversed",
        "edge_lists/minus_forgotten_in_the_heap",
    ],
)
def test_it_undoes_the_fault_at_its_line(identity: str, sandbox: Sandbox) -> None:
    found = member(identity)

    assert ("reverse", "", found.line) in repairs(found, sandbox)


@pytest.mark.parametrize(
    ("style", "old", "new"),
    [
        ("closures_slots", "nodo = orden.pop()", "nodo = orden.pop(0)"),
        ("closures_slots", "orden.append(nodo)", "orden.insert(0, nodo)"),
        ("dataclass_nodes", "for node in reversed(order):", "for node in order:"),
        ("operation_objects", "in reversed(self._ops_in_order()):", "in self._ops_in_order():"),
        ("closures_set", "for node in reversed(topo):", "for node in reversed(topo[::-1]):"),
    ],
)
def test_it_turns_other_orders(style: str, old: str, new: str, sandbox: Sandbox) -> None:
    found = broken(style, old, new, "product_of_sum")

    assert ("reverse", "", line(found, new)) in repairs(found, sandbox)
