"""Reports to render, and hostile ones."""

from collections.abc import Callable
from typing import Any

import pytest

from api.report_view.outcome import NotGraded
from api.words import Message
from grader.compare import Quantity, Reason
from grader.records import replace
from grader.report import GraphResult, Input, Orders, Report, Score, SuiteResult, Verdict, WrongNode
from grader.sandbox.level import Level
from grader.sandbox.replies import ClassPlace, Note, Problem, ProblemKind
from suites import Stage

HOSTILE = (
    '<script>alert(1)</script> & "quoted" ]]> {{ 7 * 7 }} [bold red]x[/] \x1b[31m\u202e\x00\ufffe\ud800 `b'
)
"""Markup of every kind that a text could be taken for."""

MakeReport = Callable[..., Report]


def wrong(node: str = "a", *, got: float | None = 1.0, reason: Reason = Reason.DIFFERENT) -> WrongNode:
    return WrongNode(node=node, quantity=Quantity.GRADIENT, reason=reason, expected=2.0, got=got)


def graph(verdict: Verdict, caption: str = "b = a + a", **details: Any) -> GraphResult:
    fields: dict[str, Any] = {
        "graph": caption,
        "verdict": verdict,
        "earned": int(verdict is Verdict.PASSED),
        "possible": 1,
    }
    return GraphResult(**{**fields, **details})


def suite(verdict: Verdict, *graphs: GraphResult, slug: str = "a_plus_a", **details: Any) -> SuiteResult:
    fields: dict[str, Any] = {
        "slug": slug,
        "title": slug.replace("_", " "),
        "stage": Stage.WHOLE_GRAPH,
        "core": True,
        "verdict": verdict,
        "earned": sum(each.earned for each in graphs),
        "possible": sum(each.possible for each in graphs),
        "missing": sum(each.verdict is Verdict.MISSING for each in graphs),
        "graphs": graphs,
    }
    return SuiteResult(**{**fields, **details})


def report(*suites: SuiteResult, **details: Any) -> Report:
    score = Score(
        earned=sum(each.earned for each in suites),
        possible=sum(each.possible for each in suites),
        missing=sum(each.missing for each in suites),
    )
    fields: dict[str, Any] = {
        "name": "value.py",
        "sha256": "0" * 64,
        "seed": "0",
        "assignment": "full",
        "sandbox": Level.ENCLOSED,
        "score": score,
        "found": ClassPlace(name="Value", line=3),
        "suites": suites,
    }
    return Report(**{**fields, **details})


@pytest.fixture
def mixed() -> Report:
    """A report with every verdict, and everything that can be said of a graph."""
    exception = Problem(
        kind=ProblemKind.EXCEPTION, type="TypeError", message="no", line=2, function="__add__"
    )
    missing = Problem(kind=ProblemKind.MISSING, operation="tanh")
    return report(
        suite(Verdict.PASSED, graph(Verdict.PASSED), slug="chain"),
        suite(
            Verdict.FAILED,
            graph(
                Verdict.FAILED,
                inputs=(Input(name="a", value=3.0),),
                wrong=(wrong("b", got=None, reason=Reason.NONE), wrong("a")),
                orders=Orders(right=9, tried=16),
                unrepeatable=True,
            ),
            graph(Verdict.FAILED, "c = a * b", problem=exception),
            slug="sums",
        ),
        suite(Verdict.MISSING, graph(Verdict.MISSING, "b = tanh(a)", problem=missing), slug="tanh"),
        suite(Verdict.NOT_RUN, graph(Verdict.NOT_RUN, "o = tanh(n)"), slug="neuron", needs="tanh"),
        suite(
            Verdict.NOT_APPLICABLE,
            graph(Verdict.NOT_APPLICABLE, "p = x", possible=0, problem=Problem(kind=ProblemKind.NO_CLOSURES)),
            slug="rule",
        ),
        notes=(Note(kind="gradient-name", name="gradient"),),
        absent=("torch",),
        error=exception,
        printed="hello\nworld\n",
    )


@pytest.fixture
def hostile() -> Report:
    """A report in which every text of a student's is hostile, also where the harness would escape it."""
    told = Problem(kind=ProblemKind.EXCEPTION, type=HOSTILE, message=HOSTILE, line=1, function=HOSTILE)
    failed = replace(graph(Verdict.FAILED, HOSTILE, wrong=(wrong(HOSTILE),)), problem=told)
    made = report(suite(Verdict.FAILED, failed, title=HOSTILE, slug="hostile"))
    found = ClassPlace(name=HOSTILE, line=1)
    note = Note(kind="class-name", name=HOSTILE)
    return replace(made, name=HOSTILE, found=found, notes=(note,), absent=(HOSTILE,), printed=HOSTILE)


@pytest.fixture
def refused() -> NotGraded:
    return NotGraded("big.py", "too-large", Message("the file has 3 MiB", "take a smaller one"))
