"""Hostile files: nothing gets out or is learnt, no point is unearned, and the next file is graded right."""

import tomllib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grader.assignment import Assignment
from grader.grade import grade
from grader.instances import instances
from grader.report import Report
from grader.sandbox.base import Play, Source
from grader.sandbox.embedded import Embedded
from grader.sandbox.limits import Limits
from suites import load
from tests.corpus_files import member
from tests.playing import played

REDTEAM = Path(__file__).resolve().parents[1] / "redteam"
CASES: dict[str, dict[str, dict[str, Any]]] = tomllib.loads(
    (REDTEAM / "cases.toml").read_text(encoding="utf-8")
)
BYSTANDERS, LIARS = CASES["bystanders"], CASES["liars"]

ASSIGNMENT = Assignment(
    "small", tuple(load()[slug] for slug in ("a_plus_a", "diamond", "product_of_sum", "tanh"))
)
POINTS = sum(suite.points for suite in ASSIGNMENT.suites)
HONEST = member("closures_set/base").source.decode()
WRONG = HONEST + "\nValue.backward = lambda self: None\n"

EVERYTHING_PRINTED = Limits(shown=1 << 19)
"""An attempt that gets through must not be cut off."""


@pytest.fixture(scope="module")
def telling() -> Iterator[Embedded]:
    with closing(Embedded(EVERYTHING_PRINTED)) as made:
        yield made


def file(folder: str, name: str) -> str:
    return (REDTEAM / folder / f"{name}.py").read_text(encoding="utf-8")


def beside(name: str, where: str, value: str) -> str:
    """A class and a bystander in one file."""
    pieces = [file("bystanders", "_attempt") + file("bystanders", name), value]
    return "\n\n".join(pieces if where == "before" else reversed(pieces))


def graded(text: str, sandbox: Embedded) -> Report:
    return grade(Source("hostile.py", text.encode()), ASSIGNMENT, sandbox, seed=1)


def assert_control(sandbox: Embedded) -> None:
    report = graded(HONEST, sandbox)
    assert (report.score.earned, report.score.possible) == (POINTS, POINTS)


def test_every_file_has_its_case() -> None:
    for folder, cases in CASES.items():
        names = {path.stem for path in (REDTEAM / folder).glob("*.py") if not path.stem.startswith("_")}
        assert names == set(cases)


@pytest.mark.parametrize(
    ("name", "where"), [(name, where) for name, case in BYSTANDERS.items() for where in case["where"]]
)
def test_a_bystander_gets_nowhere_and_changes_no_point(name: str, where: str, telling: Embedded) -> None:
    right, wrong = graded(beside(name, where, HONEST), telling), graded(beside(name, where, WRONG), telling)
    assert right.problem is wrong.problem is None
    assert right.error is wrong.error is None
    assert (right.score.earned, right.score.possible) == (POINTS, POINTS)
    assert (wrong.score.earned, wrong.score.possible) == (0, POINTS)
    for report in (right, wrong):
        assert "GOT THROUGH" not in report.printed
        assert report.printed.count("refused:") >= BYSTANDERS[name].get("attempts", 0)
        assert all(character.isprintable() or character in "\n\t" for character in report.printed)
    assert_control(telling)


@pytest.mark.parametrize(
    "name", [name for name, case in BYSTANDERS.items() if case.get("gets_through_unlocked")]
)
def test_without_the_lock_the_same_file_gets_through(name: str) -> None:
    with closing(Embedded(EVERYTHING_PRINTED, locked=False)) as unlocked:
        assert "GOT THROUGH" in graded(beside(name, "before", HONEST), unlocked).printed


@pytest.mark.parametrize("name", LIARS)
def test_a_liar_earns_nothing_by_it(name: str, telling: Embedded) -> None:
    case = LIARS[name]
    report = graded("\n\n".join([HONEST, file("liars", "_nodes"), file("liars", name)]), telling)
    graphs = [graph for suite in report.suites for graph in suite.graphs]
    if case.get("some_points"):
        assert 0 < report.score.earned < POINTS
    else:
        assert report.score.earned == 0
    assert report.score.possible == POINTS
    assert not report.passed
    told = {str(wrong.reason) for graph in graphs for wrong in graph.wrong}
    assert told <= set(case["reasons"])
    problems = {graph.problem.kind for graph in graphs if graph.problem}
    assert problems <= set(case.get("problems", []))
    assert told | problems
    assert_control(telling)


def test_a_module_that_calls_itself_numpy_does_no_harm(telling: Embedded) -> None:
    report = graded("import sys, types\nsys.modules['numpy'] = types.ModuleType('numpy')\n" + HONEST, telling)
    assert report.passed


# --- What is right is not there to be found ---------------------------------------------------------------

SEARCH = """
import gc, sys

def _floats(thing, depth):
    if id(thing) in seen or depth > 6:
        return
    seen.add(id(thing))
    if isinstance(thing, float):
        found.add(float(thing).hex())
    elif isinstance(thing, dict):
        for pair in list(thing.items()):
            _floats(pair, depth + 1)
    elif isinstance(thing, (list, tuple, set, frozenset)):
        for each in list(thing):
            _floats(each, depth + 1)

found, seen = set(), set()

def _search():
    seen.clear()
    frame = sys._getframe()
    while frame:
        _floats(dict(frame.f_locals), 0)
        _floats(dict(frame.f_globals), 0)
        frame = frame.f_back
    for thing in gc.get_objects():
        _floats(thing, 3)
        for below in gc.get_referents(thing):
            _floats(below, 4)

def _searching(self):
    _search()
    print(*sorted(found), sep="\\n")

Value.backward = _searching
_search()
"""
"""Prints every number it finds in frames and in what is collected, at the moment it has to answer."""


def test_no_right_answer_is_anywhere_in_the_process(telling: Embedded) -> None:
    plays, inputs, computed, answers = [], set(), set(), set()
    for suite in ASSIGNMENT.suites:
        for graph in suite.graphs:
            for instance in instances(graph, Random(suite.slug)):
                plays.append(Play(suite, graph, instance.inputs))
                inputs |= set(instance.inputs)
                computed |= set(instance.expected.data)
                answers |= set(instance.expected.gradients)
    secrets = {number for number in answers - computed if number != round(number, 3)}
    assert len(secrets) >= 5
    with telling.open(Source("search.py", (HONEST + SEARCH).encode()), needs_backward=True) as run:
        played(run, plays)
        seen = {float.fromhex(line) for line in run.printed.split() if line.lstrip("-").startswith("0x")}
    assert seen >= inputs, "the search finds what is there"
    assert not seen & secrets


def test_nothing_a_file_leaves_is_found_by_the_next(telling: Embedded) -> None:
    first = graded("import sys, json\njson.sentinel = sys.sentinel = 'left-over'\n" + HONEST, telling)
    second = graded(
        "import sys, json\nprint(hasattr(json, 'sentinel'), hasattr(sys, 'sentinel'))\n" + HONEST, telling
    )
    assert first.passed
    assert second.printed == "False False\n"
