"""Graphs that teachers write: read strictly, checked by second opinions, graded as suites."""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from grader.expected import Expected, expect
from grader.instances import draw
from grader.opinions import finite_differences, has_opinions
from grader.records import Frozen, asdict
from submissions.courses.assignments.own_graph import SLUG, OwnGraph, middle, suite_of
from submissions.errors import Unusable
from submissions.tables import AssignmentVersion
from submissions.texts.single_line import single_line
from suites import PRIMITIVES, Backward, Graph, GraphError, Program, Suite, parse

MOST = 20
"""Own graphs of one assignment."""
LONGEST = 2000
MOST_POINTS = 100
TOLERANCES = (1e-9, 1e-2)
LARGEST = 1e6
_MOST_OPERATIONS, _MOST_INPUTS, _LONGEST_NAME = 60, 12, 40
_DRAWS, _SEED = 5, 7
_DIFFERENCE = 1e-3


class GraphProblem(NamedTuple):
    """Why a graph cannot be graded, and where in its text, counted from 1; 0 where that is nowhere."""

    reason: str
    line: int = 0
    column: int = 0


class CheckedGraph(Frozen):
    """The expected values at one choice of inputs, confirmed by central differences."""

    program: Program
    inputs: tuple[float, ...]
    expected: Expected


def check(text: str, inputs: Mapping[str, tuple[float, float]]) -> CheckedGraph | GraphProblem:
    """Return the expected values of a graph, or why it cannot be graded."""
    if problem := _text_problem(text) or _inputs_problem(inputs):
        return problem
    try:
        program = parse(text, tuple(inputs))
    except GraphError as error:
        return GraphProblem(_sentence(error.reason), error.line, error.column)
    if not has_opinions(program) or not isinstance(program.steps[-1], Backward):
        return GraphProblem("Write only assignments. backward() is called once, on the last node.")
    if len(program.operations) > _MOST_OPERATIONS:
        return GraphProblem(f"The graph is too large. Use at most {_MOST_OPERATIONS} operations.")
    return _computed(text, program, inputs)


def own_graphs(version: AssignmentVersion) -> tuple[OwnGraph, ...]:
    """The graphs that a teacher wrote for this version."""
    return tuple(loaded(each) for each in version.own_graphs or ())


def own_suites(version: AssignmentVersion) -> tuple[Suite, ...]:
    """The suites of a version's own graphs; the same objects for the same graphs."""
    return tuple(_suite(number, stored_key(own)) for number, own in enumerate(own_graphs(version), 1))


def own_titles(version: AssignmentVersion) -> dict[str, str]:
    """Return by slug the titles of the suites of a version's own graphs."""
    return {suite.slug: suite.title for suite in own_suites(version)}


def hidden_slugs(version: AssignmentVersion) -> frozenset[str]:
    """The slugs of suites whose graphs are hidden from students."""
    found = enumerate(own_graphs(version), 1)
    return frozenset(f"{SLUG}{number}" for number, own in found if own.hidden)


def require_usable(graphs: Sequence[OwnGraph]) -> None:
    """Check that all can be graded. Raises `Unusable` if there are too many, or one of them cannot."""
    if len(graphs) > MOST:
        raise Unusable("graphs", "too-many-graphs", most=MOST)
    for own in graphs:
        single_line("title", own.title)
        if not 0 <= own.points <= MOST_POINTS:
            raise Unusable("points", "out-of-range", least=0, most=MOST_POINTS)
        if not TOLERANCES[0] <= own.rtol <= TOLERANCES[1]:
            raise Unusable("rtol", "out-of-range")
        if isinstance(check(own.text, own.inputs), GraphProblem):
            raise Unusable("text", "not-a-graph")


def stored(own: OwnGraph) -> dict[str, Any]:
    """A graph as JSON."""
    return asdict(own) | {"inputs": [[name, low, high] for name, (low, high) in own.inputs.items()]}


def loaded(content: Mapping[str, Any]) -> OwnGraph:
    """A graph from JSON."""
    inputs = {name: (low, high) for name, low, high in content["inputs"]}
    return OwnGraph(**{**content, "inputs": inputs})


_Key = tuple[str, str, tuple[tuple[str, float, float], ...], int, float, bool]


def stored_key(own: OwnGraph) -> _Key:
    """A graph as something that can be a key."""
    inputs = tuple((name, low, high) for name, (low, high) in own.inputs.items())
    return own.title, own.text, inputs, own.points, own.rtol, own.hidden


@lru_cache(maxsize=256)
def _suite(number: int, key: _Key) -> Suite:
    title, text, inputs, points, rtol, hidden = key
    named = {name: (low, high) for name, low, high in inputs}
    return suite_of(number, OwnGraph(title, text, named, points, rtol, hidden))


def _text_problem(text: str) -> GraphProblem | None:
    if not text.strip():
        return GraphProblem("Write at least one statement, such as L = a * b.")
    if len(text) > LONGEST:
        return GraphProblem(f"The text is too long. Use at most {LONGEST} characters.")
    return None


def _is_name(name: str) -> bool:
    return name.isascii() and name.isidentifier() and len(name) <= _LONGEST_NAME and name not in PRIMITIVES


def _inputs_problem(inputs: Mapping[str, tuple[float, float]]) -> GraphProblem | None:
    if not inputs:
        return GraphProblem("Give at least one input, such as a = 2.")
    if len(inputs) > _MOST_INPUTS:
        return GraphProblem(f"There are too many inputs. Use at most {_MOST_INPUTS}.")
    for name, (low, high) in inputs.items():
        # The name is checked first, since the other sentences quote it.
        if not _is_name(name):
            return GraphProblem(f"`{name[:_LONGEST_NAME]}` cannot be the name of an input.")
        if not all(math.isfinite(number) and abs(number) <= LARGEST for number in (low, high)):
            return GraphProblem(f"Numbers of `{name}` are at most {LARGEST:g}.")
        if low > high:
            return GraphProblem(f"The range of `{name}` ends before it begins.")
    return None


def _computed(
    text: str, program: Program, inputs: Mapping[str, tuple[float, float]]
) -> CheckedGraph | GraphProblem:
    """Return the expected values in the middle of the ranges, confirmed there and at drawn inputs."""
    centre = tuple(middle(inputs).values())
    try:
        expected = expect(program, centre)
        points = [centre]
        if any(low != high for low, high in inputs.values()):
            graph = Graph(text, (middle(inputs),), ranges=dict(inputs))
            drawn = [draw(graph, Random(_SEED + turn)) for turn in range(_DRAWS)]
            if None in drawn:
                return GraphProblem("In these ranges, most inputs are too close to a pole or a kink.")
            points += [instance.inputs for instance in drawn if instance is not None]
        confirmed = all(_is_confirmed(program, point) for point in points)
    except (ArithmeticError, ValueError):
        return GraphProblem("The graph has no value at these inputs, or its numbers are too large.")
    if not confirmed:
        return GraphProblem(
            "Central differences give other gradients. Keep away from 0 of relu and from very large numbers."
        )
    return CheckedGraph(program, centre, expected)


def _is_confirmed(program: Program, inputs: tuple[float, ...]) -> bool:
    """Whether reverse accumulation and central differences agree, and all numbers are finite."""
    expected = expect(program, inputs)
    gradients = expected.gradients[: len(inputs)]
    if not all(map(math.isfinite, (*expected.data, *expected.gradients))):
        return False
    scale = max(1.0, *map(abs, gradients))
    differences = finite_differences(program, inputs)
    return all(
        abs(one - other) <= _DIFFERENCE * scale for one, other in zip(gradients, differences, strict=True)
    )


def _sentence(reason: str) -> str:
    """A reason of the parser as a sentence."""
    return f"{reason[:1].upper()}{reason[1:]}."
