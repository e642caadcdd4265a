"""Hostile files: nothing gets out or is learnt, no point is unearned, and the next file is graded right.

On every back-end that is there. The cases are data: `tests/redteam/cases.toml`.
"""

import resource
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from grader import sandbox_children
from grader.assignment import SuiteSelection
from grader.grade import grade
from grader.instances import instances
from grader.records import to_json
from grader.report import Report
from grader.sandbox import embedded
from grader.sandbox.embedded import Embedded
from grader.sandbox.imports import Imports
from grader.sandbox.level import Level
from grader.sandbox.limits import Limits
from grader.sandbox.plays import Play, Source
from grader.sandbox.protocol import Sandbox
from suites import load
from tests import back_ends, patience
from tests.bad_input_files import cases as bad_input
from tests.outcomes import allowed
from tests.playing import played
from tests.redteam_files import (
    FOLDER,
    KINDS,
    RIGHT,
    WRONG,
    attacks,
    beside,
    cases,
    cheating,
    files,
    forging_above,
    forging_in_the_class,
    lying,
    outcome,
    search,
    stopping,
    table,
)

ROOT = FOLDER.parents[1]

SMALL = SuiteSelection(
    "small", tuple(load()[slug] for slug in ("a_plus_a", "diamond", "product_of_sum", "tanh"))
)
POINTS = sum(suite.points for suite in SMALL.suites)
OF_TANH = load()["tanh"].points

EVERYTHING_PRINTED = Limits(shown=1 << 19)
"""An attempt that gets through must not be cut off."""
IMPATIENT = Limits(step_cpu=0.4, step_wall=3.0, total=4.0, answered=1 << 20, printed=1 << 18)
SECONDS = 4.0
"""After this long nothing is begun any more for a file."""

SENTINEL = "sentinel-5f0c2a"
"""What only the service knows."""

EARNED = {
    "loading": {POINTS},
    "forward": range(OF_TANH + 1),
    "backward": {0},
    "one-operation": {POINTS - OF_TANH},
}
"""What a right class earns with a stopper in that place: what does not come past it."""

STOPPED = {
    "protocol", "exit", "crash", "wall", "time", "budget", "no-class", "missing", "output", "memory",
    "exception",
}  # fmt: skip
"""What becomes of a file that answered in the harness's place."""


@pytest.fixture(scope="module")
def secret(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A file that everybody may read, and a variable, with a secret in them."""
    folder = tmp_path_factory.mktemp("secret")
    for each in (folder, folder.parent):
        each.chmod(0o755)
    path = folder / ".env"
    path.write_text(f"SECRET={SENTINEL}\n", encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BACKGRADE_SENTINEL", SENTINEL)
        yield path


@pytest.fixture(scope="module", params=back_ends.NAMES)
def telling(request: pytest.FixtureRequest, secret: Path) -> Iterator[Sandbox]:
    """Each back-end, with everything told that is printed."""
    assert secret.exists()
    with back_ends.serving(request.param, EVERYTHING_PRINTED) as made:
        yield made


@pytest.fixture(scope="module", params=back_ends.NAMES)
def strict(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """Each back-end, with little patience."""
    with back_ends.serving(request.param, patience.limits(IMPATIENT)) as made:
        yield made


@pytest.fixture(autouse=True)
def _impatient(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if "strict" in request.fixturenames:
        monkeypatch.setattr(sandbox_children, "_SECONDS", patience.scaled(SECONDS))


def graded(text: str, sandbox: Sandbox) -> Report:
    """The report on a file; the one after it is graded right."""
    report = reported(text, sandbox)
    assert_control(sandbox)
    return report


def reported(text: str, sandbox: Sandbox) -> Report:
    """The report on a file, diagnosed and all; it came in time."""
    report = grade(Source("hostile.py", text.encode()), SMALL, sandbox, seed=1)
    assert report.score.possible == POINTS
    assert SENTINEL not in to_json(report)
    return report


def assert_control(sandbox: Sandbox) -> None:
    """A right file gets all its points after a hostile one; stopped by a busy machine, it is asked again."""
    for _ in range(3):
        report = grade(Source("control.py", RIGHT.encode()), SMALL, sandbox)
        if not kinds(report) & {"wall", "budget", "time"}:
            break
    assert (report.score.earned, report.score.possible) == (POINTS, POINTS)
    assert report.diagnosis is not None
    assert report.diagnosis.findings == ()


def kinds(report: Report) -> set[str]:
    """Every kind of problem that a report names."""
    found: set[str] = {
        graph.problem.kind for suite in report.suites for graph in suite.graphs if graph.problem
    }
    return found | {problem.kind for problem in (report.problem, report.error) if problem}


# --- The table ------------------------------------------------------------------------------------------


def test_every_case_of_the_red_team_is_there() -> None:
    numbers: dict[str, list[int]] = {}
    for case in cases():
        number = case.id.partition("_")[0]
        numbers.setdefault(number[0], []).append(int(number[1:]))
    expected = {"C": 2, "E": 24, "R": 14, "I": 20, "S": 7, "D": 12}
    assert numbers == {letter: list(range(1, most + 1)) for letter, most in expected.items()}


def test_every_case_says_what_it_tries_and_is_made_of_something() -> None:
    for case in cases():
        assert case.tries, case.id
        assert any(case.attacks.values()) or case.tests, case.id


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("broken", "cheats")])
def test_every_attack_belongs_to_one_case(kind: str) -> None:
    used = [name for _, name in attacks(kind)]
    assert sorted(used) == sorted(table()[kind])


@pytest.mark.parametrize("kind", ["bystanders", "liars", "cheats", "spies"])
def test_every_file_is_used(kind: str) -> None:
    assert files(kind) - {name for _, name in attacks(kind)} <= {"hard_coded"}, "which has tests of its own"


def test_every_test_of_a_case_exists() -> None:
    for case in cases():
        for test in case.tests:
            path, _, name = test.partition("::")
            assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8"), test


# --- Controls -------------------------------------------------------------------------------------------


def test_the_controls_are_told_apart(strict: Sandbox) -> None:
    assert_control(strict)
    report = grade(Source("wrong.py", WRONG.encode()), SMALL, strict)
    assert (report.score.earned, report.score.possible) == (0, POINTS)


# --- Beside a class -------------------------------------------------------------------------------------


@pytest.mark.sampled(one_in=12)
@pytest.mark.alike("where")
@pytest.mark.parametrize(
    ("name", "where"),
    [
        pytest.param(name, where, id=f"{case}-{name}-{where}")
        for case, name in attacks("bystanders")
        for where in outcome("bystanders", name)["where"]
    ],
)
def test_a_bystander_gets_nowhere_and_changes_no_point(
    name: str, where: str, telling: Sandbox, secret: Path
) -> None:
    wrong, right = (
        reported(beside(name, where, value).replace("{SECRET}", str(secret)), telling)
        for value in (WRONG, RIGHT)
    )
    assert_control(telling)
    assert right.problem is wrong.problem is None
    assert right.error is wrong.error is None
    assert (right.score.earned, right.score.possible) == (POINTS, POINTS)
    assert (wrong.score.earned, wrong.score.possible) == (0, POINTS)
    for report in (right, wrong):
        assert "GOT THROUGH" not in report.printed
        assert report.printed.count("refused:") >= outcome("bystanders", name).get("attempts", 0)
        assert all(character.isprintable() or character in "\n\t" for character in report.printed)


@pytest.mark.parametrize(
    "name",
    [name for _, name in attacks("bystanders") if outcome("bystanders", name).get("gets_through_unlocked")],
)
def test_without_the_lock_the_same_file_gets_through(name: str, secret: Path) -> None:
    text = beside(name, "before", RIGHT).replace("{SECRET}", str(secret))
    with closing(Embedded(EVERYTHING_PRINTED, locked=False)) as unlocked:
        assert "GOT THROUGH" in grade(Source("hostile.py", text.encode()), SMALL, unlocked).printed


@pytest.fixture(scope="module")
def filtered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedded]:
    """The embedded back-end where the kernel has neither namespaces nor Landlock."""
    harness = tmp_path_factory.mktemp("filtered") / "harness"
    shutil.copytree(embedded._HARNESS, harness, ignore=shutil.ignore_patterns("__pycache__"))
    for file, old, new in (
        (
            "lock/namespaces.py",
            "    libc = ctypes.CDLL(None, use_errno=True)\n    if MACHINE",
            "    return False\n    if MACHINE",
        ),
        ("lock/landlock.py", "    return max(0, version)", "    return 0"),
    ):
        text = (harness / file).read_text(encoding="utf-8")
        assert text.count(old) == 1
        (harness / file).write_text(text.replace(old, new), encoding="utf-8")
    with closing(Embedded(EVERYTHING_PRINTED)) as made:
        # While it starts, and no longer: what is started later in this process has the whole lock.
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(embedded, "_HARNESS", harness)
            assert made.level is Level.FILTERED
            _ = made._zygote(Imports.NUMPY)
        yield made


@pytest.mark.sampled(one_in=12)
@pytest.mark.parametrize(
    ("case", "name"), [(case, name) for case, name in attacks("bystanders") if case.startswith("E")]
)
def test_the_filter_alone_keeps_every_escape_shut(
    case: str, name: str, filtered: Embedded, secret: Path
) -> None:
    text = beside(name, "before", RIGHT).replace("{SECRET}", str(secret))
    report = graded(text, filtered)
    assert report.passed, case
    assert "GOT THROUGH" not in report.printed
    assert report.printed.count("refused:") >= outcome("bystanders", name).get("attempts", 0)


# --- In place of gradients ------------------------------------------------------------------------------


@pytest.mark.sampled(one_in=12)
@pytest.mark.on_the_host
@pytest.mark.parametrize("name", [pytest.param(name, id=f"{case}-{name}") for case, name in attacks("liars")])
def test_a_liar_earns_nothing_by_it(name: str, strict: Sandbox) -> None:
    said = outcome("liars", name)
    report = graded(lying(name), strict)
    if said.get("some_points"):
        assert 0 < report.score.earned < POINTS
    else:
        assert report.score.earned == 0
    assert report.score.possible == POINTS
    graphs = [graph for suite in report.suites for graph in suite.graphs]
    told = {str(wrong.reason) for graph in graphs for wrong in graph.wrong}
    assert told <= set(said["reasons"])
    problems = {graph.problem.kind for graph in graphs if graph.problem}
    assert problems <= set(said.get("problems", []))
    assert told | problems


@pytest.mark.sampled(one_in=12)
@pytest.mark.on_the_host
@pytest.mark.parametrize(
    "name", [pytest.param(name, id=f"{case}-{name}") for case, name in attacks("cheats")]
)
def test_gradients_found_in_another_way_are_said_to_be(name: str, telling: Sandbox) -> None:
    report = grade(Source(f"{name}.py", cheating(name).encode()), SMALL, telling, diagnose=False)
    assert report.gradients.is_proven_otherwise
    assert 0 < report.score.earned < report.score.possible / 2
    assert any(graph.forward_only for suite in report.suites for graph in suite.graphs)
    assert_control(telling)


# --- Too much, or too early -----------------------------------------------------------------------------


@pytest.mark.sampled(one_in=12)
@pytest.mark.alike("place")
@pytest.mark.parametrize(
    ("name", "place"),
    [
        pytest.param(name, place, id=f"{case}-{name}-{place}")
        for case, name in attacks("stoppers")
        for place in outcome("stoppers", name)["places"]
    ],
)
def test_what_uses_too_much_is_stopped_and_named(name: str, place: str, strict: Sandbox) -> None:
    report = graded(stopping(name, place), strict)
    named = allowed(outcome("stoppers", name)["called"])
    assert kinds(report)
    assert kinds(report) <= named | {"budget"}  # of what comes after it, and of a starved one
    assert (report.error is not None) == (place == "loading")
    assert report.score.earned in EARNED[place]
    assert len(report.printed) <= IMPATIENT.shown


@pytest.mark.sampled(one_in=12)
@pytest.mark.on_the_host
@pytest.mark.parametrize(
    "name", [pytest.param(name, id=f"{case}-{name}") for case, name in attacks("broken")]
)
def test_what_cannot_be_read_is_named(name: str, strict: Sandbox) -> None:
    (case,) = [each for each in bad_input() if each.name == name]
    report = grade(case.source, SMALL, strict)
    expected = {case.problem, case.error, *case.failed.values()} - {""}
    assert {report.problem.kind if report.problem else "", *kinds(report)} & allowed("|".join(expected))
    assert_control(strict)


BOMBS = {
    "brackets": "x = " + "(" * 100_000 + ")" * 100_000,
    "signs": "x = " + "-" * 200_000 + "1",
    "shift": "x = 1 << 10 ** 9",
    "text": "x = 'a' * 10 ** 9",
    "names": "\n".join(f"name_{i} = {i}" for i in range(50_000)),
    "one line": "x = [" + "0," * 400_000 + "]",
    "pieces of text": "f'" + "{1}" * 100_000 + "'",
    "calls": "f" + "()" * 200_000,
}


@pytest.mark.sampled(one_in=12)
@pytest.mark.on_the_host
@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_for_parsers_costs_the_worker_no_memory(bomb: str, strict: Sandbox) -> None:
    """The highest it ever was does not move by a tenth of what a parser would take."""
    assert_control(strict)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    report = grade(Source("bomb.py", f"{RIGHT}\n{BOMBS[bomb]}\n".encode()), SMALL, strict)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20 << 10
    assert report.passed or kinds(report) & {"syntax", "memory", "time", "wall", "recursion", "crash", "exit"}
    assert_control(strict)


# --- In the harness's place -----------------------------------------------------------------------------

FORGERS = pytest.mark.parametrize(
    "name", [pytest.param(name, id=f"{case}-{name}") for case, name in attacks("forgers")]
)


@pytest.mark.sampled(one_in=12)
@FORGERS
def test_forged_answers_earn_nothing(name: str, strict: Sandbox) -> None:
    report = graded(forging_in_the_class(name), strict)
    assert (report.score.earned, report.score.possible) == (0, POINTS)
    if not outcome("forgers", name).get("says_numbers"):
        assert kinds(report)
        assert kinds(report) <= STOPPED


@pytest.mark.sampled(one_in=12)
@pytest.mark.on_the_host
@FORGERS
def test_forged_answers_above_a_class_earn_nothing_the_class_does_not(name: str, strict: Sandbox) -> None:
    source = Source("hostile.py", forging_above(name, WRONG).encode())
    assert grade(source, SMALL, strict, diagnose=False).score.earned == 0
    assert_control(strict)


@pytest.mark.parametrize(
    "code",
    ["values(0, 0, [0.0] * 9)", "put(b'Z', DONE)", "put(b'L', LOADED)", "write(b'V')", "put(b'W', b'{}')"],
)
def test_a_forged_answer_in_the_middle_of_a_play_makes_nothing_right(code: str, strict: Sandbox) -> None:
    lie = f"\ndef _hostile(self):\n    {code}\n    self.grad = 3.0\nValue.backward = _hostile\n"
    report = graded(
        forging_above("text", RIGHT + lie).replace("write(b'PASSED 100/100\\n' * 100)", ""), strict
    )
    assert report.score.earned == 0
    assert kinds(report) <= {"protocol", "budget", "wall", "time"}


# --- What is there to be found --------------------------------------------------------------------------


def test_no_right_answer_is_anywhere_in_the_process(telling: Sandbox) -> None:
    plays, inputs, computed, answers = [], set(), set(), set()
    for suite in SMALL.suites:
        for graph in suite.graphs:
            for instance in instances(graph, Random(suite.slug)):
                plays.append(Play(suite, graph, instance.inputs))
                inputs |= set(instance.inputs)
                computed |= set(instance.expected.data)
                answers |= set(instance.expected.gradients)
    secrets = {number for number in answers - computed if number != round(number, 3)}
    assert len(secrets) >= 5
    source = Source("search.py", f"{RIGHT}\n{search()}".encode())
    with telling.room(source) as room, room.open(source, needs_backward=True) as run:
        played(run, plays)
        seen = {float.fromhex(line) for line in run.printed.split() if line.lstrip("-").startswith("0x")}
    assert seen >= inputs, "the search finds what is there"
    assert not seen & secrets


def test_nothing_a_file_leaves_is_found_by_the_next(telling: Sandbox) -> None:
    first = graded(f"import sys, json\njson.left = sys.left = 'over'\n{RIGHT}", telling)
    look = "import sys, json\nprint(hasattr(json, 'left'), hasattr(sys, 'left'))\n"
    assert first.passed
    assert graded(look + RIGHT, telling).printed == "False False\n"


NAMES = (
    "json.py", "struct.py", "harness.py", "sitecustomize.py", "usercustomize.py", "__init__.py", "torch.py",
    "__main__.py", "encodings.py", "submission.py", "conftest.py", "grader/grade.py", "../../etc/passwd.py",
    "/etc/passwd", "<string>", "cell 1", "a\nb.py", "\x1b[2J.py", "x" * 300 + ".py",
)  # fmt: skip


@pytest.mark.on_the_host
@pytest.mark.sampled(one_in=12)
@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_a_file_is_only_a_name(name: str, strict: Sandbox) -> None:
    code = "import json, struct\nprint(json.dumps([1]), struct.pack('!B', 1))\n"
    for text, earned in ((RIGHT, POINTS), (WRONG, 0)):
        report = grade(Source(name, (code + text).encode()), SMALL, strict)
        assert (report.score.earned, report.score.possible) == (earned, POINTS)
        assert report.printed == "[1] b'\\x01'\n"


def test_a_module_that_calls_itself_numpy_does_no_harm(telling: Sandbox) -> None:
    text = f"import sys, types\nsys.modules['numpy'] = types.ModuleType('numpy')\n{RIGHT}"
    assert graded(text, telling).passed


LEAK = """
_init = Value.__init__
def _telling(self, data, *parents, **named):
    _init(self, data, *parents, **named)
    if not parents: print(float(data).hex())
Value.__init__ = _telling
"""


def test_what_one_file_was_asked_is_of_no_use_to_another(telling: Sandbox) -> None:
    """Each file is asked with inputs of its own; of what another was asked only the textbook's come again."""
    told = []
    for number in range(2):
        source = Source("leak.py", f"{RIGHT}\n{LEAK}\n# {number}\n".encode())
        report = grade(source, SMALL, telling)
        assert report.passed
        told.append({float.fromhex(word) for word in report.printed.split()})
    fresh = [{number for number in numbers if number != round(number, 2)} for numbers in told]
    assert min(map(len, fresh)) >= 10
    assert not fresh[0] & fresh[1]


# --- Side by side ---------------------------------------------------------------------------------------

HOSTILE = [
    *(stopping(name, "backward") for name in ("loop", "many_blocks", "leave_at_once")),
    *(beside(name, "before", WRONG) for name in ("fork_bomb", "disturb_others", "leave_a_mark")),
]


@pytest.mark.parametrize("name", back_ends.NAMES)
def test_right_classes_earn_everything_beside_hostile_ones(name: str) -> None:
    """Two workers, each with its own sandbox, and every right class beside a hostile one."""

    def work(texts: list[str]) -> list[float]:
        with back_ends.serving(name, IMPATIENT) as sandbox:
            reports = [
                grade(Source(f"{n}.py", text.encode()), SMALL, sandbox) for n, text in enumerate(texts)
            ]
        return [report.score.earned for report in reports]

    right, hostile = [RIGHT] * len(HOSTILE), HOSTILE
    first = [text for pair in zip(hostile, right, strict=True) for text in pair]
    second = [text for pair in zip(right, reversed(hostile), strict=True) for text in pair]
    with ThreadPoolExecutor(2) as pool:
        points = list(pool.map(work, (first, second)))
    assert points == [[0, POINTS] * len(HOSTILE), [POINTS, 0] * len(HOSTILE)]
