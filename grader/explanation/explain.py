"""Explains one play of a graph.

What is right comes from the chain rule. What was kept and what was lost is read off the submission's
writes, or off the one choice of contributions that adds up to what a node held. Where neither
decides, nothing is said.
"""

from collections.abc import Iterator, Sequence

from grader.compare import USUAL, Tolerance
from grader.expected import expect
from grader.explanation.comparison import Comparison
from grader.explanation.flow import Flow, right_writes
from grader.explanation.kept import contributions, kept_contributions
from grader.explanation.lines import DIALECT, Dialect, Lines
from grader.explanation.paths import explained_paths
from grader.finding import Call, CallKind, Explained, Write
from grader.opinions import has_opinions
from grader.sandbox.base import Observation
from suites import Backward, Clear, Program, ZeroGrad


def explain(
    program: Program,
    inputs: Sequence[float],
    observation: Observation,
    writes: Sequence[Write] = (),
    dialect: Dialect = DIALECT,
    *,
    tolerance: Tolerance = USUAL,
) -> Explained:
    """Tell what each node must hold, what it held, and what became of each contribution.

    Contributions, paths and right writes are of programs that are one backward pass and nothing more.
    An observation without readings leaves out what was got, and nothing is called wrong. The lines of
    the graph are empty where they would be too many to paste. Numbers within the `tolerance` of the suite
    are right, as they are for the judge.

    Raises:
        ArithmeticError, ValueError: where the program has no value at these inputs.
    """
    seen = Comparison(program, tuple(inputs), expect(program, inputs), observation, tolerance)
    graph = Lines(program, dialect).text(inputs, seen)
    explained = Explained(
        graph=graph,
        root=program.root,
        nodes=seen.nodes,
        calls=tuple(_calls(program)),
        writes=tuple(writes),
    )
    if not has_opinions(program):
        return explained
    flow = Flow(seen, dialect.order)
    kept = kept_contributions(seen, flow, writes)
    return explained.model_copy(
        update={
            "contributions": tuple(contributions(seen, flow, kept)),
            "paths": explained_paths(seen, flow, kept),
            "right_writes": tuple(right_writes(seen, flow)),
        }
    )


def _calls(program: Program) -> Iterator[Call]:
    """The passes and resets of a program."""
    for number, step in enumerate(program.steps):
        match step:
            case Backward(node):
                yield Call(kind=CallKind.BACKWARD, node=node, step=number)
            case ZeroGrad(node):
                yield Call(kind=CallKind.ZERO_GRAD, node=node, step=number)
            case Clear(node):
                yield Call(kind=CallKind.CLEAR, node=node, step=number)
