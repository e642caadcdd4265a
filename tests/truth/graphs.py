"""Graphs of suites as lines that are pasted behind a class, in the names that the class has."""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from grader.harness.model.dialect_names import BACKWARD_NAMES
from grader.records import replace
from grader.report import Report
from suites import Backward, Clear, Drive, Graph, Operation, Program, load, written
from tests.truth.plain import PlainCase

_MOST_NODES = 40
_NUMBER = re.compile(r"-?\d+\.\d+(?:e[+-]?\d+)?")


@dataclass(frozen=True)
class PastedDialect:
    """How a class makes a node, and asks for a pass."""

    made: str
    passed: str
    asks: str = ""
    """What each node is asked for after the pass, which only seeds the output then."""
    question: bool = False
    """Whether the output is asked about each node in place of a pass."""

    @classmethod
    def of(cls, report: Report, shown: list[str]) -> "PastedDialect":
        """As the lines that the report shows do it; of the usual class where it shows none."""
        for note in report.notes:
            if note.kind == "outputs-asked":
                usual = cls.of(replace(report, notes=()), shown)
                return cls(usual.made, answers(note.name or "", "{node}", "{nodes}"), question=True)
            if note.kind == "gradients-asked":
                usual = cls.of(replace(report, notes=()), shown)
                return cls(usual.made, f"{{node}}.{note.operation} = 1.0", note.name or "")
        made = f"{report.found.name if report.found else 'Value'}(0.0)"
        backward = next((each for each in BACKWARD_NAMES if each in report.operations), "backward")
        for lines in shown:
            for statement in (ast.unparse(each) for each in ast.parse(lines).body):
                name, _, value = statement.partition(" = ")
                if "(" in value and _NUMBER.search(value) and value[0].isalpha():
                    made = value.replace(repr(name), "'a'")
                    return cls(made, _pass_of(shown) or "{node}." + backward + "()")
        return cls(made, "{node}." + backward + "()")

    def node(self, value: float) -> str:
        """A node of this number."""
        return _NUMBER.sub(lambda _: repr(float(value)), self.made, count=1)


def _pass_of(shown: list[str]) -> str:
    for lines in shown:
        for statement in ast.parse(lines).body:
            text = ast.unparse(statement)
            is_pass = isinstance(statement, ast.Expr) or text.startswith("returned = ")
            if is_pass and not text.startswith("print") and "zero_grad" not in text:
                for name in (node.id for node in ast.walk(statement) if isinstance(node, ast.Name)):
                    if len(name) <= 2:
                        return re.sub(rf"\b{name}\b", "{node}", text)
    return ""


def known(slug: str, caption: str) -> Graph | None:
    """The graph of a suite that a reader knows by this caption, if it is driven by the pass of the class."""
    suite = load().get(slug)
    if suite is None or suite.drive is not Drive.BACKWARD:
        return None
    return next((each for each in suite.graphs if each.caption == caption), None)


def by_text(text: str) -> Iterator[Graph]:
    """The graphs with this text."""
    for suite in load().values():
        if suite.drive is Drive.BACKWARD:
            yield from (each for each in suite.graphs if each.text == text)


def case(
    graph: Graph, inputs: Mapping[str, float], dialect: PastedDialect, names: tuple[str, str], cls: str
) -> PlainCase | None:
    """The lines of a graph; None of one that nobody would paste."""
    program = graph.program
    if len(program.nodes) > _MOST_NODES or any(name not in inputs for name in program.inputs):
        return None
    variable = {name: f"n{number}" for number, name in enumerate(program.nodes)}
    lines = [f"{variable[name]} = {dialect.node(inputs[name])}" for name in program.inputs]
    unasked = False
    for step in program.steps:
        match step:
            case Operation(name, op, operands):
                texts = [variable[o] if isinstance(o, str) else repr(o) for o in operands]
                lines.append(f"{variable[name]} = {written(op, texts)}")
            case Backward(node):
                nodes = "".join(f"{variable[name]}, " for name in _below(program, node))
                lines.append(dialect.passed.format(node=variable[node], nodes=nodes))
                unasked = bool(dialect.asks)
            case Clear(node) if names[1] == "returned":
                lines += [
                    f"globals().setdefault('returned', {{}})[id({variable[node]})] = 0.0"
                ] * dialect.question
            case Clear(node):
                lines += [_asking_all(lines, dialect)] * unasked
                lines.append(f"{variable[node]}.{names[1]} = {None if dialect.asks else 0}")
                unasked = False
            case _:
                lines.append(f"{variable[step.node]}.zero_grad()")
    lines += [_asking_all(lines, dialect)] * unasked
    return PlainCase("\n".join(lines), tuple(variable.values()), *names, cls)


def _below(program: Program, output: str) -> list[str]:
    """The node and all that it is computed from."""
    below = {output}
    for operation in reversed(program.operations):
        if operation.name in below:
            below.update(each for each in operation.operands if isinstance(each, str))
    return [name for name in program.nodes if name in below]


def answers(question: str, output: str, nodes: str) -> str:
    """The line that asks an output about nodes: `returned` is as if passes had returned gradients."""
    earlier = "globals().get('returned', dict())"
    total = f"{earlier}.get(id(node), 0.0) + {question.replace('output', output)}"
    return f"returned = {earlier} | dict(zip(map(id, ({nodes})), [{total} for node in ({nodes})]))"


def _asking_all(lines: list[str], dialect: PastedDialect) -> str:
    """The line that asks every node so far for its gradient."""
    made = (name for name, *_ in (line.split(" = ") for line in lines) if name.isidentifier())
    return f"[node.{dialect.asks} for node in ({', '.join(made)})]"
