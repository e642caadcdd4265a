"""What a submission meets is the same on every back-end, and so is its report."""

from importlib.metadata import version

import pytest
from hypothesis import given, settings, strategies as st

from grader.assignment import SuiteSelection, assignment
from grader.grade import grade
from grader.records import replace, to_data
from grader.report import Report
from grader.sandbox.contained import Contained
from grader.sandbox.embedded import Embedded
from grader.sandbox.level import Level
from grader.sandbox.plays import Play, PlayStatus, Source
from grader.sandbox.protocol import Sandbox
from grader.sandbox_session import SandboxSession
from suites import load
from tests.corpus_files import member, members, notebooks, wild
from tests.outcomes import allowed
from tests.playing import played, played_all
from tests.sandbox_runs import running
from tests.thorough import THOROUGH

SMALL = SuiteSelection("small", tuple(load()[slug] for slug in ("a_plus_a", "diamond", "product_of_sum")))
FULL = assignment("full")
HONEST = member("closures_set/base").source.decode()
PLAYS = [
    Play(suite, graph, tuple(map(float, point.values())))
    for suite in SMALL.suites
    for graph in suite.graphs
    for point in graph.textbook
]
CORPUS = [
    *(each.submission for each in members()),
    *(each.submission for each in notebooks()),
    *(each.submission for each in wild()),
]


def source(text: str) -> Source:
    return Source("value.py", text.encode())


def printed(sandbox: Sandbox, code: str) -> str:
    with running(sandbox, source(code)) as run:
        assert run.loaded.error is None
        return run.printed


def points(report: Report) -> tuple[float, int]:
    return report.score.earned, report.score.possible


def test_every_property_is_proven(back_end: Sandbox) -> None:
    assert set(back_end.prove().values()) == {True}


def test_the_level_is_stored_with_the_report(back_end: Sandbox) -> None:
    assert grade(source(HONEST), SMALL, back_end).sandbox is back_end.level is not Level.TRUSTED


def test_a_right_class_earns_everything_and_a_wrong_one_does_not(back_end: Sandbox) -> None:
    earned, possible = points(grade(source(HONEST), SMALL, back_end))
    assert earned == possible > 0
    wrong = HONEST + "\nValue.backward = lambda self: None\n"
    assert points(grade(source(wrong), SMALL, back_end)) == (0, possible)


def test_one_room_serves_child_after_child(back_end: Sandbox) -> None:
    with back_end.room(source(HONEST)) as room:
        for _ in range(3):
            with room.open(source(HONEST), needs_backward=True) as run:
                seen = played(run, PLAYS)
                assert seen.ended is None
                assert {each.status for each in seen.observations.values()} == {PlayStatus.ANSWERED}


def test_a_child_may_be_left_in_the_middle(back_end: Sandbox) -> None:
    with back_end.room(source(HONEST)) as room:
        with room.open(source("print('x' * 10_000)\n" + HONEST), needs_backward=True):
            pass
        with room.open(source(HONEST), needs_backward=True) as run:
            assert len(played(run, PLAYS).observations) == len(PLAYS)


def test_what_is_printed_is_kept(back_end: Sandbox) -> None:
    assert printed(back_end, "print('here', 1)") == "here 1\n"


def test_numpy_is_there_for_who_asks(back_end: Sandbox) -> None:
    code = "import numpy, numpy.random, numpy.fft; print(numpy.arange(3).sum(), numpy.__version__)"
    assert printed(back_end, code) == f"3 {version('numpy')}\n"


def test_there_is_no_file_no_network_and_no_process(back_end: Sandbox) -> None:
    code = """
from grader.records import replace, to_data
import os, subprocess
for action in (
    lambda: open("/etc/passwd"), lambda: os.listdir("/"), lambda: os.stat("/python"), lambda: os.fork(),
    lambda: subprocess.run(["/python"]), lambda: open("/proc/self/environ"), lambda: open("/sandbox/x", "w"),
    lambda: os.kill(1, 0), lambda: os.open("/", os.O_RDONLY),
):
    try:
        print("FOUND", action())
    except OSError as error:
        print(type(error).__name__)
print(dict(os.environ), os.getuid() == 0)
"""
    lines = printed(back_end, code).splitlines()
    assert set(lines[:-1]) == {"PermissionError"}
    assert lines[-1] == "{} False"


def test_nothing_is_left_for_the_next_child(back_end: Sandbox) -> None:
    with back_end.room(source(HONEST)) as room:
        with room.open(source("import json; json.left = 'over'"), needs_backward=True) as run:
            assert run.loaded.error is None
        with room.open(source("import json; print(hasattr(json, 'left'))"), needs_backward=True) as run:
            _ = run.loaded
            assert run.printed == "False\n"


@pytest.mark.parametrize(
    ("code", "kinds"),
    [
        ("while True: pass", {"time"}),
        ("import time; time.sleep(60)", {"wall"}),
        ("import os; os._exit(0)", {"exit"}),
        ("import ctypes; ctypes.string_at(0)", {"crash"}),
        ("x = bytearray(1 << 30)", {"memory"}),
        ("while True: print('x' * 1000)", {"output"}),
        ("1 / 0", {"exception"}),
    ],
)
def test_what_goes_wrong_has_the_same_name(code: str, kinds: set[str], back_end: Sandbox) -> None:
    report = grade(source(f"{HONEST}\n{code}"), SMALL, back_end)
    assert report.error is not None
    assert report.error.kind in allowed(kinds)
    assert report.passed


KEEPS_ALL = HONEST.replace("self.data = data", "self.data = data; Value.made.append(self)").replace(
    "    def __init__", "    made = []\n\n    def __init__", 1
)


def test_after_much_that_stays_behind_each_play_is_played_alone(sandbox: Embedded) -> None:
    """A pass over all that was ever made would take longer with each play, until the clock ends one."""
    many = PLAYS * 40

    with sandbox.open(source(KEEPS_ALL), needs_backward=True) as run:
        seen, ended = played(run, many)
        assert (run.left_much, ended) == (True, None)
        assert 0 < len(seen) < len(many)
        left, ended = played(run, many, alone=True)
        assert (run.left_much, ended, len(left)) == (False, None, len(many))
    with SandboxSession(sandbox, source(KEEPS_ALL), needs_backward=True) as session:
        assert {each.status for each in played_all(session, many)} == {PlayStatus.ANSWERED}


def test_a_survey_takes_back_what_its_own_plays_left(sandbox: Embedded) -> None:
    """Edits are tried behind it: a pass over all that was ever made would take as long for each."""
    with sandbox.open(source(KEEPS_ALL), needs_backward=True) as run:
        made = run.paste("print(len(Value.made))")
        assert run.survey() is not None
        assert run.paste("print(len(Value.made))") == made


def comparable(report: Report) -> dict[str, object]:
    """All of a report but the level, and what differs from one run to the next on one back-end too.

    Addresses and clocks are printed; a loop is stopped at any of its lines; how the work of a class grows
    depends in some on the order of a set of objects.
    """
    told = to_data(replace(report, sandbox=Level.ENCLOSED, printed="", error=None))
    told["error"] = report.error.kind if report.error else None
    told["suites"] = [suite for suite in told["suites"] if suite["slug"] != "own_rule"]
    return told


@settings(max_examples=25 if THOROUGH else 6)
@given(submission=st.sampled_from(CORPUS))
def test_the_report_is_the_same(submission: Source, sandbox: Embedded, containers: Contained) -> None:
    there, here = (comparable(grade(submission, FULL, each)) for each in (containers, sandbox))
    assert there == here
