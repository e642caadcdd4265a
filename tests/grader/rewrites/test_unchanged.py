"""An operation leaves its operands as they are."""

import pytest

from grader.sandbox.base import Sandbox
from tests.corpus_files import member
from tests.rewriting_trials import repairs


@pytest.mark.sampled(one_in=8)
@pytest.mark.parametrize(
    ("identity", "rewrite", "detail"),
    [
        ("numpy_arrays/relu_in_place", "unchanged", "out"),
        ("numpy_arrays/sum_in_place", "unchanged", "in place"),
    ],
)
def test_it_undoes_the_fault_at_its_line(identity: str, rewrite: str, detail: str, sandbox: Sandbox) -> None:
    found = member(identity)

    assert (rewrite, detail, found.line) in repairs(found, sandbox)
