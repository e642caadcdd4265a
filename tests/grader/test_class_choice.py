"""Where a file has several classes, one is named, or the likeliest is graded and the others are told."""

import pytest

from grader.assignment import assignment
from grader.grade import grade
from grader.records import replace
from grader.report import Report
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from grader.sandbox.replies import ProblemKind
from tests.corpus_files import member

_CORE = assignment("core")
_RIGHT = member("closures_set/base").source.decode()
_LEFT, _RIGHT_HAND = _RIGHT.replace("Value", "Left"), _RIGHT.replace("Value", "Right")
_LESS = _LEFT.replace("def tanh(", "def _tanh(")


def _graded(text: str, sandbox: Sandbox, name: str = "") -> Report:
    asked = replace(_CORE, class_name=name)
    return grade(Source("value.py", text.encode()), asked, sandbox, diagnose=False)


def _told(report: Report) -> tuple[str, list[str | None]]:
    assert report.found is not None
    return report.found.name, [note.name for note in report.notes if note.kind == "other-class"]


@pytest.mark.parametrize("name", ["Left", "Right"])
def test_the_class_that_is_named_is_graded(name: str, sandbox: Sandbox) -> None:
    assert _told(_graded(f"{_LEFT}\n{_RIGHT_HAND}", sandbox, name)) == (name, [])


@pytest.mark.parametrize("text", [f"{_LESS}\n{_RIGHT_HAND}", f"{_RIGHT_HAND}\n{_LESS}"])
def test_without_a_name_the_class_with_more_is_graded_and_the_other_told(text: str, sandbox: Sandbox) -> None:
    report = _graded(text, sandbox)
    assert _told(report) == ("Right", ["Left"])
    assert report.passed


def test_of_equals_the_first_is_graded(sandbox: Sandbox) -> None:
    assert _told(_graded(f"{_LEFT}\n{_RIGHT_HAND}", sandbox)) == ("Left", ["Right"])


def test_a_class_that_is_not_there_is_not_replaced_by_another(sandbox: Sandbox) -> None:
    problem = _graded(_LEFT, sandbox, "Middle").problem
    assert problem is not None
    assert problem.kind == ProblemKind.NO_CLASS


@pytest.mark.parametrize("keeps", ["Old = Value", "import course\nresult = course.check(Value)"])
@pytest.mark.parametrize("newer", ["class Value:", "_base = Value\nclass Value(_base):"])
def test_the_last_class_of_a_name_is_graded_also_if_another_name_keeps_one_before(
    keeps: str, newer: str, sandbox: Sandbox
) -> None:
    before = _RIGHT.replace("self.grad += 1.0 * out.grad", "self.grad = out.grad")
    after = _RIGHT.replace("class Value:", newer)
    assert _graded(f"{before}\n{keeps}\n{after}", sandbox).passed
    assert not _graded(f"{_RIGHT}\n{keeps}\n{before}", sandbox).passed


_FIELDS = """
from dataclasses import dataclass, field

@dataclass
class Value:
    data: float
    grad: float = 0.0
    parents: tuple = ()
    rule: object = FIELD

    def __add__(self, other):
        return Value(self.data + other.data, 0.0, (self, other))

    def backward(self):
        self.grad = 1.0
"""


@pytest.mark.parametrize("default", ["lambda: None", "field(default=lambda: None, repr=False)"])
def test_the_default_of_a_field_is_no_method(default: str, sandbox: Sandbox) -> None:
    text = _FIELDS.replace("FIELD", default)
    found = _graded(text, sandbox).found
    assert found is not None
    assert found.line == text[: text.index("def __add__")].count("\n") + 1
