"""A node comes into the order behind its parents."""

from dataclasses import replace

import pytest

from grader.sandbox.protocol import Sandbox
from tests.corpus_files import member
from tests.rewriting_trials import broken, line, repairs


@pytest.mark.parametrize(
    ("identity", "piece"),
    [
        ("closures_set/preorder", "topo.append(v)"),
        ("functional/node_before_its_inputs", "order.append(node)"),
    ],
)
def test_it_undoes_the_fault(identity: str, piece: str, sandbox: Sandbox) -> None:
    found = member(identity)

    assert ("post-order", "pre-order", line(found, piece)) in repairs(found, sandbox)


@pytest.mark.parametrize(
    "taken",
    [
        "while topo:\n            topo.pop(0)._backward()",
        "topo = __import__('collections').deque(topo)\n        while topo: topo.popleft()._backward()",
    ],
)
def test_a_list_that_is_worked_off_is_taken_from_its_other_end(taken: str, sandbox: Sandbox) -> None:
    """One mistake: behind its parents, a node is at the other end of the order."""
    preorder = member("closures_set/preorder")
    loop = "for node in topo:\n            node._backward()"
    found = replace(preorder, source=preorder.source.decode().replace(loop, taken).encode())

    assert ("post-order", "pre-order", line(found, "topo.append(v)")) in repairs(found, sandbox)


def test_a_node_put_in_for_each_parent_is_put_in_once(sandbox: Sandbox) -> None:
    found = broken(
        "closures_set",
        "                    build_topo(child)\n                topo.append(v)\n",
        "                    build_topo(child)\n                    topo.append(v)\n",
        "linear_chain",
    )

    assert ("post-order", "for each parent", line(found, "topo.append(v)")) in repairs(found, sandbox)
