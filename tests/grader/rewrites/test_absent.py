"""An operator that others use, and that is not there, is written as they are."""

import pytest

from grader.sandbox.base import Sandbox
from tests.rewriting_trials import broken, line, repairs


@pytest.mark.parametrize("method", ["__mul__", "__neg__", "__truediv__"])
def test_an_absent_operator_is_written_beside_another_method(method: str, sandbox: Sandbox) -> None:
    found = broken("closures_set", f"def {method}(", f"def not_{method.strip('_')}(", "diamond")

    assert ("define", "absent", line(found, "class Value")) in repairs(found, sandbox)
