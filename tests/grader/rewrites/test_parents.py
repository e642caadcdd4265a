"""A result records all its operands."""

import pytest

from grader.sandbox.protocol import Sandbox
from tests.corpus_files import member
from tests.rewriting_trials import repairs


@pytest.mark.sampled(one_in=8)
@pytest.mark.parametrize(
    ("identity", "rewrite", "detail"),
    [
        ("closures_slots/suma_recuerda_un_solo_padre", "parents", "one"),
        ("edge_lists/second_factor_has_no_edge", "parents", "one"),
        ("kahn_order/left_child_only", "parents", "one"),
        ("closures_set/neg_makes_a_new_leaf", "parents", "none"),
        ("edge_lists/difference_without_edges", "parents", "none"),
        ("functional/neg_forgets_its_input", "parents", "none"),
        ("global_tape/negation_not_on_the_tape", "parents", "none"),
        ("local_gradients/neg_keeps_no_inputs", "parents", "none"),
        ("numpy_arrays/minus_turns_into_a_number", "parents", "none"),
        ("operation_objects/neg_gives_a_fresh_variable", "parents", "none"),
    ],
)
def test_it_undoes_the_fault_at_its_line(identity: str, rewrite: str, detail: str, sandbox: Sandbox) -> None:
    found = member(identity)

    assert (rewrite, detail, found.line) in repairs(found, sandbox)
