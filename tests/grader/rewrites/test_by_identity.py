"""Nodes are told apart as objects."""

import pytest

from grader.sandbox.protocol import Sandbox
from tests.corpus_files import member
from tests.rewriting_trials import line, repairs


@pytest.mark.sampled(one_in=8)
@pytest.mark.parametrize(
    "identity",
    [
        "dataclass_nodes/visited_by_data",
        "functional/dict_keyed_by_number",
        "numpy_arrays/visited_list_and_equality",
    ],
)
def test_it_undoes_the_fault_at_its_line(identity: str, sandbox: Sandbox) -> None:
    found = member(identity)

    assert ("by-identity", "", found.line) in repairs(found, sandbox)


@pytest.mark.parametrize(
    ("identity", "question"),
    [
        ("numpy_arrays/visited_list_and_equality", "if child not in visited"),
        ("operation_objects/seen_variables_by_value", "or var in done"),
    ],
)
def test_either_the_question_or_the_comparison_is_changed(
    identity: str, question: str, sandbox: Sandbox
) -> None:
    found = member(identity)
    told = repairs(found, sandbox)

    assert ("by-identity", "", line(found, question)) in told
    assert ("by-identity", "equality", line(found, "def __eq__")) in told
