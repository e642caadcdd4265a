"""Certificates: what PyTorch said of each suite, committed beside the suites and checked without it.

`bench.oracle` writes them. A suite that has changed since, or a change of `grader.expected`, shows as a stale
certificate wherever the tests run, though PyTorch is installed in few places.
"""

import hashlib
import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path

import suites
from grader.expected import Expected, expect
from grader.records import Record, UnreadableRecord, from_json, to_data
from suites import Drive, Graph, Suite

FORMAT = 1
TORCH = "2.13.0"
FOLDER = Path(suites.__file__).parent / "certificates"

_LONGEST_TEXT = 200
_RTOL = 1e-12
"""PyTorch and Python's math may round the last bit of tanh, exp or log differently."""

Values = dict[str, float]


class Point(Record):
    """The values at one choice of textbook inputs."""

    inputs: Values
    data: Values
    gradients: Values


class GraphRecord(Record, kw_only=True, omit_defaults=True):
    """A graph and its points. A long text is known by its title and its SHA-256."""

    text: str
    sha256: str | None = None
    points: list[Point]


class Certificate(Record):
    """Every graph of a suite at its textbook inputs."""

    format: int
    suite: str
    torch: str
    graphs: list[GraphRecord]


def is_certified(suite: Suite) -> bool:
    """Whether PyTorch has anything to say of the suite: it has not where we make up the rules."""
    return suite.drive is not Drive.OWN_RULE


def certify(suite: Suite, play: Callable[[Graph, tuple[float, ...]], Expected]) -> Certificate:
    """The suite's certificate by what `play` says of a graph at textbook inputs."""
    graphs = [_record(graph, play) for graph in suite.graphs]
    return Certificate(format=FORMAT, suite=suite.slug, torch=TORCH, graphs=graphs)


def dumps(certificate: Certificate) -> str:
    """The text of the committed file; floats are written so that they are read back exactly."""
    return json.dumps(to_data(certificate), indent=1, sort_keys=True, allow_nan=False) + "\n"


def path(slug: str) -> Path:
    """Where the certificate of a suite is."""
    return FOLDER / f"{slug}.json"


def stale(slug: str) -> list[str]:
    """Why the committed certificate does not fit the suite as it is now; nothing if it does."""
    suite = suites.load()[slug]
    if not is_certified(suite):
        return []
    try:
        committed = from_json(Certificate, path(slug).read_bytes())
    except FileNotFoundError:
        return ["there is no certificate"]
    except UnreadableRecord as error:
        return [f"the certificate cannot be read: {error}"]
    return list(_differences(committed, certify(suite, lambda graph, inputs: expect(graph.program, inputs))))


def _record(graph: Graph, play: Callable[[Graph, tuple[float, ...]], Expected]) -> GraphRecord:
    is_long = len(graph.text) > _LONGEST_TEXT
    points = []
    for textbook in graph.textbook:
        inputs = tuple(float(value) for value in textbook.values())
        points.append(_point(graph, inputs, play(graph, inputs), is_long=is_long))
    if not is_long:
        return GraphRecord(text=graph.text, points=points)
    return GraphRecord(
        text=graph.title, sha256=hashlib.sha256(graph.text.encode()).hexdigest(), points=points
    )


def _point(graph: Graph, inputs: tuple[float, ...], values: Expected, *, is_long: bool) -> Point:
    program = graph.program
    data = dict(zip(program.nodes, values.data, strict=True))
    gradients = dict(zip(program.nodes, values.gradients, strict=True))
    if is_long:
        data = {program.root: data[program.root]}
        gradients = {name: gradients[name] for name in program.inputs}
    return Point(inputs=dict(zip(program.inputs, inputs, strict=True)), data=data, gradients=gradients)


def _differences(committed: Certificate, current: Certificate) -> Iterator[str]:
    for field in ("format", "suite", "torch"):
        was, is_now = getattr(committed, field), getattr(current, field)
        if was != is_now:
            yield f"its {field} is {was!r}, not {is_now!r}"
    if len(committed.graphs) != len(current.graphs):
        yield f"it is of {len(committed.graphs)} graphs, the suite has {len(current.graphs)}"
        return
    for was_graph, graph in zip(committed.graphs, current.graphs, strict=True):
        yield from _graph_differences(was_graph, graph)


def _graph_differences(committed: GraphRecord, current: GraphRecord) -> Iterator[str]:
    if (committed.text, committed.sha256) != (current.text, current.sha256):
        yield f"it is of another text: `{committed.text}`, not `{current.text}`"
    elif [point.inputs for point in committed.points] != [point.inputs for point in current.points]:
        yield f"it is of other inputs: `{current.text}`"
    else:
        for was_point, point in zip(committed.points, current.points, strict=True):
            for quantity in ("data", "gradients"):
                if not _agree(getattr(was_point, quantity), getattr(point, quantity)):
                    yield f"it has other {quantity} than are expected now: `{current.text}` at {point.inputs}"


def _agree(committed: Values, current: Values) -> bool:
    return committed.keys() == current.keys() and all(
        math.isclose(committed[name], current[name], rel_tol=_RTOL, abs_tol=_RTOL) for name in current
    )
