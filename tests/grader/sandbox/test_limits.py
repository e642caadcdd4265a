"""Whatever a submission does to the machine's time and memory, or to the pipe, it is stopped and named.

Nothing earns a point, and the next file is graded right.
"""

from collections.abc import Iterator

import pytest

from grader.assignment import SuiteSelection
from grader.grade import grade
from grader.report import Report
from grader.sandbox.limits import Limits
from grader.sandbox.plays import Play, Source
from grader.sandbox.protocol import Sandbox
from grader.sandbox.wire import job_message
from suites import Stage, load
from tests import back_ends
from tests.corpus_files import member
from tests.outcomes import allowed
from tests.redteam_files import forging_in_the_class

LIMITS = Limits(step_cpu=0.5, step_wall=3.0, total=6.0, answered=1 << 20, printed=1 << 18)
SMALL = SuiteSelection("small", tuple(load()[slug] for slug in ("a_plus_a", "product_of_sum")))
HONEST = member("closures_set/base").source.decode()
CONTROL = Source("control.py", HONEST.encode())


SLOW = {
    "loop": ("while True: pass", {"time"}),
    "loop that ignores every signal": (
        "import signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))\nwhile True: pass",
        {"time"},
    ),
    "loop that catches everything": (
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
        {"time"},
    ),
    "one call of C": ("7 ** 10 ** 9", {"time"}),
    "backtracking": ("import re; re.match('(a+)+b', 'a' * 60)", {"time"}),
    "sleep": ("import time; time.sleep(1e6)", {"wall"}),
    "lock twice": ("import threading; l = threading.Lock(); l.acquire(); l.acquire()", {"wall"}),
    "many blocks": ("x = []\nwhile True: x.append(bytearray(1 << 16))", {"memory"}),
    "no memory left to say so": (
        (
            "x, size = [], 1 << 16\n"
            "while size:\n    try:\n        while True: x.append(bytearray(size))\n"
            "    except MemoryError: size >>= 1\n"
            "try:\n    while True: x = (x,)\nexcept MemoryError: len.__self__.kept = x"
        ),
        {"memory"},
    ),
    "many lists": ("x = [[] for _ in range(10 ** 9)]", {"memory", "time"}),
    "recursion without a limit": (
        "import sys; sys.setrecursionlimit(10 ** 9)\ndef f(): return f()\nf()",
        {"crash", "memory", "recursion", "time"},
    ),
}  # fmt: skip
"""What takes its time until it is stopped, and what it is then called."""

QUICK = {
    "one large block": ("bytearray(1 << 30)", {"memory"}),
    "a flood of prints": ("while True: print('x' * 1000)", {"output"}),
    "one long line": ("print('x' * (1 << 24))", {"output"}),
    "a flood on standard error": ("import sys\nwhile True: sys.stderr.write('x' * 1000)", {"output"}),
    "recursion": ("def f(): return f()\nf()", {"recursion"}),
    "null pointer": ("import ctypes; ctypes.string_at(0)", {"crash"}),
    "abort": ("import os; os.abort()", {"crash"}),
    "leave": ("import sys; sys.exit(0)", {"exit"}),
    "leave at once": ("import os; os._exit(0)", {"exit"}),
    "close everything": ("import os; os.closerange(0, 99)", {"exit", "crash"}),
    "long message": ("raise ValueError('x' * 10 ** 7)", {"exception"}),
    "control characters": (r"raise ValueError('\x1b[2J\u202e\x00\u2028\r')", {"exception"}),
    "message that leaves": (
        "class E(Exception):\n    def __str__(self): raise SystemExit\nraise E", {"exception"}
    ),
    "bare exception": ("raise BaseException", {"exception"}),
    "deep traceback": ("def f(n): return f(n - 1) if n else 1 / 0\nf(900)", {"exception"}),
    "deep text": ("eval('(' * 10 ** 5)", {"memory", "exception", "recursion"}),
}  # fmt: skip
"""What ends by itself, or at once."""

PLACES = {
    "loading": "{code}\n" + HONEST,
    "forward": HONEST
    + "\ndef _hostile(self, other):\n{indented}\nValue.__add__ = Value.__mul__ = _hostile\n",
    "backward": HONEST + "\ndef _hostile(self):\n{indented}\nValue.backward = _hostile\n",
}


@pytest.fixture(scope="module", params=back_ends.NAMES)
def strict(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """A sandbox with little patience."""
    with back_ends.serving(request.param, LIMITS) as made:
        _ = made.level
        yield made


def graded(text: str, sandbox: Sandbox) -> Report:
    """The report on a file; the file after it is graded right."""
    report = grade(Source("hostile.py", text.encode()), SMALL, sandbox)
    score = grade(CONTROL, SMALL, sandbox).score
    assert score.earned == score.possible > 0
    return report


def kinds(report: Report) -> set[str]:
    found: set[str] = {
        graph.problem.kind for suite in report.suites for graph in suite.graphs if graph.problem
    }
    return found | {problem.kind for problem in (report.problem, report.error) if problem}


def in_place(code: str, place: str) -> str:
    indented = "\n".join(f"    {line}" for line in code.split("\n"))
    return PLACES[place].replace("{code}", code).replace("{indented}", indented)


@pytest.mark.alike("place")
@pytest.mark.sampled(one_in=12)
@pytest.mark.parametrize(
    ("way", "place"),
    [
        *((way, place) for way in QUICK for place in PLACES),
        *((way, "backward") for way in SLOW),
        ("loop", "loading"), ("loop", "forward"), ("sleep", "loading"),
        ("no memory left to say so", "loading"),
    ],
)  # fmt: skip
def test_what_uses_too_much_is_stopped_and_named_and_earns_nothing(
    way: str, place: str, strict: Sandbox
) -> None:
    code, outcomes = {**SLOW, **QUICK}[way]
    report = graded(in_place(code, place), strict)
    assert kinds(report) & allowed(outcomes)
    assert report.error if place == "loading" else report.score.earned == 0


def test_memory_that_is_never_given_back_ends_the_file_only(strict: Sandbox) -> None:
    report = graded(in_place("x = []\nwhile True: x.append(bytearray(1 << 16))", "loading"), strict)
    assert kinds(report) & allowed({"memory", "exit"})


@pytest.mark.alike("place")
@pytest.mark.sampled(one_in=6)
@pytest.mark.parametrize("place", PLACES)
def test_half_a_character_in_a_message_is_no_breach(place: str, strict: Sandbox) -> None:
    report = graded(in_place(r"raise ValueError('\ud800 is half a character')", place), strict)
    assert kinds(report) == {"exception"}


@pytest.mark.parametrize("code", ["sum(range(20_000)); print('.', flush=True)"])
def test_printing_a_little_now_and_then_does_not_stop_the_clock(code: str, strict: Sandbox) -> None:
    text = HONEST + f"\ndef _hostile(self):\n    while True: {code}\nValue.__neg__ = _hostile\n"
    with_negation = SuiteSelection("small", (*SMALL.suites, load()["negation"]))
    report = grade(Source("hostile.py", text.encode()), with_negation, strict)
    assert kinds(report) & allowed({"time", "output"})
    assert report.score.earned == sum(suite.points for suite in SMALL.suites)


def test_the_beginning_of_what_is_printed_is_kept_and_no_more(strict: Sandbox) -> None:
    report = graded(HONEST + "\nprint('begin' + 'x' * 100_000)", strict)
    assert report.printed.startswith("begin")
    assert len(report.printed) == LIMITS.shown
    assert report.passed


def test_prints_in_each_pass_are_no_flood_however_many_passes_there_are(strict: Sandbox) -> None:
    loud = f"    print('x' * {LIMITS.printed // 2})\n    quiet(self)"
    text = f"{HONEST}\nquiet = Value.backward\ndef loud(self):\n{loud}\nValue.backward = loud\n"
    report = graded(text, strict)
    assert report.passed
    assert len(report.printed) == LIMITS.shown


def test_a_child_that_never_reads_its_job_ends_by_the_clock(strict: Sandbox) -> None:
    stress = SuiteSelection(
        "stress", tuple(suite for suite in load().values() if suite.stage is Stage.STRESS)
    )
    plays = [
        Play(suite, graph, tuple(map(float, graph.textbook[0].values())))
        for suite in stress.suites
        for graph in suite.graphs
    ]
    assert len(job_message(plays, careful=False)) > 1 << 16, "it does not fit into a pipe"
    source = Source("hostile.py", forging_in_the_class("loaded_then_nothing").encode())
    report = grade(source, stress, strict)
    assert "wall" in kinds(report)
    assert kinds(report) <= {"wall", "budget"}  # of what was not begun any more on a busy machine
    assert report.score.earned == 0
