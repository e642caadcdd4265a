"""Hostile files against the diagnosis, which works in the process that they share.

Points are those without a diagnosis, a right file is never given a cause, what is told is data that every
format can show, and the next file is diagnosed as always. The attacks are data:
`tests/redteam/obstructors.toml`.
"""

import json
import logging
from collections.abc import Iterator
from textwrap import indent

import pytest

from api import formats
from grader import sandbox_children
from grader.assignment import SuiteSelection
from grader.finding import Certainty
from grader.grade import grade
from grader.records import to_json
from grader.report import Report
from grader.sandbox.limits import Limits
from grader.sandbox.plays import Play, Source
from grader.sandbox.protocol import Sandbox
from submissions.courses.assignments.hints import Rung
from suites import load
from tests import back_ends, patience
from tests.redteam_files import OVERWRITING, RIGHT, attacks, obstructing, outcome

SMALL = SuiteSelection("small", tuple(load()[slug] for slug in ("a_plus_a", "diamond", "product_of_sum")))
POINTS = sum(suite.points for suite in SMALL.suites)

IMPATIENT = Limits(step_cpu=0.5, step_wall=3.0, total=6.0, answered=2 << 20)
SECONDS = 6.0
"""After this long nothing is begun any more for a file."""

_RULES = """            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
"""
_IF_ONE = "            if self is other:\n"
_ELSE = "            else:\n" + indent(_RULES, " " * 4)
GIANT = (
    """                out.grad = 1.5e308 / abs(self.data)
                self.grad = 1.1e308 * math.cos(self.data)
""",
    """                out.grad = -1.7e308
                self.grad = 1.7e308
                self.grad = -1.7e308
                self.grad = 1.6e308
""",
)
"""Rules of `a * a` whose numbers have no sum."""

OBSTRUCTORS = pytest.mark.parametrize(
    "name", [pytest.param(name, id=f"{case}-{name}") for case, name in attacks("obstructors")]
)


@pytest.fixture(scope="module", params=back_ends.NAMES)
def strict(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """Each back-end, with little patience."""
    with back_ends.serving(request.param, patience.limits(IMPATIENT)) as made:
        yield made


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox_children, "_SECONDS", patience.scaled(SECONDS))


def graded(text: str, sandbox: Sandbox, *, diagnose: bool = True) -> Report:
    source = Source("hostile.py", text.encode("utf-8", "surrogatepass"))
    return grade(source, SMALL, sandbox, seed=1, diagnose=diagnose)


def assert_diagnosed_as_always(sandbox: Sandbox) -> None:
    report = grade(Source("control.py", OVERWRITING.encode()), SMALL, sandbox, seed=1)
    assert report.diagnosis is not None
    assert [(f.fault, f.certainty) for f in report.diagnosis.findings] == [
        ("overwritten_gradient", Certainty.PROVEN)
    ]
    assert graded(RIGHT, sandbox).passed


def assert_can_be_shown(report: Report, text: str) -> None:
    """In every format, with all there is to tell, and nothing in it that a terminal or browser would obey."""
    sources = {"hostile.py": text.encode("utf-8", "surrogatepass")}
    for name in formats.names():
        shown = formats.load(name).render([report], sources, hints=Rung.REPAIR)
        assert all(c in "\n\t" or c.isprintable() or c.isspace() for c in shown), name
        assert "\u202e" not in shown
        assert "<script>" not in shown or name not in ("html", "junit")  # the others are data or plain text
    json.loads(to_json(report))
    assert len(to_json(report)) < 1 << 20


@pytest.mark.on_the_host
@pytest.mark.sampled(one_in=12)
@OBSTRUCTORS
def test_whatever_becomes_of_the_diagnosis_the_points_stand(
    name: str, strict: Sandbox, caplog: pytest.LogCaptureFixture
) -> None:
    text = obstructing(name, OVERWRITING)
    with caplog.at_level(logging.ERROR):
        report, plain = graded(text, strict), graded(text, strict, diagnose=False)
    assert report.problem is None
    assert (report.score, report.suites) == (plain.score, plain.suites)
    assert 0 < report.score.earned < report.score.possible == POINTS
    assert report.diagnosis is not None
    assert report.diagnosis.status in ("done", "cut_short")
    assert not caplog.records, "nothing that a file says is a failure of ours"
    assert_can_be_shown(report, text)
    assert_diagnosed_as_always(strict)


@pytest.mark.on_the_host
@pytest.mark.sampled(one_in=12)
@OBSTRUCTORS
def test_a_right_file_is_never_given_a_cause_whatever_it_does(name: str, strict: Sandbox) -> None:
    if name == "controls_in_code":
        pytest.skip("this one makes a right class wrong")
    report = graded(obstructing(name, RIGHT), strict)
    assert report.passed
    assert report.diagnosis is not None
    assert (report.diagnosis.status, report.diagnosis.findings) == ("nothing", ())


@pytest.mark.sampled(one_in=12)
@pytest.mark.parametrize(
    "name", [name for _, name in attacks("obstructors") if outcome("obstructors", name).get("spends")]
)
def test_one_that_keeps_its_diagnosis_from_an_end_is_still_given_its_points(
    name: str, strict: Sandbox
) -> None:
    report = graded(obstructing(name, OVERWRITING), strict)
    assert report.diagnosis is not None
    assert report.diagnosis.status in {"done", "cut_short"}
    assert report.score.earned > 0


def test_what_is_printed_during_the_diagnosis_is_not_shown(strict: Sandbox) -> None:
    """A file can see how it is repaired. What it prints then is not part of any report."""
    text = obstructing("prints_the_repair", OVERWRITING)
    source = Source("hostile.py", text.encode())
    suite = load()["a_plus_a"]
    graph = suite.graphs[0]
    play = Play(suite, graph, tuple(map(float, graph.textbook[0].values())))
    with strict.room(source) as room, room.open(source, needs_backward=True) as run:
        surveyed = run.survey()
        assert surveyed is not None
        assert surveyed.offers
        run.try_edits([(0,)], [play], lambda *_: None)
        assert "REPAIRED" in run.printed, "it does see it"
    report = graded(text, strict)
    assert report.diagnosis is not None
    assert report.diagnosis.findings
    assert "REPAIRED" not in to_json(report)


@pytest.mark.parametrize("rules", GIANT)
def test_giant_gradients_are_told_like_others(
    rules: str, strict: Sandbox, caplog: pytest.LogCaptureFixture
) -> None:
    """Numbers of a file are finite, and what is computed of them for its reader may not be."""
    text = RIGHT.replace(_RULES, f"{_IF_ONE}{rules}{_ELSE}")
    squares = SuiteSelection("small", (*SMALL.suites, load()["same_operand"]))
    with caplog.at_level(logging.ERROR):
        report = grade(Source("hostile.py", text.encode()), squares, strict, seed=1)
    assert report.diagnosis is not None
    assert report.diagnosis.status == "done"
    assert report.diagnosis.findings
    assert not caplog.records, "nothing that a file says is a failure of ours"
    assert_can_be_shown(report, text)
