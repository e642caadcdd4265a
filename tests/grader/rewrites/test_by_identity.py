"""Nodes are told apart as objects."""

import pytest

from grader.sandbox.base import Sandbox
from tests.corpus_files import member
from tests.rewriting_trials import line, repairs


@pytest.mark.sampled(one_in=8)
@pytest.mark.parametrize(
    "identity",
    [
        "dataclass_nodes/visited_by_data",
        "functional/dict_keyed_by_number",
    ],
)
def test_it_undoes_the_fault_at_its_line(identity: str, sandbox: Sandbox) -> None:
    found = member(identity)

    assert ("by-identity", "", found.line) in repairs(found, sandbox)


@pytest.mark.parametrize(
    "identity", ["numpy_arrays/visited_list_and_equality", "operation_objects/seen_variables_by_value"]
)
def test_a_comparison_of_numbers_is_changed(identity: str, sandbox: Sandbox) -> None:
    found = member(identity)

    assert ("by-identity", "equality", line(found, "def __eq__")) in repairs(found, sandbox)
