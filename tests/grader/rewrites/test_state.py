"""Every object and every call starts afresh."""

from dataclasses import replace

import pytest

from grader.sandbox.base import Sandbox
from tests.corpus_files import member
from tests.rewriting_trials import broken, line, repairs


@pytest.mark.sampled(one_in=8)
@pytest.mark.parametrize(
    ("identity", "detail"),
    [
        ("dataclass_nodes/order_shared_by_all_calls", "default"),
        ("functional/seen_is_a_default_argument", "default"),
        ("global_tape/results_keep_old_gradients", "gradients"),
        ("operation_objects/context_kept_on_the_class", "class"),
        ("path_recursion/parents_of_the_class", "class"),
        ("closures_set/visited_of_the_module", "call"),
        ("closures_set/order_of_the_class", "call"),
        ("closures_tuple/seen_of_the_class", "call"),
        ("edge_lists/waiting_of_the_class", "call"),
        ("functional/seen_in_a_closure", "call"),
        ("local_gradients/visited_of_a_helper", "call"),
        ("method_dispatch/visited_of_the_function", "call"),
        ("numpy_arrays/visited_by_default", "default"),
        ("closures_slots/marca_que_nadie_quita", "mark"),
        ("operation_objects/operation_done_once", "mark"),
    ],
)
def test_it_undoes_the_fault_at_its_line(identity: str, detail: str, sandbox: Sandbox) -> None:
    found = member(identity)

    assert ("fresh-state", detail, found.line) in repairs(found, sandbox)


def test_what_the_module_keeps_is_emptied(sandbox: Sandbox) -> None:
    start = "    seen, order = set(), []\n\n    def walk(node):\n"
    found = broken("functional", start, "    order = []\n\n    def walk(node):\n", "training_loop")
    definition = "def topological(root):"
    source = found.source.decode().replace(definition, f"seen = set()\n\n\n{definition}")
    shared = replace(found, source=source.encode())

    assert ("fresh-state", "call", line(shared, "seen = set()")) in repairs(shared, sandbox)
