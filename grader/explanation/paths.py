"""The paths from a wrong input up to the root, and which of them its gradient has."""

import math
from collections.abc import Iterable, Iterator, Sequence

from grader.explanation.comparison import Comparison
from grader.explanation.flow import Flow, Use
from grader.explanation.kept import Kept, in_sum
from grader.finding import PathExplained

_MOST_PATHS = 12


def explained_paths(seen: Comparison, flow: Flow, kept: Kept) -> tuple[PathExplained, ...]:
    """The paths of the first wrong input."""
    inputs = range(len(seen.program.inputs))
    node = next((node for node in inputs if node in seen.wrong_gradients), None)
    if node is None or _number_of_paths(seen, flow, node) > _MOST_PATHS:
        return ()
    root = seen.program.index[seen.program.root]
    paths = list(_upward(flow, node, root))
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


def _upward(flow: Flow, node: int, root: int) -> Iterator[tuple[Use, ...]]:
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
    are_kept = [_all(kept[use] for use in path) for path in paths]
    held = seen.held(node)
    open_paths = [number for number, is_kept in enumerate(are_kept) if is_kept is None]
    if held is None or not open_paths:
        return are_kept
    rest = held - sum(value for value, is_kept in zip(values, are_kept, strict=True) if is_kept)
    in_rest = in_sum([values[number] for number in open_paths], rest, seen.rounding) or ()
    for number, is_kept in zip(open_paths, in_rest, strict=False):
        are_kept[number] = is_kept
    return are_kept


def _all(kept: Iterable[bool | None]) -> bool | None:
    """A path is kept where every contribution on it is, and lost where one of them is."""
    verdicts = set(kept)
    if False in verdicts:
        return False
    return None if None in verdicts else True
