"""An operation leaves its operands as they are."""

import pytest

from grader.sandbox.protocol import Sandbox
from tests.corpus_files import member
from tests.rewriting_trials import repairs


@pytest.mark.sampled(one_in=8)
def test_it_undoes_the_fault_at_its_line(sandbox: Sandbox) -> None:
    found = member("numpy_arrays/relu_in_place")

    assert ("unchanged", "out", found.line) in repairs(found, sandbox)
