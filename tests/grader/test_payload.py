"""Numbers may stand in objects of another class of the file: they are read, or it says what is needed."""

from typing import NamedTuple

import pytest

from grader.assignment import assignment
from grader.finding import Certainty
from grader.grade import grade
from grader.report import Report
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from grader.sandbox.replies import ProblemKind

_CLASS = """
from dataclasses import dataclass
from typing import NamedTuple

{holder}

class Value:
    def __init__(self, data, parents=()):
        {start}
        self.parents, self.rule = parents, None

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value({constant})
        out = Value({of}({a} + {b}), (self, other))
        out.rule = lambda: (add(self, {g}), add(other, {g}))
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value({constant})
        out = Value({of}({a} * {b}), (self, other))
        out.rule = lambda: (add(self, {b} * {g}), add(other, {a} * {g}))
        return out

    __radd__, __rmul__ = __add__, __mul__

    def backward(self):
        order, seen = [], set()

        def visit(node):
            if node not in seen:
                seen.add(node)
                for each in node.parents:
                    visit(each)
                order.append(node)

        visit(self)
        for node in order:
            {zero}
        {seed}
        for node in reversed(order):
            if node.rule:
                node.rule()


def add(node, share):
    {add}
"""


class _Style(NamedTuple):
    """How a class keeps numbers: `{}` stands for a node, `<>` for a number."""

    holder: str
    start: str
    data: str
    gradient: str
    kept: str = "{}.grad = <>"
    of: str = ""


_PLAIN = _Style("", "self.data, self.grad = data, 0.0", "{}.data", "{}.grad")
_DATA = "class Data:\n    def __init__(self, v):\n        self.v = v\n"
_SLOTS = "class Data:\n    __slots__ = ('sum',)\n    def __init__(self, v):\n        self.sum = v\n"
_FROZEN = "@dataclass(frozen=True)\nclass Data:\n    v: float\n\nZERO = Data(0.0)\n"
_TUPLE = "class Data(NamedTuple):\n    x: float\n"
_BY_FLOAT = (
    "class Data:\n    def __init__(self, high):\n        self.parts = [high, 0.0]\n"
    "    def __float__(self):\n        return self.parts[0] + self.parts[1]\n"
)
_COUNTED = "class Data:\n    count = 0\n    def __init__(self, v):\n        self.uses, self.v = 0, v\n"
_CELL = "@dataclass\nclass Cell:\n    value: float\n    grad: float = 0.0\n"
_BOTH = "self.data, self.grad = Data(data), Data(0.0)"

READ = {
    "both": _Style(_DATA, _BOTH, "{}.data.v", "{}.grad.v", "{}.grad = Data(<>)"),
    "both, changed in place": _Style(_DATA, _BOTH, "{}.data.v", "{}.grad.v", "{}.grad.v = <>"),
    "data alone": _Style(_DATA, "self.data, self.grad = Data(data), 0.0", "{}.data.v", "{}.grad"),
    "gradient alone": _Style(
        _DATA, "self.data, self.grad = data, Data(0.0)", "{}.data", "{}.grad.v", "{}.grad.v = <>"
    ),
    "slots": _Style(_SLOTS, _BOTH, "{}.data.sum", "{}.grad.sum", "{}.grad.sum = <>"),
    "frozen, one zero for all": _Style(
        _FROZEN, "self.data, self.grad = Data(data), ZERO", "{}.data.v", "{}.grad.v", "{}.grad = Data(<>)"
    ),
    "tuple, no gradient at first": _Style(
        _TUPLE, "self.data, self.grad = Data(data), None", "{}.data.x", "{}.grad.x", "{}.grad = Data(<>)"
    ),
    "by float": _Style(_BY_FLOAT, _BOTH, "float({}.data)", "float({}.grad)", "{}.grad = Data(<>)"),
    "two numbers": _Style(_COUNTED, _BOTH, "{}.data.v", "{}.grad.v", "{}.grad.v = <>"),
    "one object for both": _Style(
        _CELL, "self.cell = Cell(data)", "{}.cell.value", "{}.cell.grad", "{}.cell.grad = <>"
    ),
    "given an object": _Style(
        _DATA, "self.data, self.grad = data, Data(0.0)", "{}.data.v", "{}.grad.v", "{}.grad.v = <>", "Data"
    ),
}  # fmt: skip

KEYED = {
    "a dict": _Style(
        "", "self.v = {'data': data, 'grad': 0.0}", "{}.v['data']", "{}.v['grad']", "{}.v['grad'] = <>"
    ),
    "a dict with names of its own": _Style(
        "", "self.v = {'parts': 2, 'x': data, 'gradient': None}", "{}.v['x']", "{}.v['gradient']",
        "{}.v['gradient'] = <>",
    ),
    "a list": _Style("", "self.v = [data, 0.0]", "{}.v[0]", "{}.v[1]", "{}.v[1] = <>"),
    "a list, the gradient first": _Style("", "self.v = [0.0, data]", "{}.v[1]", "{}.v[0]", "{}.v[0] = <>"),
    "a list in slots": _Style(
        "class Base:\n    __slots__ = ('v',)\n", "self.v = [data, 0.0]", "{}.v[0]", "{}.v[1]", "{}.v[1] = <>"
    ),
    "the data alone": _Style("", "self.v, self.grad = {'data': data}, 0.0", "{}.v['data']", "{}.grad"),
}  # fmt: skip

_IN_LIST = "class Box:\n    def __init__(self, v):\n        self.held = [v]\n"
NOT_READ = {
    "data": _Style(_IN_LIST, "self.data, self.grad = Box(data), 0.0", "{}.data.held[0]", "{}.grad"),
    "grad": _Style(
        _IN_LIST, "self.data, self.grad = data, Box(0.0)", "{}.data", "{}.grad.held[0]", "{}.grad = Box(<>)"
    ),
}


def _written(style: _Style) -> str:
    def kept(node: str, number: str) -> str:
        return style.kept.format(node).replace("<>", number)

    return _CLASS.format(
        holder=style.holder,
        start=style.start,
        of=style.of,
        constant=f"{style.of}(other)",
        a=style.data.format("self"),
        b=style.data.format("other"),
        g=style.gradient.format("out"),
        zero=kept("node", "0.0"),
        seed=kept("self", "1.0"),
        add=kept("node", f"{style.gradient.format('node')} + share"),
    )


def _graded(text: str, sandbox: Sandbox) -> Report:
    return grade(Source("value.py", text.encode()), assignment("full"), sandbox)


@pytest.fixture(scope="module")
def plain(sandbox: Sandbox) -> Report:
    return _graded(_written(_PLAIN), sandbox)


@pytest.mark.parametrize("style", READ.values(), ids=READ)
def test_numbers_in_objects_earn_what_plain_numbers_earn(
    style: _Style, plain: Report, sandbox: Sandbox
) -> None:
    report = _graded(_written(style), sandbox)
    assert report.score.earned == plain.score.earned > 0
    assert [(suite.slug, suite.earned) for suite in report.suites] == [
        (suite.slug, suite.earned) for suite in plain.suites
    ]


@pytest.mark.sampled(one_in=8)
@pytest.mark.parametrize("style", READ.values(), ids=READ)
def test_a_wrong_rule_is_wrong_in_objects_too(style: _Style, plain: Report, sandbox: Sandbox) -> None:
    a, b = style.data.format("self"), style.data.format("other")
    right = _written(style)
    wrong = right.replace(f"add(other, {a} *", f"add(other, {b} *")
    assert wrong != right
    report = _graded(wrong, sandbox)
    assert report.score.earned < plain.score.earned
    assert report.diagnosis is not None
    (finding,) = report.diagnosis.findings
    assert finding.fault == "own_data_in_product"
    assert finding.certainty is Certainty.PROVEN


def _keyed(style: _Style) -> str:
    return _written(style).replace("class Value:", "class Value(Base):" if style.holder else "class Value:")


@pytest.mark.parametrize("style", KEYED.values(), ids=KEYED)
def test_numbers_in_a_dict_or_a_list_earn_what_plain_numbers_earn(
    style: _Style, plain: Report, sandbox: Sandbox
) -> None:
    report = _graded(_keyed(style), sandbox)
    assert [(suite.slug, suite.earned) for suite in report.suites] == [
        (suite.slug, suite.earned) for suite in plain.suites
    ]


@pytest.mark.sampled(one_in=6)
@pytest.mark.parametrize("style", KEYED.values(), ids=KEYED)
def test_a_wrong_rule_with_such_numbers_is_named_with_its_line(
    style: _Style, plain: Report, sandbox: Sandbox
) -> None:
    a, b = style.data.format("self"), style.data.format("other")
    wrong = _keyed(style).replace(f"add(other, {a} *", f"add(other, {b} *")
    report = _graded(wrong, sandbox)
    assert report.score.earned < plain.score.earned
    assert report.diagnosis is not None
    (finding,) = report.diagnosis.findings
    assert finding.where.line == 1 + wrong[: wrong.index(f"add(other, {b} *")].count("\n")


@pytest.mark.sampled(one_in=3)
@pytest.mark.parametrize("style", KEYED.values(), ids=KEYED)
def test_such_a_gradient_that_is_overwritten_is_proven(style: _Style, sandbox: Sandbox) -> None:
    text, there = _keyed(style), style.gradient.format("node")
    overwritten = text.replace(f"{there} + share", "share")
    assert overwritten != text
    report = _graded(overwritten, sandbox)
    assert report.diagnosis is not None
    (finding,) = report.diagnosis.findings
    assert (finding.fault, finding.certainty) == ("overwritten_gradient", Certainty.PROVEN)


@pytest.mark.parametrize("key", ["'data\"]'", "'d' * 81", "1001", "('data',)", "True"])
def test_a_key_that_no_name_of_a_place_can_hold_is_none(key: str, sandbox: Sandbox) -> None:
    """Keys are the submission's own, and the names of places are shown and written into its source."""
    style = _Style(
        "", f"self.v = {{{key}: data, 'grad': 0.0}}", f"{{}}.v[{key}]", "{}.v['grad']", "{}.v['grad'] = <>"
    )
    problem = _graded(_keyed(style), sandbox).problem
    assert problem is not None
    assert problem.kind is ProblemKind.NO_CLASS


@pytest.mark.parametrize(
    "start", ["self.items = [data]", "self.items = {'data': data}", "self.items = [data, 0.0, 0.0]"]
)
def test_a_class_of_many_numbers_beside_it_is_no_other_one(
    start: str, plain: Report, sandbox: Sandbox
) -> None:
    """A vector also has `+`, and keeps numbers in a list."""
    vector = (
        f"class Vector:\n    def __init__(self, data):\n        {start}\n"
        "    def __add__(self, other):\n        return Vector(self.items[0] + other.items[0])\n\n\n"
    )
    report = _graded(_written(_PLAIN).replace("class Value:", f"{vector}class Value:"), sandbox)
    assert report.score == plain.score
    assert report.notes == plain.notes


@pytest.mark.parametrize(("attribute", "style"), NOT_READ.items(), ids=NOT_READ)
def test_an_object_without_a_number_is_refused_with_its_place(
    attribute: str, style: _Style, sandbox: Sandbox
) -> None:
    problem = _graded(_written(style), sandbox).problem
    assert problem is not None
    assert (problem.kind, problem.type) == (ProblemKind.NO_CLASS, "object")
    assert (problem.function, problem.classes) == (attribute, ("Value", "Box"))


def test_an_object_that_stands_for_no_gradient_is_no_obstacle(plain: Report, sandbox: Sandbox) -> None:
    style = _Style(
        "class NoGradient:\n    pass\n", "self.data, self.grad = data, NoGradient()", "{}.data", "{}.grad"
    )
    report = _graded(_written(style), sandbox)
    assert report.score.earned == plain.score.earned


NO_OBJECTS = {
    "_fields of None": "    _fields = None\n",
    "_fields of a number": "    _fields = 3\n",
    "_fields of lists": "    _fields = [['a'], ['b']]\n",
    "a property that changes the class": (
        "    @property\n    def fresh(self):\n        Value.__add__ = Value.__mul__ = None\n"
    ),
    "a property that never ends": (
        "    @property\n    def depth(self):\n        while True:\n            pass\n"
    ),
    "a property that exits": "    @property\n    def depth(self):\n        raise SystemExit\n",
}
"""What a class may have that keeps plain numbers. The look for objects runs none of it."""


@pytest.mark.parametrize("line", NO_OBJECTS.values(), ids=NO_OBJECTS)
def test_the_look_for_objects_runs_nothing_of_a_class(line: str, plain: Report, sandbox: Sandbox) -> None:
    text = _written(_PLAIN).replace("class Value:\n", f"class Value:\n{line}")
    assert line in text
    assert _graded(text, sandbox).score.earned == plain.score.earned


def test_a_metaclass_that_answers_everything_is_no_obstacle(plain: Report, sandbox: Sandbox) -> None:
    meta = (
        "class Registry(type):\n    def __getattr__(cls, name):\n        if name.startswith('__'):\n"
        "            raise AttributeError(name)\n        return 7\n\n"
    )
    text = _written(_PLAIN).replace("class Value:", f"{meta}class Value(metaclass=Registry):")
    assert _graded(text, sandbox).score.earned == plain.score.earned


@pytest.mark.parametrize("style", [READ["both"], READ["one object for both"]], ids=["both", "one"])
@pytest.mark.parametrize("line", NO_OBJECTS.values(), ids=NO_OBJECTS)
def test_nor_of_the_class_of_an_object(style: _Style, line: str, plain: Report, sandbox: Sandbox) -> None:
    holder = style.holder.replace(":\n", f":\n{line}", 1)
    text = _written(style._replace(holder=holder))
    assert line in text
    assert _graded(text, sandbox).score.earned == plain.score.earned


_SLOPE = """
ROOTS = []


def value_of(node, changed, by):
    if node is changed:
        return node.data + by
    numbers = [value_of(each, changed, by) for each in node.parents]
    return node.data if not numbers else sum(numbers) if node.op == "+" else numbers[0] * numbers[1]


class Slope:
    def __init__(self, of):
        self.of = of

    def __float__(self):
        if isinstance(self.of, float) or not ROOTS:
            return 0.0 if isinstance(self.of, Value) else self.of
        return (value_of(ROOTS[-1], self.of, 1e-5) - value_of(ROOTS[-1], self.of, -1e-5)) / 2e-5


class Value:
    def __init__(self, data, parents=(), op=""):
        self.data, self.parents, self.op, self.grad = data, parents, op, Slope(self)

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), "+")

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), "*")

    def backward(self):
        ROOTS.append(self)
"""
"""A gradient that is computed when it is read, by differences."""


def test_a_number_that_computes_differences_when_it_is_read_is_no_backpropagation(sandbox: Sandbox) -> None:
    report = grade(Source("value.py", _SLOPE.encode()), assignment("core"), sandbox)
    assert report.gradients.is_proven_otherwise
    assert report.score.earned == report.score.possible / 4
