"""Graders that grade a class, all with the same tests, each in an environment of its own."""

import json
import os
import subprocess
import xml.etree.ElementTree as ET
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from bench._notebooks import code, write
from grader.instances import Instance, textbook
from suites import Graph, by_stage

_ERRORS = "errors.txt"


class Test(NamedTuple):
    """One test: the lines of a graph, and what must hold behind them."""

    lines: list[str]
    asserts: list[str]

    @property
    def body(self) -> str:
        """The test as lines of Python."""
        return "\n".join((*self.lines, *self.asserts)) + "\n"


def tests() -> Iterator[Test]:
    """Yield a test for each graph of the core suites, at its textbook inputs."""
    for suite in (suite for suites in by_stage().values() for suite in suites if suite.core):
        for graph in suite.graphs:
            for instance in textbook(graph):
                yield Test(_lines(graph, instance), _expected(graph, instance))


def _lines(graph: Graph, instance: Instance) -> list[str]:
    inputs = zip(graph.program.inputs, instance.inputs, strict=True)
    made = [f"{name} = Value({value!r})" for name, value in inputs]
    return [*made, *graph.text.split("; "), f"{graph.program.root}.backward()"]


def _expected(graph: Graph, instance: Instance) -> list[str]:
    program, expected = graph.program, instance.expected
    wanted = {f"{program.root}.data": expected.data[program.index[program.root]]}
    wanted |= {f"{name}.grad": expected.gradients[program.index[name]] for name in program.inputs}
    return [f"assert abs({what} - {value!r}) < 1e-6" for what, value in wanted.items()]


class Peer(ABC):
    """A grader in one folder, in which it grades one file."""

    name: ClassVar[str]
    packages: ClassVar[tuple[str, ...]] = ()
    """The packages that it is installed from; none: it is in this environment."""

    def __init__(self, programs: Path, folder: Path) -> None:
        """Take the folder of its programs, and an empty one to grade in."""
        self._programs, self._folder = programs, folder

    def prepare(self) -> None:  # noqa: B027 - ours has nothing to prepare
        """Do what an instructor does once for all files."""

    @abstractmethod
    def grade(self, source: str) -> None:
        """Grade a file."""

    @abstractmethod
    def points(self) -> tuple[float, float]:
        """Return the points that the file earned, and those that it could earn."""

    def share(self) -> float:
        """Return the share of the points that the file earned."""
        earned, possible = self.points()
        return earned / possible if possible else 0.0

    @property
    def errors(self) -> str:
        """Return what its programs wrote to standard error."""
        path = self._folder / _ERRORS
        return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""

    def _write(self, name: str, text: str) -> None:
        path = self._folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def _read(self, name: str) -> Any:  # noqa: ANN401 - a document of the grader's
        """Return a document of JSON; None where the grader wrote none."""
        path = self._folder / name
        return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None

    def _run(self, program: str, *arguments: str, within: str = ".", out: str = "printed") -> int:
        """Run one of its programs, and write what it prints to a file; return its exit status."""
        path = f"{self._programs}{os.pathsep}{os.environ['PATH']}"
        with (self._folder / out).open("wb") as printed, (self._folder / _ERRORS).open("ab") as errors:
            done = subprocess.run(
                [self._programs / program, *arguments],
                cwd=self._folder / within, env={**os.environ, "PATH": path},
                stdin=subprocess.DEVNULL, stdout=printed, stderr=errors, check=False,
            )  # fmt: skip
        return done.returncode


class Backgrade(Peer):
    """`backgrade check`, with all of its suites and its diagnosis."""

    name = "Backgrade"

    def grade(self, source: str) -> None:
        """Grade a file, cold."""
        self._write("value.py", source)
        self._run("backgrade", "check", "value.py", "--json", out="report.json")

    def points(self) -> tuple[float, float]:
        """Return the points of its report."""
        score = self._read("report.json")["score"]
        return score["earned"], score["possible"]


class Pytest(Peer):
    """A file of tests beside the class."""

    name = "pytest"
    packages = ("pytest==9.0.2",)
    _status = 0

    def prepare(self) -> None:
        """Write the tests."""
        asked = [
            f"def test_{number}():\n" + "".join(f"    {line}\n" for line in test.body.splitlines())
            for number, test in enumerate(tests())
        ]
        self._write("test_value.py", "from value import Value\n\n\n" + "\n\n".join(asked))

    def grade(self, source: str) -> None:
        """Run the tests."""
        self._write("value.py", source)
        self._status = self._run("python", "-m", "pytest", "-q", "--junitxml=results.xml")

    def points(self) -> tuple[float, float]:
        """Return a point for each test; without results, one point as the exit status says."""
        results = self._folder / "results.xml"
        if not results.exists():
            return float(self._status == 0), 1
        suite = ET.parse(results).getroot()[0]  # noqa: S314 - pytest wrote it
        lost = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        return int(suite.get("tests", 1)) - lost, int(suite.get("tests", 1))


class Otter(Peer):
    """otter-grader: a notebook, and a question a test."""

    name = "otter-grader"
    packages = ("otter-grader==7.0.0", "ipykernel")

    def questions(self) -> Mapping[str, str]:
        """Return the test file of each question."""
        return {f"q{number}": self._question(f"q{number}", test) for number, test in enumerate(tests())}

    def prepare(self) -> None:
        """Make the archive that it grades with."""
        for name, test in self.questions().items():
            self._write(f"tests/{name}.py", test)
        self._run("otter", "generate", "-t", "tests", "-o", "grader.zip", "--no-environment")

    def grade(self, source: str) -> None:
        """Grade a notebook."""
        checks = "\n".join(f'grader.check("{name}")' for name in self.questions())
        cells = ("import otter\ngrader = otter.Notebook()", source, checks)
        write(self._folder / "value.ipynb", [code(f"c{number}", cell) for number, cell in enumerate(cells)])
        self._run("otter", "run", "-a", "grader.zip", "-o", ".", "value.ipynb")

    def points(self) -> tuple[float, float]:
        """Return the points of its questions."""
        results = self._read("results.json") or {"tests": []}
        graded = [each for each in results["tests"] if "max_score" in each]
        return sum(each["score"] for each in graded), sum(each["max_score"] for each in graded)

    @staticmethod
    def _question(name: str, test: Test) -> str:
        lines = "\n".join(f">>> {line}" for line in test.body.splitlines())
        case = {"code": lines, "hidden": False, "locked": False}
        asked = {"name": name, "points": 1, "suites": [{"cases": [case], "type": "doctest"}]}
        return f"OK_FORMAT = True\ntest = {asked!r}\n"


_SCORE = """
from nbgrader.api import Gradebook
with Gradebook("sqlite:///gradebook.db") as gradebook:
    (one,) = gradebook.assignment_submissions("value")
    print([one.score, one.max_score])
"""


class Nbgrader(Peer):
    """nbgrader: a notebook, and a cell a test."""

    name = "nbgrader"
    packages = ("nbgrader==0.9.6", "ipykernel")

    def checks(self) -> Iterator[Mapping[str, object]]:
        """Yield the cells that grade the class."""
        for number, test in enumerate(tests()):
            yield self.cell(f"t{number}", test.body, points=1)

    def prepare(self) -> None:
        """Generate the assignment."""
        self._notebook("source/value/value.ipynb", "# your class")
        self._write("nbgrader_config.py", 'get_config().CourseDirectory.course_id = "bench"\n')
        self._run("nbgrader", "generate_assignment", "value", "--create")

    def grade(self, source: str) -> None:
        """Grade a notebook."""
        self._notebook("submitted/ada/value/value.ipynb", source)
        self._run("nbgrader", "autograde", "value")

    def points(self) -> tuple[float, float]:
        """Return the points of its cells; none where the notebook could not be graded."""
        status = self._run("python", "-c", _SCORE, out="score.json")
        earned, possible = self._read("score.json") if status == 0 else (0.0, 0.0)
        return earned, possible

    def _notebook(self, name: str, source: str) -> None:
        write(self._folder / name, [self.cell("value", source), *self.checks()])

    @staticmethod
    def cell(id_: str, source: str, points: int | None = None) -> Mapping[str, object]:
        """Return a cell with what nbgrader has to know of it: of the class, or of a test with points."""
        tested = points is not None
        told: dict[str, object] = {
            "schema_version": 3, "grade_id": id_, "solution": not tested, "grade": tested,
            "locked": tested, "task": False,
        }  # fmt: skip
        return code(id_, source, nbgrader={**told, "points": points} if tested else told)


class Check50(Peer):
    """check50: a check a test, each of which runs a script."""

    name = "check50"
    packages = ("check50==3.5.0", "setuptools<81")

    def prepare(self) -> None:
        """Write the checks."""
        asked = []
        for number, test in enumerate(tests()):
            self._write(f"checks/graph_{number}.py", f"from value import Value\n\n{test.body}")
            asked.append(
                f'@check50.check()\ndef graph_{number}():\n    """graph {number}"""\n'
                f'    check50.include("graph_{number}.py")\n'
                f'    check50.run("python3 graph_{number}.py").exit(0)\n'
            )
        self._write("checks/.cs50.yml", "check50: true\n")
        self._write("checks/__init__.py", "import check50\n\n\n" + "\n\n".join(asked))

    def grade(self, source: str) -> None:
        """Run the checks."""
        self._write("work/value.py", source)
        report = ("-o", "json", "--output-file", "results.json")
        self._run("check50", "--dev", *report, str(self._folder / "checks"), within="work")

    def points(self) -> tuple[float, float]:
        """Return a point for each check."""
        results: Sequence[Any] = (self._read("work/results.json") or {}).get("results") or ()
        return sum(bool(each["passed"]) for each in results), len(results)


PEERS: tuple[type[Peer], ...] = (Backgrade, Pytest, Check50, Otter, Nbgrader)
