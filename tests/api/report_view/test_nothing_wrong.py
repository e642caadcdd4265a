"""No representation of a report says that nothing is wrong where there is a finding."""

import ast
from collections.abc import Iterator

import pytest

from api import formats
from api.report_view.report import report_view
from grader.assignment import assignment
from grader.grade import grade
from grader.harness.playing.uncalled import OF_PYTHON
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from grader.sandbox.replies import ClassPlace
from submissions.courses.assignments.hints import DEFAULT, Rung
from submissions.teaching.results.trimming import trim
from tests.corpus_files import Cause, Member, Wild, causes, correct, member, wild, wrong
from tests.graded import ReportCache

_FULL = assignment("full")
_PRAISE = ("nothing wrong", "All of them are right", "graphs are right.")
_WRONG = [*causes(), *(one for one in wrong() if one.fails)]


@pytest.mark.sampled(one_in=12)
@pytest.mark.parametrize("wrong_one", _WRONG, ids=lambda one: one.id)
def test_a_wrong_file_is_never_said_to_have_nothing_wrong(
    wrong_one: Cause | Member, graded: ReportCache
) -> None:
    source = wrong_one.submission
    report = graded.report(source, _FULL)
    assert report.diagnosis is not None
    assert report.diagnosis.findings
    for rung in Rung:
        view = report_view(trim(report, rung), {source.name: source.content})
        assert not _praised(view.score), rung
    for name in formats.names():
        assert not _praised(formats.load(name).render([report], {})), name


def _praised(text: str) -> list[str]:
    return [each for each in _PRAISE if each in text]


@pytest.mark.parametrize("rung", Rung)
def test_a_class_that_only_lacks_operations_has_nothing_wrong(rung: Rung, graded: ReportCache) -> None:
    right = member("closures_set/base").source.decode()
    source = Source("value.py", right.replace("def tanh(", "def _tanh(").encode())
    view = report_view(trim(graded.report(source, _FULL), rung), {})
    assert view.score.endswith("points, nothing wrong")


@pytest.mark.parametrize(
    ("file", "score", "first", "untried"),
    [
        ("subtraction_waits_for_negation.py", "76 of 85 points", "`-a`: the method `__neg__`", "`2 - a`"),
        ("division_waits_for_power.py", "72 of 81 points", "`**`: the method `__pow__`", "`2 / a`"),
    ],
)
def test_an_operation_that_waits_for_another_is_neither_wrong_nor_praised(
    file: str, score: str, first: str, untried: str, graded: ReportCache
) -> None:
    source = next(one for one in wild() if one.name == file).submission
    report = graded.report(source, _FULL)
    view = report_view(trim(report, DEFAULT), {})
    assert view.score == f"{score}, nothing wrong"
    assert view.unfinished is not None
    assert view.unfinished.steps[0].text == first
    right, not_tried = view.unfinished.standing
    assert untried in not_tried
    assert untried not in right
    assert view.unfinished.heading.endswith("(9 points):")
    assert report.score.missing == 9


_UNFINISHED = [*(each for each in correct() if each.missing), *(each for each in wild() if each.missing)]


@pytest.mark.sampled(one_in=48)
@pytest.mark.parametrize("one", _UNFINISHED, ids=lambda one: one.id)
def test_a_method_that_is_not_named_as_untried_was_tried(
    one: Member | Wild, graded: ReportCache, sandbox: Sandbox
) -> None:
    """Each one in turn is made to raise: if all is right without it, nothing was known of it."""
    report = graded.report(one.submission, _FULL)
    if report.untried is None or one.submission.is_notebook:
        pytest.skip("nothing is said of it")
    untried = {(method.name, method.line) for method in report.untried}
    for broken, method in _with_a_broken_method(one.source.decode("utf-8-sig"), report.found):
        if method not in untried:
            seen = grade(Source("value.py", broken.encode()), _FULL, sandbox, diagnose=False)
            assert (seen.score.earned, seen.notes) != (report.score.earned, report.notes), method


_PROPERTIES = {"property", "setter", "cached_property"}


def _is_no_operation(method: ast.FunctionDef) -> bool:
    decorators = {ast.unparse(each).split(".")[-1] for each in method.decorator_list}
    return method.name in OF_PYTHON or not decorators.isdisjoint(_PROPERTIES)


@pytest.mark.parametrize(
    "extra", ["@property\n    def value(self)", "def __lt__(self, o)", "def __float__(self)"]
)
def test_what_python_itself_calls_is_no_operation_that_was_not_tried(extra: str, graded: ReportCache) -> None:
    right = member("closures_set/base").source.decode()
    source = right.replace("    def tanh(", f"    {extra}:\n        return self.data\n\n    def _tanh(")
    report = graded.report(Source("value.py", source.encode()), _FULL)
    assert [method.name for method in report.untried or ()] == ["_tanh"]


def _with_a_broken_method(source: str, found: ClassPlace | None) -> Iterator[tuple[str, tuple[str, int]]]:
    """The source with each method of the class raising in turn, and the method's name and line."""
    lines = source.split("\n")
    classes = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef))
    graded = [node for node in classes if found is not None and node.name == found.name]
    for method in (each for node in graded for each in node.body if isinstance(each, ast.FunctionDef)):
        if method.name in ("__repr__", "__str__", "__init__") or _is_no_operation(method):
            continue
        first = method.body[0]
        if first.lineno == method.lineno or "NotImplementedError" in ast.unparse(first):
            continue
        start = first.lineno - 1
        broken = [*lines[:start], " " * first.col_offset + "raise KeyError('broken')", *lines[start:]]
        line = min([method.lineno, *(each.lineno for each in method.decorator_list)])
        yield "\n".join(broken), (method.name, line)
