"""Explains one play of a graph.

What is right comes from the chain rule. What was kept and what was lost is read off the submission's
writes, or off the one choice of contributions that adds up to what a node held. Where neither
decides, nothing is said.
"""

import math
from collections.abc import Iterable, Iterator, Sequence

from grader.compare import USUAL, Tolerance
from grader.expected import expect
from grader.explanation.comparison import Comparison
from grader.explanation.flow import Flow, Use, right_writes
from grader.explanation.kept import Kept, contributions, in_sum, kept_contributions
from grader.explanation.lines import DIALECT, Dialect, Lines
from grader.finding import Call, CallKind, Explained, PathExplained, Write
from grader.opinions import has_opinions
from grader.records import replace
from grader.sandbox.plays import Observation
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

    Raises `ArithmeticError` or `ValueError` where the program has no value at these inputs.
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
    return replace(
        explained,
        contributions=tuple(contributions(seen, flow, kept)),
        paths=explained_paths(seen, flow, kept),
        right_writes=tuple(right_writes(seen, flow)),
    )


def _calls(program: Program) -> Iterator[Call]:
    """Yield the passes and resets of a program."""
    for number, step in enumerate(program.steps):
        match step:
            case Backward(node):
                yield Call(kind=CallKind.BACKWARD, node=node, step=number)
            case ZeroGrad(node):
                yield Call(kind=CallKind.ZERO_GRAD, node=node, step=number)
            case Clear(node):
                yield Call(kind=CallKind.CLEAR, node=node, step=number)


_MOST_PATHS = 12


def explained_paths(seen: Comparison, flow: Flow, kept: Kept) -> tuple[PathExplained, ...]:
    """Return the paths of the first wrong input."""
    inputs = range(len(seen.program.inputs))
    node = next((node for node in inputs if node in seen.wrong_gradients), None)
    if node is None or _number_of_paths(seen, flow, node) > _MOST_PATHS:
        return ()
    root = seen.program.index[seen.program.root]
    paths = list(_paths_up(flow, node, root))
    values = [math.prod(use.local for use in path) for path in paths]
    names = seen.program.nodes
    return tuple(
        PathExplained(nodes=(names[node], *(names[use.consumer] for use in path)), value=value, kept=is_kept)
        for path, value, is_kept in zip(
            paths, values, _paths_kept(seen, node, paths, values, kept), strict=True
        )
    )


def _number_of_paths(seen: Comparison, flow: Flow, node: int) -> int:
    """Count the paths from the root down to a node, without walking them."""
    counts = [0] * len(seen.program.nodes)
    counts[seen.program.index[seen.program.root]] = 1
    for position in range(len(counts) - 1, node - 1, -1):
        counts[position] += sum(counts[use.consumer] for use in flow.by_node[position])
    return counts[node]


def _paths_up(flow: Flow, node: int, root: int) -> Iterator[tuple[Use, ...]]:
    """Yield the paths from a node up to the root."""
    ends: list[tuple[int, tuple[Use, ...]]] = [(node, ())]
    while ends:
        end, path = ends.pop()
        if end == root:
            yield path
        ends += [(use.consumer, (*path, use)) for use in reversed(flow.by_node[end])]


def _paths_kept(
    seen: Comparison,
    node: int,
    paths: Sequence[Sequence[Use]],
    values: Sequence[float],
    kept: Kept,
) -> list[bool | None]:
    """Return which paths are kept: by the contributions on each, else by what is left of the sum."""
    are_kept = [_kept_by_all(kept[use] for use in path) for path in paths]
    held = seen.held(node)
    open_paths = [number for number, is_kept in enumerate(are_kept) if is_kept is None]
    if held is None or not open_paths:
        return are_kept
    rest = held - sum(value for value, is_kept in zip(values, are_kept, strict=True) if is_kept)
    in_rest = in_sum([values[number] for number in open_paths], rest, seen.rounding) or ()
    for number, is_kept in zip(open_paths, in_rest, strict=False):
        are_kept[number] = is_kept
    return are_kept


def _kept_by_all(kept: Iterable[bool | None]) -> bool | None:
    """Return whether a path is kept: only if every contribution on it is; it is lost if one of them is."""
    verdicts = set(kept)
    if False in verdicts:
        return False
    return None if None in verdicts else True
