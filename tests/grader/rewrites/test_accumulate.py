"""A gradient that is replaced is added to instead: in a rule, in a loop for all, in a dict."""

import pytest

from grader.sandbox.protocol import Sandbox
from tests.corpus_files import member
from tests.rewriting_trials import broken, line, repairs


@pytest.mark.sampled(one_in=8)
@pytest.mark.parametrize(
    ("identity", "rewrite", "detail"),
    [
        ("closures_set/overwrite_in_tanh", "accumulate", ""),
        ("closures_slots/suma_segundo_operando_asignado", "accumulate", ""),
        ("closures_tuple/overwrite_in_add", "accumulate", ""),
        ("dataclass_nodes/central_loop_overwrites", "accumulate", ""),
        ("edge_lists/assign_along_the_edge", "accumulate", ""),
        ("explicit_stack/pow_assigns", "accumulate", ""),
        ("functional/dict_entry_replaced", "accumulate", ""),
        ("numpy_arrays/exp_assigns", "accumulate", ""),
        ("operation_objects/assign_in_the_loop", "accumulate", ""),
        ("path_recursion/last_path_wins", "accumulate", ""),
    ],
)
def test_it_undoes_the_fault_at_its_line(identity: str, rewrite: str, detail: str, sandbox: Sandbox) -> None:
    found = member(identity)

    assert (rewrite, detail, found.line) in repairs(found, sandbox)


def test_a_gradient_that_is_set_only_where_it_is_0_is_added_to(sandbox: Sandbox) -> None:
    old = "                parent.grad += d * node.grad"
    asked = "                if parent.grad == 0:\n                    parent.grad = d * node.grad"
    found = broken("edge_lists", old, asked, "a_plus_a")

    assert ("accumulate", "first only", line(found, "if parent.grad == 0")) in repairs(found, sandbox)
