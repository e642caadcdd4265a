"""Small graphs, and what is explained of them where nodes hold other numbers than they should."""

from collections.abc import Mapping, Sequence

from grader.expected import expect
from grader.explanation.explain import explain
from grader.finding import Explained
from grader.sandbox.plays import Observation, PlayStatus, Readings, ValueKind
from suites import Program, parse

FIVE_NODES = parse("c = a * b; d = a + b; e = c + d", ("a", "b"))
DIAMOND = parse("ab = a * b; e = ab + c; f = a - c; L = e * f", ("a", "b", "c"))
SKIP = parse("b = a * a; c = b + 1; d = c * 3; y = b * d", ("a",))


def readings(values: Sequence[float], kinds: Mapping[int, ValueKind] | None = None) -> Readings:
    found = kinds or {}
    return Readings(tuple(values), bytes(found.get(node, ValueKind.FLOAT) for node in range(len(values))))


def observed(
    program: Program,
    inputs: Sequence[float],
    held: Mapping[str, float | ValueKind],
    *,
    data: float | None = None,
) -> Observation:
    """A play in which all is right but what these nodes held in the end, and perhaps the root's data."""
    expected = expect(program, inputs)
    gradients, kinds = list(expected.gradients), {}
    for name, value in held.items():
        if isinstance(value, ValueKind):
            kinds[program.index[name]] = value
        else:
            gradients[program.index[name]] = value
    made = [*expected.data]
    if data is not None:
        made[program.index[program.root]] = data
    return Observation(PlayStatus.ANSWERED, readings(made), readings(made), readings(gradients, kinds))


def explained(program: Program, inputs: Sequence[float], **held: float | ValueKind) -> Explained:
    return explain(program, inputs, observed(program, inputs, held))
