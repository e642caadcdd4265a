"""Whatever stands below a class, a file has the points and the findings of its class alone."""

from typing import Any

import pytest

from grader.assignment import assignment
from grader.grade import grade
from grader.records import to_data
from grader.sandbox.embedded import Embedded
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from tests.corpus_files import Member, members, wild
from tests.graded import ReportCache

FULL = assignment("full")

TRAINING = """
import random


class Neuron:
    def __init__(self, n):
        self.w = [Value(random.uniform(-1, 1)) for _ in range(n)]

    def __call__(self, x):
        return sum((w * xi for w, xi in zip(self.w, x)), Value(0.0))


random.seed(7)
neuron = Neuron(3)
xs, ys = [[1.0, 2.0, 3.0]] * 3, [1.0, 2.0, 3.0]
history = []
for epoch in range(10):
    loss = sum(((neuron(x) + (-y)) * (neuron(x) + (-y)) for x, y in zip(xs, ys)), Value(0.0))
    for w in neuron.w:
        w.grad = 0.0
    loss.backward()
    for w in neuron.w:
        w.data -= 0.001 * w.grad
    history.append(loss.data)
"""
CALLED = """


def train(rounds):
    w = Value(1.0)
    while rounds:
        loss = w * w
        w.grad = 0.0
        loss.backward()
        w.data -= 0.1 * w.grad
        rounds -= 1
    return w


trained = train(20)
print("w", trained.data)
assert trained.data < 1.0, "it learns"
"""
PLOTS = """
from grader.records import to_data
import matplotlib.pyplot as plt
plt.figure()
curve = list(map(lambda x: (Value(x) * Value(x)).data, [0.1 * i for i in range(50)]))
plt.plot(curve)
plt.show()
a = Value(2.0)
b = a * a + a
b.backward()
print(a.grad)
undefined_name
"""
BELOW = {"training": TRAINING, "a function that trains": CALLED, "plots, prints and an error": PLOTS}
LONG_SUM = "\ntotal = 0" + " + 1" * 2500 + "\n"
"""Deeper than Python's own calls may be, and than a tree that is compiled."""
LOADED_IN_WAYS = (
    "built_in_steps.py",
    "engine_and_nn.py",
    "operator_tables.py",
    "records_inside_a_context.py",
)
"""What an error leaves is run; definitions alone are; what switches recording on is looked for."""


STYLES = (
    "closures_set",
    "closures_slots",
    "explicit_stack",
    "global_tape",
    "functional",
    "operation_objects",
)
_OF_THE_WHOLE_FILE = {"sha256", "printed", "error", "absent"}


def told(text: str, sandbox: Sandbox, *, keeps_state: bool) -> dict[str, Any]:
    """The report, but for what the whole file does, and for the edits of it that mended nothing.

    Where a pass leaves something behind, the lines below have had the first one: other graphs tell then how
    gradients are obtained, and they tell the same.
    """
    report = to_data(grade(Source("value.py", text.encode()), FULL, sandbox, seed=1))
    if report["diagnosis"] is not None:
        del report["diagnosis"]["tried"]
    if keeps_state:
        del report["gradients"]["evidence"]
    return {name: each for name, each in report.items() if name not in _OF_THE_WHOLE_FILE}


@pytest.mark.sampled(one_in=96)
@pytest.mark.parametrize("below", BELOW)
@pytest.mark.parametrize("one", [each for each in members() if each.style in STYLES], ids=lambda one: one.id)
def test_a_file_is_told_what_its_class_alone_is_told(one: Member, below: str, sandbox: Embedded) -> None:
    text, keeps_state = one.source.decode(), one.fault == "shared_state"
    alone = told(text, sandbox, keeps_state=keeps_state)
    assert told(text + BELOW[below], sandbox, keeps_state=keeps_state) == alone


@pytest.mark.sampled(one_in=4)
@pytest.mark.parametrize("name", LOADED_IN_WAYS)
def test_a_long_sum_below_a_right_class_costs_nothing(
    name: str, sandbox: Embedded, graded: ReportCache
) -> None:
    right = next(one for one in wild() if one.name == name).submission
    longer = right._replace(content=right.content + LONG_SUM.encode())
    assert grade(longer, FULL, sandbox).score == graded.report(right, FULL).score
