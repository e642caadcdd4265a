"""The state of a module and its classes is put back after an edit was tried."""

from types import ModuleType
from typing import Any

import pytest

from grader.harness.repair.module_state import ModuleState

_SOURCE = """
from collections import deque
class Tape:
    def __init__(self):
        self.entries, self.length = [], 0

class Value:
    count = 0
    made = []

    def __eq__(self, other):
        raise RuntimeError("nobody may ask")

    __hash__ = object.__hash__

values, grads, kept, waiting = [1.0], {0: 0.0}, {Value()}, deque([1])
table = {"rules": []}
tape = Tape()
number = 0
"""


@pytest.fixture
def module() -> Any:
    made = ModuleType("submission")
    exec(_SOURCE, made.__dict__)  # noqa: S102 - our own text
    return made


def _facts(module: Any) -> tuple[Any, ...]:
    return (
        [*module.values], {**module.grads}, len(module.kept), [*module.waiting], {**module.table},
        [*module.table["rules"]], vars(module.tape).copy(), [*module.tape.entries], module.number,
        module.Value.count, [*module.Value.made],
    )  # fmt: skip


def test_collections_numbers_and_objects_are_as_they_were(module: Any) -> None:
    before, state = _facts(module), ModuleState(module, [module.Tape, module.Value])
    held = module.values

    module.values.append(2.0)
    module.grads[0], module.grads[1] = 3.0, 4.0
    module.kept.add(module.Value())
    module.waiting.popleft()
    module.table["rules"].append(len)
    module.tape.entries.append(5)
    module.tape.length = 1
    module.number += 1
    module.Value.count += 1
    module.Value.made = [module.Value()]
    state.put_back()

    assert _facts(module) == before
    assert module.values is held


def test_it_has_grown_when_much_was_left_behind(module: Any) -> None:
    state = ModuleState(module, [module.Tape, module.Value])

    module.values += [0.0] * 200
    assert not state.has_grown()
    module.tape.entries += [0] * 200
    assert state.has_grown()


_FUNCTIONS = """
def taped(tape):
    def record(node):
        tape.append(node)
    return record

class Value:
    def order(self, seen=set(), *, found=[]):
        seen.add(self)
        found.append(self)

    @staticmethod
    def count(node, counts={}):
        counts[node] = 1

    taped = taped([])

def passes(node):
    passes.done.append(node)
passes.done = []
"""


@pytest.mark.parametrize("name", ["order", "count", "taped", "passes"])
def test_what_a_function_keeps_from_call_to_call_is_state(name: str) -> None:
    made: Any = ModuleType("submission")
    exec(_FUNCTIONS, made.__dict__)  # noqa: S102 - our own text
    state = ModuleState(made, [made.Value])
    keep = getattr(made if name == "passes" else made.Value, name)

    for _ in range(300):
        keep(made.Value())
    assert state.has_grown()
    state.put_back()
    assert not state.has_grown()
