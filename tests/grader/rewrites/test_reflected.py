"""Operators with the number on their left."""

import pytest

from grader.sandbox.protocol import Sandbox
from tests.corpus_files import member
from tests.rewriting_trials import repairs


@pytest.mark.sampled(one_in=8)
@pytest.mark.parametrize(
    ("identity", "rewrite", "detail"),
    [
        ("closures_set/rsub_like_sub", "reflect", "reversed"),
        ("closures_set/radd_calls_itself", "reflect", "recurses"),
        ("closures_slots/rmul_copiado_de_radd", "reflect", "pasted"),
        ("closures_slots/resta_invertida_por_la_izquierda", "reflect", "reversed"),
        ("closures_tuple/rtruediv_like_truediv", "reflect", "reversed"),
        ("edge_lists/rsub_forgets_the_order", "reflect", "reversed"),
        ("explicit_stack/rsub_swapped", "reflect", "reversed"),
        ("functional/radd_swaps_forever", "reflect", "recurses"),
        ("global_tape/number_minus_variable", "reflect", "reversed"),
        ("kahn_order/rsub_is_sub", "reflect", "reversed"),
        ("kahn_order/rmul_calls_itself", "reflect", "recurses"),
        ("method_dispatch/rsub_same_as_sub", "reflect", "reversed"),
        ("method_dispatch/rmul_pasted_from_radd", "reflect", "pasted"),
        ("numpy_arrays/rdiv_reversed", "reflect", "reversed"),
        ("operation_objects/rtruediv_reversed", "reflect", "reversed"),
        ("operation_objects/rsub_reversed", "reflect", "reversed"),
        ("path_recursion/subtract_adds_a_number", "reflect", "reversed"),
        ("path_recursion/rmul_indented_too_far", "define-reflected", "indented"),
    ],
)
def test_it_undoes_the_fault_at_its_line(identity: str, rewrite: str, detail: str, sandbox: Sandbox) -> None:
    found = member(identity)

    assert (rewrite, detail, found.line) in repairs(found, sandbox)
