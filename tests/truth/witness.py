"""Whether what a finding holds of a run is what plain Python and the chain rule say, in a line each."""

import ast
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from grader.compare import Quantity
from grader.finding import CallKind, Contribution, Explained, Finding, Write
from grader.report import GraphResult, Report
from suites import Graph
from tests.truth import graphs
from tests.truth.chain_rule import Right
from tests.truth.graphs import PastedDialect
from tests.truth.plain import PlainCase, PlainChange, PlainRun, plain_runs

_CLOSE = 2e-3
"""Numbers of a sentence have four digits, and those of single precision not many more."""


def same(one: float | None, other: float | None) -> bool:
    """Whether two numbers are one but for how they are written."""
    if one is None or other is None:
        return one is other
    return math.isclose(one, other, rel_tol=_CLOSE, abs_tol=1e-6) or (math.isnan(one) and math.isnan(other))


@dataclass
class WitnessedFile:
    """A file, its report, and what plain Python did with it."""

    source: str
    report: Report
    runs: dict[int, list[PlainRun]] = field(default_factory=dict)
    """By the number of a finding: the first with every change, the others with what is printed."""
    stopped: dict[int, PlainRun] = field(default_factory=dict)
    """By the number of a finding, the run of the graph that is said to raise its exception."""
    failed: list[tuple[GraphResult, Graph, PlainRun]] = field(default_factory=list)
    """The graphs that failed."""
    has: frozenset[str] = frozenset()
    """The names that the class has, and those of functions beside it."""

    @cached_property
    def tree(self) -> ast.Module:
        """The source as Python reads it."""
        return ast.parse(self.source)

    @cached_property
    def lines(self) -> list[str]:
        """The source, a line each; the first is number 1."""
        return ["", *self.source.split("\n")]

    @property
    def cls(self) -> str:
        """The class that is graded."""
        return self.report.found.name if self.report.found else "Value"

    @property
    def attributes(self) -> tuple[str, str]:
        """The names of data and gradient."""
        names = {note.kind: note.name for note in self.report.notes}
        is_returned = {"gradients-returned", "outputs-asked"} & {*names}
        gradient = "returned" if is_returned else names.get("gradient-name")
        return names.get("data-name") or "data", gradient or "grad"

    @property
    def findings(self) -> Sequence[Finding]:
        """Those of what is graded."""
        return self.report.diagnosis.findings if self.report.diagnosis else ()

    def run(self, times: int) -> None:
        """Run the lines of each finding, in so many processes that hash each in another way.

        In the first, each change is followed, and the graphs that failed run too, and those that are said to
        raise something.
        """
        shown = {number: each for number, finding in enumerate(self.findings) if (each := lines_of(finding))}
        names = self.attributes
        question = next((note.name or "" for note in self.report.notes if note.kind == "outputs-asked"), "")
        for number, lines in shown.items() if question else ():
            made = [*assigned(lines)]
            nodes = "".join(f"{name}, " for name in made)
            shown[number] = f"{lines}\n{graphs.answers(question, made[-1], nodes)}"
        cases = [PlainCase(lines, tuple(assigned(lines)), *names, self.cls) for lines in shown.values()]
        dialect = PastedDialect.of(self.report, [*shown.values()])
        failed, said = list(self._failed(dialect)), list(self._said(dialect))
        first = [
            *(replace(case, trace=True) for case in cases),
            PlainCase("pass", (), *names, self.cls),
            *(case for *_, case in failed),
            *(case for _, case in said),
        ]
        found = iter(plain_runs(self.source, first, self.report.absent))
        self.runs = {number: [next(found)] for number in shown}
        self.has = next(found).has
        self.failed = [(result, graph, next(found)) for result, graph, _ in failed]
        self.stopped = {number: next(found) for number, _ in said}
        for seed in range(1, times if cases else 1):
            runs = plain_runs(self.source, cases, self.report.absent, seed=seed)
            for number, run in zip(shown, runs, strict=True):
                self.runs[number].append(run)

    def _failed(self, dialect: PastedDialect) -> Iterator[tuple[GraphResult, Graph, PlainCase]]:
        """The graphs that failed, as lines."""
        for suite in self.report.suites:
            for result in suite.graphs:
                inputs = {each.name: each.value for each in result.inputs}
                graph = graphs.known(suite.slug, result.graph) if inputs else None
                lines = graphs.case(graph, inputs, dialect, self.attributes, self.cls) if graph else None
                if graph is not None and lines is not None:
                    yield result, graph, lines

    def _said(self, dialect: PastedDialect) -> Iterator[tuple[int, PlainCase]]:
        """The graphs that are said to raise an exception, by the number of the finding."""
        given: dict[str, Mapping[str, float]] = {
            result.graph: {each.name: each.value for each in result.inputs}
            for suite in self.report.suites
            for result in suite.graphs
            if result.inputs
        }
        for number, finding in enumerate(self.findings):
            raised = finding.evidence.raised
            for graph in list(graphs.by_text(raised.graph))[:1] if raised else ():
                inputs = _inputs_shown(finding, graph) or given.get(graph.caption, graph.textbook[0])
                lines = graphs.case(graph, inputs, dialect, self.attributes, self.cls)
                if lines is not None:
                    yield number, lines

    def raised_by(self, finding: Finding) -> list[Mapping[str, Any]]:
        """What the graph raised that is said to raise something; empty where nobody can paste it."""
        run = self.stopped.get(self.findings.index(finding))
        if run is None:
            return []
        raised = run.raised or {"type": "nothing", "message": "", "places": [[None, None]]}
        return [raised] if raised["places"] else []  # else the lines of the test do not fit the class


def _inputs_shown(finding: Finding, graph: Graph) -> Mapping[str, float]:
    """The inputs of the lines to paste, if these are of this graph: at others it may not raise."""
    nodes = finding.explained.nodes if finding.explained else ()
    inputs = {node.name: node.data for node in nodes if node.op is None}
    is_of_graph = len(nodes) == len(graph.program.nodes) and inputs.keys() == {*graph.program.inputs}
    return inputs if is_of_graph else {}


def seen(source: bytes, report: Report, *, runs: int = 1) -> WitnessedFile:
    """A report with what plain Python does with its file, in so many processes."""
    text = source.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")
    graded = WitnessedFile(text, report)
    graded.run(runs)
    return graded


def lines_of(finding: Finding) -> str:
    """The lines to paste; empty where there are none."""
    explained = finding.explained
    return "" if explained is None or explained.others_repaired else explained.graph


def assigned(lines: str) -> Iterator[str]:
    """The variables of the lines, in order."""
    for statement in ast.parse(lines).body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            yield statement.targets[0].id


@dataclass
class Witness:
    """What is known of the graph of one finding."""

    explained: Explained
    run: PlainRun | None

    @cached_property
    def right(self) -> Right:
        """What each node must hold."""
        return Right(self.explained)

    @cached_property
    def variable(self) -> dict[str, str]:
        """The variable of each node in the lines to paste."""
        names = [node.name for node in self.explained.nodes]
        return dict(zip(names, assigned(self.explained.graph), strict=False))

    def held(self, node: str, *, gradient: bool) -> float | None:
        """What plain Python left in a node."""
        assert self.run is not None
        return self.run.held.get((self.variable[node], gradient))

    def complaints(self) -> Iterator[str]:
        """What is not so."""
        yield from self._right()
        yield from self._contributions()
        if self.run is not None and not self.explained.varies:
            yield from self._held(self.run)
            yield from self._written(self.run)

    def _right(self) -> Iterator[str]:
        for node in self.explained.nodes:
            if not same(node.data, self.right.data[node.name]):
                yield f"{node.name} must hold {self.right.data[node.name]}, not {node.data}"
            if not same(node.gradient, self.right.gradient[node.name]):
                yield f"{node.name}.grad must be {self.right.gradient[node.name]}, not {node.gradient}"

    def _contributions(self) -> Iterator[str]:
        got = {node.name: node.gradient_got for node in self.explained.nodes}
        for node in {each.node for each in self.explained.contributions}:
            own = [each for each in self.explained.contributions if each.node == node]
            due = math.fsum(value for _, value in self.right.shares(node))
            if not same(math.fsum(each.value for each in own), due):
                yield f"the contributions to {node} are {due}"
            flowed = [each.value if got[each.consumer] is None else _flowed(each, got) for each in own]
            kept = [each.kept for each in own]
            if node not in self._seeded and not self._is_kept(node, flowed, kept):
                values = [each.value for each in own]
                if not self._is_kept(node, values, kept):
                    yield f"{node} holds {got[node]}, and {kept} of {flowed} are said to be kept"
        if paths := self.explained.paths:
            node = paths[0].nodes[0]
            if not same(math.fsum(each.value for each in paths), self.right.gradient[node]):
                yield f"the paths of {node} do not add up to its gradient"

    @property
    def _seeded(self) -> set[str]:
        """The outputs of passes, which hold 1 beside what arrives."""
        return {call.node for call in self.right.calls if call.kind is CallKind.BACKWARD}

    def _is_kept(self, node: str, values: Sequence[float], kept: Sequence[bool | None]) -> bool:
        """Whether what is kept adds up to what the node holds, where all of it is known."""
        held = next(each.gradient_got for each in self.explained.nodes if each.name == node)
        total = math.fsum(value for value, is_kept in zip(values, kept, strict=True) if is_kept)
        return None in kept or same(total, held or 0.0)

    def _held(self, run: PlainRun) -> Iterator[str]:
        if bool(run.raised) is not self.explained.stopped:
            yield f"Python stops: {run.raised}; that is not what is said"
        if run.raised:
            return
        for node in self.explained.nodes:
            for gradient, said in ((False, node.data_got), (True, node.gradient_got)):
                held = self.held(node.name, gradient=gradient)
                if not same(said, held) and not (said is None and not (held and math.isfinite(held))):
                    yield f"{node.name} holds {held} (gradient: {gradient}), and not {said}"

    def _written(self, run: PlainRun) -> Iterator[str]:
        """Each write is one that plain Python does, on this line; and none of its changes is left out."""
        for node in self.explained.nodes:
            for gradient in (True, False):
                name = self.variable[node.name]
                seen = [each for each in run.changes if (each.name, each.is_gradient) == (name, gradient)]
                said = [each for each in self.explained.writes if _is_of(each, node.name, gradient=gradient)]
                if said:
                    yield from _compared(node.name, said, seen)


def _is_of(write: Write, node: str, *, gradient: bool) -> bool:
    is_gradient = write.quantity is Quantity.GRADIENT
    is_first = write.new is None or (
        not is_gradient and (write.old is None or write.during is None)  # or set while it was made
    )
    return (
        write.node == node
        and is_gradient is gradient
        and not is_first
        and not same(write.old or 0.0, write.new)
    )


def _compared(node: str, said: Sequence[Write], seen: Sequence[PlainChange]) -> Iterator[str]:
    if sorted(map(_step, said)) == sorted(map(_step, seen)):
        return  # the same writes, perhaps in another order of a set
    left = list(seen)
    for write in said:
        fitting = next((each for each in left if same(each.new, write.new)), None)
        if fitting is None:
            yield f"nobody writes {write.new} to {node} (line {write.line})"
            continue
        del left[: left.index(fitting) + 1]
        if write.line is not None and fitting.line not in (write.line, None):
            yield f"{node} became {write.new} on line {fitting.line}, and not on {write.line}"
        if not same(write.old or 0.0, fitting.old or 0.0):
            yield f"{node} was {fitting.old} before it became {write.new}, and not {write.old}"


def _step(each: Write | PlainChange) -> tuple[int, str]:
    """The line of a write, and how much it adds."""
    return each.line or 0, format((each.new or 0.0) - (each.old or 0.0), ".6g")


def _flowed(part: Contribution, got: Mapping[str, float | None]) -> float:
    """What must have arrived by a use, with what its consumer held."""
    return part.local * (got[part.consumer] or 0.0)
