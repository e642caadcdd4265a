"""What all results share remembers every operand."""

import pytest

from grader.sandbox.protocol import Sandbox
from tests.rewriting_trials import broken, line, repairs


@pytest.mark.sampled(one_in=2)
@pytest.mark.parametrize(
    ("style", "old", "new", "detail"),
    [
        ("closures_set", "self._prev = set(_children)", "self._prev = set()", "dropped"),
        ("edge_lists", "        return x\n", "        return Value(x.data)\n", "copied"),
    ],
)
def test_it_undoes_the_fault_at_its_line(
    style: str, old: str, new: str, detail: str, sandbox: Sandbox
) -> None:
    found = broken(style, old, new, "linear_chain")

    assert ("parents", detail, line(found, new.strip())) in repairs(found, sandbox)
