"""A graph of a teacher as its form has it, and drawn with what is right."""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal

from markupsafe import Markup

from api.i18n import gettext as _, number
from api.pages._reader import FormReader
from api.report_view.pictures import svg
from api.report_view.thermometer import Thermometer, thermometer
from api.words.unusable import unusable
from grader.explanation.explain import explain
from grader.records import Frozen
from grader.sandbox.plays import Observation, PlayStatus
from submissions.courses.assignments.own_graph import OwnGraph
from submissions.courses.assignments.own_graphs import CheckedGraph, GraphProblem, check
from submissions.errors import Unusable

EXAMPLE: Mapping[str, str] = {
    "title": "",
    "text": "e = a * b\nL = (e + c) * (a - c)",
    "inputs": "a = 2\nb = -3 to -1\nc = 10",
    "points": "1",
    "rtol": "0.000001",
    "number": "",
}
"""The content of the form of a new graph."""
EMPTY = dict.fromkeys((*EXAMPLE, "hidden"), "")

_NUMBER = r"[+-]?\d{1,7}(?:[.,]\d{1,12})?(?:[eE][+-]?\d{1,2})?"
_INPUT = re.compile(rf"\s*(\w{{1,40}})\s*=\s*({_NUMBER})(?:\s+(?:to|a)\s+({_NUMBER}))?\s*", re.ASCII)
_DIGITS = 6


class NodeRow(Frozen):
    """A node in the table beside the picture."""

    text: str
    data: str
    gradient: str


class Preview(Frozen):
    """A graph drawn, or why it cannot be graded."""

    problem: str = ""
    place: str = ""
    """The line with a mark below the column; empty where the problem is about no place."""
    picture: str = ""
    rows: tuple[NodeRow, ...] = ()
    thermometer: Thermometer | None = None


def filled(own: OwnGraph, position: int) -> dict[str, str]:
    """The fields for a graph, the first of which has the position 1."""
    return {
        "title": own.title,
        "text": own.text,
        "inputs": "\n".join(_input(name, *limits) for name, limits in own.inputs.items()),
        "points": str(own.points),
        "rtol": f"{Decimal(str(own.rtol)):f}",
        "hidden": "on" if own.hidden else "",
        "number": str(position),
    }


def read(typed: Mapping[str, str]) -> OwnGraph:
    """The graph that was typed."""
    reader = FormReader(typed, "UTC")
    own = OwnGraph(
        title=reader.line("title"),
        text=typed.get("text", "").replace("\r\n", "\n").strip(),
        inputs=inputs_of(typed.get("inputs", "")),
        points=reader.whole("points", 1),
        rtol=_tolerance(typed.get("rtol", "")),
        hidden=reader.ticked("hidden"),
    )
    reader.require_usable()
    return own


def inputs_of(text: str) -> dict[str, tuple[float, float]]:
    """Return the range of each input, from lines such as `a = 2` and `b = -3 to 3`."""
    found = {}
    for line in filter(str.strip, re.split(r"[\n;]", text.replace("\r", ""))):
        match = _INPUT.fullmatch(line)
        if match is None or match[1] in found:
            raise Unusable("inputs", "not-an-input")
        low = float(match[2].replace(",", "."))
        found[match[1]] = (low, float(match[3].replace(",", ".")) if match[3] else low)
    return found


def _tolerance(text: str) -> float:
    """A relative tolerance; the usual one where nothing stands."""
    try:
        return float(text.strip().replace(",", ".") or "1e-6")
    except ValueError:
        raise Unusable("rtol", "not-a-number") from None


def preview(typed: Mapping[str, str]) -> Preview:
    """Return the drawing of the graph that the form holds."""
    text = typed.get("text", "").replace("\r\n", "\n").strip()
    try:
        checked = check(text, inputs_of(typed.get("inputs", "")))
    except Unusable:
        return Preview(unusable(Unusable("inputs", "not-an-input")))
    if isinstance(checked, GraphProblem):
        return _problem(checked, text)
    explained = explain(checked.program, checked.inputs, Observation(PlayStatus.ANSWERED))
    can_be_drawn = len(checked.program.nodes) <= svg.MOST_NODES
    picture = Markup(svg.pictures(explained)) if can_be_drawn else ""  # noqa: S704 - escaped where drawn
    bars = thermometer(checked.program, checked.inputs)
    return Preview(picture=picture, rows=tuple(_rows(checked)), thermometer=bars)


def _problem(problem: GraphProblem, text: str) -> Preview:
    if not problem.line:
        return Preview(problem.reason)
    where = _("Line {line}, column {column}: {reason}", **problem._asdict())
    lines = text.splitlines()
    line = lines[problem.line - 1] if problem.line <= len(lines) else ""
    mark = " " * min(problem.column - 1, len(line)) + "^"
    return Preview(where, f"{line}\n{mark}")


def _rows(checked: CheckedGraph) -> Iterator[NodeRow]:
    columns = zip(checked.program.texts, checked.expected.data, checked.expected.gradients, strict=True)
    for text, data, gradient in columns:
        yield NodeRow(text, number(round(data, _DIGITS)), number(round(gradient, _DIGITS)))


def _input(name: str, low: float, high: float) -> str:
    return f"{name} = {low:g}" if low == high else f"{name} = {low:g} to {high:g}"
