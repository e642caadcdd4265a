"""A wrong number becomes the right one."""

import pytest

from grader.sandbox.protocol import Sandbox
from tests.corpus_files import member
from tests.rewriting_trials import repairs


@pytest.mark.sampled(one_in=8)
@pytest.mark.parametrize(
    ("identity", "rewrite", "detail"),
    [
        ("closures_slots/sigmoide_mal_calculada", "forward", ""),
        ("explicit_stack/tanh_forward_formula", "forward", ""),
        ("functional/sigmoid_sign_in_exponent", "forward", ""),
        ("numpy_arrays/tanh_formula_halved", "forward", ""),
        ("dataclass_nodes/truncated_to_int", "forward", "truncation"),
        ("numpy_arrays/dtype_of_the_argument", "forward", "truncation"),
    ],
)
def test_it_undoes_the_fault_at_its_line(identity: str, rewrite: str, detail: str, sandbox: Sandbox) -> None:
    found = member(identity)

    assert (rewrite, detail, found.line) in repairs(found, sandbox)
