"""A node as an exponent receives its local gradient."""

import pytest

from grader.sandbox.protocol import Sandbox
from tests.corpus_files import member
from tests.rewriting_trials import line, repairs


@pytest.mark.parametrize(
    ("identity", "detail", "piece"),
    [
        ("closures_tuple/exponent_forgotten", "share", "def __pow__("),
        ("edge_lists/exponent_has_no_edge", "share", "k.data * self.data ** (k.data - 1))])"),
        ("global_tape/exponent_taken_as_a_number", "unpacked", "other = other.value"),
        ("local_gradients/exponent_is_unpacked", "unpacked", "other = other.data"),
        ("method_dispatch/exponent_without_gradient", "unpacked", "n = n.data if"),
        ("operation_objects/exponent_is_only_a_number", "unpacked", "n = n.data"),
    ],
)
def test_the_local_gradient_is_added_where_the_exponent_is_taken_for_a_number(
    identity: str, detail: str, piece: str, sandbox: Sandbox
) -> None:
    found = member(identity)

    assert ("exponent", detail, line(found, piece)) in repairs(found, sandbox)
